-- No row changed last before it was created: a list in the order of one of these times begins where a range of the other one lets it
-- (docs/decisions/0270-what-one-time-says-about-another.md). Clocks of two processes may have differed when a row was changed at once.
alter table contact no force row level security;
alter table offer no force row level security;
alter table entitlement no force row level security;
alter table partner_message no force row level security;
update contact set last_update_time = creation_time where last_update_time < creation_time;
update offer set last_update_time = creation_time where last_update_time < creation_time;
update entitlement set last_update_time = creation_time where last_update_time < creation_time;
update partner_message set last_update_time = creation_time where last_update_time < creation_time;
alter table contact force row level security, add constraint contact_times check (last_update_time >= creation_time);
alter table offer force row level security, add constraint offer_times check (last_update_time >= creation_time);
alter table entitlement force row level security, add constraint entitlement_times check (last_update_time >= creation_time);
alter table partner_message force row level security, add constraint partner_message_times check (last_update_time >= creation_time);
