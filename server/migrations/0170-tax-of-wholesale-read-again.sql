-- Tax of a wholesale price that an earlier release took for a fee or an adjustment is a channel partner's cost
-- (`adapters/revenue/aws/translate-billing-event.ts`). As in migration 0124, such rows count anew when their files are read again;
-- until then their lines count as they are.
alter table revenue_row no force row level security;
alter table revenue_line no force row level security;
alter table revenue_part no force row level security;
-- Two statements: Citus takes no change within another one. The parts come first, while their rows still say so.
update revenue_part p set state = 'FOUND', read_time = null, rows = 0, new_rows = 0, fault = null, operation_id = null
where p.channel = 'AWS' and p.state = 'READ' and exists (
  select from revenue_row r
  where r.org_id = p.org_id and r.part = p.name and r.channel = 'AWS' and r.dataset = 'billing_event' and not r.superseded and not r.is_deleted
      and (r.columns ->> 'transaction_type' like 'OTHER_SELLER_TAX_SHARE%'
        or (r.columns ->> 'transaction_type' like 'AWS_TAX_SHARE%'
          and 'RESALE' in (r.columns ->> 'invoice_variant', r.columns ->> 'charge_variant')))
      and exists (
        select from revenue_line l
        where l.org_id = r.org_id and l.channel = r.channel and l.dataset = r.dataset and l.key = r.key
          and l.kind in ('FEE', 'ADJUSTMENT')));
update revenue_row r set superseded = true
where r.channel = 'AWS' and r.dataset = 'billing_event' and not r.superseded and not r.is_deleted
  and (r.columns ->> 'transaction_type' like 'OTHER_SELLER_TAX_SHARE%'
    or (r.columns ->> 'transaction_type' like 'AWS_TAX_SHARE%'
    and 'RESALE' in (r.columns ->> 'invoice_variant', r.columns ->> 'charge_variant')))
  and exists (
    select from revenue_line l
    where l.org_id = r.org_id and l.channel = r.channel and l.dataset = r.dataset and l.key = r.key
    and l.kind in ('FEE', 'ADJUSTMENT'));
alter table revenue_row force row level security;
alter table revenue_line force row level security;
alter table revenue_part force row level security;
