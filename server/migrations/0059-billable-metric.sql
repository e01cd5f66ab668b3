-- What usage for direct billing is counted by. Only its name, description and status change: filters and groups decide what
-- usage that was already accepted counts as.
create table billable_metric (
  org_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null default '',
  aggregation_type text not null check (aggregation_type in ('COUNT', 'UNIQUE_COUNT', 'SUM', 'MAX', 'LAST')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DELETED')),
  info jsonb not null default '{}',
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id)
);
create index billable_metric_time on billable_metric (org_id, creation_time desc, id desc);
create index billable_metric_status on billable_metric (org_id, status, creation_time desc, id desc);
create index billable_metric_name on billable_metric (org_id, name, id);
select mos_fence('billable_metric');
