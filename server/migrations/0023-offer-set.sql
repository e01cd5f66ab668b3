-- Offers that a buyer accepts together. A set keeps its members for good; an offer names the set that it is sold by now.

create table offer_set (
  org_id uuid not null,
  id uuid not null,
  partner text not null,
  service text not null default 'MARKETPLACE',
  external_id text,
  name text not null,
  status text not null,
  expire_time timestamptz,
  info jsonb not null default '{}',
  meta_info jsonb not null default '{}',
  created_by text not null,
  last_updated_by text not null,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id)
);
create index offer_set_time on offer_set (org_id, creation_time desc, id desc);
create index offer_set_update on offer_set (org_id, last_update_time, id);
create index offer_set_name on offer_set (org_id, name, id);
create index offer_set_name_text on offer_set using gin (name gin_trgm_ops);
create index offer_set_status on offer_set (org_id, status, creation_time desc, id desc);
create index offer_set_partner on offer_set (org_id, partner, creation_time desc, id desc);
create index offer_set_service on offer_set (org_id, service, creation_time desc, id desc);
create index offer_set_created_by on offer_set (org_id, created_by, creation_time desc, id desc);
create index offer_set_external on offer_set (org_id, external_id, id);
create index offer_set_expiry on offer_set (org_id, expire_time, id);
create index offer_set_expiry_last on offer_set (org_id, expire_time desc nulls last, id desc);
select mos_fence('offer_set');

create table offer_set_offer (
  org_id uuid not null,
  offer_set_id uuid not null,
  offer_id uuid not null,
  position int not null,
  primary key (org_id, offer_set_id, offer_id),
  foreign key (org_id, offer_set_id) references offer_set,
  foreign key (org_id, offer_id) references offer
);
create index offer_set_offer_offer on offer_set_offer (org_id, offer_id, offer_set_id);
select mos_fence('offer_set_offer');

alter table offer add column offer_set_id uuid;
alter table offer add foreign key (org_id, offer_set_id) references offer_set;
create index offer_offer_set on offer (org_id, offer_set_id, id) where offer_set_id is not null;
