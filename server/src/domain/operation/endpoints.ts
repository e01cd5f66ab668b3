import { type Endpoint, reads } from '../../contract/endpoint.ts';
import { listHeaders } from '../../contract/shapes.ts';
import { OperationHistoryParams } from './fields.ts';
import { getOperation, listOperationHistory, listOperations } from './reads.ts';
import { OperationGetParams, OperationHistory, OperationList, OperationListRequest, OperationReply } from './schema.ts';

const operationId = { operationId: { id: 'operation', noun: 'operation' } } as const;

export const operationEndpoints: Endpoint[] = [
  reads({
    id: 'listOperationsV2',
    method: 'POST',
    path: '/org/{orgId}/v2/operation/list',
    family: 'operation',
    permission: 'operation:read',
    summary: 'List operations',
    notes:
      'Newest first. A page has fewer than limit operations if they are large. If there are more, the response has an offsetToken.',
    body: OperationListRequest,
    bodyOptional: true,
    unversioned: true,
    reply: OperationList,
    read: listOperations,
  }),
  reads({
    id: 'getOperationV2',
    method: 'GET',
    path: '/org/{orgId}/v2/operation/{operationId}',
    family: 'operation',
    permission: 'operation:read',
    summary: 'Get an operation',
    notes: 'hasChildren adds the operations started by this one, at most 100.',
    params: operationId,
    query: OperationGetParams,
    reply: OperationReply,
    read: getOperation,
  }),
  reads({
    id: 'listOperationHistoryV2',
    method: 'GET',
    path: '/org/{orgId}/v2/operation/{operationId}/history',
    family: 'operation',
    permission: 'operation:read',
    summary: 'List the events of an operation',
    notes: 'Oldest first, at most a thousand; the Link leads to the next page.',
    params: operationId,
    query: OperationHistoryParams,
    reply: OperationHistory,
    replyHeaders: listHeaders,
    read: listOperationHistory,
  }),
];
