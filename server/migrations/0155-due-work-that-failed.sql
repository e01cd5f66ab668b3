-- Due work that has failed waits in indexes of its own, in the order in which it is tried again. However much of it there is, it is not
-- read while other work is looked for (docs/decisions/0303-background-work-costs-what-it-does.md).
drop index due_by_time;
drop index due_of_org;
create index due_by_time on due (due_time) where retry_time is null;
create index due_of_org on due (org_id, due_time) where retry_time is null;
create index due_retries on due (retry_time) where retry_time is not null;
create index due_retries_of_org on due (org_id, retry_time) where retry_time is not null;
