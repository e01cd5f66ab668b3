-- A charge is found by its reference, of whatever wallet: by messages of its provider, and where an invoice is compared with what
-- the provider collected.
create index wallet_charge_reference on wallet_charge (org_id, reference);
