-- PostgreSQL waits by itself until a fifth of a table has changed before it clears it, and until a tenth has before it looks at its values again: with
-- ten million rows that is too late. Tables of organizations are cleared after one row in fifty, and looked at as often; of those that only grow, one in
-- twenty new rows makes it mark what everybody sees, so that an index can answer alone.
create function mos_vacuum_often() returns text language sql immutable as
  $$ select 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.05, '
    'autovacuum_vacuum_insert_threshold = 5000, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000' $$;

create or replace function mos_fence(fenced regclass, append_only boolean default false, system_privileges text default null)
returns void language plpgsql as $$
begin
  perform mos_collate(fenced);
  execute format('alter table %s enable row level security', fenced);
  execute format('alter table %s force row level security', fenced);
  execute format('create policy org on %s for all to mos_write using (org_id = current_setting(''app.org_id'')::uuid) '
    'with check (org_id = current_setting(''app.org_id'')::uuid)', fenced);
  execute format('create policy reading on %s for select to mos_read using (true)', fenced);
  execute format('grant select on %s to mos_read', fenced);
  execute format('grant select, insert%s on %s to mos_write',
    case when append_only then '' else ', update, delete' end, fenced);
  if system_privileges is not null then
    execute format('create policy crossing on %s for all to mos_system using (true) with check (true)', fenced);
    execute format('grant %s on %s to mos_system', system_privileges, fenced);
  end if;
  -- Of a table with partitions, each has parameters of its own (monthly_table.storage).
  if (select relkind from pg_class where oid = fenced) = 'r' then
    execute format('alter table %s set (%s)', fenced, mos_vacuum_often());
  end if;
end $$;

update monthly_table set storage = concat_ws(', ', nullif(storage, ''), mos_vacuum_often());

do $$
declare
  grown regclass;
begin
  for grown in
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not coalesce(array_to_string(c.reloptions, ' '), '') like '%autovacuum%'
    order by c.oid
  loop
    execute format('alter table %s set (%s)', grown, mos_vacuum_often());
  end loop;
end $$;
