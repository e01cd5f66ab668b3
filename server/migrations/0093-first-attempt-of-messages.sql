-- The 24 hours of attempts begin with the first one: a message may be held until the end of the quiet hours.

-- first_attempt_time: business time of the first attempt; null before it.
alter table notification_message add column first_attempt_time timestamptz;
alter table notification_message no force row level security;
update notification_message set first_attempt_time = creation_time where attempts > 0;
alter table notification_message force row level security;
