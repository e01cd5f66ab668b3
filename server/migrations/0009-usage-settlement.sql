-- Who has said, and why, what became of a report row whose outcome was unknown. Each row is settled once.
create table usage_settlement (
  org_id uuid not null,
  row_id uuid not null,
  outcome text not null check (outcome in ('COUNTED', 'NOT_COUNTED')),
  note text not null,
  actor jsonb not null,
  time timestamptz not null,
  primary key (org_id, row_id),
  foreign key (org_id, row_id) references usage_report_row
);
select mos_fence('usage_settlement', append_only => true);
