import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { timeIn } from '../../contract/shapes.ts';
import { badRequest, notFound } from '../../kit/errors.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { readFilter } from './filter.ts';
import type { Operation } from './operation.ts';
import type { OperationGetParams, OperationListRequest } from './schema.ts';
import { findOperation, selectChildren, selectOperationEvents, selectOperations } from './store.ts';
import { viewOperation, viewOperationEvents } from './view.ts';

const noun = 'operation';

/** The last row's place in the order, so that a page begins behind it whatever was started meanwhile. */
const tokenOf = ({ start_time, id }: Operation): string =>
  Buffer.from(`${start_time.toISOString()} ${encodeId('operation', id)}`).toString('base64url');

const readToken = (token: string): { startTime: Date; id: string } => {
  const [time = '', text = ''] = Buffer.from(token, 'base64url').toString().split(' ');
  const startTime = timeIn.safeParse(time).data;
  const id = decodeId('operation', text);
  if (startTime === undefined || id === null) {
    throw badRequest([{ path: 'offsetToken', code: 'token', message: 'is not a token of this list' }]);
  }
  return { startTime, id };
};

export const listOperations = async (
  call: ReadCall,
  { body }: { body: z.output<typeof OperationListRequest> | undefined },
) => {
  const { filter, limit = 100, offsetToken } = body ?? {};
  const rows = await selectOperations(call.db, {
    filter: filter && readFilter(filter),
    after: offsetToken === undefined ? undefined : readToken(offsetToken),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    operations: shown.map((row) => viewOperation(call.orgId, row)),
    ...(rows.length > limit && last ? { offsetToken: tokenOf(last) } : {}),
  };
};

type OneOperation = { params: { operationId: string } };

export const getOperation = async (
  call: ReadCall,
  { params, query }: OneOperation & { query: z.output<typeof OperationGetParams> },
) => {
  const operation = await findOperation(call.db, params.operationId);
  if (!operation) throw notFound(noun);
  if (query.runId && decodeId('operation', query.runId) !== operation.id) throw notFound(noun);
  call.setVersion(operation.version);
  return viewOperation(
    call.orgId,
    operation,
    query.hasChildren ? await selectChildren(call.db, operation.id) : undefined,
  );
};

export const listOperationHistory = async (call: ReadCall, { params }: OneOperation) => {
  if (!(await findOperation(call.db, params.operationId))) throw notFound(noun);
  return viewOperationEvents(await selectOperationEvents(call.db, params.operationId));
};
