-- What an offer remembers while it is changed at its partner: the change that is asked for, that it was taken back to be
-- offered again, and for which last instant its end was announced.

alter table offer add column pending jsonb;
alter table offer add column withdrawn boolean not null default false;
alter table offer add column expire_soon_told timestamptz;
