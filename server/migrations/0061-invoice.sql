-- Direct billing: what each term was agreed to cost and until when, and the invoices made of it.

-- The end that was agreed when the term began; a cancellation moves end_time only. What was paid ahead for the time between
-- the two is refunded.
alter table entitlement_term add column planned_end_time timestamptz;
alter table entitlement_term no force row level security;
update entitlement_term set planned_end_time = end_time where partner in ('STRIPE', 'ADYEN');
alter table entitlement_term force row level security;

-- The prices of a direct purchase from a time on. A change adds a row; usage is billed by the row of its own time.
create table entitlement_price (
  org_id uuid not null,
  entitlement_id uuid not null,
  from_time timestamptz not null,
  commits jsonb not null,
  billable_dimensions jsonb not null,
  primary key (org_id, entitlement_id, from_time),
  foreign key (org_id, entitlement_id) references entitlement
);
select mos_fence('entitlement_price');

-- An invoice of a direct purchase, or what is given back of one (type REFUND). Amounts are in currency. reference names what
-- it is for, so that the same is never billed twice.
create table invoice (
  org_id uuid not null,
  id uuid not null,
  entitlement_id uuid not null,
  entitlement_term_id uuid,
  buyer_id uuid not null,
  partner text collate "C" not null,
  type text collate "C" not null check (type in ('COMMIT', 'INSTALLMENT', 'USAGE', 'ADDON', 'FINAL', 'REFUND')),
  reference text collate "C" not null,
  status text collate "C" not null check (status in ('DRAFT', 'FINALIZED', 'CANCELED')),
  payment_status text collate "C" not null check (payment_status in ('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED')),
  currency text collate "C" not null,
  amount numeric not null check (amount >= 0),
  -- Of amount: what credit wallets paid, and what was charged. Of a REFUND: what went back to each.
  credit_amount numeric not null default 0 check (credit_amount >= 0),
  charged_amount numeric not null default 0 check (charged_amount >= 0),
  -- What of this invoice was given back later.
  refunded_amount numeric not null default 0 check (refunded_amount >= 0 and refunded_amount <= amount),
  -- Of a REFUND: the invoice that it gives back.
  refund_of uuid,
  period_start timestamptz,
  period_end timestamptz check (period_end > period_start),
  lines jsonb not null,
  -- Of USAGE: what the usage of the period is priced by.
  usage jsonb,
  finalize_time timestamptz not null,
  due_time timestamptz,
  paid_time timestamptz,
  attempts int not null default 0,
  next_attempt_time timestamptz,
  error jsonb,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  foreign key (org_id, entitlement_id) references entitlement,
  foreign key (org_id, refund_of) references invoice,
  check ((type = 'REFUND') = (refund_of is not null)),
  check (credit_amount + charged_amount <= amount)
);
create unique index invoice_reference on invoice (org_id, entitlement_id, reference);
create index invoice_creation on invoice (org_id, creation_time desc, id desc);
create index invoice_entitlement on invoice (org_id, entitlement_id, creation_time desc, id desc);
create index invoice_buyer on invoice (org_id, buyer_id, creation_time desc, id desc);
create index invoice_payment on invoice (org_id, payment_status, creation_time desc, id desc);
create index invoice_status on invoice (org_id, status, creation_time desc, id desc);
create index invoice_type on invoice (org_id, type, creation_time desc, id desc);
create index invoice_partner on invoice (org_id, partner, creation_time desc, id desc);
create index invoice_due on invoice (org_id, due_time, id);
create index invoice_updated on invoice (org_id, last_update_time, id);
select mos_fence('invoice');

-- What is given back of a charge of a payment method.
create table wallet_refund (
  org_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  reference text collate "C" not null,
  amount numeric not null check (amount > 0),
  status text collate "C" not null default 'PENDING' check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  external_id text collate "C",
  error jsonb,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  unique (org_id, charge_id, reference),
  foreign key (org_id, charge_id) references wallet_charge
);
select mos_fence('wallet_refund');

-- Credit that comes back to the wallet that paid.
alter table wallet_entry drop constraint wallet_entry_reason_check;
alter table wallet_entry add constraint wallet_entry_reason_check check (reason in ('GRANT', 'SPEND', 'RETURN'));
create unique index wallet_entry_return on wallet_entry (org_id, wallet_id, reference) where reason = 'RETURN';

-- The charge that a message of the provider is about.
create index wallet_charge_external on wallet_charge (org_id, external_id) where external_id is not null;

-- Purchases that are there already are billed from now on: nothing is charged for the time before.
alter table entitlement no force row level security;
do $$
declare bought record;
begin
  for bought in
    select org_id, id, info, status from entitlement where partner in ('STRIPE', 'ADYEN') and status <> 'DELETED'
  loop
    perform set_config('app.org_id', bought.org_id::text, true);
    insert into entitlement_price (org_id, entitlement_id, from_time, commits, billable_dimensions)
      values (bought.org_id, bought.id, now(),
        coalesce(bought.info -> 'commits', '[]'), coalesce(bought.info -> 'billableDimensions', '[]'));
    insert into due (org_id, kind, entity_id, due_time) values (bought.org_id, 'invoice.bill', bought.id::text, now());
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
alter table entitlement force row level security;
