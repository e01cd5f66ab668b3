-- Deals between two organizations of this service (referral.partner DIRECT), and what a partner earns of them
-- (docs/decisions/0130-commissions.md). Each side has rows of its own; pair_id is the same on both.

-- relationship_id, partner_org_id: the record and the organization of the other side. revenue_share: what the partner earns, with its
-- decimals as text. partner_note: what the seller notes for the partner. commission_id: the latest commission of the deal.
alter table referral
  add column pair_id uuid,
  add column relationship_id uuid,
  add column partner_org_id uuid,
  add column revenue_share jsonb,
  add column partner_note text collate "C",
  add column commission_id uuid,
  add foreign key (org_id, relationship_id) references partner_relationship;
create unique index referral_pair on referral (org_id, pair_id) where pair_id is not null;
create index referral_relationship on referral (org_id, relationship_id, creation_time desc, id desc);

-- One for each time that a deal was won. side: what this organization is. Until it is confirmed it follows the deal; from then on
-- deal_name to amount are frozen, and only accepted terms change them. terms_update: the last proposed terms, with their status.
create table commission (
  org_id uuid not null,
  id uuid not null,
  pair_id uuid not null,
  referral_id uuid not null,
  relationship_id uuid not null,
  side text collate "C" not null check (side in ('SELLER', 'PARTNER')),
  status text collate "C" not null
    check (status in ('PENDING_CONFIRMATION', 'CONFIRMED', 'INVOICED', 'PAID', 'CLAWED_BACK', 'VOIDED')),
  deal_name text collate "C" not null,
  buyer_company jsonb not null,
  buyer_company_name text collate "C" not null generated always as (coalesce(buyer_company ->> 'name', '')) stored,
  deal_value numeric not null,
  currency text collate "C" not null,
  terms jsonb not null,
  amount numeric not null check (amount >= 0),
  won_time timestamptz not null,
  invoice_number text collate "C",
  paid_time timestamptz,
  terms_update jsonb,
  history jsonb not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  unique (org_id, pair_id),
  foreign key (org_id, referral_id) references referral,
  foreign key (org_id, relationship_id) references partner_relationship
);
create index commission_time on commission (org_id, relationship_id, creation_time desc, id desc);
create index commission_updated on commission (org_id, relationship_id, last_update_time, id);
create index commission_won on commission (org_id, relationship_id, won_time, id);
create index commission_paid on commission (org_id, relationship_id, paid_time desc nulls last, id desc);
create index commission_paid_first on commission (org_id, relationship_id, paid_time, id);
create index commission_status on commission (org_id, relationship_id, status, creation_time desc, id desc);
create index commission_side on commission (org_id, relationship_id, side, creation_time desc, id desc);
create index commission_currency on commission (org_id, relationship_id, currency, creation_time desc, id desc);
create index commission_referral on commission (org_id, referral_id, creation_time desc, id desc);
create index commission_invoice on commission (org_id, relationship_id, invoice_number, id) where invoice_number is not null;
create index commission_deal on commission (org_id, relationship_id, deal_name, id);
create index commission_company on commission (org_id, relationship_id, buyer_company_name, id);
create index commission_deal_text on commission using gin (mos_fold(deal_name) gin_trgm_ops);
create index commission_company_text on commission using gin (mos_fold(buyer_company_name) gin_trgm_ops);
create index commission_amount on commission (org_id, relationship_id, amount, id);
select mos_fence('commission');

-- What changed how much is owed and has been paid; rows are only added. type says why; owed and paid are what was added or, below 0,
-- taken away. amount: the same without a sign.
create table commission_entry (
  org_id uuid not null,
  id uuid not null,
  commission_id uuid not null,
  relationship_id uuid not null,
  side text collate "C" not null check (side in ('SELLER', 'PARTNER')),
  type text collate "C" not null check (type in ('CONFIRMED', 'INCREASED', 'REDUCED', 'VOIDED', 'PAID', 'CLAWED_BACK')),
  time timestamptz not null,
  invoice_number text collate "C",
  currency text collate "C" not null,
  amount numeric not null check (amount > 0),
  owed numeric not null,
  paid numeric not null,
  primary key (org_id, id),
  foreign key (org_id, commission_id) references commission
);
create index commission_entry_time on commission_entry (org_id, relationship_id, time, id);
select mos_fence('commission_entry', true);
