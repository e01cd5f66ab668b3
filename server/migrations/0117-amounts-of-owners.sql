-- What the revenue records of an entitlement, and of a buyer, add up to by currency: what both show as their amounts
-- (docs/decisions/0190-amounts-of-entitlements-and-buyers.md). It moves with the records, in the same statement. owner_id: the
-- entitlement or the buyer. gross: billed before refunds. records: of 0, nothing is shown. A row of each channel, as channels do
-- not wait for each other.
create table revenue_owner_total (
  org_id uuid not null,
  owner_id uuid not null,
  currency text not null,
  channel text not null,
  gross numeric not null,
  invoiced numeric not null,
  collectable numeric not null,
  disbursed numeric not null,
  records bigint not null,
  primary key (org_id, owner_id, currency, channel)
);

alter table revenue_record no force row level security;
insert into revenue_owner_total (org_id, owner_id, currency, channel, gross, invoiced, collectable, disbursed, records)
select r.org_id, o.owner_id, r.currency, r.channel, trim_scale(sum(r.billed + r.refunded)), trim_scale(sum(r.billed)),
  trim_scale(sum(r.collectable)), trim_scale(sum(r.disbursed)), count(*)
from revenue_record r cross join unnest(array[r.entitlement_id, r.buyer_id]) as o(owner_id)
where o.owner_id is not null
group by r.org_id, o.owner_id, r.currency, r.channel;
alter table revenue_record force row level security;

select mos_fence('revenue_owner_total');
