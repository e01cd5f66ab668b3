-- What an event of a dispute follows by its nature, where its date is not signed (docs/decisions/0359-unsigned-dates-of-adyen.md).
-- Null: the event has a date that the provider has signed, or was recorded before.
alter table charge_dispute add column stage smallint;
