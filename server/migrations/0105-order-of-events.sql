-- A process of the release before may be giving places now: those of organizations go on behind them. `for update` in a statement before,
-- because the statement that copies the place must begin after that process has ended its transaction.
select from engine_turn where name = 'outbox' for update;

-- The place of each organization's latest event. Whoever hands out its events holds its row, which is on the server that has the
-- events, so that a place is visible as soon as the next one is assigned: also where organizations are on many servers.
create table event_place (
  org_id uuid primary key,
  last_sequence bigint not null
);

-- Places go on from the latest one of all organizations: cursors that clients hold stay valid.
alter table organization no force row level security;
insert into event_place (org_id, last_sequence)
  select o.id, t.last_sequence from organization o, engine_turn t where t.name = 'outbox';
alter table organization force row level security;

select mos_fence('event_place', system_privileges => 'select, insert, update');
revoke insert, update, delete on event_place from mos_write;

-- Without this row, processes of earlier releases hand out nothing more.
delete from engine_turn where name = 'outbox';
