-- What was sent to people outside, one row for each receiver, with how far its delivery is. What it is about is told as clients
-- see it; the operation is the run that wrote it. Times are of business, but for what happened at the mail server.
create table notification_message (
  org_id uuid not null references organization (id),
  id uuid not null,
  channel text not null check (channel in ('EMAIL')),
  action text not null,
  entity_type text not null,
  entity_id text not null,
  contact_id uuid,
  recipient text collate "C" not null,
  subject text collate "C" not null,
  text_content text not null,
  html_content text not null,
  status text not null check (status in ('SCHEDULED', 'PENDING', 'DONE', 'FAILED')),
  attempts integer not null default 0,
  last_error jsonb,
  next_attempt_time timestamptz,
  done_time timestamptz,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contact
);
create index notification_message_time on notification_message (org_id, creation_time desc, id desc);
create index notification_message_entity on notification_message (org_id, entity_id, creation_time desc);
create index notification_message_contact on notification_message (org_id, contact_id);
create index notification_message_subject on notification_message using gin (subject gin_trgm_ops);
create index notification_message_text on notification_message using gin (text_content gin_trgm_ops);
select mos_fence('notification_message');
