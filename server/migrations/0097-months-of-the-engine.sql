-- What runs, events, messages and calls leave behind has a partition for each month (docs/decisions/0170-months.md).

-- The steps of runs. The month of an event is that of its run, so the history of a run is in one partition.
select mos_divide_by_month('operation_event', 'operation', 'operation_id');

-- Events. Each month has the keys of entities and of places for itself: the row lock of the entity gives out a version once, and the turn
-- of the outbox a place. Every row is updated once, when it is handed out.
select mos_divide_by_month('outbox', 'event', 'id', 'fillfactor = 80');
revoke delete on outbox from mos_system;

-- Calls of marketplaces with their raw requests and answers.
select mos_divide_by_month('usage_call', 'call', 'id');

-- What people are told, and the messages that tell them. Of an event of people each message is written in the transaction that stores the
-- event, whose primary key lets that happen once. A message changes with each attempt.
select mos_divide_by_month('notification_event', 'message', 'id');
select mos_divide_by_month('notification_message', 'message', 'id', 'fillfactor = 85');

-- What holds a month back. The first partition reaches back to the beginning, so a month is asked about with all those before it.

-- A run that has not ended goes on with its history.
create function mos_operation_month_holds(wanted date) returns table (org_id uuid, reason text, quantity bigint)
language plpgsql security definer set search_path from current as $$
begin
  return query
    select o.org_id, 'RUNNING', count(*) from operation o
    where o.status = 'RUNNING' and o.id < mos_month_bound('operation_event', (wanted + interval '1 month')::date)::uuid
    group by o.org_id;
end $$;

-- An event is kept for 30 days of wall time after it was handed out, and until each receiver has it.
create function mos_event_month_holds(wanted date) returns table (org_id uuid, reason text, quantity bigint)
language plpgsql security definer set search_path from current as $$
declare
  month_end constant uuid := mos_month_bound('outbox', (wanted + interval '1 month')::date)::uuid;
begin
  return query
    select o.org_id, 'UNDELIVERED', count(*) from outbox o where o.id < month_end and o.delivered_time is null group by o.org_id
    union all
    select o.org_id, 'UNDELIVERED', count(*)
    from outbox_delivery d join outbox o on o.org_id = d.org_id and o.entity_type = d.entity_type and o.entity_id = d.entity_id
      and o.version = d.version and o.position = d.position
    where o.id < month_end group by o.org_id
    union all
    select o.org_id, 'RECENT', count(*) from outbox o where o.id < month_end and o.delivered_time >= now() - interval '30 days' group by o.org_id;
end $$;

-- A report that is not settled needs the calls that say why.
create function mos_call_month_holds(wanted date) returns table (org_id uuid, reason text, quantity bigint)
language plpgsql security definer set search_path from current as $$
begin
  return query
    select r.org_id, case r.state when 'FAILED' then 'OUTCOME_UNKNOWN' else 'PENDING' end, count(*)
    from usage_report_row r
    where r.told_time < (wanted + interval '1 month')::timestamp at time zone 'UTC'
      and (r.state in ('CREATED', 'REPORT_PENDING') or r.message = 'OUTCOME_UNKNOWN')
      and not exists (select from organization o where o.id = r.org_id and o.status = 'DISABLED')
    group by 1, 2;
end $$;

-- A message that is still to be sent, and what waits for the next digest.
create function mos_message_month_holds(wanted date) returns table (org_id uuid, reason text, quantity bigint)
language plpgsql security definer set search_path from current as $$
declare
  month_end constant uuid := mos_month_bound('notification_message', (wanted + interval '1 month')::date)::uuid;
begin
  return query
    select m.org_id, 'UNSENT', count(*) from notification_message m
    where m.id < month_end and m.status in ('SCHEDULED', 'PENDING') group by m.org_id
    union all
    select d.org_id, 'UNSENT', count(*) from notification_digest d where d.event_id < month_end group by d.org_id;
end $$;

revoke all on function mos_operation_month_holds(date), mos_event_month_holds(date), mos_call_month_holds(date), mos_message_month_holds(date) from public;
