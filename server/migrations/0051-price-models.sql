-- The prices of a directly billed entitlement from apply_time on, until the next row's. None: its prices never changed, and are those
-- in its info.
create table entitlement_price_model (
  org_id uuid not null,
  entitlement_id uuid not null,
  apply_time timestamptz not null,
  prices jsonb not null,
  primary key (org_id, entitlement_id, apply_time),
  foreign key (org_id, entitlement_id) references entitlement
);
select mos_fence('entitlement_price_model');
