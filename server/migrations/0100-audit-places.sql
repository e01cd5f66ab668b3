-- The order in which audit rows are sealed no longer depends on the numbers of transactions, which say nothing on a distributed
-- database: a row commits on the server of its organization, after its transaction has ended where it was numbered. Each row takes a
-- place when it is written. The sealer takes every row that it sees, in order of place (docs/decisions/0155).
create sequence audit_place;
grant usage on sequence audit_place to mos_write;

alter table audit_unsealed no force row level security;
alter table audit_unsealed add column place bigint;
update audit_unsealed u set place = p.place
  from (select org_id, transaction, event_id, row_number() over (order by transaction, event_id) as place
    from audit_unsealed) as p
  where u.org_id = p.org_id and u.transaction = p.transaction and u.event_id = p.event_id;
select setval('audit_place', coalesce(max(place), 0) + 1, false) from audit_unsealed;
alter table audit_unsealed
  drop constraint audit_unsealed_pkey,
  drop column transaction,
  alter column place set default nextval('audit_place'),
  alter column place set not null,
  add primary key (org_id, place);
alter table audit_unsealed force row level security;
