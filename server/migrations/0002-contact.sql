create table contact (
  org_id uuid not null,
  id uuid not null,
  email_address text collate "C" not null,
  email_key text generated always as (lower(email_address)) stored,
  name text collate "C" not null default '',
  company_contact_id text,
  info jsonb not null default '{}',
  tags text[] not null default '{}',
  email_domain text generated always as (lower(split_part(email_address, '@', 2))) stored,
  company_name text generated always as (info ->> 'companyName') stored,
  role text generated always as (info ->> 'role') stored,
  partner text generated always as (info ->> 'partner') stored,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  unique (org_id, email_key)
);
create index contact_time on contact (org_id, creation_time desc, id desc);
create index contact_update on contact (org_id, last_update_time, id);
create index contact_name on contact (org_id, name, id);
create index contact_domain on contact (org_id, email_domain, id);
create index contact_company on contact (org_id, company_name, id);
create index contact_name_text on contact using gin (name gin_trgm_ops);
create index contact_email_text on contact using gin (email_address gin_trgm_ops);
select mos_fence('contact');
