-- The engine: runs of workflows (the operations of the API) with their history, events on their way to receivers, work that
-- waits, and the processes that do it. DBOS keeps its own tables in the schema dbos (engine/dbos-store.ts grants them).

create table operation (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'TIMED_OUT')),
  scope text not null,
  action text not null,
  service text not null,
  partner text,
  partner_id text,
  entity_id text not null,
  parent_operation_id uuid,
  actor jsonb not null,
  input jsonb not null,
  message text not null default '',
  failure jsonb,
  start_time timestamptz not null,
  end_time timestamptz,
  event_count int not null default 1,
  version bigint not null default 1,
  primary key (org_id, id)
) with (fillfactor = 80);
create index operation_time on operation (org_id, start_time desc, id desc);
create index operation_entity on operation (org_id, entity_id, start_time desc, id desc);
create index operation_status on operation (org_id, status, start_time desc, id desc);
create index operation_scope on operation (org_id, scope, action, start_time desc, id desc);
create index operation_parent on operation (org_id, parent_operation_id) where parent_operation_id is not null;
select mos_fence('operation');

-- What happened in a run, in order. The row STEP_COMPLETED of a step is the judge of whether it was done; output is what the
-- run goes on with after a restart and is never shown.
create table operation_event (
  org_id uuid not null,
  operation_id uuid not null,
  event_id int not null,
  time timestamptz not null,
  wall_time timestamptz not null default clock_timestamp(),
  type text not null,
  step text,
  attempt int,
  attributes jsonb not null default '{}',
  output jsonb,
  primary key (org_id, operation_id, event_id)
);
create unique index operation_event_done on operation_event (org_id, operation_id, step) where type = 'STEP_COMPLETED';
select mos_fence('operation_event', append_only => true);

-- An event that a receiver has not taken yet. delivered_time of the outbox row says that its deliveries stand here.
create table outbox_delivery (
  org_id uuid not null,
  receiver text not null,
  entity_type text not null,
  entity_id text not null,
  version bigint not null,
  position int not null,
  attempts int not null default 0,
  next_attempt_time timestamptz not null default now(),
  last_error text,
  primary key (org_id, receiver, entity_type, entity_id, version, position)
);
create index outbox_delivery_next on outbox_delivery (receiver, next_attempt_time);
create index outbox_delivery_event on outbox_delivery (org_id, entity_type, entity_id, version, position);
select mos_fence('outbox_delivery', system_privileges => 'select, insert, update, delete');

-- A failed handler is tried again by wall time; due_time is business time.
alter table due add column retry_time timestamptz;
create index due_of_org on due (org_id, due_time);

-- Processes that run workflows. One without a heartbeat for 10 seconds is dead, and its runs are taken over.
create table executor (
  id text primary key,
  started_time timestamptz not null default now(),
  heartbeat_time timestamptz not null default now()
);
grant select, insert, update, delete on executor to mos_system;

-- Work that one process does at a time: whoever holds the row's lock.
create table engine_turn (name text primary key);
insert into engine_turn values ('outbox');
grant select, update on engine_turn to mos_system;
