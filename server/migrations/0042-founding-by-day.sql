-- How many organizations a person has founded within the day that began with the first of them.
alter table organization_founder
  add column day_start timestamptz not null default now(),
  add column day_count int not null default 0;
