-- Where a partner takes late usage of an hour that was told as a record of its own (GCP), such a row stands beside the first
-- one: again is its own id. Of all others an hour is told once.
alter table usage_report_row add column again uuid not null default '00000000-0000-0000-0000-000000000000';

drop index usage_report_row_told;
create unique index usage_report_row_told on usage_report_row (org_id, scope, dimension, hour, again)
  where kind = 'LIVE' and state <> 'FAILED' and quantity > 0;
