-- Revenue: what partners state (parts and their rows), the amounts in it (lines), and what these add up to: by record and day, by
-- record, and by day of a channel. Each is computed from the one before (docs/decisions/0109-revenue-is-a-ledger-of-lines.md).

-- How far a channel is read, and how well. operation_id: the last sync that ended; synced_time: the start of the last one that did
-- not fail. A sync in progress is a running operation, the next one a row of due. backfill_*: the last backfill.
create table revenue_sync (
  org_id uuid not null,
  channel text not null,
  connection_id uuid not null,
  last_sync_time timestamptz,
  last_sync_status text not null default 'NEVER' check (last_sync_status in ('NEVER', 'SUCCESS', 'FAILED')),
  consecutive_error_count int not null default 0 check (consecutive_error_count >= 0),
  last_error jsonb,
  synced_time timestamptz,
  operation_id uuid,
  backfill_operation_id uuid,
  backfill_start date,
  backfill_end date,
  backfill_time timestamptz,
  version bigint not null default 1,
  primary key (org_id, channel)
);
select mos_fence('revenue_sync');

-- A file of a channel, or what is read as one. FOUND: listed and not read in this version yet. FAULTY: not what it says; read again
-- when it has another version. operation_id: the run that read it, or to which the partner did not deliver it (FOUND). fault: why it
-- is FAULTY, or was not delivered. is_whole: each version has all rows of the part.
create table revenue_part (
  org_id uuid not null,
  channel text not null,
  account_id text not null,
  name text not null,
  version text not null,
  written_time timestamptz not null,
  bytes bigint,
  is_whole boolean not null default false,
  state text not null check (state in ('FOUND', 'READ', 'FAULTY')),
  found_time timestamptz not null,
  read_time timestamptz,
  rows bigint not null default 0,
  new_rows bigint not null default 0,
  fault jsonb,
  operation_id uuid,
  primary key (org_id, channel, account_id, name)
);
create index revenue_part_found on revenue_part (org_id, channel, account_id, written_time, name) where state = 'FOUND';
create index revenue_part_faulty on revenue_part (org_id, channel, account_id, read_time) where state = 'FAULTY';
select mos_fence('revenue_part');

-- A row as the partner wrote it, once however often it comes. Its columns never change. version: the greatest with which it came.
-- superseded: another row of the key counts, or none any more. hash: SHA-256 of the columns. record_id, day: what its first line says; null if it states no amount of a record.
create table revenue_row (
  org_id uuid not null,
  channel text not null,
  dataset text not null,
  key text not null,
  version text not null,
  hash bytea not null,
  is_deleted boolean not null,
  superseded boolean not null default false,
  columns jsonb not null,
  part text not null,
  record_id text,
  day date,
  read_time timestamptz not null,
  primary key (org_id, channel, dataset, key, hash)
);
create index revenue_row_day on revenue_row (org_id, channel, day, dataset, key) where record_id is not null and not superseded;
create index revenue_row_record on revenue_row (org_id, record_id, channel) where record_id is not null;
create index revenue_row_whole_part on revenue_row (org_id, channel, part, version)
  where channel in ('GCP', 'ADYEN') and not superseded;
select mos_fence('revenue_row');
revoke update, delete on revenue_row from mos_write;
grant update (superseded, version) on revenue_row to mos_write;

-- The amounts of the newest version of each row, from the seller's view: what the seller receives is positive. invoice_id: the
-- invoice of this service that the partner names.
create table revenue_line (
  org_id uuid not null,
  channel text not null,
  dataset text not null,
  key text not null,
  position smallint not null,
  record_id text,
  currency text not null,
  stage text not null check (stage in ('BILLED', 'COLLECTED', 'DISBURSED', 'FORGIVEN')),
  kind text not null check (kind in ('REVENUE', 'TAX', 'PARTNER_TAX', 'FEE', 'COST', 'PAYOUT', 'ADJUSTMENT')),
  nature text not null check (nature in ('PLAIN', 'RETURN', 'FAILED')),
  amount numeric not null,
  time timestamptz not null,
  day date not null,
  due_time timestamptz,
  period_start timestamptz,
  period_end timestamptz,
  billing_model text,
  quantity numeric,
  product text,
  offer text,
  agreement text,
  buyer text,
  plan text,
  dimension text,
  invoice text,
  invoice_id uuid,
  payout text,
  failure text,
  trace text,
  partner_type text,
  primary key (org_id, channel, dataset, key, position)
);
-- Columns of high selectivity follow org_id: without statistics, as in a first backfill, (org_id, channel) looks as good as a whole key.
create index revenue_line_record on revenue_line (org_id, record_id) where record_id is not null;
create index revenue_line_payout on revenue_line (org_id, payout) where payout is not null and record_id is not null;
create index revenue_line_bank on revenue_line (org_id, payout) where kind = 'PAYOUT';
create index revenue_line_failure on revenue_line (org_id, failure) where nature = 'FAILED';
select mos_fence('revenue_line');

-- A sale at a partner in one currency: the sum of its lines, and what it was matched to. id is derived from channel, record_id and
-- currency, so that the same rows always make the same record. unmatched: {what: why}. Figures are those of `RevenueFigures`.
create table revenue_record (
  org_id uuid not null,
  id uuid not null,
  channel text not null,
  record_id text not null,
  currency text not null,
  type text not null check (type in ('CHARGE', 'REFUND', 'CREDIT', 'ADJUSTMENT')),
  billed numeric not null,
  refunded numeric not null,
  tax numeric not null,
  partner_tax numeric not null,
  fee numeric not null,
  cost numeric not null,
  adjusted numeric not null,
  forgiven numeric not null,
  collected numeric not null,
  disbursed numeric not null,
  refund_disbursed numeric not null,
  collectable numeric not null generated always as (billed + tax - fee - cost + adjusted) stored,
  outstanding numeric not null generated always as (billed + tax - fee - cost + adjusted - forgiven - collected) stored,
  first_day date not null,
  last_day date not null,
  invoice_time timestamptz,
  refund_time timestamptz,
  due_time timestamptz,
  period_start timestamptz,
  period_end timestamptz,
  collected_time timestamptz,
  disbursed_time timestamptz,
  refund_disbursed_time timestamptz,
  billing_model text,
  product text,
  offer text,
  agreement text,
  buyer text,
  plan text,
  invoice text,
  payout text,
  trace text,
  partner_type text,
  product_id uuid,
  offer_id uuid,
  entitlement_id uuid,
  buyer_id uuid,
  unmatched jsonb not null default '{}',
  matched boolean not null generated always as (unmatched = '{}'::jsonb) stored,
  creation_time timestamptz not null,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id, id)
);
create unique index revenue_record_key on revenue_record (org_id, record_id, channel, currency);
create index revenue_record_day on revenue_record (org_id, first_day desc, id desc);
create index revenue_record_channel on revenue_record (org_id, channel, first_day desc, id desc);
create index revenue_record_creation on revenue_record (org_id, creation_time desc, id desc);
create index revenue_record_creation_unmatched on revenue_record (org_id, creation_time desc, id desc) where not matched;
create index revenue_record_update on revenue_record (org_id, last_update_time desc, id desc);
create index revenue_record_agreement on revenue_record (org_id, channel, agreement) where agreement is not null;
create index revenue_record_entitlement on revenue_record (org_id, entitlement_id, first_day) where entitlement_id is not null;
create index revenue_record_buyer on revenue_record (org_id, buyer_id, first_day) where buyer_id is not null;
create index revenue_record_product on revenue_record (org_id, product_id, first_day) where product_id is not null;
create index revenue_record_invoice on revenue_record (org_id, invoice) where invoice is not null;
create index revenue_record_trace on revenue_record (org_id, trace) where trace is not null;
create index revenue_record_unfound on revenue_record (org_id, channel, id)
  where 'NOT_FOUND' in (unmatched ->> 'product', unmatched ->> 'offer', unmatched ->> 'entitlement', unmatched ->> 'buyer');
select mos_fence('revenue_record');

-- What the lines of a record on one day (UTC) add up to. The sum over its days is the record.
create table revenue_day (
  org_id uuid not null,
  revenue_id uuid not null,
  day date not null,
  channel text not null,
  currency text not null,
  billed numeric not null,
  refunded numeric not null,
  tax numeric not null,
  partner_tax numeric not null,
  fee numeric not null,
  cost numeric not null,
  adjusted numeric not null,
  forgiven numeric not null,
  collected numeric not null,
  disbursed numeric not null,
  refund_disbursed numeric not null,
  primary key (org_id, revenue_id, day)
);
create index revenue_day_day on revenue_day (org_id, channel, day, revenue_id);
create index revenue_day_all on revenue_day (org_id, day, revenue_id);
select mos_fence('revenue_day');

-- What all records of a channel add up to on a day. records: how many have their first day then; days: how many rows of revenue_day.
create table revenue_total (
  org_id uuid not null,
  channel text not null,
  currency text not null,
  day date not null,
  billed numeric not null,
  refunded numeric not null,
  tax numeric not null,
  partner_tax numeric not null,
  fee numeric not null,
  cost numeric not null,
  adjusted numeric not null,
  forgiven numeric not null,
  collected numeric not null,
  disbursed numeric not null,
  refund_disbursed numeric not null,
  days bigint not null,
  records bigint not null,
  primary key (org_id, channel, currency, day)
);
select mos_fence('revenue_total');

-- What each arrival changed in a record: a chain of hashes over sequence, type, time, source, changes and the hash before.
create table revenue_event (
  org_id uuid not null,
  revenue_id uuid not null,
  sequence int not null,
  type text not null
    check (type in ('INGESTED', 'BILLED', 'COLLECTED', 'DISBURSED', 'REFUNDED', 'ADJUSTED', 'MATCHED')),
  time timestamptz not null,
  source jsonb not null,
  changes jsonb not null,
  previous_hash text not null,
  hash text not null,
  primary key (org_id, revenue_id, sequence)
);
select mos_fence('revenue_event', append_only => true);

-- Whatever imports a product, offer, purchase or buyer: records that name one which was not found are matched again.
create function mos_match_revenue() returns trigger language plpgsql as $$
begin
  if exists (
    select from revenue_record where org_id = new.org_id and channel = new.partner
      and 'NOT_FOUND' in (unmatched ->> 'product', unmatched ->> 'offer', unmatched ->> 'entitlement', unmatched ->> 'buyer')
  ) then
    insert into due (org_id, kind, entity_id, due_time) values (new.org_id, 'revenue.match', new.partner, now())
    on conflict (org_id, kind, entity_id) do update set due_time = excluded.due_time, attempts = 0, last_error = null, retry_time = null;
  end if;
  return null;
end $$;
create trigger revenue_match_product after insert or update of entity_id, external_id on product
  for each row execute function mos_match_revenue();
create trigger revenue_match_offer after insert on offer_external_id for each row execute function mos_match_revenue();
create trigger revenue_match_purchase after insert or update of entitlement_id on entitlement_external_id
  for each row execute function mos_match_revenue();
create trigger revenue_match_entitlement after update of product_id, offer_id, buyer_id on entitlement
  for each row when ((old.product_id, old.offer_id, old.buyer_id) is distinct from (new.product_id, new.offer_id, new.buyer_id))
  execute function mos_match_revenue();
create trigger revenue_match_buyer after insert or update of account_id on buyer for each row execute function mos_match_revenue();

-- What a message announces of a channel that lists nothing.
create index partner_message_report on partner_message (org_id, partner, creation_time) where type = 'REPORT_AVAILABLE';

-- Accounts that are connected already and need nothing more are read, too.
alter table connection no force row level security;
do $$
declare connected record;
begin
  for connected in
    select org_id, id from connection
    where (partner, service) in (('STRIPE', 'PAYMENT'), ('AZURE', 'MARKETPLACE'))
  loop
    perform set_config('app.org_id', connected.org_id::text, true);
    insert into due (org_id, kind, entity_id, due_time) values (connected.org_id, 'revenue.sync', connected.id::text, now())
    on conflict (org_id, kind, entity_id) do nothing;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
alter table connection force row level security;
