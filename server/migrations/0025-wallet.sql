-- Buyers of payment providers: how far what we want there has got, what was seen there, and what buyers pay with.

-- One row for each buyer of a payment provider. push_wanted counts the changes that its customer at the provider should
-- have, push_done how many it has. A read of the customer takes the next ticket before it begins, and counts only when no
-- later one was applied. seen is what the customer looked like then.
create table buyer_payment (
  org_id uuid not null,
  buyer_id uuid not null,
  push_wanted bigint not null default 0,
  push_done bigint not null default 0,
  push_failed_time timestamptz,
  ticket bigint not null default 0,
  applied bigint not null default 0,
  seen jsonb,
  primary key (org_id, buyer_id),
  foreign key (org_id, buyer_id) references buyer
);
create index buyer_payment_waiting on buyer_payment (org_id, buyer_id) where push_wanted > push_done;
select mos_fence('buyer_payment');

-- What a buyer pays with: credit that we grant, or a payment method that the provider holds (external_id). detached: we took
-- the method away, so that one which is still there is to be taken away again. Amounts are in currency.
create table wallet (
  org_id uuid not null,
  id uuid not null,
  buyer_id uuid not null,
  partner text not null,
  type text not null check (type in ('ach_debit', 'bacs_debit', 'card', 'credit', 'sepa_debit')),
  status text not null check (status in ('PENDING_VERIFY', 'ACTIVE', 'EXPIRED', 'CLOSED', 'DELETED')),
  name text not null default '',
  currency text,
  external_id text,
  total_amount numeric not null default 0,
  used_amount numeric not null default 0,
  start_time timestamptz,
  expire_time timestamptz,
  info jsonb not null default '{}',
  detached boolean not null default false,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  foreign key (org_id, buyer_id) references buyer,
  check ((type = 'credit') = (external_id is null)),
  check (type <> 'credit' or currency is not null),
  check (used_amount >= 0 and used_amount <= total_amount),
  check (expire_time > start_time)
);
create unique index wallet_method on wallet (org_id, buyer_id, external_id) where external_id is not null;
create index wallet_buyer on wallet (org_id, buyer_id, creation_time desc, id desc) where status <> 'DELETED';
select mos_fence('wallet');

-- What credit paid for, once for each reference; left_amount is what no credit was there for.
create table credit_spend (
  org_id uuid not null,
  buyer_id uuid not null,
  reference text not null,
  currency text not null,
  amount numeric not null,
  left_amount numeric not null check (left_amount >= 0 and left_amount <= amount),
  creation_time timestamptz not null,
  primary key (org_id, buyer_id, reference),
  foreign key (org_id, buyer_id) references buyer
);
select mos_fence('credit_spend', append_only => true);

-- The ledger of credit wallets: positive in, negative out. The sum of a wallet is what it still holds.
create table wallet_entry (
  org_id uuid not null,
  id uuid not null,
  wallet_id uuid not null,
  reason text not null check (reason in ('GRANT', 'SPEND')),
  amount numeric not null check ((reason = 'SPEND') = (amount < 0)),
  reference text,
  creation_time timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, wallet_id) references wallet
);
create unique index wallet_entry_spend on wallet_entry (org_id, wallet_id, reference) where reason = 'SPEND';
create index wallet_entry_reference on wallet_entry (org_id, reference) where reason = 'SPEND';
select mos_fence('wallet_entry', append_only => true);

-- Charges of payment methods. One that is pending keeps its wallet from being taken away.
create table wallet_charge (
  org_id uuid not null,
  id uuid not null,
  wallet_id uuid not null,
  reference text not null,
  currency text not null,
  amount numeric not null check (amount > 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  external_id text,
  error jsonb,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id),
  unique (org_id, wallet_id, reference),
  foreign key (org_id, wallet_id) references wallet
);
create index wallet_charge_pending on wallet_charge (org_id, wallet_id) where status = 'PENDING';
select mos_fence('wallet_charge');

-- Accounts of payment providers that are connected already: their messages find the way, and they are read regularly. The
-- secret behind the hash is known to nobody: these partners sign their messages.
do $$
declare account record;
begin
  for account in select org_id, id, partner, creation_time from connection where service = 'PAYMENT' loop
    perform set_config('app.org_id', account.org_id::text, true);
    insert into partner_route (connection_id, org_id, partner, hook_secret_hash)
      values (account.id, account.org_id, account.partner, sha256(uuid_send(gen_random_uuid())))
      on conflict do nothing;
    insert into due (org_id, kind, entity_id, due_time)
      values (account.org_id, 'marketplace.reconcile', account.id::text, account.creation_time)
      on conflict do nothing;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
