-- Usage for direct billing: records under billable metrics, what the hours of them add up to, and how far it is billed.

-- One record of a group (whose meta_info has it as it was sent). group_by: the values of the metric's groups, `os=linux,zone=eu`.
-- counted: its properties meet the metric's filters. original_hour: its own hour was billed already, so that it counts in a later one.
create table billable_record (
  org_id uuid not null,
  creation_month date not null,
  group_id text collate "C" not null,
  position int not null,
  id uuid not null,
  entitlement_id uuid not null,
  term_id uuid not null,
  metric_id uuid not null,
  hour timestamptz not null,
  original_hour timestamptz,
  usage_time timestamptz not null,
  group_by text collate "C" not null,
  quantity numeric not null check (quantity >= 0),
  unique_value text collate "C",
  counted boolean not null,
  test boolean not null,
  state text not null check (state in ('CREATED', 'REPORTED', 'INVALID', 'DELETED')),
  report_id uuid,
  primary key (org_id, creation_month, group_id, position),
  check ((report_id is not null) = (state = 'REPORTED'))
) partition by range (creation_month);
create index billable_record_open on billable_record (org_id, entitlement_id, hour) where state = 'CREATED';
create index billable_record_report on billable_record (org_id, report_id) where report_id is not null;
create table billable_record_default partition of billable_record default;
select mos_fence('billable_record');

create or replace function mos_make_usage_partitions(first_month date, months int) returns void
language plpgsql security definer set search_path from current as $$
declare
  base text;
  lower_bound date;
  found_rows boolean;
begin
  foreach base in array array['usage_record_group', 'usage_record_item', 'billable_record'] loop
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

-- The groups of a metric that an entitlement used in a month of usage: they are limited in number.
create table billable_group (
  org_id uuid not null,
  entitlement_id uuid not null,
  metric_id uuid not null,
  month date not null,
  group_by text collate "C" not null,
  primary key (org_id, entitlement_id, metric_id, month, group_by)
);
select mos_fence('billable_group', append_only => true);

-- What an hour of a metric and group adds up to. Late records make another revision, which replaces the one before (is_current). quantity is
-- the value of the hour; billed is what it adds to its billing period (UNIQUE_COUNT: values that are new on that UTC day). records:
-- how many records were first counted in this revision; every record is in exactly one.
create table billable_hour (
  org_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  entitlement_id uuid not null,
  term_id uuid not null,
  metric_id uuid not null,
  group_by text collate "C" not null,
  hour timestamptz not null,
  kind text not null check (kind in ('LIVE', 'TEST')),
  revision int not null check (revision > 0),
  is_current boolean not null,
  aggregation_type text not null,
  quantity numeric not null check (quantity >= 0),
  billed numeric not null check (billed >= 0 and billed <= quantity),
  records bigint not null check (records > 0),
  last_time timestamptz not null,
  last_id uuid not null,
  new_values text[] collate "C" not null default '{}',
  version bigint not null default 1,
  primary key (org_id, id),
  foreign key (org_id, report_id) references usage_report
);
create unique index billable_hour_current on billable_hour (org_id, entitlement_id, hour, metric_id, group_by, term_id, kind) where is_current;
create unique index billable_hour_revision on billable_hour (org_id, entitlement_id, hour, metric_id, group_by, term_id, kind, revision);
create index billable_hour_report on billable_hour (org_id, report_id, metric_id, group_by);
select mos_fence('billable_hour');

-- The values that UNIQUE_COUNT has counted, by the hour in which they were used.
create table billable_value (
  org_id uuid not null,
  entitlement_id uuid not null,
  metric_id uuid not null,
  group_by text collate "C" not null,
  kind text not null,
  value text collate "C" not null,
  hour timestamptz not null,
  primary key (org_id, entitlement_id, metric_id, group_by, kind, value, hour)
);
select mos_fence('billable_value', append_only => true);

-- Hours before billed_until are on an invoice and never change.
create table billed_usage (
  org_id uuid not null,
  entitlement_id uuid not null,
  billed_until timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, entitlement_id)
);
select mos_fence('billed_usage');
