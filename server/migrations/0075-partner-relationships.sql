-- Partnerships between two organizations of this service, and the invitations that establish them
-- (docs/decisions/0117-partnerships-of-two-organizations.md). Each side has rows of its own; pair_id is the same on both.

-- partner_org_id: null until an invitation was accepted. ended, partner_ended: whether this side, or the other one, has ended the
-- partnership; it is in force while neither has.
create table partner_relationship (
  org_id uuid not null,
  id uuid not null,
  pair_id uuid not null,
  partner_org_id uuid,
  company_name text collate "C" not null,
  company jsonb not null default '{}',
  relationship text collate "C" not null
    check (relationship in ('RESELLER', 'REFERRAL', 'DISTRIBUTOR', 'TECHNOLOGY', 'SYSTEM_INTEGRATOR', 'MSP')),
  engagement_type text collate "C" not null check (engagement_type in ('CO_SELL', 'RESELL', 'REFER', 'SERVICE')),
  status text collate "C" not null check (status in ('INVITED', 'ACTIVE', 'INACTIVE')),
  ended boolean not null default false,
  partner_ended boolean not null default false,
  manager_id uuid,
  tags text[] not null default '{}',
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  unique (org_id, pair_id),
  unique (org_id, partner_org_id)
);
create index partner_relationship_time on partner_relationship (org_id, creation_time desc, id desc);
create index partner_relationship_updated on partner_relationship (org_id, last_update_time, id);
create index partner_relationship_status on partner_relationship (org_id, status, creation_time desc, id desc);
create index partner_relationship_kind on partner_relationship (org_id, relationship, creation_time desc, id desc);
create index partner_relationship_engagement on partner_relationship (org_id, engagement_type, creation_time desc, id desc);
create index partner_relationship_manager on partner_relationship (org_id, manager_id, creation_time desc, id desc);
create index partner_relationship_name on partner_relationship (org_id, company_name, id);
create index partner_relationship_name_text on partner_relationship using gin (mos_fold(company_name) gin_trgm_ops);
select mos_fence('partner_relationship');

-- OUTBOUND: the sender's row, with the hash of the link while it can be used. INBOUND: the row of the organization for which a person
-- opened the link. other_org_id: the other side, null until it is known; clients of the sender see it only once it has accepted.
create table partner_invitation (
  org_id uuid not null,
  id uuid not null,
  pair_id uuid not null,
  direction text collate "C" not null check (direction in ('OUTBOUND', 'INBOUND')),
  status text collate "C" not null check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'CANCELLED', 'EXPIRED')),
  relationship_id uuid,
  other_org_id uuid,
  recipient jsonb not null,
  recipient_email text collate "C" not null,
  recipient_company text collate "C" not null,
  sender jsonb not null,
  relationship text collate "C" not null,
  engagement_type text collate "C" not null,
  subject text collate "C" not null,
  body text not null,
  linked_file_ids uuid[] not null default '{}',
  accept_by_days int not null,
  accept_by timestamptz not null,
  sent_time timestamptz not null,
  resent_count int not null default 0,
  responded_time timestamptz,
  link_hash bytea,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  unique (org_id, pair_id),
  foreign key (org_id, relationship_id) references partner_relationship
);
create index partner_invitation_time on partner_invitation (org_id, creation_time desc, id desc);
create index partner_invitation_accept_by on partner_invitation (org_id, accept_by, id);
create index partner_invitation_status on partner_invitation (org_id, status, creation_time desc, id desc);
create index partner_invitation_direction on partner_invitation (org_id, direction, creation_time desc, id desc);
create index partner_invitation_partner on partner_invitation (org_id, relationship_id, creation_time desc, id desc);
create index partner_invitation_email on partner_invitation (org_id, recipient_email, creation_time desc, id desc);
create index partner_invitation_company on partner_invitation (org_id, recipient_company, id);
create index partner_invitation_link on partner_invitation (link_hash) where link_hash is not null;
select mos_fence('partner_invitation');
-- A link is found before its organization is known. The policy beside a grant on columns opens no other column.
create policy crossing on partner_invitation for select to mos_system using (true);
grant select (org_id, id, status, accept_by, link_hash) on partner_invitation to mos_system;

-- People at the partner company whom this organization invited, or who acted for the partner towards it.
create table partner_contact (
  org_id uuid not null,
  id uuid not null,
  relationship_id uuid not null,
  email text collate "C" not null,
  name text collate "C" not null,
  job_title text collate "C" not null default '',
  profile_url text collate "C" not null default '',
  seniority text collate "C" not null default '',
  creation_time timestamptz not null,
  primary key (org_id, id),
  unique (org_id, relationship_id, email),
  foreign key (org_id, relationship_id) references partner_relationship
);
create index partner_contact_time on partner_contact (org_id, relationship_id, creation_time desc, id desc);
create index partner_contact_name on partner_contact (org_id, relationship_id, name, id);
select mos_fence('partner_contact');
