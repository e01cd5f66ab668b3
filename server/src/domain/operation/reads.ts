import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { readListPage, setPageHeaders } from '../../contract/page.ts';
import { timeIn } from '../../contract/shapes.ts';
import { badRequest, notFound, requireFound } from '../../kit/errors.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { type OperationHistoryParams, operationEventFields } from './fields.ts';
import { readFilter } from './filter.ts';
import type { Operation } from './operation.ts';
import type { FilterExpression, OperationGetParams, OperationListRequest } from './schema.ts';
import { findOperation, selectChildren, selectOperationEvents, selectOperations } from './store.ts';
import { viewOperation, viewOperationEvents } from './view.ts';

const noun = 'operation';

/** The scope that a token is bound to: the organization and the filter, whatever the order of its keys. */
const scopeOf = (call: ReadCall, filter: FilterExpression | undefined): string =>
  hash('sha256', canonicalize([call.orgId, filter ?? null]) ?? '', 'base64url').slice(0, 22);

/**
 * The position of the last row, so that the next page begins after it even if operations were started in the meantime.
 */
const tokenOf = ({ start_time, id }: Operation, scope: string): string =>
  Buffer.from(`${start_time.toISOString()} ${encodeId('operation', id)} ${scope}`).toString('base64url');

const readToken = (token: string, scope: string): { startTime: Date; id: string } => {
  const [time = '', text = '', madeFor] = Buffer.from(token, 'base64url').toString().split(' ');
  const startTime = timeIn.safeParse(time).data;
  const id = decodeId('operation', text);
  const message =
    startTime === undefined || id === null
      ? 'must be a token that this list has answered; without one, the first page is answered'
      : 'belongs to another organization or filter; request the first page again';
  if (startTime === undefined || id === null || madeFor !== scope)
    throw badRequest([{ path: 'offsetToken', code: 'token', message }]);
  return { startTime, id };
};

export const listOperations = async (
  call: ReadCall,
  { body }: { body: z.output<typeof OperationListRequest> | undefined },
) => {
  const { filter, limit = 100, offsetToken } = body ?? {};
  const scope = scopeOf(call, filter);
  const { rows, whole } = await selectOperations(call.db, {
    filter: filter && readFilter(filter),
    after: offsetToken === undefined ? undefined : readToken(offsetToken, scope),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    operations: shown.map((row) => viewOperation(call.orgId, row)),
    ...((rows.length > limit || !whole) && last ? { offsetToken: tokenOf(last, scope) } : {}),
  };
};

type OneOperation = { params: { operationId: string } };

export const getOperation = async (
  call: ReadCall,
  { params, query }: OneOperation & { query: z.output<typeof OperationGetParams> },
) => {
  const operation = requireFound(await findOperation(call.db, params.operationId), noun);
  if (query.runId && decodeId('operation', query.runId) !== operation.id) throw notFound(noun);
  call.setVersion(operation.version);
  return viewOperation(
    call.orgId,
    operation,
    query.hasChildren ? await selectChildren(call.db, operation.id) : undefined,
  );
};

export const listOperationHistory = async (
  call: ReadCall,
  { params, query }: OneOperation & { query: z.output<typeof OperationHistoryParams> },
) => {
  requireFound(await findOperation(call.db, params.operationId), noun);
  const page = readListPage(call, query, operationEventFields, { standard: 1000, max: 1000, order: 'id:asc' });
  const { rows, nextToken, total } = await selectOperationEvents(call.db, page, params.operationId);
  setPageHeaders(call, page, { rows, nextToken, total });
  return viewOperationEvents(rows);
};
