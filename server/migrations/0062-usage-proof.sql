-- Proof of usage: where it is, what is not settled, and receipts.

-- Balances are read by hour, for a page of entitlements and dimensions.
create index usage_record_item_hour on usage_record_item (org_id, hour, entitlement_id, dimension);
create index usage_report_row_hour on usage_report_row (org_id, hour, entitlement_id, dimension);

-- What was accepted and is not in a report; what is in a report and was not confirmed. Drifts are read from these.
create index usage_record_item_waiting on usage_record_item (org_id, hour, entitlement_id, dimension) where state = 'CREATED';
create index usage_record_item_late on usage_record_item (org_id, hour, entitlement_id, dimension) where state = 'INVALID';
create index usage_report_row_unsettled on usage_report_row (org_id, hour, entitlement_id, dimension)
  where state in ('CREATED', 'REPORT_PENDING', 'FAILED') and standing <> 0;

-- Receipts of an entitlement and dimension have numbers without gaps, in the order in which hours were closed. An hour can be closed
-- after a later one, so the order of hours would renumber receipts that a customer has seen.
alter table usage_report_row add column receipt_number bigint;

-- Closings of one entitlement are serialized by a lock; should one ever not be, the unique index refuses it.
-- The settings leave one plan, the index of the numbers read from its end, however small the table is when the plan is made.
create function mos_number_receipt() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  new.receipt_number := 1 + coalesce((
    select r.receipt_number from usage_report_row r
    where r.org_id = new.org_id and r.entitlement_id = new.entitlement_id and r.dimension = new.dimension
      and r.receipt_number is not null
    order by r.receipt_number desc limit 1), 0);
  return new;
end $$;
create trigger usage_report_row_receipt before insert on usage_report_row for each row
  when (new.kind = 'LIVE') execute function mos_number_receipt();

do $$
declare organization_id uuid;
begin
  perform set_config('app.org_id', '00000000-0000-0000-0000-000000000000', true);
  for organization_id in select id from organization order by id loop
    perform set_config('app.org_id', organization_id::text, true);
    update usage_report_row r set receipt_number = n.place
    from (
      select x.id, row_number() over (
        partition by x.entitlement_id, x.dimension order by p.creation_time, x.hour, x.id) as place
      from usage_report_row x join usage_report p on p.org_id = x.org_id and p.id = x.report_id
      where x.org_id = organization_id and x.kind = 'LIVE'
    ) as n
    where r.org_id = organization_id and r.id = n.id;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;

create unique index usage_report_row_number on usage_report_row (org_id, entitlement_id, dimension, receipt_number)
  where receipt_number is not null;
alter table usage_report_row add constraint usage_report_row_numbered check ((receipt_number is not null) = (kind = 'LIVE'));
