-- Cancellations of an entitlement that were scheduled and taken back, or replaced: [{creationDate, cancelDate, withdrawnDate}], in order,
-- at most 100. The schedule itself keeps none of them; metrics that recognize churn when it is asked for need them.
alter table entitlement add column withdrawn_schedules jsonb not null default '[]';
