-- The invoice that has taken in one that was too small to be charged by itself; that one is CANCELED.
alter table invoice add column carried_to uuid;
alter table invoice add constraint invoice_carried_to check (carried_to is null or status = 'CANCELED');
