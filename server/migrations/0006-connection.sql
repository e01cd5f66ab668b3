-- Connected partner accounts, the way of a partner's messages to their organization, and the messages.

-- One account of each partner and service for an organization. credentials_sealed opens only with SECRET_KEY and only for
-- this row. SHADOW computes usage reports and tells nothing. metering_region never changes: deduplication of usage is per
-- region there.
create table connection (
  org_id uuid not null references organization (id),
  id uuid not null,
  partner text not null,
  service text not null default 'MARKETPLACE',
  account_id text not null,
  endpoint text,
  region text not null,
  metering_region text not null,
  credentials_sealed text not null,
  status text not null default 'CONNECTED' check (status in ('CONNECTED', 'ERROR')),
  mode text not null default 'SHADOW' check (mode in ('LIVE', 'SHADOW')),
  report_from timestamptz,
  settings jsonb not null default '{}',
  last_sync_start_time timestamptz,
  last_sync_time timestamptz,
  last_full_sync_time timestamptz,
  last_error jsonb,
  created_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  unique (org_id, partner, service)
);
select mos_fence('connection');

-- Where a message that arrives at /hook/{partner}/{integrationId} belongs. Global, because the receiver knows no organization
-- yet; it is only ever asked for one id, together with the secret.
create table partner_route (
  connection_id uuid primary key,
  org_id uuid not null references organization (id),
  partner text not null,
  hook_secret_hash bytea not null,
  foreign key (org_id, connection_id) references connection
);
create index partner_route_org on partner_route (org_id);
select mos_fence('partner_route', system_privileges => 'select');

-- What a partner said, as it said it, once for each id of the partner.
create table partner_message (
  org_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  partner text not null,
  partner_message_id text not null,
  partner_request_id text,
  type text not null,
  body jsonb not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DONE', 'FAILED', 'AUDITED')),
  error jsonb,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  unique (org_id, connection_id, partner_message_id),
  foreign key (org_id, connection_id) references connection
);
create index partner_message_time on partner_message (org_id, creation_time desc, id desc);
create index partner_message_status on partner_message (org_id, status, creation_time desc, id desc);
select mos_fence('partner_message');
