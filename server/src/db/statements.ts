import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { arrayText } from './array-text.ts';
import type { BoundedRows, Statement } from './bounded-rows.ts';
import { observeStatement } from './statement-observer.ts';
import type { Tables } from './tables.ts';

/** The maximum size of one result; `maxRows` is the statement's own limit. */
export type Bound = { maxBytes: number; maxRows: number };

/** Where a statement is sent: a pooled client inside a transaction, or the pool itself for a single read. */
export type Sender = {
  /** Whether statements that recur are prepared on the connection under a name. */
  readonly namesStatements: boolean;
  query(config: Statement): Promise<{ rows: unknown[]; rowCount: number | null }>;
  queryUpTo(config: Statement, bound: Bound): Promise<BoundedRows>;
};

/** Prepared statements stay in the server's memory for the life of a connection, so their number is bounded. */
const maxNamedStatements = 400;
const names = new Map<string, string>();
const seenOnce = new Set<string>();

/**
 * Statements are named from their second use on; filters written by callers produce many texts that occur only once.
 */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= maxNamedStatements) return undefined;
  if (!seenOnce.has(text)) {
    if (seenOnce.size >= maxNamedStatements) seenOnce.clear();
    seenOnce.add(text);
    return undefined;
  }
  seenOnce.delete(text);
  const name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
  names.set(text, name);
  return name;
};

const statementOf = ({ namesStatements }: Sender, text: string, values: readonly unknown[]): Statement => {
  observeStatement(text);
  const name = namesStatements ? nameOf(text) : undefined;
  const sent = values.map((value) => (Array.isArray(value) ? arrayText(value) : value));
  return { ...(name === undefined ? {} : { name }), text, values: sent };
};

/** Sends one statement, named (prepared once on each connection) if it recurs and the connection allows it. */
export const sendStatement = async (
  sender: Sender,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: unknown[]; rowCount: number }> => {
  const result = await sender.query(statementOf(sender, text, values));
  return { rows: result.rows, rowCount: result.rowCount ?? 0 };
};

/** Like `sendStatement`, for a select whose rows may be large: the result ends with the last row that fits. */
export const sendUpTo = (
  sender: Sender,
  text: string,
  values: readonly unknown[],
  bound: Bound,
): Promise<BoundedRows> => sender.queryUpTo(statementOf(sender, text, values), bound);

/** Kysely over one sender. Transactions are opened by `transaction.ts`, never by Kysely. */
export const statementsOver = (sender: Sender): Kysely<Tables> => {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(compiled: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, rowCount } = await sendStatement(sender, compiled.sql, compiled.parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount) };
    },
    streamQuery: () => {
      throw new Error('streaming is not used');
    },
  };
  const refuse = async (): Promise<void> => {
    throw new Error('open transactions with db/transaction.ts');
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
};
