-- What lists may be filtered by, with an index for each.

-- An empty text is none: what is not shown must not be found, and is_null must find it.
alter table contact
  drop column company_name,
  drop column role,
  drop column partner;
alter table contact
  add column company_name text collate "C" generated always as (nullif(info ->> 'companyName', '')) stored,
  add column role text collate "C" generated always as (nullif(info ->> 'role', '')) stored,
  add column partner text collate "C" generated always as (nullif(info ->> 'partner', '')) stored;
create index contact_company on contact (org_id, company_name, id);
create index contact_role on contact (org_id, role, id) where role is not null;
create index contact_partner on contact (org_id, partner, creation_time desc, id desc) where partner is not null;
create index contact_company_contact on contact (org_id, company_contact_id, id) where company_contact_id is not null;

-- A payment provider has no mode and shows none. The key of the few connections of an organization serves their filters.
alter table connection
  add column shown_mode text collate "C" generated always as (case when service = 'MARKETPLACE' then mode end) stored,
  add column shown_account_id text collate "C" generated always as (nullif(account_id, '')) stored;

create index usage_report_product on usage_report (org_id, product_id, creation_time desc, id desc);
create index notification_message_status on notification_message (org_id, status, creation_time desc, id desc);
create index membership_status on membership (org_id, status, creation_time desc, id desc);
create index membership_kind on membership (org_id, role, creation_time desc, id desc);
