-- Exchange rates by named tables, and what the metrics of revenue need to know of a term that its row did not keep.

-- A table of rates, which one call replaces as a whole. rates: how many it has; 0: it was emptied, and is shown no more. digest: SHA-256 of
-- currency and rates, so that the same content changes nothing.
create table exchange_rate_table (
  org_id uuid not null,
  name text collate "C" not null,
  currency text collate "C" not null,
  rates int not null default 0 check (rates >= 0),
  digest bytea not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, name)
);
select mos_fence('exchange_rate_table');

-- One unit of currency is worth rate units of the table's currency from the end of the day (UTC) until the end of the next day with a rate.
create table exchange_rate (
  org_id uuid not null,
  table_name text collate "C" not null,
  currency text collate "C" not null,
  day date not null,
  rate numeric not null check (rate > 0),
  primary key (org_id, table_name, currency, day),
  foreign key (org_id, table_name) references exchange_rate_table
);
select mos_fence('exchange_rate');

-- planned_end_time, which direct purchases have, is kept for the terms of marketplaces too: the latest end that the agreement named, so
-- that a term that was ended early still says how long its amount was for. former_amounts: what commit_amount was before, [{until, amount}]
-- in the order of time; it changes within a term when the number of seats does (AZURE).
alter table entitlement_term add column former_amounts jsonb not null default '[]';
alter table entitlement_term no force row level security;
update entitlement_term set planned_end_time = end_time where partner not in ('STRIPE', 'ADYEN') and parent_term_id is null;
alter table entitlement_term force row level security;
