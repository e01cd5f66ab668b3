-- What a payout contains of an amount, where it is in another currency than the sale (docs/decisions/0341-payouts-in-another-currency.md).
-- Rows are kept as AWS wrote them, so that lines of earlier releases get it from their rows. AWS says nothing of texts that are no
-- amount: they are left out, as the translation leaves them out.
-- In the order in which the release that still serves takes them.
lock table revenue_row, revenue_line in access exclusive mode;
alter table revenue_line add column paid_amount numeric, add column paid_currency text collate "C";
alter table revenue_row no force row level security;
alter table revenue_line no force row level security;
with told as (
  select l.org_id, l.channel, l.dataset, l.key, l.position, l.kind = 'PAYOUT' as is_payout, l.amount < 0 as is_negative,
    abs((r.columns ->> 'disbursement_amount')::numeric) as amount, r.columns ->> 'disbursement_currency' as currency
  from revenue_line l
  join revenue_row r on r.org_id = l.org_id and r.channel = l.channel and r.dataset = l.dataset and r.key = l.key and not r.superseded
  where l.channel = 'AWS' and l.dataset = 'billing_event' and l.stage = 'DISBURSED'
    and r.columns ->> 'disbursement_currency' ~ '^[A-Z]{3}$' and r.columns ->> 'disbursement_currency' <> l.currency
    and r.columns ->> 'disbursement_amount' ~ '^[+-]?[0-9]{1,24}([.][0-9]{1,24})?([eE][+-]?[0-9]{1,2})?$'
)
update revenue_line l set
  amount = case when t.is_payout then case when t.is_negative then -t.amount else t.amount end else l.amount end,
  currency = case when t.is_payout then t.currency else l.currency end,
  paid_amount = case when t.is_payout then null when t.is_negative then -t.amount else t.amount end,
  paid_currency = case when t.is_payout then null else t.currency end
from told t
where l.org_id = t.org_id and l.channel = t.channel and l.dataset = t.dataset and l.key = t.key and l.position = t.position;
alter table revenue_row force row level security;
alter table revenue_line force row level security;
