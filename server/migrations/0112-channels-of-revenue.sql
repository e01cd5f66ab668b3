-- The channels of which an organization has had revenue rows. What records add up to is written by statements that take the
-- organization from this row: where organizations are on many servers, that lets the server which has the rows do it alone.
create table revenue_channel (
  org_id uuid not null,
  channel text not null,
  primary key (org_id, channel)
);
select mos_fence('revenue_channel');
