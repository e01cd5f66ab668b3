-- Retention of usage: groups, items and billable records of a month are dropped as whole partitions. Ids stay in
-- usage_record_group_id, reports and totals stay, and what the items of an hour added up to stays here, so that balances do not change.

create table usage_dropped_item (
  org_id uuid not null,
  hour timestamptz not null,
  entitlement_id uuid not null,
  dimension text collate "C" not null,
  creation_month date not null,
  state text not null,
  test boolean not null,
  items bigint not null,
  quantity numeric not null,
  carried_back numeric not null,
  primary key (org_id, hour, entitlement_id, dimension, creation_month, state, test)
);
create index usage_dropped_item_late on usage_dropped_item (org_id, hour, entitlement_id, dimension) where state = 'INVALID';
select mos_fence('usage_dropped_item', append_only => true, system_privileges => 'select');
revoke insert on usage_dropped_item from mos_write;

-- Months older than the retention. held: why a month is not dropped yet, {reason: how many}.
create table usage_retention (
  month date primary key check (month = date_trunc('month', month)),
  held jsonb not null default '{}',
  checked_time timestamptz not null,
  dropped_time timestamptz
);
grant select on usage_retention to mos_read, mos_system;

-- Nobody but mos_drop_usage_month and acts that change groups of this month take this lock: the former alone, the latter together.
create function mos_usage_month_lock(month date) returns bigint language sql immutable parallel safe as
  $$ select hashtextextended('usage month ' || extract(year from month) || '-' || extract(month from month), 0) $$;

-- What must be settled before a month is dropped. Nothing of a closed organization ever will be, so it holds nothing back.
create function mos_usage_month_holds(wanted date) returns table (org_id uuid, reason text, quantity bigint)
language plpgsql security definer set search_path from current as $$
begin
  perform set_config('app.org_id', '00000000-0000-0000-0000-000000000000', true);
  return query execute $holds$
    select h.org_id, h.reason, sum(h.quantity)::bigint
    from (
      select i.org_id, case when i.state = 'CREATED' and i.cause is null then 'WAITING' when i.state = 'CREATED' then 'HELD'
          when r.message = 'OUTCOME_UNKNOWN' then 'OUTCOME_UNKNOWN' else 'PENDING' end as reason, count(*) as quantity
      from usage_record_item i left join usage_report_row r on r.org_id = i.org_id and r.id = i.report_row_id
      where i.creation_month = $1 and i.state in ('CREATED', 'REPORT_PENDING')
      group by 1, 2
      union all
      select r.org_id, case when r.state = 'CREATED' then 'WAITING' else 'UNBILLED' end, count(*)
      from billable_record r left join billed_usage b on b.org_id = r.org_id and b.entitlement_id = r.entitlement_id
      where r.creation_month = $1 and (r.state = 'CREATED'
        or (r.state = 'REPORTED' and r.counted and not r.test and (b.billed_until is null or r.hour >= b.billed_until)))
      group by 1, 2
      union all
      select c.org_id, 'UNFOLDED', count(*) from usage_total_change c
      where c.counts = 'GROUP' and c.day < ($1 + interval '1 month')::date
      group by 1
    ) as h
    where not exists (select from organization o where o.id = h.org_id and o.status = 'DISABLED')
    group by 1, 2
  $holds$ using wanted;
end $$;

-- Months before a date that still have groups, items or records: those of partitions, and those in default partitions.
create function mos_usage_months_before(cutoff date) returns setof date
language plpgsql security definer set search_path from current as $$
declare
  base text;
begin
  foreach base in array array['usage_record_group', 'usage_record_item', 'billable_record'] loop
    return query execute format('select distinct creation_month from %I where creation_month < $1', base || '_default') using cutoff;
    return query
      select to_date(right(c.relname, 7), 'YYYY_MM')
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass(format('%I', base)) and c.relname ~ (base || '_[0-9]{4}_[0-9]{2}$')
        and to_date(right(c.relname, 7), 'YYYY_MM') < cutoff;
  end loop;
end $$;

-- Drops a month: DROPPED, HELD (with the reasons), or BUSY (another process is at it, or the tables were never free for long enough).
-- First everything that takes long, beside which usage is accepted and closed as ever. Then the partitions are detached, which
-- needs the tables alone: it waits at most 200 ms at a time, because whoever comes later waits behind it. `detach concurrently`
-- is not possible beside a default partition. Detached tables are removed by mos_remove_dropped_usage.
create function mos_drop_usage_month(wanted date, tries int) returns jsonb
language plpgsql security definer set search_path from current as $$
declare
  bases constant text[] := array['usage_record_group', 'usage_record_item', 'billable_record'];
  suffix constant text := to_char(wanted, '_YYYY_MM');
  base text;
  found_holds jsonb;
  organizations jsonb;
begin
  if wanted <> date_trunc('month', wanted) then
    raise exception 'not the first of a month: %', wanted;
  end if;
  if not pg_try_advisory_xact_lock(mos_usage_month_lock(wanted)) then
    return jsonb_build_object('outcome', 'BUSY');
  end if;
  perform set_config('app.org_id', '00000000-0000-0000-0000-000000000000', true);

  select jsonb_object_agg(h.reason, h.quantity) into found_holds
  from (select reason, sum(quantity) as quantity from mos_usage_month_holds(wanted) group by reason) as h;
  if found_holds is not null then
    select jsonb_agg(o.org_id) into organizations
    from (select distinct org_id from mos_usage_month_holds(wanted) order by org_id limit 10) as o;
    insert into usage_retention (month, held, checked_time) values (wanted, found_holds, now())
    on conflict (month) do update set held = excluded.held, checked_time = excluded.checked_time;
    return jsonb_build_object('outcome', 'HELD', 'held', found_holds, 'organizations', organizations);
  end if;

  execute $keep$
    insert into usage_dropped_item as d (org_id, hour, entitlement_id, dimension, creation_month, state, test, items, quantity, carried_back)
    select org_id, hour, entitlement_id, dimension, creation_month, state, test, count(*), sum(quantity), sum(carried_back)
    from usage_record_item where creation_month = $1
    group by org_id, hour, entitlement_id, dimension, creation_month, state, test
    on conflict (org_id, hour, entitlement_id, dimension, creation_month, state, test) do update
    set items = d.items + excluded.items, quantity = d.quantity + excluded.quantity, carried_back = d.carried_back + excluded.carried_back
  $keep$ using wanted;
  foreach base in array bases loop
    execute format('delete from %I where creation_month = $1', base || '_default') using wanted;
  end loop;
  insert into usage_retention (month, checked_time, dropped_time) values (wanted, now(), now())
  on conflict (month) do update set held = '{}', checked_time = excluded.checked_time, dropped_time = excluded.dropped_time;

  perform set_config('lock_timeout', '200ms', true);
  for try in 1 .. tries loop
    begin
      lock table only usage_record_group, only usage_record_item, only billable_record in access exclusive mode;
      foreach base in array bases loop
        if exists (select from pg_inherits where inhrelid = to_regclass(format('%I', base || suffix)) and inhparent = to_regclass(base)) then
          execute format('alter table %I detach partition %I', base, base || suffix);
          execute format('alter table %I rename to %I', base || suffix, 'dropped_' || base || suffix);
        end if;
      end loop;
      return jsonb_build_object('outcome', 'DROPPED');
    exception when lock_not_available then
      if try < tries then
        perform pg_sleep(0.5);
      end if;
    end;
  end loop;
  raise exception 'the tables of usage were in use' using errcode = 'lock_not_available';
end $$;

-- Removes detached tables, which nobody reads any more. Returns how many.
create function mos_remove_dropped_usage() returns int
language plpgsql security definer set search_path from current as $$
declare
  one text;
  removed int := 0;
begin
  for one in
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    where c.relkind = 'r' and c.relname ~ '^dropped_(usage_record_group|usage_record_item|billable_record)_[0-9]{4}_[0-9]{2}$'
  loop
    execute format('drop table %I', one);
    removed := removed + 1;
  end loop;
  return removed;
end $$;

revoke all on function mos_usage_month_holds(date), mos_usage_months_before(date), mos_drop_usage_month(date, int),
  mos_remove_dropped_usage() from public;
grant execute on function mos_usage_month_holds(date), mos_usage_months_before(date), mos_drop_usage_month(date, int),
  mos_remove_dropped_usage() to mos_system;
