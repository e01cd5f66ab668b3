-- Support tickets: their comments, attachments and watchers (docs/decisions/0141-support-tickets.md).

-- creator: the mail address of whoever asked for it, or the id of the program that made it. creator_id: the caller who made it for
-- itself; null if it was made for somebody else. creator_key, watcher_key: the address without regard to case.
-- running_ms, running_since: the clock of the targets; running_since is null while it stands.
create table support_ticket (
  org_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  priority text collate "C" not null check (priority in ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  status text collate "C" not null
    check (status in ('OPEN', 'IN PROGRESS', 'IN REVIEW', 'BLOCKED', 'CLOSED', 'ARCHIVED', 'DELETED')),
  task_type text collate "C" not null check (task_type in ('Task', 'Bug', 'Feature Request')),
  creator text collate "C" not null,
  creator_key text collate "C" generated always as (mos_fold(creator)) stored,
  creator_id text collate "C",
  watchers text[] collate "C" not null default '{}',
  assignee_id uuid,
  entity_type text collate "C",
  entity_id text collate "C",
  running_ms bigint not null default 0,
  running_since timestamptz,
  first_answer_time timestamptz,
  first_answer_missed_time timestamptz,
  resolution_missed_time timestamptz,
  close_time timestamptz,
  comment_count int not null default 0,
  attachment_count int not null default 0,
  created_by text collate "C" not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  check ((entity_type is null) = (entity_id is null))
);
create index support_ticket_time on support_ticket (org_id, creation_time desc, id desc);
create index support_ticket_status on support_ticket (org_id, status, creation_time desc, id desc);
create index support_ticket_priority on support_ticket (org_id, priority, creation_time desc, id desc);
create index support_ticket_entity on support_ticket (org_id, entity_id, creation_time desc, id desc);
create index support_ticket_entity_type on support_ticket (org_id, entity_type, creation_time desc, id desc);
create index support_ticket_creator on support_ticket (org_id, creator_key, creation_time desc, id desc);
create index support_ticket_assignee on support_ticket (org_id, assignee_id, creation_time desc, id desc);
create index support_ticket_task_type on support_ticket (org_id, task_type, creation_time desc, id desc);
create index support_ticket_name_text on support_ticket using gin (mos_fold(name) gin_trgm_ops);
create index support_ticket_description_text on support_ticket using gin (mos_fold(description) gin_trgm_ops);
select mos_fence('support_ticket');

-- Finds the tickets that an address watches.
create table support_ticket_watcher (
  org_id uuid not null,
  ticket_id uuid not null,
  watcher_key text collate "C" not null,
  primary key (org_id, ticket_id, watcher_key),
  foreign key (org_id, ticket_id) references support_ticket
);
create index support_ticket_watcher_key on support_ticket_watcher (org_id, watcher_key, ticket_id);
select mos_fence('support_ticket_watcher');

-- mail_key: identifies the mail that a comment was made of, so that one that arrives twice is one comment.
create table support_comment (
  org_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  visibility text collate "C" not null check (visibility in ('PUBLIC', 'INTERNAL')),
  body text collate "C" not null,
  author_id text collate "C",
  author_name text collate "C" not null,
  author_email text collate "C",
  mail_key text collate "C",
  creation_time timestamptz not null,
  primary key (org_id, id),
  unique (org_id, ticket_id, mail_key),
  foreign key (org_id, ticket_id) references support_ticket
);
create index support_comment_time on support_comment (org_id, ticket_id, creation_time desc, id desc);
select mos_fence('support_comment');

-- The bytes are in the file storage. comment_id: the comment that it came with, by mail.
create table support_attachment (
  org_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  comment_id uuid,
  name text collate "C" not null,
  content_type text collate "C" not null,
  size int not null,
  created_by text collate "C" not null,
  creation_time timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, ticket_id) references support_ticket,
  foreign key (org_id, comment_id) references support_comment
);
create index support_attachment_time on support_attachment (org_id, ticket_id, creation_time desc, id desc);
create index support_attachment_comment on support_attachment (org_id, comment_id, creation_time, id);
select mos_fence('support_attachment');

-- What the attachments of an organization take together.
create table support_storage (
  org_id uuid not null primary key,
  files int not null,
  bytes bigint not null
);
select mos_fence('support_storage');
