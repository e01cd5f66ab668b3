-- Reports that were requested of a partner and can be found by their id alone, until they are over. first_day: the first day that one
-- is about (docs/decisions/0290-requests-of-reports-are-kept.md).
create table revenue_request (
  org_id uuid not null,
  connection_id uuid not null,
  kind text not null,
  id text not null,
  first_day date not null,
  requested_time timestamptz not null,
  primary key (org_id, connection_id, kind, id)
);
select mos_fence('revenue_request');
