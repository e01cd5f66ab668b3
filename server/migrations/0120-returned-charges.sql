-- A charge may be taken back by the buyer's bank after it succeeded (a chargeback, a returned debit), and reinstated.
alter table wallet_charge drop constraint wallet_charge_status_check;
alter table wallet_charge add constraint wallet_charge_status_check
  check (status in ('PENDING', 'SUCCEEDED', 'FAILED', 'RETURNED'));
-- When the provider took it back, or reinstated it, last: what it said before counts no more.
alter table wallet_charge add column dispute_time timestamptz;
