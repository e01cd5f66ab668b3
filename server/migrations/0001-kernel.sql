-- Roles, the organization fence, and the tables behind every change: audit trail, outbox, idempotency records, due work.

do $$
declare role_name text;
begin
  foreach role_name in array array['mos_read', 'mos_write', 'mos_system'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin nobypassrls', role_name);
    end if;
    if not pg_has_role(current_user, role_name, 'member') then
      execute format('grant %I to current_user', role_name);
    end if;
  end loop;
end $$;

create extension if not exists pg_trgm;

do $$
begin
  execute format('grant usage on schema %I to mos_read, mos_write, mos_system', current_schema());
end $$;

-- Puts a table behind the fence: mos_write sees and writes the rows of one organization only, mos_read selects (the store
-- adds org_id), mos_system gets what the last argument lists. An append-only table takes no update and no delete.
create function mos_fence(fenced regclass, append_only boolean default false, system_privileges text default null)
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', fenced);
  execute format('alter table %s force row level security', fenced);
  execute format('create policy org on %s for all to mos_write using (org_id = current_setting(''app.org_id'')::uuid) '
    'with check (org_id = current_setting(''app.org_id'')::uuid)', fenced);
  execute format('create policy reading on %s for select to mos_read using (true)', fenced);
  execute format('grant select on %s to mos_read', fenced);
  execute format('grant select, insert%s on %s to mos_write',
    case when append_only then '' else ', update, delete' end, fenced);
  if system_privileges is not null then
    execute format('create policy crossing on %s for all to mos_system using (true) with check (true)', fenced);
    execute format('grant %s on %s to mos_system', system_privileges, fenced);
  end if;
end $$;

create table organization (
  id uuid primary key,
  name text not null,
  description text not null default '',
  email_domain text not null default '',
  website text not null default '',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PENDING_APPROVAL', 'DISABLED')),
  created_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  info jsonb not null default '{}',
  version bigint not null default 1
);
grant select on organization to mos_read, mos_write, mos_system;
grant insert, update on organization to mos_system;

-- One row for every committed change. sequence, previous_hash and hash are given later by the sealer.
create table audit_event (
  org_id uuid not null,
  id uuid not null,
  creation_time timestamptz not null,
  wall_time timestamptz not null default now(),
  actor jsonb not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  request_id text not null,
  source_ip text,
  changes jsonb not null,
  sequence bigint,
  previous_hash bytea,
  hash bytea,
  primary key (org_id, id)
);
create unique index audit_event_sequence on audit_event (org_id, sequence) where sequence is not null;
create index audit_event_time on audit_event (org_id, creation_time desc, id desc);
select mos_fence('audit_event', append_only => true);

-- Events wait here until every receiver has them, in the order of an entity's versions.
create table outbox (
  org_id uuid not null,
  entity_type text not null,
  entity_id text not null,
  version bigint not null,
  position int not null,
  id uuid not null,
  name text not null,
  payload jsonb not null,
  actor jsonb not null,
  creation_time timestamptz not null,
  delivered_time timestamptz,
  attempts int not null default 0,
  next_attempt_time timestamptz not null default now(),
  last_error text,
  primary key (org_id, entity_type, entity_id, version, position)
);
create index outbox_undelivered on outbox (next_attempt_time) where delivered_time is null;
create index outbox_delivered on outbox (delivered_time) where delivered_time is not null;
select mos_fence('outbox', system_privileges => 'select, update, delete');

create table idempotency (
  org_id uuid not null,
  caller text not null,
  key text not null,
  fingerprint bytea not null,
  reply text not null,
  headers jsonb not null,
  wall_time timestamptz not null default now(),
  primary key (org_id, caller, key)
);
create index idempotency_age on idempotency (wall_time);
select mos_fence('idempotency', system_privileges => 'select, delete');

-- Work that waits for business time. A tick turns due rows into runs.
create table due (
  org_id uuid not null,
  kind text not null,
  entity_id text not null,
  due_time timestamptz not null,
  attempts int not null default 0,
  last_error text,
  primary key (org_id, kind, entity_id)
);
create index due_by_time on due (due_time);
select mos_fence('due', system_privileges => 'select, update, delete');
