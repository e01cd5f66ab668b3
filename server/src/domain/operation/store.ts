import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import { maxPageBytes, type PageRequest } from '../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../contract/query/select-page.ts';
import type { OrgDb } from '../../db/org-db.ts';
import { type OperationFilterNode, operationEventFields, operationFields } from './fields.ts';
import type { Operation, OperationEvent } from './operation.ts';

const columns = [
  'operation.id',
  'operation.name',
  'operation.status',
  'operation.scope',
  'operation.action',
  'operation.service',
  'operation.partner',
  'operation.partner_id',
  'operation.entity_id',
  'operation.parent_operation_id',
  'operation.message',
  sql<string | null>`operation.failure ->> 'code'`.as('failure_code'),
  'operation.start_time',
  'operation.end_time',
  'operation.version',
] as const;

const maxChildren = 100;

export const findOperation = async (db: OrgDb, id: string): Promise<Operation | undefined> =>
  (await db.selectFrom('operation').select(columns).where('operation.id', '=', id).executeTakeFirst()) as
    | Operation
    | undefined;

type SomeOperations = { rows: Operation[]; whole: boolean };

/** Operations that a statement selects, up to a page's size in bytes. */
const selectUpTo = async (db: OrgDb, statement: CompiledQuery, maxRows: number): Promise<SomeOperations> => {
  const { rows, whole } = await db.sendUpTo(statement.sql, statement.parameters, { maxBytes: maxPageBytes, maxRows });
  return { rows: rows as Operation[], whole };
};

/** The first hundred child operations, up to a page's size. The list of operations has all of them. */
export const selectChildren = async (db: OrgDb, id: string): Promise<Operation[]> => {
  const statement = db
    .selectFrom('operation')
    .select(columns)
    .where('operation.parent_operation_id', '=', id)
    .orderBy('operation.start_time')
    .orderBy('operation.id')
    .limit(maxChildren)
    .compile();
  return (await selectUpTo(db, statement, maxChildren)).rows;
};

const sqlTypes = {
  organization: 'uuid',
  operation: 'uuid',
  text: 'text',
  status: 'text',
  time: 'timestamptz',
} as const;

/** Null counts as a value here: an operation without a partner differs from every partner. */
const compile = (node: OperationFilterNode): RawBuilder<SqlBool> => {
  if ('args' in node) {
    return sql`(${sql.join(node.args.map(compile), node.operator === 'and' ? sql` and ` : sql` or `)})`;
  }
  const { column, type } = operationFields[node.field];
  const reference = sql.ref(`operation.${column}`);
  const values = node.values.filter((value) => value !== null);
  const sqlType = sql.raw(sqlTypes[type]);
  // By one value an index has the rows in the order of the list.
  const equal =
    values.length === 1
      ? sql`${reference} = ${values[0]}::${sqlType}`
      : sql`${reference} = any(${values}::${sqlType}[])`;
  const found = node.values.includes(null) ? sql`(${equal} or ${reference} is null)` : equal;
  return node.operator === 'in' ? sql`${found}` : sql`(${found}) is not true`;
};

export type OperationPage = {
  filter: OperationFilterNode | undefined;
  after: { startTime: Date; id: string } | undefined;
  limit: number;
};

/** Newest first. `whole` is false if not all rows fit into a page's size in bytes. */
export const selectOperations = async (db: OrgDb, { filter, after, limit }: OperationPage): Promise<SomeOperations> => {
  let query = db.selectFrom('operation').select(columns);
  if (filter) query = query.where(compile(filter));
  if (after)
    query = query.where(
      sql<SqlBool>`(operation.start_time, operation.id) < (${after.startTime}::timestamptz, ${after.id}::uuid)`,
    );
  const statement = query
    .orderBy('operation.start_time', 'desc')
    .orderBy('operation.id', 'desc')
    .limit(limit)
    .compile();
  return selectUpTo(db, statement, limit);
};

export const selectOperationEvents = (
  db: OrgDb,
  page: PageRequest,
  id: string,
): Promise<SelectedPage<OperationEvent>> => {
  const from = db.selectFrom('operation_event').where('operation_event.operation_id', '=', id);
  return selectPage(
    db,
    from.select(['event_id', 'time', 'type', 'step', 'attempt', 'attributes']),
    page,
    operationEventFields,
  );
};
