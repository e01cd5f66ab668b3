-- What each dispute has done to a charge, by the provider's id of the dispute (docs/decisions/0251-the-lost-part-of-a-charge.md).
create table charge_dispute (
  org_id uuid not null,
  charge_id uuid not null,
  -- The provider's id; with a space in it: what names no dispute, by its amount.
  dispute_id text collate "C" not null,
  amount numeric not null check (amount > 0),
  currency text collate "C" not null,
  state text collate "C" not null check (state in ('RETURNED', 'REINSTATED')),
  -- When the provider took it back, or reinstated it, last.
  event_time timestamptz not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  primary key (org_id, charge_id, dispute_id),
  foreign key (org_id, charge_id) references wallet_charge
);
select mos_fence('charge_dispute');

-- What disputes have taken back of what a payment method paid; of a REFUND, what is not given back for that reason.
alter table invoice add column lost_amount numeric not null default 0 check (lost_amount >= 0);
