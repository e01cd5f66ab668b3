-- A unique key without org_id cannot be checked where the rows of organizations are on different servers. Ids of connections are made by the
-- service and occur once; a message is still found by the id alone.
alter table partner_route drop constraint partner_route_pkey, add primary key (org_id, connection_id);
create index partner_route_connection on partner_route (connection_id);
