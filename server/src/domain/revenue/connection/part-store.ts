import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { FoundPart, PartOwner, RunProgress, SyncError } from './connection.ts';

/** Stores parts as FOUND that are new or have another version than before. Returns how many these are. */
export const insertFoundParts = async (
  db: OrgDb,
  { channel, accountId }: PartOwner,
  parts: readonly FoundPart[],
  now: Date,
): Promise<number> => {
  const names = parts.map(({ name }) => name);
  const versions = parts.map(({ version }) => version);
  const times = parts.map(({ written_time: time }) => time.toISOString());
  const bytes = parts.map((part) => part.bytes);
  const wholes = parts.map(({ is_whole: isWhole }) => isWhole);
  const { numAffectedRows } = await sql`
    insert into revenue_part
      (org_id, channel, account_id, name, version, written_time, bytes, is_whole, state, found_time)
    values (${db.orgId}, ${channel}, ${accountId}, unnest(${names}::text[]), unnest(${versions}::text[]),
      unnest(${times}::timestamptz[]), unnest(${bytes}::bigint[]), unnest(${wholes}::boolean[]), 'FOUND', ${now})
    on conflict (org_id, channel, account_id, name) do update
      set version = excluded.version, written_time = excluded.written_time, bytes = excluded.bytes,
        is_whole = excluded.is_whole, state = 'FOUND', found_time = excluded.found_time, read_time = null, rows = 0, new_rows = 0,
        fault = null, operation_id = null
      where revenue_part.version <> excluded.version
  `.execute(db.raw);
  return Number(numAffectedRows ?? 0n);
};

const beginning = { written_time: new Date(0), name: '' };

/** Names of the parts, written since a time, that are still to be read or are not what they say. */
export const findUnfinishedParts = async (
  db: OrgDb,
  { channel, accountId }: PartOwner,
  since: Date,
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from revenue_part
    where org_id = ${db.orgId} and channel = ${channel} and account_id = ${accountId} and state in ('FOUND', 'FAULTY')
      and written_time >= ${since}
  `.execute(db.raw);
  return rows.map(({ name }) => name);
};

/** Forgets parts of which nothing counts as read. */
export const deleteUnfinishedParts = async (
  db: OrgDb,
  { channel, accountId }: PartOwner,
  names: readonly string[],
): Promise<void> => {
  await sql`
    delete from revenue_part
    where org_id = ${db.orgId} and channel = ${channel} and account_id = ${accountId} and state in ('FOUND', 'FAULTY')
      and name = any(${names as string[]}::text[])
  `.execute(db.raw);
};

/** The oldest part after the given one that is to be read and that was not tried by the run. */
export const findNextPart = async (
  db: OrgDb,
  { channel, accountId }: PartOwner,
  operationId: string,
  after: Pick<FoundPart, 'written_time' | 'name'> = beginning,
): Promise<FoundPart | undefined> => {
  const { rows } = await sql<FoundPart>`
    select name, version, written_time, bytes, is_whole from revenue_part
    where org_id = ${db.orgId} and channel = ${channel} and account_id = ${accountId} and state = 'FOUND'
      and operation_id is distinct from ${operationId}::uuid
      and (written_time, name) > (${after.written_time}::timestamptz, ${after.name}::text)
    order by written_time, name limit 1
  `.execute(db.raw);
  return rows[0];
};

type PartVersion = Pick<FoundPart, 'name' | 'version'>;

/** Counts rows of a part that were stored and had not been before. `fault`: what is odd about them. */
export const addNewRows = async (
  db: OrgDb,
  { channel, accountId }: PartOwner,
  { name, version }: PartVersion,
  { newRows, fault }: { newRows: number; fault: SyncError | null },
): Promise<void> => {
  await sql`
    update revenue_part
    set new_rows = new_rows + ${newRows},
      fault = coalesce(${fault === null ? null : JSON.stringify(fault)}::jsonb, fault)
    where org_id = ${db.orgId} and channel = ${channel} and account_id = ${accountId} and name = ${name}
      and version = ${version} and state = 'FOUND'
  `.execute(db.raw);
};

type Settled = {
  state: 'FOUND' | 'READ' | 'FAULTY';
  operationId: string;
  rows: number;
  fault: SyncError | null;
  now: Date;
};

/** Writes the outcome of a part that was still to be read in this version. Returns whether it was. `kept`: code of a fault that a read part keeps. */
export const settlePartRow = async (
  db: OrgDb,
  { channel, accountId }: PartOwner,
  { name, version }: PartVersion,
  { state, operationId, rows, fault, now }: Settled,
  kept: string,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update revenue_part
    set state = ${state}, operation_id = ${operationId}, rows = ${rows}, read_time = ${state === 'FOUND' ? null : now},
      fault = coalesce(${fault === null ? null : JSON.stringify(fault)}::jsonb,
        case when fault ->> 'code' = ${kept}::text then fault end)
    where org_id = ${db.orgId} and channel = ${channel} and account_id = ${accountId} and name = ${name}
      and version = ${version} and state = 'FOUND'
  `.execute(db.raw);
  return Number(numAffectedRows ?? 0n) > 0;
};

/** What a run has read so far. `changing`: the code of a part that was only written again meanwhile. */
export const findProgress = async (
  db: OrgDb,
  { channel, accountId }: PartOwner,
  operationId: string,
  changing: string,
): Promise<RunProgress> => {
  const { rows } = await sql<RunProgress>`
    select count(*) filter (where state = 'FOUND' and not is_own)::int as left,
      count(*) filter (where state = 'READ' and is_own)::int as read,
      coalesce(sum(rows) filter (where state = 'READ' and is_own), 0)::float8 as rows,
      coalesce(sum(new_rows) filter (where is_own), 0)::float8 as "newRows",
      count(*) filter (where state = 'FAULTY' and is_own)::int as faulty,
      (array_agg(fault order by written_time, name) filter (where state = 'FAULTY' and is_own))[1] as fault,
      count(*) filter (where state = 'FOUND' and is_own)::int as undelivered,
      (array_agg(fault order by written_time, name)
        filter (where state = 'FOUND' and is_own and fault ->> 'code' <> ${changing}::text))[1] as failure
    from (
      select p.*, p.operation_id is not distinct from ${operationId}::uuid as is_own from revenue_part p
      where p.org_id = ${db.orgId} and p.channel = ${channel} and p.account_id = ${accountId}
    ) as own
  `.execute(db.raw);
  return rows[0] as RunProgress;
};

export type Faults = { count: number; newest: SyncError | null };

/**
 * The parts that are not what they say and were not replaced yet. The newest fault may be that of a part which was read
 * after `since`.
 */
export const findFaults = async (db: OrgDb, { channel, accountId }: PartOwner, since: Date): Promise<Faults> => {
  const { rows } = await sql<Faults>`
    select count(*) filter (where state = 'FAULTY')::int as count,
      (array_agg(fault order by state = 'FAULTY' desc, read_time desc, name))[1] as newest
    from revenue_part
    where org_id = ${db.orgId} and channel = ${channel} and account_id = ${accountId}
      and (state = 'FAULTY' or state = 'READ' and fault is not null and read_time > ${since})
  `.execute(db.raw);
  return rows[0] as Faults;
};
