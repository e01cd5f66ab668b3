-- The offer by which a marketplace will renew the current agreement, as it was last read; null if there is none.
alter table entitlement add column renewal jsonb;
