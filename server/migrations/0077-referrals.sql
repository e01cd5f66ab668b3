-- Co-sell: deals sold together with a marketplace (AWS, AZURE, GCP), or with another organization of this service (DIRECT).

-- A referral. document: the deal in its partner's own members and words (DIRECT: ours). synced: the document as the partner had it
-- when it was last read, null before it exists there; what differs from it was changed here since, last at edited_time. partner_*: the version, time,
-- standing and words of that read. status_before: where a refused answer returns to. crm_claim: this referral is the one of its CRM
-- record; a second one needs forceCreate. close_reason: why it was lost, in the partner's word.
create table referral (
  org_id uuid not null,
  id uuid not null,
  partner text not null check (partner in ('AWS', 'AZURE', 'GCP', 'DIRECT')),
  direction text not null check (direction in ('OUTBOUND', 'INBOUND')),
  name text not null,
  status text not null,
  status_before text,
  stage text not null,
  external_id text,
  buyer_company jsonb not null default '{}',
  buyer_company_name text not null generated always as (coalesce(buyer_company ->> 'name', '')) stored,
  buyer_id uuid,
  deal_value numeric,
  currency text,
  target_close_date text check (target_close_date ~ '^\d{4}-\d\d-\d\d$'),
  crm_system text check (crm_system in ('SALESFORCE', 'HUBSPOT')),
  crm_record_id text,
  crm_url text,
  crm_claim boolean not null default false,
  crm_synced jsonb,
  document jsonb not null default '{}',
  synced jsonb,
  edited_time timestamptz,
  partner_version text,
  partner_time timestamptz,
  partner_standing text,
  partner_view jsonb,
  accept_by timestamptz,
  close_reason text,
  closed_time timestamptz,
  sync_status text not null default 'IN_SYNC' check (sync_status in ('IN_SYNC', 'PENDING', 'FAILED')),
  sync_success_time timestamptz,
  sync_attempt_time timestamptz,
  sync_errors jsonb not null default '[]',
  meta_info jsonb not null default '{}',
  approval_info jsonb,
  created_by text not null,
  last_updated_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id)
);
create unique index referral_external on referral (org_id, partner, external_id) where external_id is not null;
create unique index referral_crm_claim on referral (org_id, partner, crm_system, crm_record_id) where crm_claim;
create index referral_crm on referral (org_id, crm_record_id, id) where crm_record_id is not null;
create index referral_external_lookup on referral (org_id, external_id, id) where external_id is not null;
create index referral_time on referral (org_id, creation_time desc, id desc);
create index referral_update on referral (org_id, last_update_time desc, id desc);
create index referral_status on referral (org_id, status, creation_time desc, id desc);
create index referral_stage on referral (org_id, stage, creation_time desc, id desc);
create index referral_partner on referral (org_id, partner, creation_time desc, id desc);
create index referral_direction on referral (org_id, direction, creation_time desc, id desc);
create index referral_name on referral (org_id, name, id);
create index referral_name_text on referral using gin (mos_fold(name) gin_trgm_ops);
create index referral_company on referral (org_id, buyer_company_name, id);
create index referral_company_text on referral using gin (mos_fold(buyer_company_name) gin_trgm_ops);
create index referral_buyer on referral (org_id, buyer_id, creation_time desc, id desc) where buyer_id is not null;
create index referral_close_date on referral (org_id, target_close_date, id);
create index referral_close_date_last on referral (org_id, target_close_date desc nulls last, id desc);
create index referral_value on referral (org_id, deal_value, id);
create index referral_value_last on referral (org_id, deal_value desc nulls last, id desc);
create index referral_currency on referral (org_id, currency, creation_time desc, id desc) where currency is not null;
create index referral_crm_system on referral (org_id, crm_system, creation_time desc, id desc) where crm_system is not null;
create index referral_sync on referral (org_id, sync_status, creation_time desc, id desc);
select mos_fence('referral');

-- What was sent and received for a referral. changes: [{path, before, after}]; conflicts: the same, of what lost against it.
-- error: null if it was taken.
create table referral_sync_event (
  org_id uuid not null,
  id uuid not null,
  referral_id uuid not null,
  time timestamptz not null,
  system text not null check (system in ('AWS', 'AZURE', 'GCP', 'SALESFORCE', 'HUBSPOT')),
  direction text not null check (direction in ('INBOUND', 'OUTBOUND')),
  operation_id uuid,
  changes jsonb not null,
  conflicts jsonb not null default '[]',
  error jsonb,
  primary key (org_id, id)
);
create index referral_sync_event_time on referral_sync_event (org_id, referral_id, time desc, id desc);
select mos_fence('referral_sync_event');

-- People at the partner who work on a deal, as last seen.
create table referral_contact (
  org_id uuid not null,
  referral_id uuid not null,
  email text not null,
  partner text not null,
  buyer_company_name text not null,
  name text not null,
  title text not null default '',
  role text not null default '',
  last_seen_time timestamptz not null,
  primary key (org_id, referral_id, email)
);
create index referral_contact_company on referral_contact (org_id, mos_fold(buyer_company_name), last_seen_time desc);
create index referral_contact_seen on referral_contact (org_id, last_seen_time desc);
select mos_fence('referral_contact');

-- How far the changes of a co-sell account or a CRM are read, as the partner counts.
create table cosell_cursor (
  org_id uuid not null,
  connection_id uuid not null,
  cursor text not null,
  primary key (org_id, connection_id)
);
select mos_fence('cosell_cursor');

-- How records of a CRM become referrals of a partner, and back; absent: the default of the service. fields: rows of a mapping, in order.
create table cosell_mapping (
  org_id uuid not null,
  crm text not null check (crm in ('SALESFORCE', 'HUBSPOT')),
  partner text not null check (partner in ('AWS', 'AZURE', 'GCP')),
  conflict_rule text not null check (conflict_rule in ('CRM_WINS', 'PARTNER_WINS', 'NEWEST_WINS')),
  fields jsonb not null,
  last_updated_by text not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, crm, partner)
);
select mos_fence('cosell_mapping');
