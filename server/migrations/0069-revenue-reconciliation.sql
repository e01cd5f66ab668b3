-- What partners billed otherwise than our rows say they should have (docs/decisions/0113-reconciliation-of-money.md).

-- place: what was to be billed, or was billed unexpectedly, within an entitlement. period: its month, YYYY-MM. expected: null if it
-- is not known, or nothing. records: at most 20 of those that bill it. A difference that is gone is kept as resolved.
create table revenue_difference (
  org_id uuid not null,
  id uuid not null,
  channel text collate "C" not null,
  entitlement_id uuid not null,
  place text collate "C" not null,
  kind text collate "C" not null
    check (kind in ('MISSING', 'DOUBLE', 'AMOUNT_DIFFERS', 'CURRENCY_DIFFERS', 'UNEXPECTED', 'NOT_JUDGED')),
  cause text collate "C",
  period text collate "C" not null,
  currency text collate "C" not null,
  expected numeric,
  billed numeric not null,
  billed_currency text collate "C" not null,
  records uuid[] not null,
  record_count int not null,
  first_seen_time timestamptz not null,
  last_seen_time timestamptz not null,
  resolved_time timestamptz,
  status text collate "C" not null generated always as (case when resolved_time is null then 'OPEN' else 'RESOLVED' end) stored,
  version bigint not null default 1,
  primary key (org_id, id)
);
create unique index revenue_difference_place on revenue_difference (org_id, entitlement_id, place);
create index revenue_difference_seen on revenue_difference (org_id, first_seen_time desc, id desc);
create index revenue_difference_status on revenue_difference (org_id, status, first_seen_time desc, id desc);
create index revenue_difference_channel on revenue_difference (org_id, channel, first_seen_time desc, id desc);
create index revenue_difference_kind on revenue_difference (org_id, kind, first_seen_time desc, id desc);
create index revenue_difference_cause on revenue_difference (org_id, cause, first_seen_time desc, id desc);
create index revenue_difference_period on revenue_difference (org_id, period, first_seen_time desc, id desc);
select mos_fence('revenue_difference');

-- Payouts in the order of their time.
create index revenue_line_payouts on revenue_line (org_id, time, channel, dataset, key, position) where kind = 'PAYOUT';
