import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OrgDb } from '../../db/org-db.ts';
import { type OperationFilterNode, operationFields } from './fields.ts';
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
  'operation.failure',
  'operation.start_time',
  'operation.end_time',
  'operation.version',
] as const;

const maxChildren = 100;
const maxEvents = 1000;

export const findOperation = async (db: OrgDb, id: string): Promise<Operation | undefined> =>
  (await db.selectFrom('operation').select(columns).where('operation.id', '=', id).executeTakeFirst()) as
    | Operation
    | undefined;

export const selectChildren = async (db: OrgDb, id: string): Promise<Operation[]> =>
  (await db
    .selectFrom('operation')
    .select(columns)
    .where('operation.parent_operation_id', '=', id)
    .orderBy('operation.start_time')
    .orderBy('operation.id')
    .limit(maxChildren)
    .execute()) as Operation[];

const sqlTypes = {
  organization: 'uuid',
  operation: 'uuid',
  text: 'text',
  status: 'text',
  time: 'timestamptz',
} as const;

/** Null is a value here: an operation without a partner is unequal to every partner. */
const compile = (node: OperationFilterNode): RawBuilder<SqlBool> => {
  if ('args' in node) {
    return sql`(${sql.join(node.args.map(compile), node.operator === 'and' ? sql` and ` : sql` or `)})`;
  }
  const { column, type } = operationFields[node.field];
  const reference = sql.ref(`operation.${column}`);
  const values = node.values.filter((value) => value !== null);
  const equal = sql`${reference} = any(${values}::${sql.raw(sqlTypes[type])}[])`;
  const found = node.values.includes(null) ? sql`(${equal} or ${reference} is null)` : equal;
  return node.operator === 'in' ? sql`${found}` : sql`(${found}) is not true`;
};

export type OperationPage = {
  filter: OperationFilterNode | undefined;
  after: { startTime: Date; id: string } | undefined;
  limit: number;
};

/** The newest first. */
export const selectOperations = async (db: OrgDb, { filter, after, limit }: OperationPage): Promise<Operation[]> => {
  let query = db.selectFrom('operation').select(columns);
  if (filter) query = query.where(compile(filter));
  if (after)
    query = query.where(
      sql<SqlBool>`(operation.start_time, operation.id) < (${after.startTime}::timestamptz, ${after.id}::uuid)`,
    );
  return (await query
    .orderBy('operation.start_time', 'desc')
    .orderBy('operation.id', 'desc')
    .limit(limit)
    .execute()) as Operation[];
};

export const selectOperationEvents = async (db: OrgDb, id: string): Promise<OperationEvent[]> =>
  (await db
    .selectFrom('operation_event')
    .select(['event_id', 'time', 'type', 'step', 'attempt', 'attributes'])
    .where('operation_event.operation_id', '=', id)
    .orderBy('operation_event.event_id')
    .limit(maxEvents)
    .execute()) as OperationEvent[];
