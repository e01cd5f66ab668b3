-- Custom roles, keys and calls of OAuth Apps; assertions that were used and tokens that were revoked.

-- A role stays while a living app holds it, and whoever deletes an app frees its role. An app has a secret or keys.
alter table oauth_app
  drop constraint oauth_app_check,
  add constraint oauth_app_custom_role
    check ((access_level = 'CUSTOM' and deleted_time is null) = (custom_role_id is not null)),
  add foreign key (org_id, custom_role_id) references role,
  alter column secret_hash drop not null,
  add column jwks jsonb,
  add constraint oauth_app_one_credential check ((secret_hash is null) = (jwks is not null));
create index oauth_app_role on oauth_app (org_id, custom_role_id) where custom_role_id is not null;

-- Calls of the API by app and day (UTC), for thirty days. Written by the seconds, not by the call.
create table oauth_app_call (
  org_id uuid not null,
  app_id uuid not null,
  day date not null,
  count bigint not null,
  primary key (org_id, app_id, day)
);
create index oauth_app_call_day on oauth_app_call (day);
select mos_fence('oauth_app_call', system_privileges => 'select, insert, update, delete');

-- Assertions that authenticated a client (RFC 7523), until they expire: each is good once. key is a hash of the jti.
create table used_assertion (
  org_id uuid not null,
  app_id uuid not null,
  key text not null,
  expire_time timestamptz not null,
  primary key (org_id, app_id, key)
);
create index used_assertion_expiry on used_assertion (expire_time);
select mos_fence('used_assertion', system_privileges => 'select, insert, delete');

-- Access tokens that their client gave back (RFC 7009), until they expire. revoked_time comes from the database's clock,
-- one clock for all replicas: each of them polls it.
create table revoked_token (
  org_id uuid not null,
  jti text not null,
  app_id uuid not null,
  expire_time timestamptz not null,
  revoked_time timestamptz not null default clock_timestamp(),
  primary key (org_id, jti)
);
create index revoked_token_time on revoked_token (revoked_time);
create index revoked_token_app on revoked_token (org_id, app_id);
create index revoked_token_expiry on revoked_token (expire_time);
select mos_fence('revoked_token', system_privileges => 'select, insert, delete');

-- How long a full bucket takes to drain: what is tried while it is full does not make it fuller.
alter table auth_throttle add column width interval not null default '1 minute';
