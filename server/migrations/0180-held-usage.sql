-- The next hour with held usage is looked for at each look at a marketplace's usage; most usage that waits is not held.
create index usage_record_item_held on usage_record_item (org_id, hour, entitlement_id) where state = 'CREATED' and cause is not null;
