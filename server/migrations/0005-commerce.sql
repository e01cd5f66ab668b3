-- What is sold and to whom: products, buyers, offers, entitlements with their terms, and the contacts of buyers and offers.
-- Every list is served by an index that begins with org_id and ends with the list's order; the stored generated columns are
-- the JSON paths that q may name (fields.ts of each family). Lists hide what is deleted, so the indexes behind their filters
-- hold only what is not: totals are counted without a look at the rows.

create table product (
  org_id uuid not null,
  id uuid not null,
  partner text not null,
  service text not null default 'MARKETPLACE',
  partner_id text,
  seller_id text,
  external_id text,
  entity_id text,
  name text not null,
  status text not null,
  product_type text not null default 'UNKNOWN',
  fulfillment_url text not null default '',
  metering_key text not null default 'LICENSE' check (metering_key in ('LICENSE', 'PRODUCT_CODE')),
  info jsonb not null default '{}',
  meta_info jsonb not null default '{}',
  partner_version bigint,
  created_by text not null,
  last_updated_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  currency text generated always as (info ->> 'currency') stored,
  salesforce_opportunity_id text generated always as (meta_info ->> 'salesforceOpportunityId') stored,
  salesforce_quote_id text generated always as (meta_info ->> 'salesforceQuoteId') stored,
  hubspot_deal_id text generated always as (meta_info ->> 'hubspotDealId') stored,
  primary key (org_id, id)
);
create unique index product_entity on product (org_id, partner, entity_id) where entity_id is not null;
create index product_time on product (org_id, creation_time desc, id desc) where status <> 'DELETED';
create index product_time_all on product (org_id, creation_time desc, id desc);
create index product_update on product (org_id, last_update_time, id);
create index product_name on product (org_id, name, id);
create index product_name_text on product using gin (name gin_trgm_ops);
create index product_service on product (org_id, service, creation_time desc, id desc) where status <> 'DELETED';
create index product_created_by on product (org_id, created_by, creation_time desc, id desc) where status <> 'DELETED';
create index product_seller_id on product (org_id, seller_id, creation_time desc, id desc) where status <> 'DELETED';
create index product_partner on product (org_id, partner, creation_time desc, id desc) where status <> 'DELETED';
create index product_status on product (org_id, status, creation_time desc, id desc);
create index product_type on product (org_id, product_type, creation_time desc, id desc) where status <> 'DELETED';
create index product_external on product (org_id, external_id, id);
create index product_partner_id on product (org_id, partner_id, creation_time desc, id desc) where status <> 'DELETED';
create index product_currency on product (org_id, currency, creation_time desc, id desc) where status <> 'DELETED';
create index product_opportunity on product (org_id, salesforce_opportunity_id, id) where salesforce_opportunity_id is not null;
create index product_quote on product (org_id, salesforce_quote_id, id) where salesforce_quote_id is not null;
create index product_deal on product (org_id, hubspot_deal_id, id) where hubspot_deal_id is not null;
select mos_fence('product');

-- account_id: the buyer's account at the partner (AWS: 12 digits), one buyer for each.
create table buyer (
  org_id uuid not null,
  id uuid not null,
  partner text not null,
  account_id text,
  external_id text,
  company_id text,
  name text not null default '',
  description text not null default '',
  s3_key_logo text,
  tags text[] not null default '{}',
  info jsonb not null default '{}',
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  email_address text generated always as (info ->> 'emailAddress') stored,
  email_domain text generated always as (lower(coalesce(
    nullif(info -> 'companyInfo' ->> 'emailDomain', ''), nullif(split_part(info ->> 'emailAddress', '@', 2), '')))) stored,
  primary key (org_id, id)
);
create unique index buyer_account on buyer (org_id, partner, account_id) where account_id is not null;
create index buyer_account_time on buyer (org_id, account_id, creation_time desc, id desc);
create index buyer_time on buyer (org_id, creation_time desc, id desc);
create index buyer_update on buyer (org_id, last_update_time, id);
create index buyer_name on buyer (org_id, name, id);
create index buyer_name_text on buyer using gin (name gin_trgm_ops);
create index buyer_partner on buyer (org_id, partner, creation_time desc, id desc);
create index buyer_external on buyer (org_id, external_id, id);
create index buyer_company on buyer (org_id, company_id, id) where company_id is not null;
create index buyer_email on buyer (org_id, email_address, id) where email_address is not null;
create index buyer_domain on buyer (org_id, email_domain, creation_time desc, id desc);
select mos_fence('buyer');

create table buyer_contact (
  org_id uuid not null,
  buyer_id uuid not null,
  contact_id uuid not null,
  primary key (org_id, buyer_id, contact_id),
  foreign key (org_id, buyer_id) references buyer,
  foreign key (org_id, contact_id) references contact
);
create index buyer_contact_contact on buyer_contact (org_id, contact_id, buyer_id);
select mos_fence('buyer_contact');

-- status_before: where a refused cancel or update leads back to.
create table offer (
  org_id uuid not null,
  id uuid not null,
  partner text not null,
  service text not null default 'MARKETPLACE',
  partner_id text,
  external_id text,
  name text not null,
  offer_type text not null default 'PRIVATE',
  status text not null,
  status_before text,
  sub_status text,
  product_id uuid,
  buyer_id uuid,
  expire_time timestamptz,
  end_time timestamptz,
  info jsonb not null default '{}',
  meta_info jsonb not null default '{}',
  partner_version bigint,
  created_by text not null,
  last_updated_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  currency text generated always as (info ->> 'currency') stored,
  salesforce_opportunity_id text generated always as (meta_info ->> 'salesforceOpportunityId') stored,
  salesforce_quote_id text generated always as (meta_info ->> 'salesforceQuoteId') stored,
  hubspot_deal_id text generated always as (meta_info ->> 'hubspotDealId') stored,
  primary key (org_id, id),
  foreign key (org_id, product_id) references product,
  foreign key (org_id, buyer_id) references buyer
);
create index offer_time on offer (org_id, creation_time desc, id desc) where status <> 'DELETED';
create index offer_time_all on offer (org_id, creation_time desc, id desc);
create index offer_update on offer (org_id, last_update_time, id);
create index offer_name on offer (org_id, name, id);
create index offer_name_text on offer using gin (name gin_trgm_ops);
create index offer_status on offer (org_id, status, creation_time desc, id desc);
create index offer_service on offer (org_id, service, creation_time desc, id desc) where status <> 'DELETED';
create index offer_created_by on offer (org_id, created_by, creation_time desc, id desc) where status <> 'DELETED';
create index offer_partner on offer (org_id, partner, creation_time desc, id desc) where status <> 'DELETED';
create index offer_partner_id on offer (org_id, partner_id, creation_time desc, id desc) where status <> 'DELETED';
create index offer_type on offer (org_id, offer_type, creation_time desc, id desc) where status <> 'DELETED';
create index offer_product on offer (org_id, product_id, creation_time desc, id desc) where status <> 'DELETED';
create index offer_buyer on offer (org_id, buyer_id, creation_time desc, id desc) where status <> 'DELETED';
create index offer_expiry on offer (org_id, expire_time, id);
create index offer_expiry_last on offer (org_id, expire_time desc nulls last, id desc);
create index offer_end on offer (org_id, end_time, id) where end_time is not null;
create index offer_sub_status on offer (org_id, sub_status, id) where sub_status is not null;
create index offer_external on offer (org_id, external_id, id);
create index offer_currency on offer (org_id, currency, creation_time desc, id desc) where status <> 'DELETED';
create index offer_opportunity on offer (org_id, salesforce_opportunity_id, creation_time desc, id desc)
  where salesforce_opportunity_id is not null and status <> 'DELETED';
create index offer_quote on offer (org_id, salesforce_quote_id, creation_time desc, id desc)
  where salesforce_quote_id is not null and status <> 'DELETED';
create index offer_deal on offer (org_id, hubspot_deal_id, creation_time desc, id desc)
  where hubspot_deal_id is not null and status <> 'DELETED';
select mos_fence('offer');

-- Every id that an offer has or had at its partner: older ones stay resolvable, and none belongs to two offers.
create table offer_external_id (
  org_id uuid not null,
  external_id text not null,
  partner text not null,
  offer_id uuid not null,
  primary key (org_id, external_id, partner),
  foreign key (org_id, offer_id) references offer
);
select mos_fence('offer_external_id');

create table offer_contact (
  org_id uuid not null,
  offer_id uuid not null,
  contact_id uuid not null,
  primary key (org_id, offer_id, contact_id),
  foreign key (org_id, offer_id) references offer,
  foreign key (org_id, contact_id) references contact
);
create index offer_contact_contact on offer_contact (org_id, contact_id, offer_id);
select mos_fence('offer_contact');

-- One purchase with all its renewals. external_id is the agreement of the current term.
create table entitlement (
  org_id uuid not null,
  id uuid not null,
  partner text not null,
  service text not null default 'MARKETPLACE',
  partner_id text,
  external_id text,
  external_buyer_id text,
  external_product_id text,
  name text not null default '',
  type text not null default '',
  status text not null,
  status_before text,
  product_id uuid,
  offer_id uuid,
  buyer_id uuid,
  entitlement_term_id uuid,
  start_time timestamptz,
  end_time timestamptz,
  info jsonb not null default '{}',
  meta_info jsonb not null default '{}',
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  currency text generated always as (info ->> 'currency') stored,
  aws_license_arn text generated always as (info ->> 'awsLicenseArn') stored,
  auto_renew boolean generated always as ((info ->> 'autoRenew')::boolean) stored,
  salesforce_opportunity_id text generated always as (meta_info ->> 'salesforceOpportunityId') stored,
  hubspot_deal_id text generated always as (meta_info ->> 'hubspotDealId') stored,
  primary key (org_id, id),
  foreign key (org_id, product_id) references product,
  foreign key (org_id, offer_id) references offer,
  foreign key (org_id, buyer_id) references buyer
);
create index entitlement_time on entitlement (org_id, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_time_all on entitlement (org_id, creation_time desc, id desc);
create index entitlement_update on entitlement (org_id, last_update_time, id);
create index entitlement_name on entitlement (org_id, name, id);
create index entitlement_name_text on entitlement using gin (name gin_trgm_ops);
create index entitlement_status on entitlement (org_id, status, creation_time desc, id desc);
create index entitlement_type on entitlement (org_id, type, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_service on entitlement (org_id, service, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_partner on entitlement (org_id, partner, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_partner_id on entitlement (org_id, partner_id, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_product on entitlement (org_id, product_id, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_offer on entitlement (org_id, offer_id, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_buyer on entitlement (org_id, buyer_id, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_external on entitlement (org_id, external_id, id);
create index entitlement_external_buyer on entitlement (org_id, external_buyer_id, creation_time desc, id desc)
  where status <> 'DELETED';
create index entitlement_external_product on entitlement (org_id, external_product_id, creation_time desc, id desc)
  where status <> 'DELETED';
create index entitlement_start on entitlement (org_id, start_time, id);
create index entitlement_start_last on entitlement (org_id, start_time desc nulls last, id desc);
create index entitlement_end on entitlement (org_id, end_time, id);
create index entitlement_end_last on entitlement (org_id, end_time desc nulls last, id desc);
create index entitlement_currency on entitlement (org_id, currency, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_auto_renew on entitlement (org_id, auto_renew, creation_time desc, id desc) where status <> 'DELETED';
create index entitlement_license on entitlement (org_id, aws_license_arn, id) where aws_license_arn is not null;
create index entitlement_opportunity on entitlement (org_id, salesforce_opportunity_id, creation_time desc, id desc)
  where salesforce_opportunity_id is not null and status <> 'DELETED';
create index entitlement_deal on entitlement (org_id, hubspot_deal_id, creation_time desc, id desc)
  where hubspot_deal_id is not null and status <> 'DELETED';
select mos_fence('entitlement');

-- Every agreement of an entitlement, the current one and those it renewed or replaced, and how far each was read.
-- chain_id is the first agreement of the purchase: what has the same one belongs to the same entitlement.
create table entitlement_external_id (
  org_id uuid not null,
  external_id text not null,
  partner text not null,
  entitlement_id uuid not null,
  chain_id text not null,
  partner_status text not null,
  partner_version bigint not null,
  primary key (org_id, external_id, partner),
  foreign key (org_id, entitlement_id) references entitlement
);
create index entitlement_external_id_chain on entitlement_external_id (org_id, partner, chain_id);
create index entitlement_external_id_entitlement on entitlement_external_id (org_id, entitlement_id);
select mos_fence('entitlement_external_id');

-- A term holds the hours of [start_time, end_time); without an end it goes on.
create table entitlement_term (
  org_id uuid not null,
  id uuid not null,
  entitlement_id uuid not null,
  type text not null,
  partner text not null,
  service text not null default 'MARKETPLACE',
  product_id uuid,
  offer_id uuid,
  buyer_id uuid,
  external_entitlement_id text,
  start_time timestamptz not null,
  end_time timestamptz,
  commit_amount numeric not null default 0,
  used_commit_amount numeric not null default 0,
  credit_amount numeric not null default 0,
  used_credit_amount numeric not null default 0,
  reported_amount numeric not null default 0,
  info jsonb not null default '{}',
  entitlement_info jsonb not null default '{}',
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  aws_license_arn text generated always as (entitlement_info ->> 'awsLicenseArn') stored,
  primary key (org_id, id),
  foreign key (org_id, entitlement_id) references entitlement
);
create index entitlement_term_start on entitlement_term (org_id, entitlement_id, start_time, id);
create index entitlement_term_time on entitlement_term (org_id, entitlement_id, creation_time desc, id desc);
create index entitlement_term_agreement on entitlement_term (org_id, external_entitlement_id);
select mos_fence('entitlement_term');
