-- The mail addresses of people who were removed from an organization, in small letters as in membership (docs/decisions/0297-people-who-left-get-no-mails.md). A row stays
-- when the person joins again: whether somebody is a member is asked of membership.
create table former_member (
  org_id uuid not null references organization (id),
  email text collate "C" not null,
  removed_time timestamptz not null,
  primary key (org_id, email)
);
select mos_fence('former_member');

-- Those whom an earlier release removed, as the audit trail shows them.
alter table audit_event no force row level security;
alter table former_member no force row level security;
insert into former_member (org_id, email, removed_time)
select a.org_id, c.change ->> 'before', max(a.creation_time)
from audit_event a cross join jsonb_array_elements(a.changes) as c (change)
where a.action in ('removeUser', 'leaveOrganization') and a.entity_type = 'user' and c.change ->> 'path' = 'email'
  and c.change ->> 'before' <> '' and not a.changes @> '[{"path": "status", "before": "INVITED"}]'
group by 1, 2;
alter table former_member force row level security;
alter table audit_event force row level security;
