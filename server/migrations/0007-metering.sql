-- Usage: what was reported to us (groups, with an item for each dimension), what we tell the marketplace (reports, with a
-- row for each dimension, frozen before they are sent), and what is carried from hour to hour.

-- The only judge of duplicates, for ever: neither partitioned nor ever cleared.
create table usage_record_group_id (
  org_id uuid not null,
  id text collate "C" not null,
  creation_month date not null,
  primary key (org_id, id)
);
select mos_fence('usage_record_group_id', append_only => true);

create table usage_record_group (
  org_id uuid not null,
  creation_month date not null,
  id text collate "C" not null,
  entitlement_id uuid not null,
  buyer_id uuid,
  product_id uuid,
  partner text not null,
  status text not null check (status in ('CREATED', 'REPORT_PENDING', 'REPORTED', 'REPORT_FAILED', 'INVALID', 'DELETED')),
  source text not null default 'API',
  records jsonb not null,
  meta_info jsonb not null default '{}',
  usage_allocations jsonb,
  usage_time timestamptz not null,
  report_id uuid,
  reported_time timestamptz,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, creation_month, id)
) partition by range (creation_month);
create index usage_record_group_time on usage_record_group (org_id, creation_time desc, id desc);
create index usage_record_group_entitlement on usage_record_group (org_id, entitlement_id, creation_time desc, id desc);
create index usage_record_group_trouble on usage_record_group (org_id, status, creation_time desc, id desc)
  where status in ('REPORT_FAILED', 'INVALID', 'DELETED');
create table usage_record_group_default partition of usage_record_group default;
select mos_fence('usage_record_group');

-- hour is the hour the quantity is told for; original_hour the one it happened in, when it was moved on. cause: why an item
-- is held (state CREATED) or invalid.
create table usage_record_item (
  org_id uuid not null,
  creation_month date not null,
  group_id text collate "C" not null,
  dimension text collate "C" not null,
  entitlement_id uuid not null,
  term_id uuid not null,
  hour timestamptz not null,
  original_hour timestamptz,
  quantity numeric not null check (quantity > 0),
  test boolean not null default false,
  state text not null check (state in ('CREATED', 'REPORT_PENDING', 'REPORTED', 'REPORT_FAILED', 'INVALID', 'DELETED')),
  cause text,
  report_row_id uuid,
  primary key (org_id, creation_month, group_id, dimension),
  check ((report_row_id is null) = (state in ('CREATED', 'INVALID', 'DELETED')))
) partition by range (creation_month);
create index usage_record_item_open on usage_record_item (org_id, entitlement_id, hour) where state = 'CREATED';
create index usage_record_item_row on usage_record_item (org_id, report_row_id) where report_row_id is not null;
create table usage_record_item_default partition of usage_record_item default;
select mos_fence('usage_record_item');

-- Months get partitions of their own ahead of time. A month whose rows already lie in a default partition stays there.
create function mos_make_usage_partitions(first_month date, months int) returns void
language plpgsql security definer set search_path from current as $$
declare
  base text;
  lower_bound date;
  found_rows boolean;
begin
  foreach base in array array['usage_record_group', 'usage_record_item'] loop
    for step in 0 .. months - 1 loop
      lower_bound := (date_trunc('month', first_month) + make_interval(months => step))::date;
      if to_regclass(format('%I', base || to_char(lower_bound, '_YYYY_MM'))) is null then
        execute format('select exists (select from %I where creation_month >= $1 and creation_month < $2)', base || '_default')
          into found_rows using lower_bound, (lower_bound + interval '1 month')::date;
        if not found_rows then
          execute format('create table %I partition of %I for values from (%L) to (%L)',
            base || to_char(lower_bound, '_YYYY_MM'), base, lower_bound, (lower_bound + interval '1 month')::date);
        end if;
      end if;
    end loop;
  end loop;
end $$;
revoke all on function mos_make_usage_partitions(date, int) from public;
grant execute on function mos_make_usage_partitions(date, int) to mos_system;

-- What was closed for one entitlement, term and hour. It never changes; its rows hold what became of it.
create table usage_report (
  org_id uuid not null,
  id uuid not null,
  entitlement_id uuid not null,
  term_id uuid not null,
  product_id uuid,
  buyer_id uuid,
  partner text not null,
  hour timestamptz not null,
  kind text not null check (kind in ('LIVE', 'SHADOW', 'TEST')),
  group_ids text[] not null,
  creation_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id)
);
create index usage_report_time on usage_report (org_id, creation_time desc, id desc);
create index usage_report_entitlement on usage_report (org_id, entitlement_id, creation_time desc, id desc);
create index usage_report_buyer on usage_report (org_id, buyer_id, creation_time desc, id desc);
create index usage_report_partner on usage_report (org_id, partner, creation_time desc, id desc);
select mos_fence('usage_report');

-- quantity, told_time and address are frozen. standing is the part of the quantity that still counts (a retried item of a
-- refused row is counted elsewhere); the check is the metering identity of one row. scope is what the partner deduplicates
-- an hour by: the license, or product and customer. deadline: until when the partner takes it.
create table usage_report_row (
  org_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  entitlement_id uuid not null,
  dimension text collate "C" not null,
  hour timestamptz not null,
  kind text not null,
  partner text not null,
  product_id uuid,
  scope text not null,
  accepted numeric not null,
  carried_in numeric not null,
  carried_out numeric not null,
  standing numeric not null,
  quantity numeric not null check (quantity = trunc(quantity) and quantity between 0 and 2147483647),
  told_time timestamptz not null,
  address jsonb not null,
  deadline timestamptz not null,
  oldest_month date not null,
  state text not null check (state in ('CREATED', 'REPORT_PENDING', 'SUCCESS', 'FAILED', 'UNTOLD')),
  message text not null default '',
  record_id text,
  attempts int not null default 0,
  next_attempt_time timestamptz,
  version bigint not null default 1,
  primary key (org_id, id),
  foreign key (org_id, report_id) references usage_report,
  check (standing = accepted + carried_in - carried_out),
  check ((state = 'UNTOLD') = (kind <> 'LIVE'))
);
create unique index usage_report_row_told on usage_report_row (org_id, scope, dimension, hour)
  where kind = 'LIVE' and state <> 'FAILED' and quantity > 0;
create index usage_report_row_report on usage_report_row (org_id, report_id, dimension);
create index usage_report_row_entitlement on usage_report_row (org_id, entitlement_id, dimension, hour);
create index usage_report_row_next on usage_report_row (org_id, partner, next_attempt_time) where next_attempt_time is not null;
select mos_fence('usage_report_row');

-- One call of the partner with its raw request and answer.
create table usage_call (
  org_id uuid not null,
  id uuid not null,
  time timestamptz not null,
  partner_request_id text,
  request jsonb not null,
  response jsonb not null,
  primary key (org_id, id)
);
select mos_fence('usage_call', append_only => true);

-- Our own send log: written before a row leaves. Without an outcome it may have arrived.
create table usage_report_send (
  org_id uuid not null,
  row_id uuid not null,
  attempt int not null,
  time timestamptz not null,
  outcome text check (outcome in ('ACCEPTED', 'DUPLICATE', 'REFUSED', 'NOT_APPLIED', 'UNKNOWN')),
  code text,
  message text,
  call_id uuid,
  primary key (org_id, row_id, attempt),
  foreign key (org_id, row_id) references usage_report_row
);
select mos_fence('usage_report_send');

-- The fraction that the last closed hour of a dimension left; below 0 only after a retry took back what had been told on.
create table usage_cursor (
  org_id uuid not null,
  entitlement_id uuid not null,
  dimension text collate "C" not null,
  kind text not null,
  fraction numeric not null default 0,
  dropped numeric not null default 0,
  version bigint not null default 1,
  primary key (org_id, entitlement_id, dimension, kind)
);
select mos_fence('usage_cursor');

-- Hours before flush_through are told at once; closed_time: the partner takes no more usage of this term.
create table usage_term (
  org_id uuid not null,
  term_id uuid not null,
  entitlement_id uuid not null,
  flush_through timestamptz,
  closed_time timestamptz,
  closed_code text,
  version bigint not null default 1,
  primary key (org_id, term_id)
);
create index usage_term_entitlement on usage_term (org_id, entitlement_id);
select mos_fence('usage_term');
