import { sql } from 'kysely';
import type { SealPurpose } from './secrets.ts';
import type { Statements } from './store.ts';

/** A column of sealed values. `context` names the column whose value each of them is bound to. */
export type SealedColumn = {
  table: string;
  id: string;
  column: string;
  purpose: SealPurpose;
  context: string;
  /** The owner of the rows: an organization, behind row-level security, or the service. */
  of: 'organization' | 'service';
};

/**
 * A column of hashes of machine secrets, keyed by the master key: one hash as bytes or text, or a list of several. Most
 * are replaced when the secret is used.
 */
export type HashedColumn = { table: string; column: string; form: 'bytes' | 'base64url' | 'list'; live: string | null };

export type SealedValue = { id: string; context: string; sealed: string };

const outdated = ({ column }: SealedColumn, keyId: string) => sql`${sql.ref(column)} not like ${`v1.${keyId}.%`}`;

const within = (orgId: string | null) => (orgId === null ? sql`` : sql`and org_id = ${orgId}`);

/** Locks and returns the values after `after` that were sealed with a key other than this one. */
export const lockOutdated = async (
  statements: Statements,
  column: SealedColumn,
  { keyId, orgId, after, limit }: { keyId: string; orgId: string | null; after: string; limit: number },
): Promise<SealedValue[]> => {
  const id = sql`${sql.ref(column.id)}::text collate "C"`;
  const { rows } = await sql<SealedValue>`
    select ${sql.ref(column.id)}::text as id, ${sql.ref(column.context)}::text as context,
      ${sql.ref(column.column)} as sealed
    from ${sql.table(column.table)} where ${outdated(column, keyId)} and ${id} > ${after} ${within(orgId)}
    order by ${id} limit ${limit} for update
  `.execute(statements);
  return rows;
};

export const replaceSealed = async (
  statements: Statements,
  column: SealedColumn,
  { id, orgId, sealed }: { id: string; orgId: string | null; sealed: string },
): Promise<void> => {
  await sql`
    update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${sealed}
    where ${sql.ref(column.id)}::text = ${id} ${within(orgId)}
  `.execute(statements);
};

export const countOutdated = async (
  statements: Statements,
  column: SealedColumn,
  { keyId, orgId }: { keyId: string; orgId: string | null },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(column.table)} where ${outdated(column, keyId)} ${within(orgId)}
  `.execute(statements);
  return rows[0]?.count ?? 0;
};

export const findOrganizationIds = async (statements: Statements, after: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from organization where id > ${after} order by id limit ${limit}
  `.execute(statements);
  return rows.map(({ id }) => id);
};

/** The number of live rows of a column with a hash made with this key. */
export const countHashes = async (
  statements: Statements,
  { table, column, form, live }: HashedColumn,
  keyId: Buffer,
): Promise<number> => {
  // 8 bytes are the first 10 letters plus four bits.
  const letters = keyId.toString('base64url').slice(0, 10);
  const made = {
    bytes: sql`substring(${sql.ref(column)} from 1 for ${keyId.length}) = ${keyId}`,
    base64url: sql`left(${sql.ref(column)}, 10) = ${letters}`,
    list: sql`strpos(${sql.ref(column)}, ${`:${letters}`}) > 0`,
  }[form];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where ${made} ${live === null ? sql`` : sql`and ${sql.ref(live)} is null`}
  `.execute(statements);
  return rows[0]?.count ?? 0;
};
