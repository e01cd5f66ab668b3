import { type Generated, type RawBuilder, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { type Column, namesOf, unnested, unnestedValuesInTurns } from '../../../db/unnested.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type {
  EventChanges,
  EventSource,
  FeedRow,
  MoneyKind,
  MoneyLine,
  MoneyStage,
  RevenueChannel,
  RevenueDay,
  RevenueEvent,
  RevenueRecord,
  StoredFigures,
} from './record.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    revenue_part: {
      org_id: string;
      channel: string;
      account_id: string;
      name: string;
      version: string;
      written_time: Date;
      bytes: number | null;
      is_whole: Generated<boolean>;
      state: 'FOUND' | 'READ' | 'FAULTY';
      found_time: Date;
      read_time: Date | null;
      rows: Generated<number>;
      new_rows: Generated<number>;
      fault: object | string | null;
      operation_id: string | null;
    };
    revenue_channel: {
      org_id: string;
      channel: string;
    };
    revenue_row: {
      org_id: string;
      channel: string;
      dataset: string;
      key: string;
      version: string;
      hash: Buffer;
      is_deleted: boolean;
      superseded: Generated<boolean>;
      columns: Record<string, string | null> | string;
      part: string;
      account_id: Generated<string | null>;
      record_id: string | null;
      day: string | null;
      read_time: Date;
    };
    revenue_line: {
      org_id: string;
      channel: string;
      dataset: string;
      key: string;
      position: number;
      record_id: string | null;
      currency: string;
      stage: MoneyStage;
      kind: MoneyKind;
      nature: MoneyLine['nature'];
      amount: Decimal;
      /** What a payout contains of it, in the currency of that; null: `amount`. */
      paid_amount: Decimal | null;
      paid_currency: string | null;
      time: Date;
      day: string;
      due_time: Date | null;
      period_start: Date | null;
      period_end: Date | null;
      billing_model: string | null;
      quantity: Decimal | null;
      product: string | null;
      offer: string | null;
      agreement: string | null;
      buyer: string | null;
      plan: string | null;
      dimension: string | null;
      invoice: string | null;
      invoice_id: string | null;
      payout: string | null;
      failure: string | null;
      trace: string | null;
      partner_type: string | null;
    };
    revenue_record: Omit<RevenueRecord, 'unmatched' | 'collectable' | 'outstanding' | 'version'> & {
      org_id: string;
      unmatched: RevenueRecord['unmatched'] | string;
      matched: Generated<boolean>;
      collectable: Generated<Decimal>;
      outstanding: Generated<Decimal>;
      version: Generated<number>;
    };
    revenue_day: RevenueDay & { org_id: string };
    revenue_total: StoredFigures & {
      org_id: string;
      channel: string;
      currency: string;
      day: string;
      days: number;
      records: number;
    };
    revenue_event: Omit<RevenueEvent, 'source' | 'changes'> & {
      org_id: string;
      source: EventSource | string;
      changes: EventChanges | string;
    };
  }
}

/** A row without its columns. */
export type RowHead = Omit<FeedRow, 'columns'>;

/** A row with its hash, as it is stored. */
export type NewRow = {
  row: RowHead;
  /** SHA-256 of its columns, in hexadecimal. */
  hash: string;
  /** Its columns as JSON. */
  text: string;
  superseded: boolean;
  recordId: string | null;
  /** A time on its day in UTC. */
  day: Date | null;
};

/** A line of the newest version of a row. `invoiceId`: the invoice of this service that it names. */
export type NewLine = { row: RowHead; position: number; line: MoneyLine; invoiceId: string | null };

export type RowKey = Pick<FeedRow, 'dataset' | 'key'>;

export type RowVersion = RowKey & { version: string; hash: string };

export type StoredVersion = RowVersion & { superseded: boolean; isDeleted: boolean };

/**
 * Arrivals of a channel are stored one after another, as each changes what the others have added up. Channels do not
 * wait for each other: no row belongs to two. The channel has a row from then on, which `foldRecords` needs.
 */
export const lockChannel = async (db: OrgDb, channel: RevenueChannel): Promise<void> => {
  // A backfill begins with empty tables: a plan kept from then would scan them for ever.
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db.raw);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`revenue\n${db.orgId}\n${channel}`}, 0))`.execute(db.raw);
  await sql`insert into revenue_channel (org_id, channel) values (${db.orgId}, ${channel}) on conflict do nothing`.execute(
    db.raw,
  );
};

export const keyColumns: readonly Column<RowKey>[] = [
  ['dataset', 'text', ({ dataset }) => dataset],
  ['key', 'text', ({ key }) => key],
];

const versionColumns: readonly Column<RowVersion>[] = [
  ...keyColumns,
  ['version', 'text', ({ version }) => version],
  ['hash', 'text', ({ hash }) => hash],
];

/** All versions that are stored of these keys. */
export const findVersions = async (
  db: OrgDb,
  channel: RevenueChannel,
  keys: readonly RowKey[],
): Promise<StoredVersion[]> => {
  const { rows } = await sql<StoredVersion>`
    select r.dataset, r.key, r.version, encode(r.hash, 'hex') as hash, r.superseded, r.is_deleted as "isDeleted"
    from ${unnested(keyColumns, keys)}
    cross join lateral (
      select dataset, key, version, hash, superseded, is_deleted from revenue_row
      where org_id = ${db.orgId} and channel = ${channel} and dataset = u.dataset and key = u.key offset 0
    ) as r
  `.execute(db.raw);
  return rows;
};

/** Stored rows as the partner wrote them. */
export const findRows = async (
  db: OrgDb,
  channel: RevenueChannel,
  versions: readonly RowVersion[],
): Promise<FeedRow[]> => {
  const { rows } = await sql<FeedRow>`
    select r.dataset, r.key, r.version, r.is_deleted as "isDeleted", r.columns
    from ${unnested(versionColumns, versions)}
    join revenue_row r on r.dataset = u.dataset and r.key = u.key and r.hash = decode(u.hash, 'hex')
    where r.org_id = ${db.orgId} and r.channel = ${channel}
  `.execute(db.raw);
  return rows;
};

const rowColumns: readonly Column<NewRow>[] = [
  ['dataset', 'text', ({ row }) => row.dataset],
  ['key', 'text', ({ row }) => row.key],
  ['version', 'text', ({ row }) => row.version],
  ['hash', 'bytea', ({ hash }) => hash],
  ['is_deleted', 'boolean', ({ row }) => row.isDeleted],
  ['superseded', 'boolean', ({ superseded }) => superseded],
  ['columns', 'json', ({ text }) => text],
  ['record_id', 'text', ({ recordId }) => recordId],
  ['day', 'date', ({ day }) => day],
];

/** Items as a statement takes them. */
export type Written = RawBuilder<unknown>;

export const writeNewRows = (rows: readonly NewRow[]): Promise<Written> => unnestedValuesInTurns(rowColumns, rows);

/** Stores rows that are not stored yet. */
export const insertRows = async (
  db: OrgDb,
  { channel, part, accountId, now }: { channel: RevenueChannel; part: string; accountId: string | null; now: Date },
  rows: Written,
): Promise<void> => {
  await sql`
    insert into revenue_row (org_id, channel, part, account_id, read_time, ${namesOf(rowColumns)})
    values (${db.orgId}, ${channel}, ${part}, ${accountId}, ${now}, ${rows})
  `.execute(db.raw);
};

/** What a line that no longer counts had been about. */
export type RemovedLine = RowKey & {
  record_id: string | null;
  payout: string | null;
  failure: string | null;
  kind: string;
};

/** Raises the versions of stored rows that were seen again. */
export const raiseVersions = async (
  db: OrgDb,
  channel: RevenueChannel,
  versions: readonly RowVersion[],
): Promise<void> => {
  await sql`
    update revenue_row r set version = u.version from ${unnested(versionColumns, versions)}
    where r.org_id = ${db.orgId} and r.channel = ${channel} and r.dataset = u.dataset and r.key = u.key
      and r.hash = decode(u.hash, 'hex')
  `.execute(db.raw);
};

/** Lets these rows count, and all others of their keys be superseded. Removes the lines that had counted. */
export const supersede = async (
  db: OrgDb,
  channel: RevenueChannel,
  versions: readonly RowVersion[],
): Promise<RemovedLine[]> => {
  await sql`
    update revenue_row r set superseded = r.hash <> decode(u.hash, 'hex') from ${unnested(versionColumns, versions)}
    where r.org_id = ${db.orgId} and r.channel = ${channel} and r.dataset = u.dataset and r.key = u.key
      and r.superseded <> (r.hash <> decode(u.hash, 'hex'))
  `.execute(db.raw);
  return removeLines(db, channel, versions);
};

const removeLines = async (db: OrgDb, channel: RevenueChannel, keys: readonly RowKey[]): Promise<RemovedLine[]> => {
  const { rows } = await sql<RemovedLine>`
    delete from revenue_line l using ${unnested(keyColumns, keys)}
    where l.org_id = ${db.orgId} and l.channel = ${channel} and l.dataset = u.dataset and l.key = u.key
    returning l.dataset, l.key, l.record_id, l.payout, l.failure, l.kind
  `.execute(db.raw);
  return rows;
};

const lineColumns: readonly Column<NewLine>[] = [
  ['dataset', 'text', ({ row }) => row.dataset],
  ['key', 'text', ({ row }) => row.key],
  ['position', 'smallint', ({ position }) => position],
  ['record_id', 'text', ({ line }) => line.recordId],
  ['currency', 'text', ({ line }) => line.currency],
  ['stage', 'text', ({ line }) => line.stage],
  ['kind', 'text', ({ line }) => line.kind],
  ['nature', 'text', ({ line }) => line.nature],
  ['amount', 'numeric', ({ line }) => line.amount],
  ['paid_amount', 'numeric', ({ line }) => line.paid?.amount ?? null],
  ['paid_currency', 'text', ({ line }) => line.paid?.currency ?? null],
  ['time', 'timestamptz', ({ line }) => line.time],
  ['day', 'date', ({ line }) => line.time],
  ['due_time', 'timestamptz', ({ line }) => line.dueTime ?? null],
  ['period_start', 'timestamptz', ({ line }) => line.periodStart ?? null],
  ['period_end', 'timestamptz', ({ line }) => line.periodEnd ?? null],
  ['billing_model', 'text', ({ line }) => line.billingModel ?? null],
  ['quantity', 'numeric', ({ line }) => line.quantity ?? null],
  ['product', 'text', ({ line }) => line.references.product ?? null],
  ['offer', 'text', ({ line }) => line.references.offer ?? null],
  ['agreement', 'text', ({ line }) => line.references.agreement ?? null],
  ['buyer', 'text', ({ line }) => line.references.buyer ?? null],
  ['plan', 'text', ({ line }) => line.references.plan ?? null],
  ['dimension', 'text', ({ line }) => line.references.dimension ?? null],
  ['invoice', 'text', ({ line }) => line.references.invoice ?? null],
  ['invoice_id', 'uuid', ({ invoiceId }) => invoiceId],
  ['payout', 'text', ({ line }) => line.references.payout ?? null],
  ['failure', 'text', ({ line }) => line.references.failure ?? null],
  ['trace', 'text', ({ line }) => line.references.trace ?? null],
  ['partner_type', 'text', ({ line }) => line.references.partnerType ?? null],
];

export const writeNewLines = (lines: readonly NewLine[]): Promise<Written> => unnestedValuesInTurns(lineColumns, lines);

/** Stores the lines of new versions; those of the versions before were removed. */
export const insertLines = async (db: OrgDb, channel: RevenueChannel, lines: Written): Promise<void> => {
  await sql`
    insert into revenue_line (org_id, channel, ${namesOf(lineColumns)})
    values (${db.orgId}, ${channel}, ${lines})
  `.execute(db.raw);
};

/** The records that were, or would have been, paid out by these payouts or their failures. */
export const findPaidRecords = async (
  db: OrgDb,
  channel: RevenueChannel,
  payouts: readonly string[],
): Promise<{ record_id: string; payout: string }[]> => {
  const { rows } = await sql<{ record_id: string; payout: string }>`
    select distinct record_id, payout from revenue_line
    where org_id = ${db.orgId} and channel || '' = ${channel} and payout = any(${[...payouts]}::text[]) and record_id is not null
  `.execute(db.raw);
  return rows;
};

/** What an account has a part of one name of, as another account may have one of the same name. */
export type OwnPart = { channel: RevenueChannel; part: string; accountId: string | null };

/**
 * Rows that count, of a part that has all its rows in each version, and are older than its latest version. Rows that an
 * earlier release has stored may name no account; of GCP they have keys without one. A part that it had read in part is read
 * again in the same version, so those keys are withdrawn of that version, too.
 */
export const findWithdrawn = async (
  db: OrgDb,
  { channel, part, accountId, isEmpty }: OwnPart & { isEmpty: boolean },
  limit: number,
): Promise<RowVersion[]> => {
  const ofPart = sql`channel = ${channel} and part = ${part} and channel in ('GCP', 'ADYEN') and not superseded`;
  const isOwn = sql`account_id = ${accountId}::text`;
  const namesAccount = sql`right(key, length(${accountId}::text) + 1) = '|' || ${accountId}::text`;
  const latest = sql`order by version desc limit 1`;
  const { rows } = await sql<RowVersion>`
    select dataset, key, version, encode(hash, 'hex') as hash from revenue_row
    where org_id = ${db.orgId} and ${ofPart} and (account_id is null or ${isOwn})
      and (${isEmpty}
        or version < coalesce(
          (select version from revenue_row where org_id = ${db.orgId} and ${ofPart} and ${isOwn} ${latest}),
          (select version from revenue_row where org_id = ${db.orgId} and ${ofPart} and account_id is null ${latest}))
        or (channel = 'GCP' and not ${namesAccount} and version <= (
          select version from revenue_row where org_id = ${db.orgId} and ${ofPart} and ${isOwn} and ${namesAccount} ${latest})))
    order by dataset, key limit ${limit}
  `.execute(db.raw);
  return rows;
};

/** Lets no row of these keys count. Returns the lines that had counted. */
export const withdraw = async (db: OrgDb, channel: RevenueChannel, keys: readonly RowKey[]): Promise<RemovedLine[]> => {
  await sql`
    update revenue_row r set superseded = true from ${unnested(keyColumns, keys)}
    where r.org_id = ${db.orgId} and r.channel = ${channel} and r.dataset = u.dataset and r.key = u.key and not r.superseded
  `.execute(db.raw);
  return removeLines(db, channel, keys);
};
