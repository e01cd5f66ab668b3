-- Rows of Customer Insights that are of a subscription, or of money alone, were stored as usage (`adapters/revenue/gcp/read-usage.ts`
-- says which; docs/decisions/0302-fees-of-google-are-no-usage.md).
alter table revenue_row no force row level security;
alter table marketplace_usage no force row level security;
delete from marketplace_usage u
using revenue_row r
where u.channel = 'GCP' and u.dataset = 'customer_insights'
  and r.org_id = u.org_id and r.channel = u.channel and r.dataset = u.dataset and r.key = u.key and not r.superseded
  and (u.quantity = 0 or r.columns ->> 'unit' = 'mo');
alter table revenue_row force row level security;
alter table marketplace_usage force row level security;
