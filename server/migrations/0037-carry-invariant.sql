-- What a dimension carries from hour to hour is a fraction of one unit: in [0, 1). A retry no longer touches it. It gives the
-- item that is told anew what its refused row had carried in less what it had carried out, so that the hours told meanwhile
-- keep what they were given.

-- carried_back: what the item brings along from the refused rows that it was in; told are quantity + carried_back.
alter table usage_record_item
  add column carried_back numeric not null default 0,
  add constraint usage_record_item_told check (quantity + carried_back >= 0);

-- carried_back: what of the row's carry went away with the items that were taken out of it.
alter table usage_report_row
  add column carried_back numeric not null default 0,
  drop constraint usage_report_row_identity,
  add constraint usage_report_row_identity
    check (standing = accepted + carried_in - carried_out - carried_back - included - credited - committed);

-- Earlier releases left whole units in the fraction, or took some out of it. They are kept apart, so that none is lost: the
-- next hour that is closed tells them, or tells so much less. Nothing else ever comes here.
alter table usage_cursor add column owed numeric not null default 0 check (owed = trunc(owed));
-- The fence binds the owner of the tables too, unless it is a superuser.
alter table usage_cursor no force row level security;
update usage_cursor set owed = floor(fraction), fraction = fraction - floor(fraction) where fraction < 0 or fraction >= 1;
alter table usage_cursor force row level security;
alter table usage_cursor add constraint usage_cursor_fraction check (fraction >= 0 and fraction < 1);
