-- Who belongs to an organization, and what custom roles it has named.

-- Acts of an organization make and change its row; nobody else's.
alter table organization enable row level security;
alter table organization force row level security;
create policy org on organization for all to mos_write using (id = current_setting('app.org_id')::uuid)
  with check (id = current_setting('app.org_id')::uuid);
create policy reading on organization for select to mos_read using (true);
create policy crossing on organization for all to mos_system using (true) with check (true);
grant insert, update on organization to mos_write;

create table role (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  description text not null default '',
  permissions text[] not null,
  created_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id)
);
create unique index role_name on role (org_id, lower(name));
create index role_time on role (org_id, creation_time desc, id desc);
select mos_fence('role', system_privileges => 'select');

-- A person in an organization: the user of the API. Its id is of this organization alone, so that nobody learns from it where
-- else that person is. account_id is null until the invitation is accepted. What the link in the invitation holds is kept as
-- a hash. mos_system reads it to tell where a signed-in person belongs, and takes the acceptance of an invitation.
create table membership (
  org_id uuid not null references organization (id),
  id uuid not null,
  account_id uuid,
  email text not null check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  role text not null check (role in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER', 'CUSTOM')),
  custom_role_id uuid,
  status text not null check (status in ('ACTIVE', 'INVITED', 'DISABLED')),
  invitation_hash bytea,
  invitation_expire_time timestamptz,
  last_login_time timestamptz,
  created_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  foreign key (org_id, custom_role_id) references role,
  check ((role = 'CUSTOM') = (custom_role_id is not null)),
  check ((account_id is null) = (status = 'INVITED'))
);
create unique index membership_email on membership (org_id, email);
create unique index membership_account on membership (org_id, account_id) where account_id is not null;
create index membership_of_account on membership (account_id) where account_id is not null;
create index membership_invitation on membership (invitation_hash) where invitation_hash is not null;
create index membership_time on membership (org_id, creation_time desc, id desc);
create index membership_role on membership (org_id, custom_role_id) where custom_role_id is not null;
select mos_fence('membership', system_privileges => 'select, update');
