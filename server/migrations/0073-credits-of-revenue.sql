-- CREDIT: what a partner calls a credit; it counts like a refund (RETURN), and a record of nothing else is of the type CREDIT.
alter table revenue_line drop constraint revenue_line_nature_check,
  add constraint revenue_line_nature_check check (nature in ('PLAIN', 'RETURN', 'CREDIT', 'FAILED'));

alter table revenue_line no force row level security;
alter table revenue_row no force row level security;
alter table revenue_record no force row level security;
update revenue_line l set nature = 'CREDIT'
from revenue_row r
where l.channel = 'AWS' and l.dataset = 'billing_event' and l.nature = 'RETURN' and r.org_id = l.org_id and r.channel = l.channel
  and r.dataset = l.dataset and r.key = l.key and not r.superseded and r.columns ->> 'transaction_type' like '%\_CREDIT';
update revenue_record r set type = 'CREDIT', version = version + 1
where r.channel = 'AWS' and r.type = 'REFUND' and not exists (
  select from revenue_line l
  where l.org_id = r.org_id and l.record_id = r.record_id and l.channel = r.channel and l.currency = r.currency and l.nature = 'RETURN');
alter table revenue_line force row level security;
alter table revenue_row force row level security;
alter table revenue_record force row level security;
