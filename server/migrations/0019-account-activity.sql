-- What people have changed of their accounts, written in the transaction of the change: one row for each organization they belong
-- to, until the worker has put it into the audit trail there.
create table account_activity (
  org_id uuid not null,
  id uuid not null,
  membership_id uuid not null,
  actor_name text not null,
  what text not null,
  request_id text not null,
  source_ip text not null,
  wall_time timestamptz not null default now(),
  primary key (org_id, id)
);
create index account_activity_time on account_activity (wall_time);
select mos_fence('account_activity', system_privileges => 'select, insert');
