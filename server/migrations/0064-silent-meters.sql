-- Meters that reported usage and stopped, found by comparison with their own past.

-- A meter is a dimension of an entitlement. interval_days: the longest pause that is usual for it; last_hour: its last hour with
-- usage, if it is known. A meter that reports again, or whose entitlement ended, is kept as cleared.
create table usage_silence (
  org_id uuid not null,
  entitlement_id uuid not null,
  dimension text collate "C" not null,
  partner text collate "C" not null,
  interval_days int not null check (interval_days > 0),
  last_day date not null,
  last_hour timestamptz,
  silent_since timestamptz not null,
  announced_time timestamptz not null,
  cleared_time timestamptz,
  version bigint not null default 1,
  primary key (org_id, entitlement_id, dimension)
);
create index usage_silence_open on usage_silence (org_id, silent_since, entitlement_id, dimension) where cleared_time is null;
select mos_fence('usage_silence');

-- Until when an entitlement was last seen suspended: its meters are not expected to report then.
create table usage_pause (
  org_id uuid not null,
  entitlement_id uuid not null,
  through date not null,
  primary key (org_id, entitlement_id)
);
select mos_fence('usage_pause');

-- The dimensions of an entitlement, and the last days of each, are found without reading the others.
create index usage_total_meter on usage_total (org_id, counts, entitlement_id, dimension, day)
  where entitlement_id <> '00000000-0000-0000-0000-000000000000';
