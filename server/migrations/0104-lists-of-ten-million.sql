-- A literal without a type hid from the planner that both parts of the view have the same columns: it read and sorted the whole
-- trail of an organization for a page. docs/decisions/0152
create or replace view auditing_event with (security_invoker = true) as
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

-- Invoices that are due last come first, those without a due time at the end, as in every order.
create index invoice_due_last on invoice (org_id, due_time desc nulls last, id desc);

-- What was changed by a program, or at a kind of thing, is rare in a long trail.
create index audit_event_actor_type on audit_event (org_id, ((actor ->> 'type') collate "C"), creation_time desc, id desc);
create index audit_event_entity_type on audit_event (org_id, entity_type, creation_time desc, id desc);
