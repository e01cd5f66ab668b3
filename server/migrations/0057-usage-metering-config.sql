-- Under which dimensions of a marketplace usage is accepted. Where and when it is submitted is set at the connected account,
-- the only place for that.
create table usage_metering_config (
  org_id uuid not null,
  partner text not null,
  enable_dimension_mapping boolean not null default false,
  dimension_mapping jsonb not null default '{}',
  dimension_mapping_v2 jsonb not null default '{}',
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, partner)
);
select mos_fence('usage_metering_config');
