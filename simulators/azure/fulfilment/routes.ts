import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import type { ApiCall, ApiRoutes } from '../api/call.ts';
import { marketplaceRefusal } from '../api/refusal.ts';
import { plansForBuyer } from '../catalog/buyer-plans.ts';
import { planView } from '../catalog/plan-view.ts';
import { readSettings, type Subscription } from '../state.ts';
import { acceptedAnswer } from './accepted-answer.ts';
import { findSubscription, shownSubscription } from './find-subscription.ts';
import { beginOperation, pendingOperation } from './operation-life.ts';
import { activateSubscription } from './subscription-life.ts';
import { subscriptionView } from './subscription-view.ts';
import { updateSubscription } from './update-subscription.ts';

const empty: HttpAnswer = { status: 200, headers: {}, body: '' };

const resolve = (call: ApiCall): HttpAnswer => {
  const { simulation, publisher, request } = call;
  const { store, clock } = simulation;
  const token = request.headers['x-ms-marketplace-token'];
  if (!token) throw marketplaceRefusal(400, 'HeaderNotPresent', 'Mandatory header missing', 'x-ms-marketplace-token');
  const known = store.get('purchaseTokens', token);
  const subscription = known && store.get('subscriptions', known.subscriptionId);
  if (!known || !subscription) throw marketplaceRefusal(400, 'InvalidValue', 'Failed to decode token', 'token');
  if (clock.now() > known.expiresAt) throw marketplaceRefusal(400, 'InvalidValue', 'Token has expired', 'token');
  if (subscription.publisherId !== publisher.id)
    throw marketplaceRefusal(403, 'Forbidden', 'The offer was published with another application.');
  return jsonAnswer(200, {
    id: subscription.id,
    subscriptionName: subscription.name,
    offerId: subscription.offerId,
    planId: subscription.planId,
    ...(subscription.quantity === null ? {} : { quantity: subscription.quantity }),
    subscription: subscriptionView(store, subscription),
  });
};

const list = ({ simulation, publisher, query, origin }: ApiCall): HttpAnswer => {
  const { store } = simulation;
  const { pageSize } = readSettings(store);
  const given = query.continuationtoken ?? '';
  const from = given === '' ? 0 : Number(Buffer.from(given, 'base64url').toString('utf8'));
  if (!Number.isSafeInteger(from) || from < 0)
    throw marketplaceRefusal(400, 'BadRequest', 'The continuation token is invalid.', 'continuationToken');
  const all = store.list('subscriptions').filter((row) => row.publisherId === publisher.id);
  const subscriptions = all
    .slice(from, from + pageSize)
    .map((row) => subscriptionView(store, shownSubscription({ simulation }, row)));
  // "If no purchased SaaS subscriptions are found for this publisher, empty response body is returned."
  if (all.length === 0) return empty;
  if (from + pageSize >= all.length) return jsonAnswer(200, { subscriptions });
  const next = Buffer.from(String(from + pageSize)).toString('base64url');
  const path = `/azure/api/saas/subscriptions/?continuationToken=${next}&api-version=2018-08-31`;
  return jsonAnswer(200, { subscriptions, '@nextLink': `${origin}${path}` });
};

const activate = (call: ApiCall): HttpAnswer => {
  const subscription = findSubscription(call);
  const { planId, quantity } = call.body;
  if (subscription.status === 'Unsubscribed')
    throw marketplaceRefusal(404, 'EntityNotFound', `Subscription ${subscription.id} not found`, 'subscriptionId');
  const problem = activationProblem(subscription, planId, quantity);
  if (problem) throw marketplaceRefusal(400, 'BadRequest', problem, 'activate');
  change(call.simulation, (transaction) => activateSubscription(transaction, subscription));
  return empty;
};

const listPlans = (call: ApiCall): HttpAnswer => {
  const { store, clock } = call.simulation;
  const subscription = findSubscription(call);
  const buyer = store.get('buyers', subscription.buyerId);
  const plans = buyer ? plansForBuyer(store, subscription.productId, buyer, clock.now()) : [];
  const { planid } = call.query;
  const wanted = plans.filter((plan) => planid === undefined || plan.planId === planid);
  return jsonAnswer(200, { plans: wanted.map((plan) => planView(store, plan)) });
};

const remove = (call: ApiCall): HttpAnswer => {
  const subscription = findSubscription(call);
  if (!subscription.allowedCustomerOperations.includes('Delete'))
    throw marketplaceRefusal(400, 'BadRequest', 'Delete is not in allowedCustomerOperations.', 'delete');
  if (subscription.status === 'Unsubscribed')
    throw marketplaceRefusal(400, 'BadRequest', 'The subscription is already unsubscribed.', 'delete');
  const operation = change(call.simulation, (transaction) => {
    // "Code: 409. Delete cannot be completed because subscription is locked due to pending operation(s)."
    if (pendingOperation(transaction, subscription.id))
      throw marketplaceRefusal(
        409,
        'Conflict',
        'Delete cannot be completed: locked due to pending operations',
        'delete',
      );
    return beginOperation(transaction, subscription, { action: 'Unsubscribe', source: 'Partner' });
  });
  return acceptedAnswer(call, operation.id);
};

/** SaaS fulfilment API version 2: subscriptions. */
export const fulfilmentRoutes: ApiRoutes = {
  'POST /saas/subscriptions/resolve': { name: 'ResolveSubscription', run: resolve },
  'GET /saas/subscriptions': { name: 'ListSubscriptions', run: list },
  'GET /saas/subscriptions/:subscriptionId': {
    name: 'GetSubscription',
    run: (call) =>
      jsonAnswer(200, subscriptionView(call.simulation.store, shownSubscription(call, findSubscription(call)))),
  },
  'POST /saas/subscriptions/:subscriptionId/activate': { name: 'ActivateSubscription', run: activate },
  'GET /saas/subscriptions/:subscriptionId/listAvailablePlans': { name: 'ListAvailablePlans', run: listPlans },
  'PATCH /saas/subscriptions/:subscriptionId': { name: 'UpdateSubscription', run: updateSubscription },
  'DELETE /saas/subscriptions/:subscriptionId': { name: 'DeleteSubscription', run: remove },
};

const activationProblem = (subscription: Subscription, planId: unknown, quantity: unknown): string | null => {
  if (planId === undefined || planId === null || planId === '') return 'The plan id is required';
  if (planId !== subscription.planId) return 'The plan id should match the purchased plan id';
  const isGiven = quantity !== undefined && quantity !== null && quantity !== '';
  if (isGiven && Number(quantity) !== (subscription.quantity ?? 0)) {
    return 'The quantity should match the purchased quantity';
  }
  if (subscription.status !== 'PendingFulfillmentStart') return `The subscription is ${subscription.status}`;
  return null;
};
