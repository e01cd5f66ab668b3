-- A range of one time in the order of another, the rows that a page skips, and the count of a list are read from an index alone
-- if it has every column that they compare (docs/decisions/0250-pages-from-an-index-alone.md).
drop index offer_time, offer_time_all, offer_update, offer_expiry, offer_expiry_last, offer_end, offer_name, offer_sub_status;
-- One index for lists with and without what was deleted.
create index offer_time on offer (org_id, creation_time desc, id desc) include (status, last_update_time, expire_time, end_time);
create index offer_update on offer (org_id, last_update_time, id) include (status, creation_time, expire_time, end_time);
create index offer_expiry on offer (org_id, expire_time, id) include (status, creation_time, last_update_time, end_time);
create index offer_expiry_last on offer (org_id, expire_time desc nulls last, id desc)
  include (status, creation_time, last_update_time, end_time);
create index offer_end on offer (org_id, end_time, id) include (status, creation_time, last_update_time, expire_time)
  where end_time is not null;
create index offer_name on offer (org_id, name, id) include (status, creation_time, last_update_time, expire_time, end_time);
create index offer_sub_status on offer (org_id, sub_status, creation_time desc, id desc)
  where sub_status is not null and status <> 'DELETED';

drop index contact_time, contact_update, contact_email, contact_name, contact_domain;
create index contact_time on contact (org_id, creation_time desc, id desc) include (last_update_time);
create index contact_update on contact (org_id, last_update_time, id) include (creation_time);
create index contact_email on contact (org_id, email_address, id) include (creation_time, last_update_time);
create index contact_name on contact (org_id, name, id) include (creation_time, last_update_time);
create index contact_domain on contact (org_id, email_domain, creation_time desc, id desc);

-- An index by an expression never answers alone, and bodies are long: the type of event is a column.
drop index partner_message_time, partner_message_updated, partner_message_event_type;
alter table partner_message add column event_type text collate "C" not null generated always as (
  case
    when partner = 'AWS' and body ->> 'source' like 'aws.partnercentral%' then 'AWS_ACE_EVENT_BRIDGE'
    when partner = 'AWS' and body ? 'detail-type' then 'AWS_EVENT_BRIDGE'
    else partner || '_MARKETPLACE'
  end) stored;
create index partner_message_event_type on partner_message (org_id, event_type, creation_time desc, id desc) include (last_update_time);
create index partner_message_time on partner_message (org_id, creation_time desc, id desc) include (last_update_time);
create index partner_message_updated on partner_message (org_id, last_update_time desc, id desc) include (creation_time);

create or replace view auditing_event with (security_invoker = true) as
  select org_id, id, 'ACTIVITY'::text collate "C" as event_type, 'AUDITED'::text collate "C" as status, creation_time,
    creation_time as last_update_time, (actor ->> 'type') collate "C" as actor_type, actor_id, action, entity_type, entity_id,
    request_id, actor, source_ip, changes, null::uuid as connection_id, null::text collate "C" as partner,
    null::text collate "C" as message_type, null::text collate "C" as partner_message_id,
    null::text collate "C" as partner_request_id, null::jsonb as body, null::jsonb as error
  from audit_event
union all
  select org_id, id, event_type, status, creation_time,
    last_update_time, null, null, null, null, null, null,
    null, null, null, connection_id, partner, type,
    partner_message_id, partner_request_id, body, error
  from partner_message;
