-- Machine credentials, signing keys and the throttle of wrong secrets.

-- The credential of a program. Global in its keys, because the token endpoint knows a client_id before it knows an
-- organization; behind the fence all the same, so that acts of an organization (create, rotate, delete, with their audit
-- rows) see its own apps only. deleted_time comes from the database's clock, one clock for all replicas: each of them
-- polls it to stop the tokens of deleted apps. The rows of deleted apps go when their last token has expired.
create table oauth_app (
  id uuid primary key,
  org_id uuid not null references organization (id),
  name text not null,
  description text not null default '',
  access_level text not null check (access_level in ('VIEWER', 'EDITOR', 'CUSTOM')),
  custom_role_id uuid,
  client_id text not null unique,
  secret_hash bytea not null,
  created_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  last_used_time timestamptz,
  deleted_time timestamptz,
  version bigint not null default 1,
  check ((access_level = 'CUSTOM') = (custom_role_id is not null))
);
create index oauth_app_time on oauth_app (org_id, creation_time desc, id desc);
create index oauth_app_deleted on oauth_app (deleted_time) where deleted_time is not null;
select mos_fence('oauth_app', system_privileges => 'select, insert, update, delete');

-- A key signs from signs_from until a younger one does, and verifies until verifies_until. generation is unique so that
-- of two replicas that make a key at once one wins. Only mos_system reads the private half, which is sealed besides.
create table signing_key (
  kid text primary key,
  generation int not null unique,
  public_jwk jsonb not null,
  sealed_private_key text not null,
  creation_time timestamptz not null,
  signs_from timestamptz not null,
  verifies_until timestamptz
);
grant select (kid, generation, public_jwk, creation_time, signs_from, verifies_until) on signing_key to mos_read;
grant select, insert, update, delete on signing_key to mos_system;

-- Leaky buckets of wrong secrets, one for every hashed client, address and pair of both, shared by all replicas.
-- drain_time is when the bucket is empty again, clear_time until when its owner is refused.
create table auth_throttle (
  key text primary key,
  drain_time timestamptz not null,
  clear_time timestamptz not null
);
create index auth_throttle_drain on auth_throttle (drain_time);
grant select on auth_throttle to mos_read;
grant select, insert, update, delete on auth_throttle to mos_system;
