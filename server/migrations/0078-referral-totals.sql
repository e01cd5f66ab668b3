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

create function mos_count_referral(counted referral, sign int) returns void language plpgsql as $$
begin
  insert into referral_total as t (org_id, day, partner, status, stage, currency, referrals, deal_value)
  values (
    counted.org_id, (counted.creation_time at time zone 'UTC')::date, counted.partner, counted.status, counted.stage,
    case when counted.deal_value is null then '' else coalesce(counted.currency, '') end, sign,
    sign * coalesce(counted.deal_value, 0)
  )
  on conflict (org_id, day, partner, status, stage, currency) do update
    set referrals = t.referrals + excluded.referrals, deal_value = t.deal_value + excluded.deal_value;
  if counted.closed_time is not null and counted.status in ('WON', 'LOST') then
    insert into referral_closed as c (org_id, day, partner, status, referrals, open_seconds)
    values (
      counted.org_id, (counted.closed_time at time zone 'UTC')::date, counted.partner, counted.status, sign,
      sign * extract(epoch from counted.closed_time - counted.creation_time)
    )
    on conflict (org_id, day, partner, status) do update
      set referrals = c.referrals + excluded.referrals, open_seconds = c.open_seconds + excluded.open_seconds;
  end if;
end $$;

create function mos_referral_totals() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform mos_count_referral(old, -1); end if;
  if tg_op <> 'DELETE' then perform mos_count_referral(new, 1); end if;
  return null;
end $$;

create trigger referral_totals_new after insert or delete on referral
  for each row execute function mos_referral_totals();
create trigger referral_totals_changed after update on referral
  for each row
  when (
    (old.status, old.stage, old.partner, old.currency, old.deal_value, old.closed_time)
    is distinct from (new.status, new.stage, new.partner, new.currency, new.deal_value, new.closed_time)
  )
  execute function mos_referral_totals();
