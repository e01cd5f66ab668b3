-- The audit trail has a partition for each month (docs/decisions/0170-months.md). In the list over it and the messages, literals have
-- a type now: without one the planner could not see that both parts have the same columns, and sorted the whole trail for a page (0152).
drop view auditing_event;
select mos_divide_by_month('audit_event', 'audit', 'id');
create view auditing_event with (security_invoker = true) as
  select org_id, id, 'ACTIVITY'::text collate "C" as event_type, 'AUDITED'::text collate "C" as status, creation_time,
    creation_time as last_update_time, (actor ->> 'type') collate "C" as actor_type, actor_id, action, entity_type, entity_id,
    request_id, actor, source_ip, changes, null::uuid as connection_id, null::text collate "C" as partner,
    null::text collate "C" as message_type, null::text collate "C" as partner_message_id,
    null::text collate "C" as partner_request_id, null::jsonb as body, null::jsonb as error
  from audit_event
union all
  select org_id, id,
    (case
      when partner = 'AWS' and body ->> 'source' like 'aws.partnercentral%' then 'AWS_ACE_EVENT_BRIDGE'
      when partner = 'AWS' and body ? 'detail-type' then 'AWS_EVENT_BRIDGE'
      else partner || '_MARKETPLACE'
    end) collate "C", status, creation_time,
    last_update_time, null, null, null, null, null, null,
    null, null, null, connection_id, partner, type,
    partner_message_id, partner_request_id, body, error
  from partner_message;
grant select on auditing_event to mos_read, mos_write;

-- Only what is sealed may go.
create function mos_audit_month_holds(wanted date) returns table (org_id uuid, reason text, quantity bigint)
language plpgsql security definer set search_path from current as $$
begin
  return query
    select u.org_id, 'UNSEALED', count(*) from audit_unsealed u
    where u.event_id < mos_month_bound('audit_event', (wanted + interval '1 month')::date)::uuid
    group by u.org_id;
end $$;

-- What stays of a month of the trail: of each chain the last link before the first row that is kept, from which the rest verifies, and the links
-- of dropped rows behind it, because rows are chained in the order of their commits and not of their IDs.
create function mos_audit_month_keep(wanted date) returns void
language plpgsql security definer set search_path from current as $$
declare
  month_end constant uuid := mos_month_bound('audit_event', (wanted + interval '1 month')::date)::uuid;
begin
  delete from audit_seal s using (
    select c.org_id, coalesce(min(c.sequence) filter (where c.event_id >= month_end) - 1, max(c.sequence)) as anchor from audit_seal c group by c.org_id
  ) as a
  where s.org_id = a.org_id and s.sequence < a.anchor;
end $$;
revoke all on function mos_audit_month_holds(date), mos_audit_month_keep(date) from public;
