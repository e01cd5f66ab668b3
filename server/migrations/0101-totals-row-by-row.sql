-- The totals of usage, counted row by row. On a distributed database a trigger runs on the server of its row: it has no table of new rows
-- there, and an INSERT … SELECT would be planned over all servers. The two functions for changed rows serve both; the two for new rows take
-- the place of those for whole statements where tables are distributed (docs/decisions/0155).
create or replace function mos_count_changed_item() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  counted record;
begin
  select g.partner, g.product_id, g.buyer_id into counted from usage_record_group g
  where g.org_id = new.org_id and g.creation_month = new.creation_month and g.id = new.group_id;
  if not found then return null; end if;
  insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
  values (new.org_id, 'GROUP', counted.partner, new.entitlement_id, counted.product_id, counted.buyer_id,
    (coalesce(new.original_hour, new.hour) at time zone 'UTC')::date, new.dimension,
    case when new.state in ('INVALID', 'DELETED') then -new.quantity else new.quantity end);
  return null;
end $$;

create or replace function mos_count_changed_row() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  counted record;
begin
  select r.partner, r.product_id, r.buyer_id into counted from usage_report r
  where r.org_id = new.org_id and r.id = new.report_id;
  if not found then return null; end if;
  insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
  values (new.org_id, 'REPORT', counted.partner, new.entitlement_id, counted.product_id, counted.buyer_id,
    (new.hour at time zone 'UTC')::date, new.dimension, case when new.state = 'FAILED' then -new.quantity else new.quantity end);
  return null;
end $$;

create function mos_count_new_item() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  counted record;
begin
  if new.state in ('INVALID', 'DELETED') then return null; end if;
  select g.partner, g.product_id, g.buyer_id into counted from usage_record_group g
  where g.org_id = new.org_id and g.creation_month = new.creation_month and g.id = new.group_id;
  if not found then return null; end if;
  insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
  values (new.org_id, 'GROUP', counted.partner, new.entitlement_id, counted.product_id, counted.buyer_id,
    (coalesce(new.original_hour, new.hour) at time zone 'UTC')::date, new.dimension, new.quantity);
  return null;
end $$;

create function mos_count_new_row() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  counted record;
begin
  if new.kind <> 'LIVE' or new.state = 'FAILED' or new.quantity <= 0 then return null; end if;
  select r.partner, r.product_id, r.buyer_id into counted from usage_report r
  where r.org_id = new.org_id and r.id = new.report_id;
  if not found then return null; end if;
  insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
  values (new.org_id, 'REPORT', counted.partner, new.entitlement_id, counted.product_id, counted.buyer_id,
    (new.hour at time zone 'UTC')::date, new.dimension, new.quantity);
  return null;
end $$;
