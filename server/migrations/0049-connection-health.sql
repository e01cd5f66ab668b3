-- What of an account fails, by the kind of call: {"USAGE": {"code", "message", "partnerMessage", "since"}}. `status` and `last_error` are
-- the worst of it, kept for lists. Of accounts that show an error by now it is not known which call failed: reading clears it
-- where something is read, a verification elsewhere.
alter table connection add column failing jsonb not null default '{}';
alter table connection no force row level security;
update connection
set failing = jsonb_build_object(
  case service when 'MARKETPLACE' then 'LISTING' when 'PAYMENT' then 'CUSTOMER' else 'VERIFICATION' end,
  last_error || jsonb_build_object('since', to_char(last_update_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
where status = 'ERROR' and last_error is not null;
alter table connection force row level security;
