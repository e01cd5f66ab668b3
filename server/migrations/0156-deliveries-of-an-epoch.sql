-- What a webhook discarded waits in the table until it is canceled, a part at a time. Who looks for the next delivery, or for those past
-- their retention, no longer reads it (docs/decisions/0303-background-work-costs-what-it-does.md). webhook_delivery_next counts what is due; in
-- the order of time alone, the planner took it for the deliveries of one webhook, and read those of all.
drop index webhook_delivery_due;
drop index webhook_delivery_next;
drop index webhook_delivery_old;
create index webhook_delivery_due on webhook_delivery (org_id, webhook_id, epoch, next_attempt_time) where next_attempt_time is not null;
create index webhook_delivery_next on webhook_delivery (status, next_attempt_time) where next_attempt_time is not null;
create index webhook_delivery_old on webhook_delivery (wall_time) where status <> 'PENDING';
