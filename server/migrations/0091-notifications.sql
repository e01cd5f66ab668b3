-- Who is told of what, and what was told (docs/decisions/0143-notifications.md).

-- document: as clients see it, without the addresses of chat channels, which are secrets. channels_sealed: those, sealed.
create table notification_config (
  org_id uuid not null,
  document jsonb not null,
  channels_sealed text collate "C",
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id)
);
select mos_fence('notification_config');

-- Whether and when the last instants of offers are announced; an organization without a row has the standard.
create table offer_expiry_notice (
  org_id uuid not null,
  enabled boolean not null,
  days int not null check (days between 1 and 90),
  primary key (org_id)
);
select mos_fence('offer_expiry_notice');

-- One row for each event that people may want to know of. id: of the event.
create table notification_event (
  org_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  action text collate "C" not null,
  entity_type text collate "C" not null,
  entity_id text collate "C" not null,
  entity_name text collate "C" not null,
  entity_status text collate "C" not null,
  partner text collate "C" not null,
  priority text collate "C" not null check (priority in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  title text collate "C" not null,
  message text collate "C" not null,
  is_action_item boolean not null,
  actor jsonb not null,
  channels text[] collate "C" not null,
  creation_time timestamptz not null,
  primary key (org_id, id)
);
create index notification_event_time on notification_event (org_id, creation_time desc, id desc);
create index notification_event_priority on notification_event (org_id, priority, creation_time desc, id desc);
create index notification_event_entity on notification_event (org_id, entity_id, creation_time desc, id desc);
create index notification_event_scope on notification_event (org_id, action, entity_type, creation_time desc, id desc);
create index notification_event_message on notification_event using gin (mos_fold(message) gin_trgm_ops);
select mos_fence('notification_event');

-- What waits for the next digest of a receiver.
create table notification_digest (
  org_id uuid not null,
  recipient_key text collate "C" not null,
  event_id uuid not null,
  recipient text collate "C" not null,
  primary key (org_id, recipient_key, event_id),
  foreign key (org_id, event_id) references notification_event
);
select mos_fence('notification_digest');

-- event_id, rule: a message tells an event because of a rule, once for each receiver. content: of chat messages.
alter table notification_message drop constraint notification_message_channel_check;
alter table notification_message
  add column event_id uuid,
  add column rule text collate "C",
  add column cc_recipients text[] collate "C" not null default '{}',
  add column bcc_recipients text[] collate "C" not null default '{}',
  add column content jsonb,
  add constraint notification_message_channel_check check (channel in ('EMAIL', 'SLACK', 'MICROSOFT_TEAMS')),
  add constraint notification_message_rule check ((event_id is null) = (rule is null));
create unique index notification_message_once on notification_message (org_id, event_id, rule, recipient)
  where event_id is not null;

-- Events are told in their organization, soon after they were handed out.
grant insert on due to mos_system;
