-- As 0137 for entitlements: ranges of one time in the order of another, and counts, are read from an index alone
-- (docs/decisions/0250-pages-from-an-index-alone.md).
drop index entitlement_time, entitlement_time_all, entitlement_update, entitlement_start, entitlement_start_last, entitlement_end,
  entitlement_end_last, entitlement_name;
create index entitlement_time on entitlement (org_id, creation_time desc, id desc) include (status, last_update_time, start_time, end_time);
create index entitlement_update on entitlement (org_id, last_update_time, id) include (status, creation_time, start_time, end_time);
create index entitlement_start on entitlement (org_id, start_time, id) include (status, creation_time, last_update_time, end_time);
create index entitlement_start_last on entitlement (org_id, start_time desc nulls last, id desc)
  include (status, creation_time, last_update_time, end_time);
create index entitlement_end on entitlement (org_id, end_time, id) include (status, creation_time, last_update_time, start_time);
create index entitlement_end_last on entitlement (org_id, end_time desc nulls last, id desc)
  include (status, creation_time, last_update_time, start_time);
create index entitlement_name on entitlement (org_id, name, id) include (status, creation_time, last_update_time, start_time, end_time);
