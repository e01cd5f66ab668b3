-- What the plan of a subscription includes (AZURE): units that its fee has paid for, which are not told.

-- How much of a dimension was used of what is included in one period (a month or a year, from start_time on) of a term.
create table usage_included (
  org_id uuid not null,
  term_id uuid not null,
  dimension text collate "C" not null,
  start_time timestamptz not null,
  entitlement_id uuid not null,
  used numeric not null default 0 check (used >= 0),
  version bigint not null default 1,
  primary key (org_id, term_id, dimension, start_time)
);
select mos_fence('usage_included');

-- included: units of the row that are included; included_of: of which periods, [[start, units], …]. A retry gives them back.
alter table usage_report_row
  add column included numeric not null default 0 check (included >= 0),
  add column included_of jsonb,
  drop constraint usage_report_row_identity,
  add constraint usage_report_row_identity
    check (standing = accepted + carried_in - carried_out - included - credited - committed);
