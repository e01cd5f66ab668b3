-- Connected accounts of every service of a partner, not of marketplaces alone. account_id, region and metering_region are
-- empty where a service has none. credential_fields names the credentials that are set, so that nobody opens them to tell.
alter table connection add column credential_fields text[] not null default '{}';
alter table connection add column last_verified_time timestamptz;
-- The fence binds the owner of the tables too, unless it is a superuser.
alter table connection no force row level security;
update connection set credential_fields = '{accessKeyId,secretAccessKey}' where partner = 'AWS';
alter table connection force row level security;

-- What a partner said stays when its account is disconnected.
alter table partner_message drop constraint partner_message_org_id_connection_id_fkey;
