-- Whether any delivery is due is asked several times a second, over all organizations: the answer is the first entry.
create index webhook_delivery_next on webhook_delivery (next_attempt_time) where next_attempt_time is not null;
