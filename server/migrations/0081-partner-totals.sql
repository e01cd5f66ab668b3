-- What deals and commissions with a partner add up to, kept by the database with every change: reading them costs the same however many
-- there are.

create table partner_referral_total (
  org_id uuid not null,
  relationship_id uuid not null,
  status text collate "C" not null,
  referrals bigint not null,
  primary key (org_id, relationship_id, status)
);
select mos_fence('partner_referral_total');

create function mos_count_partner_referral(counted referral, sign int) returns void language plpgsql as $$
begin
  if counted.relationship_id is null then return; end if;
  insert into partner_referral_total as t (org_id, relationship_id, status, referrals)
  values (counted.org_id, counted.relationship_id, counted.status, sign)
  on conflict (org_id, relationship_id, status) do update set referrals = t.referrals + excluded.referrals;
end $$;

create function mos_partner_referral_totals() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform mos_count_partner_referral(old, -1); end if;
  if tg_op <> 'DELETE' then perform mos_count_partner_referral(new, 1); end if;
  return null;
end $$;

create trigger partner_referral_totals_new after insert or delete on referral
  for each row execute function mos_partner_referral_totals();
create trigger partner_referral_totals_changed after update on referral
  for each row
  when ((old.status, old.relationship_id) is distinct from (new.status, new.relationship_id))
  execute function mos_partner_referral_totals();

-- The entries of a month in UTC (its first day), added up. What is owed at the end of a month is the sum of all months up to it.
create table commission_total (
  org_id uuid not null,
  relationship_id uuid not null,
  month date not null,
  side text collate "C" not null,
  currency text collate "C" not null,
  owed numeric not null,
  paid numeric not null,
  primary key (org_id, relationship_id, month, side, currency)
);
select mos_fence('commission_total');

create function mos_commission_totals() returns trigger language plpgsql as $$
begin
  insert into commission_total as t (org_id, relationship_id, month, side, currency, owed, paid)
  values (
    new.org_id, new.relationship_id, date_trunc('month', new.time at time zone 'UTC')::date, new.side, new.currency, new.owed, new.paid
  )
  on conflict (org_id, relationship_id, month, side, currency) do update
    set owed = t.owed + excluded.owed, paid = t.paid + excluded.paid;
  return null;
end $$;

create trigger commission_totals after insert on commission_entry
  for each row execute function mos_commission_totals();
