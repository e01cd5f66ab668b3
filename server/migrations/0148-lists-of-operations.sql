-- Every field that a filter of operations can name has an index in the order of the list, so that a value that few operations have, or
-- none, is found at once (docs/decisions/0281-every-filter-of-operations-by-an-index.md).
drop index operation_scope;
create index operation_scope on operation (org_id, scope, start_time desc, id desc);
create index operation_action on operation (org_id, action, start_time desc, id desc);
create index operation_service on operation (org_id, service, start_time desc, id desc);
create index operation_partner on operation (org_id, partner, start_time desc, id desc);
create index operation_partner_id on operation (org_id, partner_id, start_time desc, id desc);
create index operation_end on operation (org_id, end_time, start_time desc, id desc);
