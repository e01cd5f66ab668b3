-- The audit trail: chained after the fact, and read together with the messages of the marketplaces.

-- The chain stands beside the rows, so that neither is ever changed. (No release wrote these columns.)
alter table audit_event
  drop column sequence,
  drop column previous_hash,
  drop column hash,
  add column actor_id text generated always as (actor ->> 'id') stored;
create index audit_event_entity on audit_event (org_id, entity_id, creation_time desc, id desc);
create index audit_event_actor on audit_event (org_id, actor_id, creation_time desc, id desc);
create index audit_event_request on audit_event (org_id, request_id);
create policy crossing on audit_event for select to mos_system using (true);
grant select on audit_event to mos_system;

-- Audit rows that have no seal yet. transaction is what wrote the row: it is sealed once no older one is open. Rows come and go
-- quickly, so the table is cleaned by their number and not by its size.
create table audit_unsealed (
  org_id uuid not null,
  transaction xid8 not null default pg_current_xact_id(),
  event_id uuid not null,
  primary key (org_id, transaction, event_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table audit_event no force row level security;
insert into audit_unsealed (org_id, event_id) select org_id, id from audit_event;
alter table audit_event force row level security;
select mos_fence('audit_unsealed', append_only => true, system_privileges => 'select, delete');

-- The chain of an organization: one link for each audit row, written by the sealer alone.
create table audit_seal (
  org_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (org_id, sequence),
  unique (org_id, event_id)
);
select mos_fence('audit_seal', append_only => true, system_privileges => 'select, insert');
revoke insert on audit_seal from mos_write;

create index partner_message_updated on partner_message (org_id, last_update_time desc, id desc);

-- One list of what marketplaces said and of what happened here. The parts have no conditions of their own, so that the indexes
-- of both tables give the order of the list.
create view auditing_event with (security_invoker = true) as
  select org_id, id, 'ACTIVITY'::text as event_type, 'AUDITED'::text as status, creation_time,
    creation_time as last_update_time, actor ->> 'type' as actor_type, actor_id, action, entity_type, entity_id, request_id,
    actor, source_ip, changes, null::uuid as connection_id, null::text as partner, null::text as message_type,
    null::text as partner_message_id, null::text as partner_request_id, null::jsonb as body, null::jsonb as error
  from audit_event
union all
  select org_id, id,
    case
      when partner = 'AWS' and body ->> 'source' like 'aws.partnercentral%' then 'AWS_ACE_EVENT_BRIDGE'
      when partner = 'AWS' and body ? 'detail-type' then 'AWS_EVENT_BRIDGE'
      else partner || '_MARKETPLACE'
    end, status, creation_time,
    last_update_time, null, null, null, null, null, null,
    null, null, null, connection_id, partner, type,
    partner_message_id, partner_request_id, body, error
  from partner_message;
grant select on auditing_event to mos_read, mos_write;
