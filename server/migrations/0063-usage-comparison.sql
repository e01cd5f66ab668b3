-- Daily comparison of what was submitted with a marketplace's own records of usage, by UTC day: AZURE shows no hours.

-- When a day was last read, and what was found. final: it is not read again. account_id: whose records were read.
create table usage_comparison (
  org_id uuid not null,
  partner text collate "C" not null,
  day date not null,
  account_id text collate "C" not null,
  compared_time timestamptz not null,
  lines int not null,
  open_differences int not null,
  final boolean not null,
  version bigint not null default 1,
  primary key (org_id, partner, day)
);
select mos_fence('usage_comparison');

-- A day, resource, plan and dimension of which the marketplace shows something else than was submitted. entitlement_id is the
-- nil UUID if no entitlement is known for the resource. billed_quantity: what the marketplace bills, if it says. A difference
-- that has disappeared is kept as resolved.
create table usage_difference (
  org_id uuid not null,
  partner text collate "C" not null,
  day date not null,
  resource text collate "C" not null,
  plan_id text collate "C" not null,
  dimension text collate "C" not null,
  entitlement_id uuid not null,
  cause text collate "C" not null check (cause in ('NOT_SHOWN', 'FOREIGN', 'QUANTITY_DIFFERS', 'REJECTED', 'SHADOW_DIFFERS')),
  quantity numeric not null,
  our_quantity numeric not null,
  their_quantity numeric not null,
  billed_quantity numeric,
  partner_status text not null,
  first_seen_time timestamptz not null,
  last_seen_time timestamptz not null,
  resolved_time timestamptz,
  primary key (org_id, partner, day, resource, plan_id, dimension)
);
create index usage_difference_open on usage_difference (org_id, day, entitlement_id, dimension) where resolved_time is null;
select mos_fence('usage_difference');

-- Accounts that are connected already are compared, too.
alter table connection no force row level security;
do $$
declare connected record;
begin
  for connected in select org_id, partner from connection where partner = 'AZURE' and service = 'MARKETPLACE' loop
    perform set_config('app.org_id', connected.org_id::text, true);
    insert into due (org_id, kind, entity_id, due_time) values (connected.org_id, 'usage.compare', connected.partner, now())
    on conflict (org_id, kind, entity_id) do nothing;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
alter table connection force row level security;
