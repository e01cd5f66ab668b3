-- Events that wait are found organization by organization, and those of an entity without what was handed out of it before
-- (docs/decisions/0282-events-are-handed-out-in-turn.md). An event without a place was not handed out: the two conditions mean the same, and
-- a statement for an entity cannot take the index by time.
-- In the order of `writeTrail`, and with the trail, which a later migration of the same transaction changes: whoever writes an event has
-- locked its entry of the trail.
lock table audit_event, audit_unsealed, outbox in access exclusive mode;
drop index outbox_undelivered;
create index outbox_undelivered_of_org on outbox (org_id, next_attempt_time) where delivered_time is null;
create index outbox_undelivered_of_entity on outbox (org_id, entity_type, entity_id, version, position) where sequence is null;
