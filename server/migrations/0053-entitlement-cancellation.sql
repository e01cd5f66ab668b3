-- Requests to cancel an agreement, which its buyer answers at the marketplace, and the notice that a term is about to end.

-- client_token was made before the request was first sent. external_id is null until the marketplace has acknowledged the request.
-- withdrawal_reason: what was said when its withdrawal was last asked for. partner_version is the update time of the last read.
create table entitlement_cancellation_request (
  org_id uuid not null,
  id uuid not null,
  entitlement_id uuid not null,
  partner text collate "C" not null,
  agreement_id text collate "C" not null,
  external_id text collate "C",
  status text collate "C" not null,
  status_message text collate "C",
  reason_code text collate "C" not null,
  reason_description text collate "C",
  client_token text collate "C",
  withdrawal_reason text collate "C",
  created_by jsonb,
  partner_version bigint not null default 0,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  foreign key (org_id, entitlement_id) references entitlement
);
create index entitlement_cancellation_request_time
  on entitlement_cancellation_request (org_id, entitlement_id, creation_time desc, id desc);
create unique index entitlement_cancellation_request_external
  on entitlement_cancellation_request (org_id, partner, external_id) where external_id is not null;
create index entitlement_cancellation_request_open
  on entitlement_cancellation_request (org_id, partner, agreement_id) where status = 'PENDING_APPROVAL';
select mos_fence('entitlement_cancellation_request');

-- The term whose approaching end was announced.
alter table entitlement add column end_soon_term_id uuid;

-- Terms that are known already are announced too, 15 days before their end unless they name 45.
do $$
declare term record;
begin
  for term in
    select org_id, id, end_time, info ->> 'alertDaysBeforeEnd' as days from entitlement
    where status in ('ACTIVE', 'SUSPENDED') and end_time > now()
  loop
    perform set_config('app.org_id', term.org_id::text, true);
    insert into due (org_id, kind, entity_id, due_time)
      values (term.org_id, 'entitlement.end_soon', term.id::text,
        term.end_time - case when term.days = '45' then interval '45 days' else interval '15 days' end)
      on conflict do nothing;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
