-- What all referrals add up to, kept by the database with every change: the metric reads these, so its cost does not grow with the
-- number of referrals. day: of creation in UTC; currency: empty without a deal value.
create table referral_total (
  org_id uuid not null,
  day date not null,
  partner text not null,
  status text not null,
  stage text not null,
  currency text not null,
  referrals bigint not null,
  deal_value numeric not null,
  primary key (org_id, day, partner, status, stage, currency)
);
select mos_fence('referral_total');

-- Deals won and lost, by the day in UTC on which they were closed. open_seconds: from creation to close, of all.
create table referral_closed (
  org_id uuid not null,
  day date not null,
  partner text not null,
  status text not null check (status in ('WON', 'LOST')),
  referrals bigint not null,
  open_seconds numeric not null,
  primary key (org_id, day, partner, status)
);
select mos_fence('referral_closed');

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

-- Counted at the commit: the transactions of one organization take turns only for their commit, and the lock is the last one that a
-- transaction takes. Counted with each statement, two that move referrals in opposite directions would wait for each other. At the commit,
-- a transaction about two organizations is behind the fence of the one that began it.
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
