-- The time by which things grow old (docs/decisions/0306-nothing-is-forgotten-by-a-clock-that-jumped.md): one row for the whole deployment, written every minute.
-- steady_time follows the clock of the database; after a jump it stands still until so much time has been lived through (waited).
create table steady_clock (
  one boolean primary key default true check (one),
  seen_time timestamptz not null,
  steady_time timestamptz not null,
  waited interval not null
);
grant select on steady_clock to mos_read, mos_write;
grant select, insert, update on steady_clock to mos_system;
