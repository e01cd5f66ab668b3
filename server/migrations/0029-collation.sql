-- Text is compared and ordered by code points, whatever collation the database was made with: an embedded one, a provider's en_US
-- and one of ICU give the same pages.

-- Gives every text column of a table the collation "C". Nothing to do is the usual case.
create function mos_collate(wanted regclass) returns void language plpgsql as $$
declare changes text;
begin
  select string_agg(format('alter column %I type %s collate "C"', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
    into changes from pg_attribute
    where attrelid = wanted and attnum > 0 and not attisdropped and attcollation not in (0, '"C"'::regcollation);
  if changes is not null then
    execute format('alter table %s %s', wanted, changes);
  end if;
end $$;

-- As before, and the columns get their collation, so that no later table can forget it.
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
end $$;

drop view auditing_event;

-- The migrator's own tables are in use while this runs.
do $$
declare found regclass;
begin
  for found in
    select oid from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('migration', 'migration_lock')
  loop
    perform mos_collate(found);
  end loop;
end $$;

create view auditing_event with (security_invoker = true) as
  select org_id, id, 'ACTIVITY' collate "C" as event_type, 'AUDITED' collate "C" as status, creation_time,
    creation_time as last_update_time, (actor ->> 'type') collate "C" as actor_type, actor_id, action, entity_type, entity_id,
    request_id, actor, source_ip, changes, null::uuid as connection_id, null::text collate "C" as partner,
    null::text collate "C" as message_type, null::text collate "C" as partner_message_id,
    null::text collate "C" as partner_request_id, null::jsonb as body, null::jsonb as error
  from audit_event
union all
  select org_id, id,
    (case
      when partner = 'AWS' and body ->> 'source' like 'aws.partnercentral%' then 'AWS_ACE_EVENT_BRIDGE'
      when partner = 'AWS' and body ? 'detail-type' then 'AWS_EVENT_BRIDGE'
      else partner || '_MARKETPLACE'
    end) collate "C", status, creation_time,
    last_update_time, null, null, null, null, null, null,
    null, null, null, connection_id, partner, type,
    partner_message_id, partner_request_id, body, error
  from partner_message;
grant select on auditing_event to mos_read, mos_write;
