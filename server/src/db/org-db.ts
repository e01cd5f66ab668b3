import type {
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { BoundedRows } from './bounded-rows.ts';
import { type Bound, type Sender, sendStatement, sendUpTo } from './statements.ts';
import type { Tables, TenantRow } from './tables.ts';

/** Names of the tables that carry `org_id`. */
export type TenantTable = { [T in keyof Tables]: Tables[T] extends TenantRow ? T : never }[keyof Tables] & string;

/**
 * The database as one organization sees it. Every builder made here already carries `org_id = <this organization>`, the
 * first fence; row-level security is the second. `raw` is for statements that the builders cannot express. They must
 * give each table its own `org_id = $n`, including in joins and subqueries; the test run checks every statement
 * (`tools/statements`).
 */
export type OrgDb = {
  readonly orgId: string;
  selectFrom<T extends TenantTable>(table: T): SelectQueryBuilder<Tables, T, Record<never, never>>;
  insertInto<T extends TenantTable>(
    table: T,
    rows: Omit<Insertable<Tables[T]>, 'org_id'> | readonly Omit<Insertable<Tables[T]>, 'org_id'>[],
  ): InsertQueryBuilder<Tables, T, InsertResult>;
  updateTable<T extends TenantTable>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult>;
  deleteFrom<T extends TenantTable>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult>;
  readonly raw: Kysely<Tables>;
  /** Sends a compiled statement, which names `org_id` itself (`db/prepared.ts`). */
  send(text: string, values: readonly unknown[]): Promise<{ rows: unknown[]; rowCount: number }>;
  /** Like `send`, for a select whose result must not exceed a number of bytes. */
  sendUpTo(text: string, values: readonly unknown[], bound: Bound): Promise<BoundedRows>;
  /**
   * The same builders for another ID: a placeholder when statements are compiled (`db/prepared.ts`), or the organization
   * whose fence the transaction is behind (`db/two-organizations.ts`).
   */
  withOrgId(id: string): OrgDb;
};

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The statement that puts the rest of a transaction behind the fence of an organization. Not `set_config()`: a distributed database
 * passes on what is SET, but not what a function sets.
 */
export const enterStatement = (orgId: string): string => {
  if (!uuidPattern.test(orgId)) throw new Error('not an organization id');
  return `set local app.org_id = '${orgId}'`;
};

type Filtered = { where(column: string, operator: '=', value: string): unknown };
type Loose = {
  selectFrom(table: string): Filtered;
  insertInto(table: string): { values(rows: object[]): unknown };
  updateTable(table: string): Filtered;
  deleteFrom(table: string): Filtered;
};

/** A connection, or the pool, with Kysely over it. */
export type Session = { statements: Kysely<Tables>; sender: Sender };

/** Kysely cannot type a filter on a table that is still a type parameter; this function contains the casts. */
export const bindToOrg = ({ statements, sender }: Session, orgId: string): OrgDb => {
  const loose = statements as unknown as Loose;
  return {
    orgId,
    raw: statements,
    send: (text, values) => sendStatement(sender, text, values),
    sendUpTo: (text, values, bound) => sendUpTo(sender, text, values, bound),
    withOrgId: (id) => bindToOrg({ statements, sender }, id),
    selectFrom: (table) => loose.selectFrom(table).where(`${table}.org_id`, '=', orgId) as never,
    insertInto: (table, rows) =>
      loose
        .insertInto(table)
        .values((Array.isArray(rows) ? rows : [rows]).map((row: object) => ({ ...row, org_id: orgId }))) as never,
    updateTable: (table) => loose.updateTable(table).where(`${table}.org_id`, '=', orgId) as never,
    deleteFrom: (table) => loose.deleteFrom(table).where(`${table}.org_id`, '=', orgId) as never,
  };
};
