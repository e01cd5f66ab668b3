-- Webhooks: addresses that are told of events (docs/decisions/0150-webhooks.md).

-- types, entity_ids: empty for all. headers_sealed: the values of its own headers, which may be credentials; header_names: their names.
-- secret_sealed: null once the webhook is deleted. epoch: raised when it is disabled or deleted; deliveries of an earlier one are not sent.
create table webhook (
  org_id uuid not null,
  id uuid not null,
  url text collate "C" not null,
  description text collate "C" not null default '',
  types text[] collate "C" not null default '{}',
  entity_ids text[] collate "C" not null default '{}',
  ordered boolean not null default false,
  format text collate "C" not null check (format in ('EVENT', 'NOTIFICATION')),
  enabled boolean not null,
  disabled_reason text collate "C" check (disabled_reason in ('REQUESTED', 'GONE', 'FAILING')),
  disabled_time timestamptz,
  header_names text[] collate "C" not null default '{}',
  headers_sealed text collate "C",
  secret_sealed text collate "C",
  previous_secret_sealed text collate "C",
  previous_secret_until timestamptz,
  epoch int not null default 0,
  deleted_time timestamptz,
  created_by text collate "C" not null,
  last_updated_by text collate "C" not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  check (enabled = (disabled_reason is null)),
  check (deleted_time is null or (not enabled and secret_sealed is null and previous_secret_sealed is null and headers_sealed is null))
);
create index webhook_time on webhook (org_id, creation_time desc, id desc) where deleted_time is null;
create index webhook_deleted on webhook (deleted_time) where deleted_time is not null;
select mos_fence('webhook');

-- How its deliveries go. Changes with each of them, so it is no part of the webhook's version.
create table webhook_health (
  org_id uuid not null,
  webhook_id uuid not null,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  last_success_time timestamptz,
  last_failure_time timestamptz,
  failing_since timestamptz,
  primary key (org_id, webhook_id),
  foreign key (org_id, webhook_id) references webhook
);
select mos_fence('webhook_health');

-- One event for one webhook. replay_id: the zero UUID unless a replay queued it. own_event: of an event that is not in the outbox (webhook.test).
-- place: the order in which they were queued. tries, trying_since: attempts since it was queued or sent again.
-- next_attempt_time: business time; null once it is over, and while an earlier one of the entity must come first.
-- lease_until: wall time until which a process is sending it.
create table webhook_delivery (
  org_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  replay_id uuid not null default '00000000-0000-0000-0000-000000000000',
  place bigint generated always as identity,
  sequence bigint,
  own_event jsonb,
  event_type text collate "C" not null,
  entity_type text collate "C" not null,
  entity_id text collate "C" not null,
  status text collate "C" not null check (status in ('PENDING', 'DONE', 'FAILED', 'CANCELED')),
  epoch int not null,
  attempts int not null default 0,
  tries int not null default 0,
  trying_since timestamptz,
  next_attempt_time timestamptz,
  lease_until timestamptz,
  last_status_code int,
  last_error_code text collate "C",
  last_error_message text collate "C",
  done_time timestamptz,
  creation_time timestamptz not null,
  wall_time timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, webhook_id, event_id, replay_id),
  foreign key (org_id, webhook_id) references webhook,
  check ((sequence is null) = (own_event is not null)),
  check (next_attempt_time is null or status = 'PENDING')
);
create index webhook_delivery_time on webhook_delivery (org_id, webhook_id, creation_time desc, id desc);
create index webhook_delivery_status on webhook_delivery (org_id, webhook_id, status, creation_time desc, id desc);
create index webhook_delivery_type on webhook_delivery (org_id, webhook_id, event_type, creation_time desc, id desc);
create index webhook_delivery_entity on webhook_delivery (org_id, webhook_id, entity_id, creation_time desc, id desc);
create index webhook_delivery_due on webhook_delivery (org_id, webhook_id, next_attempt_time) where next_attempt_time is not null;
create index webhook_delivery_leased on webhook_delivery (org_id, webhook_id) where lease_until is not null;
create index webhook_delivery_queue on webhook_delivery (org_id, webhook_id, entity_id, place) where status = 'PENDING';
create index webhook_delivery_old on webhook_delivery (wall_time);
select mos_fence('webhook_delivery');

-- answer: the beginning of what the receiver said.
create table webhook_attempt (
  org_id uuid not null,
  delivery_id uuid not null,
  number int not null,
  time timestamptz not null,
  milliseconds int not null,
  status_code int,
  answer text collate "C",
  error_code text collate "C",
  error_message text collate "C",
  primary key (org_id, delivery_id, number),
  foreign key (org_id, delivery_id) references webhook_delivery
);
select mos_fence('webhook_attempt');

-- The loop that claims deliveries, and housekeeping, cross organizations. Beside these columns they see nothing: no address, no secret, no event.
create policy crossing on webhook for all to mos_system using (true) with check (true);
grant select (org_id, id, enabled, epoch, deleted_time), delete on webhook to mos_system;
create policy crossing on webhook_health for all to mos_system using (true) with check (true);
grant select (org_id, webhook_id, failing_since), delete on webhook_health to mos_system;
create policy crossing on webhook_delivery for all to mos_system using (true) with check (true);
grant select (org_id, id, webhook_id, status, epoch, next_attempt_time, lease_until, wall_time), update (lease_until), delete
  on webhook_delivery to mos_system;
create policy crossing on webhook_attempt for all to mos_system using (true) with check (true);
grant select (org_id, delivery_id), delete on webhook_attempt to mos_system;

-- One process at a time claims.
insert into engine_turn (name) values ('webhook');

-- A replay reads the events of a period.
create index outbox_time on outbox (org_id, creation_time, sequence) where sequence is not null;
