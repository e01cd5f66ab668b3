-- When retention last looked at the clock, and until when it drops nothing because the clock had leapt ahead (docs/decisions/0306-a-clock-that-leaps-ahead.md).
create table retention_clock (
  only_row boolean primary key default true check (only_row),
  seen_time timestamptz not null,
  held_until timestamptz
);
grant select, insert, update on retention_clock to mos_system;
