import { type Kysely, type RawBuilder, sql } from 'kysely';
import { nilId } from '../kit/ids.ts';
import type { OrgDb } from './org-db.ts';
import type { Tables } from './tables.ts';

/**
 * The statements for the chain of audit rows. The sealer's cross organizations as `mos_system`, which can read the rows
 * and append to the chain; no role can change either.
 */
type Statements = Kysely<Tables>;

/** An audit row as it is hashed: every column as exact text. */
export type AuditText = {
  id: string;
  creation_time: string;
  wall_time: string;
  actor: string;
  action: string;
  entity_type: string;
  entity_id: string;
  request_id: string;
  source_ip: string | null;
  changes: string;
};

/** `place` is where the row stands among all rows, in the order in which they were written. */
export type UnsealedRow = AuditText & { place: number };
export type ChainHead = { sequence: number; hash: Buffer };
export type Seal = ChainHead & { place: number; previous_hash: Buffer };

/** Maximum held in memory at once; a single row may be larger. */
const batchBytes = 8 * 1024 * 1024;

const timeText = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const auditText = sql`a.id, ${timeText('a.creation_time')} as creation_time, ${timeText('a.wall_time')} as wall_time,
  a.actor::text as actor, a.action, a.entity_type, a.entity_id, a.request_id, a.source_ip, a.changes::text as changes`;

/** Organizations with rows in one of the tables, in order of ID, after the given one. Goes from each to the next by the index: there may be many rows. */
const findOrganizationsIn = async (
  db: Statements,
  table: 'audit_unsealed' | 'audit_event',
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const from = sql.table(table);
  const found: string[] = [];
  while (found.length < limit) {
    const { rows } = await sql<{ org_id: string }>`
      select org_id from ${from} where org_id > ${found.at(-1) ?? after ?? nilId}::uuid order by org_id limit 1
    `.execute(db);
    if (!rows[0]) break;
    found.push(rows[0].org_id);
  }
  return found;
};

export const findUnsealedOrganizations = (db: Statements, after: string | null, limit: number): Promise<string[]> =>
  findOrganizationsIn(db, 'audit_unsealed', after, limit);

export const findAuditedOrganizations = (db: Statements, after: string | null, limit: number): Promise<string[]> =>
  findOrganizationsIn(db, 'audit_event', after, limit);

/** Until the transaction ends no other process seals this organization. Returns false if another one does already. */
export const lockChain = async (db: Statements, orgId: string): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`audit chain ${orgId}`}, 0)) as locked
  `.execute(db);
  return rows[0]?.locked === true;
};

export const findChainHead = async (db: Statements, orgId: string): Promise<ChainHead | undefined> => {
  const { rows } = await sql<ChainHead>`
    select sequence, hash from audit_seal where org_id = ${orgId} order by sequence desc limit 1
  `.execute(db);
  return rows[0];
};

/**
 * The next committed rows of the organization in order of their places. A row that commits later is sealed later, whatever its place: no
 * row that is seen here can depend on one that is not. Of two rows that are seen, the second was written after the first was committed
 * only if its place is higher. `more`: not all rows fitted.
 */
export const findSealableRows = async (
  db: Statements,
  orgId: string,
  limit: number,
): Promise<{ rows: UnsealedRow[]; more: boolean }> => {
  const { rows } = await sql<UnsealedRow & { found: number }>`
    select * from (
      select r.*, count(*) over () as found,
        sum(octet_length(r.changes)) over (order by r.place) - octet_length(r.changes) as bytes_before
      from (
        select u.place, ${auditText} from audit_unsealed u join audit_event a on a.org_id = ${orgId} and a.id = u.event_id
        where u.org_id = ${orgId} order by u.place limit ${limit}
      ) as r
    ) as batch where bytes_before < ${batchBytes} order by place
  `.execute(db);
  const found = rows[0]?.found ?? 0;
  return { rows, more: found >= limit || found > rows.length };
};

/** Writes the links and removes their rows from the queue. Returns the number of rows removed. */
export const writeSeals = async (db: Statements, orgId: string, seals: readonly Seal[]): Promise<number> => {
  await sql`
    insert into audit_seal (org_id, sequence, event_id, previous_hash, hash)
    select u.org_id, g.sequence, u.event_id, g.previous_hash, g.hash
    from audit_unsealed u join unnest(${seals.map((seal) => seal.place)}::bigint[],
      ${seals.map((seal) => seal.sequence)}::bigint[], ${seals.map((seal) => seal.previous_hash)}::bytea[],
      ${seals.map((seal) => seal.hash)}::bytea[]) as g (place, sequence, previous_hash, hash) on g.place = u.place
    where u.org_id = ${orgId}
  `.execute(db);
  const { numAffectedRows = 0n } = await sql`
    delete from audit_unsealed where org_id = ${orgId} and place = any(${seals.map((seal) => seal.place)}::bigint[])
  `.execute(db);
  return Number(numAffectedRows);
};

/** A link of the chain with the row it seals, or without it if the row is missing. */
export type Link = { sequence: number; event_id: string; previous_hash: Buffer; hash: Buffer; row: AuditText | null };

/** The month (`YYYY-MM`) before which retention has dropped rows, and the least ID that is not of those; null if none were. */
export type Dropped = { before: string; firstId: string };

export const findDropped = async (db: OrgDb): Promise<Dropped | null> => {
  const { rows } = await sql<{ before: string | null; first_id: string | null }>`
    select to_char(max(month) + interval '1 month', 'YYYY-MM') as before,
      mos_id_at((max(month) + interval '1 month')::timestamp at time zone 'UTC') as first_id
    from month_retention where family = 'audit' and dropped_time is not null
  `.execute(db.raw);
  const [row] = rows;
  return row?.before && row.first_id ? { before: row.before, firstId: row.first_id } : null;
};

/** The links after a position in the chain, in order. */
export const findLinks = async (db: OrgDb, after: number, limit: number): Promise<Link[]> => {
  const { rows } = await sql<Omit<Link, 'row'> & { [Column in keyof AuditText]: AuditText[Column] | null }>`
    select * from (
      select l.*, sum(l.bytes) over (order by l.sequence) - l.bytes as bytes_before from (
        select s.sequence, s.event_id, s.previous_hash, s.hash, ${auditText},
          coalesce(octet_length(a.changes::text), 0) as bytes
        from audit_seal s left join audit_event a on a.org_id = ${db.orgId} and a.id = s.event_id
        where s.org_id = ${db.orgId} and s.sequence > ${after} order by s.sequence limit ${limit}
      ) as l
    ) as batch where bytes_before < ${batchBytes} order by sequence
  `.execute(db.raw);
  return rows.map((found) => ({
    sequence: found.sequence,
    event_id: found.event_id,
    previous_hash: found.previous_hash,
    hash: found.hash,
    row: found.id === null ? null : (found as AuditText),
  }));
};

export type Unsealed = {
  count: number;
  oldest: Date | null;
  /** A row that has no seal and is not waiting for one. */
  stray: string | null;
};

/** The rows without a seal among the next ones in order of ID, and the ID of the last row inspected. */
export const findUnsealed = async (
  db: OrgDb,
  after: string | null,
  limit: number,
): Promise<Unsealed & { last: string | null }> => {
  const { rows } = await sql<Unsealed & { last: string | null }>`
    with looked_at as (
      select a.id, a.wall_time, s.event_id is null as unsealed from (
        select id, wall_time from audit_event
        where org_id = ${db.orgId} and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}
      ) as a left join audit_seal s on s.org_id = ${db.orgId} and s.event_id = a.id
    )
    select count(*) filter (where unsealed) as count, min(wall_time) filter (where unsealed) as oldest,
      (select id from looked_at where unsealed and not exists (
        select from audit_unsealed u where u.org_id = ${db.orgId} and u.event_id = looked_at.id) order by id limit 1) as stray,
      (select id from looked_at order by id desc limit 1) as last
    from looked_at
  `.execute(db.raw);
  return rows[0] ?? { count: 0, oldest: null, stray: null, last: null };
};

/** A row that disappeared while it waited for its seal. */
export const findLost = async (db: OrgDb): Promise<string | null> => {
  const { rows } = await sql<{ event_id: string }>`
    select u.event_id from audit_unsealed u where u.org_id = ${db.orgId} and not exists (
      select from audit_event a where a.org_id = ${db.orgId} and a.id = u.event_id) limit 1
  `.execute(db.raw);
  return rows[0]?.event_id ?? null;
};
