import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import type { ApiCall, ApiRoutes } from '../api/call.ts';
import { marketplaceRefusal, refuse } from '../api/refusal.ts';
import type { SaasOperation } from '../state.ts';
import { findSubscription } from './find-subscription.ts';
import { asksPublisher, finishOperation } from './operation-life.ts';
import { operationView } from './subscription-view.ts';

const list = (call: ApiCall): HttpAnswer => {
  const subscription = findSubscription(call);
  const { store } = call.simulation;
  const pending = store
    .list('operations')
    .filter((row) => row.subscriptionId === subscription.id && row.status === 'InProgress');
  return jsonAnswer(200, { operations: pending.map((row) => operationView(store, row)) });
};

const update = (call: ApiCall): HttpAnswer => {
  const operation = findOperation(call);
  const { status, planId, quantity } = call.body;
  if (status !== 'Success' && status !== 'Failure')
    throw marketplaceRefusal(400, 'InvalidValue', 'Expected Success or Failure', 'status');
  if (!asksPublisher(call.simulation.store, operation))
    throw marketplaceRefusal(400, 'Error', 'The operation does not wait for the publisher', 'operation');
  // Like the real API, this fails for operations that the publisher itself requested.
  if (operation.source === 'Partner')
    throw refuse(500, {
      error: { code: 'InternalServerError', message: 'The operation was requested by the partner.' },
    });
  if (operation.status !== 'InProgress')
    throw marketplaceRefusal(409, 'Conflict', `The operation has already ended: ${operation.status}.`, 'operation');
  const isOther = (given: unknown, known: unknown): boolean =>
    given !== undefined && given !== null && given !== '' && String(given) !== String(known ?? '');
  if (isOther(planId, operation.planId) || isOther(quantity, operation.quantity))
    throw marketplaceRefusal(
      400,
      'BadRequest',
      'The plan or the quantity is not the one of the operation.',
      'operation',
    );
  const failure = status === 'Failure' ? 'The publisher refused the operation.' : null;
  change(call.simulation, (transaction) => finishOperation(transaction, operation, failure));
  return { status: 200, headers: {}, body: '' };
};

/** SaaS fulfilment API version 2: operations. */
export const operationRoutes: ApiRoutes = {
  'GET /saas/subscriptions/:subscriptionId/operations': { name: 'ListOperations', run: list },
  'GET /saas/subscriptions/:subscriptionId/operations/:operationId': {
    name: 'GetOperation',
    run: (call) => jsonAnswer(200, operationView(call.simulation.store, findOperation(call))),
  },
  'PATCH /saas/subscriptions/:subscriptionId/operations/:operationId': { name: 'UpdateOperation', run: update },
};

const findOperation = (call: ApiCall): SaasOperation => {
  const subscription = findSubscription(call);
  const id = (call.params.operationId ?? '').toLowerCase();
  const operation = call.simulation.store.get('operations', id);
  if (operation?.subscriptionId !== subscription.id)
    throw marketplaceRefusal(404, 'EntityNotFound', 'Failed to get operation', id);
  return operation;
};
