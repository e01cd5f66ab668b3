-- The usage of a day as a marketplace itself shows it (docs/decisions/0115-what-else-a-marketplace-tells.md), from the newest version of each row.

-- agreement, dimension: as the marketplace names them. day: as it counts days. telling: files may tell of the same day; of a day, those
-- with the greatest count, added up. amount: what the marketplace says that it costs; null if it does not say.
create table marketplace_usage (
  org_id uuid not null,
  channel text collate "C" not null,
  dataset text not null,
  key text not null,
  agreement text collate "C" not null,
  dimension text collate "C" not null,
  day date not null,
  telling smallint not null,
  quantity numeric not null,
  amount numeric,
  currency text collate "C",
  primary key (org_id, channel, dataset, key)
);
create index marketplace_usage_day on marketplace_usage (org_id, channel, day, agreement, dimension);
select mos_fence('marketplace_usage');

-- Rows of Customer Insights that are stored already (`adapters/revenue/gcp/read-usage.ts` says what they mean).
alter table revenue_row no force row level security;
alter table marketplace_usage no force row level security;
insert into marketplace_usage (org_id, channel, dataset, key, agreement, dimension, day, telling, quantity, amount, currency)
select org_id, channel, dataset, key, columns ->> 'entitlement_id', columns ->> 'sku_id', (columns ->> 'date')::date,
  case when key ~ '^[^|]*\|[^|]*incremental' then 2 when key ~ '^[^|]*\|[^|]*monthly' then 0 else 1 end,
  (columns ->> 'usage')::numeric, (nullif(columns ->> 'charges', 'n/a'))::numeric, nullif(columns ->> 'currency', 'n/a')
from revenue_row
where channel = 'GCP' and dataset = 'customer_insights' and not superseded and not is_deleted
  and columns ->> 'entitlement_id' <> 'n/a' and columns ->> 'sku_id' <> 'n/a' and columns ->> 'date' <> 'n/a' and columns ->> 'usage' <> 'n/a';
alter table revenue_row force row level security;
alter table marketplace_usage force row level security;

-- NOTED: what a row says of a sale whose money another row counts: the names of what it is about, or an amount that is shown only.
alter table revenue_line drop constraint revenue_line_stage_check,
  add constraint revenue_line_stage_check check (stage in ('BILLED', 'COLLECTED', 'DISBURSED', 'FORGIVEN', 'NOTED'));
create index revenue_line_noted on revenue_line (org_id, agreement, channel) where stage = 'NOTED';

-- Accounts of AWS without a bucket are read, too: the invoices of their agreements.
alter table connection no force row level security;
do $$
declare connected record;
begin
  for connected in select org_id, id from connection where partner = 'AWS' and service = 'MARKETPLACE' loop
    perform set_config('app.org_id', connected.org_id::text, true);
    insert into due (org_id, kind, entity_id, due_time) values (connected.org_id, 'revenue.sync', connected.id::text, now())
    on conflict (org_id, kind, entity_id) do nothing;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
alter table connection force row level security;
