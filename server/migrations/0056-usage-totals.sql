-- Totals of usage by day and dimension, so that they are read without scanning usage. Every change of what counts is noted in
-- usage_total_change by the transaction that makes it; a worker folds the notes into usage_total. A total is the sum of both.
--
-- counts GROUP: what was accepted and is neither INVALID nor DELETED, on the day of its own hour, whichever hour it is
-- submitted for. counts REPORT: what was or is to be submitted and was not refused, on the day of the report's hour.

create table usage_total_change (
  org_id uuid not null,
  id bigint generated always as identity,
  counts text not null check (counts in ('GROUP', 'REPORT')),
  partner text not null,
  entitlement_id uuid not null,
  product_id uuid,
  buyer_id uuid,
  day date not null,
  dimension text collate "C" not null,
  quantity numeric not null,
  primary key (org_id, id)
);
select mos_fence('usage_total_change', system_privileges => 'select');

-- One row for each owner that may be asked for: all of the partner, a product, a buyer, both, an entitlement. The nil UUID
-- stands for "any"; a row of an entitlement also names its product and buyer.
create table usage_total (
  org_id uuid not null,
  counts text not null check (counts in ('GROUP', 'REPORT')),
  partner text not null,
  entitlement_id uuid not null,
  product_id uuid not null,
  buyer_id uuid not null,
  day date not null,
  dimension text collate "C" not null,
  quantity numeric not null,
  primary key (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension)
);
create index usage_total_entitlement on usage_total (org_id, counts, entitlement_id, day)
  where entitlement_id <> '00000000-0000-0000-0000-000000000000';
select mos_fence('usage_total');

-- Triggers, so that every statement is counted, also those of an earlier release that still runs beside this one. Their statements
-- are planned for the tables as they are: a plan kept from when they were small would scan them. `offset 0` keeps the lookup of
-- each owner by its key.

-- The groups of one statement that report one entitlement have the same product and buyer.
create function mos_count_new_items() returns trigger language plpgsql as $$
declare month date;
begin
  for month in select distinct creation_month from added loop
    execute $count$
      insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
      select s.org_id, 'GROUP', o.partner, s.entitlement_id, o.product_id, o.buyer_id, s.day, s.dimension, s.quantity
      from (
        select org_id, entitlement_id, dimension, min(group_id) as group_id, sum(quantity) as quantity,
          (coalesce(original_hour, hour) at time zone 'UTC')::date as day
        from added where creation_month = $1 and state not in ('INVALID', 'DELETED')
        group by org_id, entitlement_id, dimension, (coalesce(original_hour, hour) at time zone 'UTC')::date
      ) as s
      cross join lateral (
        select g.partner, g.product_id, g.buyer_id from usage_record_group g
        where g.org_id = s.org_id and g.creation_month = $1 and g.id = s.group_id offset 0
      ) as o
    $count$ using month;
  end loop;
  return null;
end $$;

create function mos_count_changed_item() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
  select new.org_id, 'GROUP', g.partner, new.entitlement_id, g.product_id, g.buyer_id,
    (coalesce(new.original_hour, new.hour) at time zone 'UTC')::date, new.dimension,
    case when new.state in ('INVALID', 'DELETED') then -new.quantity else new.quantity end
  from usage_record_group g
  where g.org_id = new.org_id and g.creation_month = new.creation_month and g.id = new.group_id;
  return null;
end $$;

create function mos_count_new_rows() returns trigger language plpgsql as $$
begin
  execute $count$
    insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
    select a.org_id, 'REPORT', o.partner, a.entitlement_id, o.product_id, o.buyer_id, (a.hour at time zone 'UTC')::date, a.dimension,
      a.quantity
    from added a
    cross join lateral (
      select r.partner, r.product_id, r.buyer_id from usage_report r where r.org_id = a.org_id and r.id = a.report_id offset 0
    ) as o
    where a.kind = 'LIVE' and a.state <> 'FAILED' and a.quantity > 0
  $count$;
  return null;
end $$;

create function mos_count_changed_row() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
  select new.org_id, 'REPORT', r.partner, new.entitlement_id, r.product_id, r.buyer_id,
    (new.hour at time zone 'UTC')::date, new.dimension, case when new.state = 'FAILED' then -new.quantity else new.quantity end
  from usage_report r where r.org_id = new.org_id and r.id = new.report_id;
  return null;
end $$;

create trigger usage_total_new_items after insert on usage_record_item
  referencing new table as added for each statement execute function mos_count_new_items();
create trigger usage_total_changed_item after update on usage_record_item for each row
  when ((old.state in ('INVALID', 'DELETED')) <> (new.state in ('INVALID', 'DELETED')))
  execute function mos_count_changed_item();
create trigger usage_total_new_rows after insert on usage_report_row
  referencing new table as added for each statement execute function mos_count_new_rows();
create trigger usage_total_changed_row after update on usage_report_row for each row
  when (new.kind = 'LIVE' and new.quantity > 0 and (old.state = 'FAILED') <> (new.state = 'FAILED'))
  execute function mos_count_changed_row();

-- What is stored already. The triggers hold a lock that lets others read but not write until the end of this migration, so
-- nothing is missed and nothing is counted twice.
do $$
declare organization_id uuid;
begin
  perform set_config('app.org_id', '00000000-0000-0000-0000-000000000000', true);
  for organization_id in select id from organization order by id loop
    perform set_config('app.org_id', organization_id::text, true);
    insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
    select i.org_id, 'GROUP', g.partner, i.entitlement_id, g.product_id, g.buyer_id,
      (coalesce(i.original_hour, i.hour) at time zone 'UTC')::date, i.dimension, sum(i.quantity)
    from usage_record_item i
    join usage_record_group g on g.org_id = i.org_id and g.creation_month = i.creation_month and g.id = i.group_id
    where i.org_id = organization_id and i.state not in ('INVALID', 'DELETED')
    group by 1, 3, 4, 5, 6, 7, 8;
    insert into usage_total_change (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
    select r.org_id, 'REPORT', p.partner, r.entitlement_id, p.product_id, p.buyer_id, (r.hour at time zone 'UTC')::date,
      r.dimension, sum(r.quantity)
    from usage_report_row r join usage_report p on p.org_id = r.org_id and p.id = r.report_id
    where r.org_id = organization_id and r.kind = 'LIVE' and r.state <> 'FAILED' and r.quantity > 0
    group by 1, 3, 4, 5, 6, 7, 8;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
