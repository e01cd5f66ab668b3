-- The order in which events were handed out, over all organizations: a client that has read up to one sequence misses nothing that
-- comes later, because one transaction at a time assigns them, and a number is seen as soon as the next one is assigned.
alter table outbox add column sequence bigint;
alter table engine_turn add column last_sequence bigint not null default 0;
grant select on engine_turn to mos_read, mos_write;

-- Events that earlier releases have handed out, in their order.
alter table outbox no force row level security;
update outbox o set sequence = p.place
  from (select org_id, entity_type, entity_id, version, position, row_number() over (
      order by delivered_time, creation_time, org_id, entity_type, entity_id, version, position) as place
    from outbox where delivered_time is not null) as p
  where p.org_id = o.org_id and p.entity_type = o.entity_type and p.entity_id = o.entity_id and p.version = o.version
    and p.position = o.position;
update engine_turn set last_sequence = (select coalesce(max(sequence), 0) from outbox) where name = 'outbox';
alter table outbox force row level security;

create unique index outbox_sequence on outbox (org_id, sequence) where sequence is not null;
create index outbox_entity_sequence on outbox (org_id, entity_type, entity_id, sequence) where sequence is not null;
