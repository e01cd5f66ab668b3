-- Files that an organization shares with its partners; the bytes are in the file storage. shared_with: null while it is private.
-- relationship_id: the one partner it is shared with.
create table partner_file (
  org_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  content_type text collate "C" not null,
  size int not null,
  shared_with text collate "C" check (shared_with in ('ALL_PARTNERS', 'PARTNER')),
  relationship_id uuid,
  created_by text collate "C" not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  foreign key (org_id, relationship_id) references partner_relationship,
  check (relationship_id is null or shared_with = 'PARTNER'),
  check (shared_with is distinct from 'PARTNER' or relationship_id is not null)
);
create index partner_file_time on partner_file (org_id, creation_time desc, id desc);
create index partner_file_shared on partner_file (org_id, shared_with, creation_time desc, id desc);
create index partner_file_partner on partner_file (org_id, relationship_id, creation_time desc, id desc);
create index partner_file_name on partner_file (org_id, name, id);
select mos_fence('partner_file');
