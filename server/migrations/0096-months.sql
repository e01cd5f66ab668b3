-- Tables with a partition for each month: one maker and one dropper for all of them (docs/decisions/0170-months.md). It was written for usage
-- alone; the other tables follow in the next migrations.

-- family: tables whose months are dropped together. key: the column that says the month of a row: a date, or a UUIDv7, whose first 48 bits
-- are the time at which it was made. own_keys: unique keys without that column; each month has them for itself. storage: its parameters.
create table monthly_table (
  name text collate "C" primary key,
  family text collate "C" not null check (family ~ '^[a-z]+$'),
  key text collate "C" not null,
  own_keys text[] collate "C" not null default '{}',
  storage text collate "C" not null default ''
);

-- What is known of months that are past their retention. held: why a month is not dropped yet, {reason: how many}.
create table month_retention (
  family text collate "C" not null,
  month date not null check (month = date_trunc('month', month)),
  held jsonb not null default '{}',
  checked_time timestamptz not null,
  dropped_time timestamptz,
  primary key (family, month)
);
grant select on month_retention to mos_read, mos_write, mos_system;
insert into month_retention (family, month, held, checked_time, dropped_time)
  select 'usage', month, held, checked_time, dropped_time from usage_retention;
drop table usage_retention;

-- The least UUIDv7 of an instant, and the instant of one.
create function mos_id_at(instant timestamptz) returns uuid language sql stable parallel safe as
  $$ select (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;
create function mos_time_of_id(id uuid) returns timestamptz language sql stable parallel safe as
  $$ select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) $$;

-- Where a month begins, as a value of the key of that table.
create function mos_month_bound(base text, month date) returns text
language plpgsql stable set search_path from current as $$
begin
  if (select format_type(a.atttypid, null) from monthly_table t join pg_attribute a on a.attrelid = to_regclass(format('%I', t.name)) and a.attname = t.key
      where t.name = base) = 'uuid' then
    return mos_id_at(month::timestamp at time zone 'UTC')::text;
  end if;
  return month::text;
end $$;

-- Nobody but mos_drop_month and acts that change rows of this month take this lock: the former alone, the latter together.
create function mos_month_lock(family text, month date) returns bigint language sql immutable parallel safe as
  $$ select hashtextextended(family || ' month ' || extract(year from month) || '-' || extract(month from month), 0) $$;

-- Months that have no partition of their own yet, of every table: this one and those after it.
create function mos_missing_months(first_month date, months int) returns table (base text, month date)
language sql stable security definer set search_path from current as $$
  select t.name, m.month
  from monthly_table t
  cross join lateral (select (date_trunc('month', first_month) + make_interval(months => step))::date as month from generate_series(0, months - 1) as step) as m
  where to_regclass(format('%I', t.name || to_char(m.month, '_YYYY_MM'))) is null
  order by t.name, m.month
$$;

-- Makes the partition of a month. One whose rows already lie in the default partition, or which the oldest partition covers, needs none.
-- The table is needed alone for an instant: this waits at most 200 ms for that, because whoever comes later waits behind it.
create function mos_make_month(base text, month date) returns text
language plpgsql security definer set search_path from current as $$
declare
  one monthly_table;
  own_key text;
  place constant text := base || to_char(month, '_YYYY_MM');
  lower_bound constant text := mos_month_bound(base, month);
  upper_bound constant text := mos_month_bound(base, (month + interval '1 month')::date);
  found_rows boolean;
begin
  select t.* into strict one from monthly_table t where t.name = base;
  execute format('select exists (select from %1$I where %2$I >= %3$L and %2$I < %4$L)', base || '_default', one.key, lower_bound, upper_bound)
    into found_rows;
  if found_rows then
    return 'NOT_NEEDED';
  end if;
  perform set_config('lock_timeout', '200ms', true);
  execute format('create table %I partition of %I for values from (%L) to (%L)%s', place, base, lower_bound, upper_bound,
    case when one.storage <> '' then format(' with (%s)', one.storage) end);
  foreach own_key in array one.own_keys loop
    execute format('create unique index on %I %s', place, own_key);
  end loop;
  return 'MADE';
exception
  when lock_not_available then return 'IN_USE';
  when duplicate_table then return 'NOT_NEEDED';
  when invalid_object_definition then return 'NOT_NEEDED';
end $$;

-- Statistics of a whole table, which autovacuum takes of its partitions only.
create function mos_analyze_months(base text) returns void
language plpgsql security definer set search_path from current as $$
begin
  execute format('analyze %I', (select t.name from monthly_table t where t.name = base));
end $$;

-- Months before a date that a family still has rows of, or partitions: those of partitions, and those in default partitions.
create function mos_months_before(wanted text, cutoff date) returns setof date
language plpgsql security definer set search_path from current as $$
declare
  one monthly_table;
begin
  for one in select * from monthly_table where family = wanted loop
    return query execute format('select distinct %s from %I where %I < %L',
      case when mos_month_bound(one.name, cutoff) = cutoff::text then format('%I', one.key)
        else format('date_trunc(''month'', mos_time_of_id(%I) at time zone ''UTC'')::date', one.key) end,
      one.name || '_default', one.key, mos_month_bound(one.name, cutoff));
    return query
      select to_date(right(c.relname, 7), 'YYYY_MM')
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass(format('%I', one.name)) and c.relname ~ ('^' || one.name || '_[0-9]{4}_[0-9]{2}$')
        and to_date(right(c.relname, 7), 'YYYY_MM') < cutoff;
  end loop;
end $$;

-- Drops a month of a family: DROPPED, HELD (with the reasons), or BUSY (another process is at it, or the tables were never free for long
-- enough). mos_<family>_month_holds says what must be settled first; mos_<family>_month_keep, where there is one, writes what is to stay.
-- First everything that takes long, beside which rows are read and written as ever. Then the partitions are detached, which needs the
-- tables alone: it waits at most 200 ms at a time, because whoever comes later waits behind it. `detach concurrently` is not possible
-- beside a default partition. Detached tables are removed by mos_remove_dropped.
create function mos_drop_month(wanted text, month date, tries int) returns jsonb
language plpgsql security definer set search_path from current as $$
declare
  bases text[] := array(select name from monthly_table where family = wanted order by name desc);
  suffix constant text := to_char(month, '_YYYY_MM');
  next_month constant date := month + interval '1 month';
  one monthly_table;
  base text;
  found_holds jsonb;
  organizations jsonb;
begin
  if month <> date_trunc('month', month) then
    raise exception 'not the first of a month: %', month;
  end if;
  if bases = '{}' then
    raise exception 'no monthly tables of %', wanted;
  end if;
  if not pg_try_advisory_xact_lock(mos_month_lock(wanted, month)) then
    return jsonb_build_object('outcome', 'BUSY');
  end if;
  perform set_config('app.org_id', '00000000-0000-0000-0000-000000000000', true);

  execute format('select jsonb_object_agg(h.reason, h.quantity) from (select reason, sum(quantity) as quantity from %I($1) group by reason) as h',
    'mos_' || wanted || '_month_holds') into found_holds using month;
  if found_holds is not null then
    execute format('select jsonb_agg(o.org_id) from (select distinct org_id from %I($1) order by org_id limit 10) as o',
      'mos_' || wanted || '_month_holds') into organizations using month;
    insert into month_retention as r (family, month, held, checked_time) values (wanted, mos_drop_month.month, found_holds, now())
    on conflict on constraint month_retention_pkey do update set held = excluded.held, checked_time = excluded.checked_time;
    return jsonb_build_object('outcome', 'HELD', 'held', found_holds, 'organizations', organizations);
  end if;

  if to_regproc(format('%I', 'mos_' || wanted || '_month_keep')) is not null then
    execute format('select %I($1)', 'mos_' || wanted || '_month_keep') using month;
  end if;
  for one in select * from monthly_table where family = wanted loop
    execute format('delete from %1$I where %2$I >= %3$L and %2$I < %4$L', one.name || '_default', one.key,
      mos_month_bound(one.name, month), mos_month_bound(one.name, next_month));
  end loop;
  insert into month_retention as r (family, month, checked_time, dropped_time) values (wanted, mos_drop_month.month, now(), now())
  on conflict on constraint month_retention_pkey
    do update set held = '{}', checked_time = excluded.checked_time, dropped_time = excluded.dropped_time;

  perform set_config('lock_timeout', '200ms', true);
  for try in 1 .. tries loop
    begin
      execute format('lock table %s in access exclusive mode', (select string_agg(format('only %I', name), ', ') from unnest(bases) as b (name)));
      foreach base in array bases loop
        if exists (select from pg_inherits where inhrelid = to_regclass(format('%I', base || suffix)) and inhparent = to_regclass(format('%I', base))) then
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
  raise exception 'the tables of % were in use', wanted using errcode = 'lock_not_available';
end $$;

-- Removes detached tables, which nobody reads any more. Returns how many.
create function mos_remove_dropped() returns int
language plpgsql security definer set search_path from current as $$
declare
  one text;
  removed int := 0;
begin
  for one in
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    join monthly_table t on c.relname ~ ('^dropped_' || t.name || '_[0-9]{4}_[0-9]{2}$')
    where c.relkind = 'r'
  loop
    execute format('drop table %I', one);
    removed := removed + 1;
  end loop;
  return removed;
end $$;

-- What stays of a month of usage: the sums of its items.
create function mos_usage_month_keep(wanted date) returns void
language plpgsql security definer set search_path from current as $$
begin
  execute $keep$
    insert into usage_dropped_item as d (org_id, hour, entitlement_id, dimension, creation_month, state, test, items, quantity, carried_back)
    select org_id, hour, entitlement_id, dimension, creation_month, state, test, count(*), sum(quantity), sum(carried_back)
    from usage_record_item where creation_month = $1
    group by org_id, hour, entitlement_id, dimension, creation_month, state, test
    on conflict (org_id, hour, entitlement_id, dimension, creation_month, state, test) do update
    set items = d.items + excluded.items, quantity = d.quantity + excluded.quantity, carried_back = d.carried_back + excluded.carried_back
  $keep$ using wanted;
end $$;
insert into monthly_table (name, family, key) values
  ('usage_record_group', 'usage', 'creation_month'), ('usage_record_item', 'usage', 'creation_month'), ('billable_record', 'usage', 'creation_month');

drop function mos_make_usage_partitions(date, int);
drop function mos_usage_months_before(date);
drop function mos_drop_usage_month(date, int);
drop function mos_remove_dropped_usage();
drop function mos_usage_month_lock(date);

-- Turns a table into a monthly one without copying it: its rows become the partition of this month, which reaches back to the beginning.
-- (If rows have later times, as after a simulated clock: of the month of the latest one.) Its definition goes over as it is:
-- columns, checks, indexes, references, policies, grants. Unique keys without `month_key` stay keys of each month.
create function mos_divide_by_month(base text, table_family text, month_key text, parameters text default '') returns void
language plpgsql set search_path from current as $$
declare
  whole constant text := base || '_whole';
  definitions text[];
  references_to text[];
  own text[];
  statement text;
  privilege record;
  forgotten record;
  month date := date_trunc('month', now() at time zone 'UTC')::date;
  upper_bound text;
  has_rows boolean;
begin
  execute format('lock table %I in access exclusive mode', base);
  execute format('alter table %I no force row level security', base);
  execute format('select exists (select from %I)', base) into has_rows;

  -- What is to be said again of the new table. Constraints come with their indexes; checks are taken over by `like`.
  definitions := array(
    select format('alter table %I add constraint %I %s', base, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k left join pg_index i on i.indexrelid = k.conindid and i.indrelid = k.conrelid
    where k.conrelid = base::regclass and (k.contype = 'f'
      or (k.contype in ('p', 'u') and (select a.attnum from pg_attribute a where a.attrelid = i.indrelid and a.attname = month_key) = any (i.indkey)))
    order by k.contype desc, k.conname
  ) || array(
    select pg_get_indexdef(i.indexrelid)
    from pg_index i
    where i.indrelid = base::regclass and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
      and (not i.indisunique or (select a.attnum from pg_attribute a where a.attrelid = i.indrelid and a.attname = month_key) = any (i.indkey))
    order by i.indexrelid
  ) || array(
    select format('create policy %I on %I for %s to %s%s%s', p.policyname, base, p.cmd, array_to_string(p.roles, ', '),
      ' using (' || p.qual || ')', ' with check (' || p.with_check || ')')
    from pg_policies p where p.schemaname = current_schema() and p.tablename = base order by p.policyname
  ) || array(
    select format('grant %s on %I to %I', string_agg(g.privilege_type, ', ' order by g.privilege_type), base, g.grantee)
    from information_schema.role_table_grants g
    where g.table_schema = current_schema() and g.table_name = base and g.grantee like 'mos\_%' group by g.grantee order by g.grantee
  );
  own := array(
    select substring(pg_get_indexdef(i.indexrelid) from ' (USING .*)$')
    from pg_index i
    where i.indrelid = base::regclass and i.indisunique
      and not (select a.attnum from pg_attribute a where a.attrelid = i.indrelid and a.attname = month_key) = any (i.indkey)
    order by i.indexrelid
  );
  references_to := array(
    select format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k where k.confrelid = base::regclass and k.contype = 'f' order by k.conname
  );
  for forgotten in select k.conrelid::regclass as place, k.conname from pg_constraint k where k.confrelid = base::regclass and k.contype = 'f' loop
    execute format('alter table %s drop constraint %I', forgotten.place, forgotten.conname);
  end loop;

  -- The old table gives its names away, and is reached by the new one only.
  execute format('alter table %I rename to %I', base, whole);
  for forgotten in select i.indexrelid::regclass as name, c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = whole::regclass loop
    execute format('alter index %s rename to %I', forgotten.name, left(forgotten.relname, 57) || '_whole');
  end loop;
  for forgotten in select p.policyname from pg_policies p where p.schemaname = current_schema() and p.tablename = whole loop
    execute format('drop policy %I on %I', forgotten.policyname, whole);
  end loop;
  execute format('alter table %I disable row level security', whole);
  execute format('revoke all on %I from mos_read, mos_write, mos_system', whole);

  execute format('create table %I (like %I including defaults including constraints including generated including storage including compression) '
    'partition by range (%I)', base, whole, month_key);
  foreach statement in array definitions loop
    execute statement;
  end loop;
  execute format('alter table %I enable row level security', base);
  execute format('alter table %I force row level security', base);
  insert into monthly_table (name, family, key, own_keys, storage) values (base, table_family, month_key, own, parameters);

  if has_rows then
    -- The check makes one scan of the rows; the partition needs none then.
    for attempt in 1 .. 2 loop
      begin
        upper_bound := mos_month_bound(base, (month + interval '1 month')::date);
        execute format('alter table %I add constraint %I check (%I < %L)', whole, base || '_until', month_key, upper_bound);
        exit;
      exception when check_violation then
        execute format('select date_trunc(''month'', mos_time_of_id(%I) at time zone ''UTC'')::date from %I order by %1$I desc limit 1', month_key, whole)
          into month;
      end;
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', base, whole, upper_bound);
    execute format('alter table %I drop constraint %I', whole, base || '_until');
    execute format('alter table %I rename to %I', whole, base || to_char(month, '_YYYY_MM'));
    if parameters <> '' then
      execute format('alter table %I set (%s)', base || to_char(month, '_YYYY_MM'), parameters);
    end if;
  else
    execute format('drop table %I', whole);
  end if;
  execute format('create table %I partition of %I default', base || '_default', base);
  foreach statement in array own loop
    execute format('create unique index on %I %s', base || '_default', statement);
  end loop;
  foreach statement in array references_to loop
    execute statement;
  end loop;
  if has_rows then
    execute format('analyze %I', base);
  end if;
end $$;

do $$
declare
  function_name text;
begin
  foreach function_name in array array['mos_missing_months(date, int)', 'mos_make_month(text, date)', 'mos_analyze_months(text)', 'mos_months_before(text, date)', 'mos_drop_month(text, date, int)',
      'mos_remove_dropped()', 'mos_usage_month_keep(date)', 'mos_divide_by_month(text, text, text, text)'] loop
    execute format('revoke all on function %s from public', function_name);
  end loop;
end $$;
grant execute on function mos_missing_months(date, int), mos_make_month(text, date), mos_analyze_months(text), mos_months_before(text, date), mos_drop_month(text, date, int), mos_remove_dropped() to mos_system;
