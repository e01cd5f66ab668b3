-- Referrals are counted when their transaction commits. Counted with each statement, a transaction held the rows of the totals until
-- its end, and two that moved referrals in opposite directions waited for each other. Now the transactions of one organization take
-- turns only for their commit, and the lock is the last one that a transaction takes.

drop trigger referral_totals_new on referral;
drop trigger referral_totals_changed on referral;
drop function mos_referral_totals();
drop function mos_count_referral(referral, int);

-- How a deal was closed: WON or LOST, also after it was put away; null if it is not closed.
create function mos_referral_outcome(counted referral) returns text language sql immutable parallel safe as $$
  select outcome from (
    select case when counted.status = 'ARCHIVED' then counted.status_before else counted.status end as outcome
  ) as closed where outcome in ('WON', 'LOST') and counted.closed_time is not null
$$;

-- A partner may have closed a deal before it was first read here: it was then open for no time.
create function mos_referral_open_seconds(counted referral) returns numeric language sql immutable parallel safe as $$
  select greatest(0, extract(epoch from counted.closed_time - counted.creation_time))
$$;

create function mos_count_referral(counted referral, sign int) returns void language plpgsql as $$
declare
  created_day date := (counted.creation_time at time zone 'UTC')::date;
  closed_day date := (counted.closed_time at time zone 'UTC')::date;
  counted_currency text := case when counted.deal_value is null then '' else coalesce(counted.currency, '') end;
  outcome text := mos_referral_outcome(counted);
  remaining bigint;
begin
  insert into referral_total as t (org_id, day, partner, status, stage, currency, referrals, deal_value)
  values (
    counted.org_id, created_day, counted.partner, counted.status, counted.stage, counted_currency, sign,
    sign * coalesce(counted.deal_value, 0)
  )
  on conflict (org_id, day, partner, status, stage, currency) do update
    set referrals = t.referrals + excluded.referrals, deal_value = t.deal_value + excluded.deal_value
  returning t.referrals into remaining;
  if remaining = 0 then
    delete from referral_total t
    where t.org_id = counted.org_id and t.day = created_day and t.partner = counted.partner and t.status = counted.status
      and t.stage = counted.stage and t.currency = counted_currency;
  end if;
  if outcome is null then return; end if;
  insert into referral_closed as c (org_id, day, partner, status, referrals, open_seconds)
  values (counted.org_id, closed_day, counted.partner, outcome, sign, sign * mos_referral_open_seconds(counted))
  on conflict (org_id, day, partner, status) do update
    set referrals = c.referrals + excluded.referrals, open_seconds = c.open_seconds + excluded.open_seconds
  returning c.referrals into remaining;
  if remaining = 0 then
    delete from referral_closed c
    where c.org_id = counted.org_id and c.day = closed_day and c.partner = counted.partner and c.status = outcome;
  end if;
end $$;

-- At the commit, a transaction about two organizations is behind the fence of the one that began it.
create function mos_referral_totals() returns trigger language plpgsql as $$
declare
  counted_org uuid := coalesce(new.org_id, old.org_id);
  fenced_org text := current_setting('app.org_id', true);
begin
  perform set_config('app.org_id', counted_org::text, true);
  perform pg_advisory_xact_lock(hashtextextended('referral totals' || chr(10) || counted_org, 0));
  -- The new one first: what stays in the same row of the totals then never empties it.
  if tg_op <> 'DELETE' then perform mos_count_referral(new, 1); end if;
  if tg_op <> 'INSERT' then perform mos_count_referral(old, -1); end if;
  perform set_config('app.org_id', coalesce(fenced_org, ''), true);
  return null;
end $$;

create constraint trigger referral_totals_new after insert or delete on referral
  deferrable initially deferred for each row execute function mos_referral_totals();
create constraint trigger referral_totals_changed after update on referral
  deferrable initially deferred for each row
  when (
    (old.status, old.status_before, old.stage, old.partner, old.currency, old.deal_value, old.closed_time)
    is distinct from
    (new.status, new.status_before, new.stage, new.partner, new.currency, new.deal_value, new.closed_time)
  )
  execute function mos_referral_totals();

-- What was counted so far, anew.
alter table referral no force row level security;
alter table referral_total no force row level security;
alter table referral_closed no force row level security;
truncate referral_total, referral_closed;
insert into referral_total (org_id, day, partner, status, stage, currency, referrals, deal_value)
select r.org_id, (r.creation_time at time zone 'UTC')::date, r.partner, r.status, r.stage,
  case when r.deal_value is null then '' else coalesce(r.currency, '') end, count(*), sum(coalesce(r.deal_value, 0))
from referral r group by 1, 2, 3, 4, 5, 6;
insert into referral_closed (org_id, day, partner, status, referrals, open_seconds)
select r.org_id, (r.closed_time at time zone 'UTC')::date, r.partner, mos_referral_outcome(r), count(*), sum(mos_referral_open_seconds(r))
from referral r where mos_referral_outcome(r) is not null group by 1, 2, 3, 4;
alter table referral force row level security;
alter table referral_total force row level security;
alter table referral_closed force row level security;

-- Texts are searched by their folded form.
drop index referral_name_text;
create index referral_name_text on referral using gin (mos_fold(name) gin_trgm_ops);
drop index referral_company_text;
create index referral_company_text on referral using gin (mos_fold(buyer_company_name) gin_trgm_ops);
drop index referral_contact_company;
create index referral_contact_company on referral_contact (org_id, mos_fold(buyer_company_name), last_seen_time desc);

-- Filters that had no index of their own.
create index referral_external_lookup on referral (org_id, external_id, id) where external_id is not null;
create index referral_currency on referral (org_id, currency, creation_time desc, id desc) where currency is not null;
create index referral_crm_system on referral (org_id, crm_system, creation_time desc, id desc) where crm_system is not null;
