-- Credentials of the kind before OAuth Apps, for programs that have not moved yet.

-- An API_KEY shows its secret with every call, before an organization is known: it is found by the hash. Two organizations
-- may bring the same key along; then it is a key of both, and neither learns of the other. deleted_time is the database's,
-- as on oauth_app: replicas poll it to stop tokens. A deleted row goes when its last token has expired.
create table api_client (
  org_id uuid not null references organization (id),
  id uuid not null,
  type text not null check (type in ('API_KEY', 'BEARER_TOKEN')),
  role text not null check (role in ('VIEWER', 'EDITOR')),
  client_id text not null,
  fingerprint text not null,
  secret_hash bytea not null,
  created_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  last_used_time timestamptz,
  deleted_time timestamptz,
  version bigint not null default 1,
  primary key (org_id, id)
);
create index api_client_time on api_client (org_id, creation_time desc, id desc) where deleted_time is null;
create index api_client_secret on api_client (secret_hash) where type = 'API_KEY' and deleted_time is null;
create index api_client_deleted on api_client (deleted_time) where deleted_time is not null;
select mos_fence('api_client', system_privileges => 'select, update, delete');
