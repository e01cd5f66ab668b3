import { z } from 'zod';
import {
  type ControlCall,
  type ControlResult,
  type ControlRoutes,
  controlError,
  readControlBody,
} from '../../kit/control.ts';
import { unscheduleDue } from '../../kit/due.ts';
import { change } from '../../kit/simulation.ts';
import { textOf } from '../api/call.ts';
import { makePurchaseToken, purchase } from '../buyer/purchase.ts';
import { externalIdOf } from '../catalog/plan.ts';
import { beginOperation, pendingOperation } from '../fulfilment/operation-life.ts';
import type { Asked } from '../fulfilment/operation-note.ts';
import {
  cancelSubscription,
  putSubscription,
  reachTermEnd,
  suspendSubscription,
} from '../fulfilment/subscription-life.ts';
import { subscriptionView } from '../fulfilment/subscription-view.ts';
import { changeProblem } from '../fulfilment/update-subscription.ts';
import type { AzureChange, AzureReader, AzureTables, Json, Subscription } from '../state.ts';
import { technicalConfiguration } from '../webhook.ts';
import { ensureBuyer, findPrivateOffer } from './buyer-routes.ts';

type Call = ControlCall<AzureTables>;

// Forms send strings.
const truth = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());
const orderBody = z.strictObject({
  billingAccountId: z.string().min(1),
  /** The product by durable id, or its offer id. */
  productId: z.string().optional(),
  offerId: z.string().optional(),
  planId: z.string(),
  quantity: z.coerce.number().int().min(0).optional(),
  termUnit: z.string().optional(),
  name: z.string().min(1).optional(),
  autoRenew: truth.default(true),
  isTest: truth.default(false),
});
const privateOrderBody = orderBody.omit({ billingAccountId: true, productId: true, offerId: true }).extend({
  planId: z.string().optional(),
});

/** Actions of buyers and Microsoft on subscriptions. */
export const subscriptionRoutes: ControlRoutes<AzureTables> = {
  'GET /subscription': ({ simulation }) => ({
    value: { subscriptions: simulation.store.list('subscriptions').map((row) => view(simulation.store, row)) },
  }),
  'GET /subscription/:id': ({ simulation, params }) => ({
    value: view(simulation.store, find(simulation.store, params.id)),
  }),

  'POST /subscription': ({ simulation, body }) => {
    const { billingAccountId, productId, offerId, ...order } = readControlBody(orderBody, body);
    return change(simulation, (transaction) => {
      const buyer = ensureBuyer(transaction, { id: billingAccountId });
      const wanted = productId ?? productOf(transaction, offerId);
      return {
        value: bought(transaction, purchase(transaction, buyer, { ...order, productId: wanted })),
        created: true,
      };
    });
  },

  'POST /private-offer/:id/purchase': ({ simulation, params, body }) => {
    const order = readControlBody(privateOrderBody, body);
    return change(simulation, (transaction) => {
      const offer = findPrivateOffer(transaction, params.id);
      if (!offer.acceptance) throw controlError(409, 'the private offer has to be accepted first');
      const buyer = ensureBuyer(transaction, { id: offer.acceptance.billingAccountId });
      const pricing = (offer.document.pricing as Json[])[0] ?? {};
      const planId = order.planId ?? offer.newPlans[0]?.externalId ?? textOf(pricing.plan);
      if (!planId) throw controlError(400, 'planId: the private offer names no single plan');
      const made = purchase(transaction, buyer, { ...order, planId, productId: String(pricing.product) });
      return { value: bought(transaction, made), created: true };
    });
  },

  'POST /subscription/:id/configure': (call) => {
    const value = act(call, ['PendingFulfillmentStart', 'Subscribed', 'Suspended'], bought);
    return { value, location: String((value as Json).landingPageUrl) };
  },
  'POST /subscription/:id/change-plan': (call) => {
    const { planId } = readControlBody(z.strictObject({ planId: z.string() }), call.body);
    return ask(call, { action: 'ChangePlan', planId });
  },
  'POST /subscription/:id/change-quantity': (call) => {
    const { quantity } = readControlBody(z.strictObject({ quantity: z.coerce.number().int() }), call.body);
    return ask(call, { action: 'ChangeQuantity', quantity });
  },
  'POST /subscription/:id/reinstate': (call) => ({
    value: act(call, ['Suspended'], (transaction, subscription) =>
      beginOperation(transaction, subscription, { action: 'Reinstate', source: 'Azure' }),
    ),
  }),
  'POST /subscription/:id/suspend': (call) => done(call, ['Subscribed'], suspendSubscription),
  'POST /subscription/:id/unsubscribe': (call) =>
    done(call, ['PendingFulfillmentStart', 'Subscribed', 'Suspended'], cancelSubscription),
  'POST /subscription/:id/auto-renew': (call) => {
    const { autoRenew } = readControlBody(z.strictObject({ autoRenew: truth }), call.body);
    return done(call, ['PendingFulfillmentStart', 'Subscribed', 'Suspended'], (transaction, subscription) =>
      putSubscription(transaction, { ...subscription, autoRenew }),
    );
  },
  // Ends the term now, whatever its date.
  'POST /subscription/:id/end-term': (call) =>
    done(call, ['Subscribed'], (transaction, { id }) => {
      unscheduleDue(transaction, id, ['term-end']);
      reachTermEnd(transaction, { id: 'now', kind: 'term-end', refId: id, at: transaction.at, detail: {} });
      return find(transaction, id);
    }),
};

const find = (reader: AzureReader, id = ''): Subscription => {
  const subscription = reader.get('subscriptions', id);
  if (!subscription) throw controlError(404, 'there is no such subscription');
  return subscription;
};

const productOf = (reader: AzureReader, offerId: string | undefined): string => {
  const rows = reader.list('resources').filter((row) => row.type === 'product');
  const row = rows.find(({ live }) => live && externalIdOf(live) === offerId);
  if (!row) throw controlError(404, 'there is no such product');
  return row.id;
};

const view = (reader: AzureReader, subscription: Subscription): Json => {
  const { privateOfferId, buyerId, productId } = subscription;
  return { ...subscriptionView(reader, subscription), privateOfferId, billingAccountId: buyerId, productId };
};

/** The subscription with the URL that "configure account" opens. */
const bought = (transaction: AzureChange, subscription: Subscription): Json => {
  const { id: token, expiresAt } = makePurchaseToken(transaction, subscription);
  const publisher = transaction.get('publishers', subscription.publisherId);
  const configured = technicalConfiguration(transaction, subscription.productId);
  const page = publisher?.landingPageUrl ?? textOf(configured.landingPageUrl) ?? 'https://publisher.example/landing';
  const landingPageUrl = new URL(page);
  landingPageUrl.search = `${landingPageUrl.search ? `${landingPageUrl.search}&` : '?'}token=${encodeURIComponent(token)}`;
  return {
    ...view(transaction, subscription),
    token,
    tokenExpiresAt: new Date(expiresAt).toISOString(),
    landingPageUrl: landingPageUrl.href,
  };
};

const act = <R>(
  { simulation, params }: Call,
  statuses: string[],
  run: (transaction: AzureChange, subscription: Subscription) => R,
): R =>
  change(simulation, (transaction) => {
    const subscription = find(transaction, params.id);
    if (!statuses.includes(subscription.status)) throw controlError(409, `the subscription is ${subscription.status}`);
    return run(transaction, subscription);
  });

const done = (
  call: Call,
  statuses: string[],
  run: (transaction: AzureChange, subscription: Subscription) => Subscription,
): ControlResult => ({ value: view(call.simulation.store, act(call, statuses, run)) });

/** The customer requests a change; the publisher is notified and may refuse. */
const ask = (call: Call, wish: Omit<Asked, 'source'>): ControlResult => {
  const value = act(call, ['Subscribed'], (transaction, subscription) => {
    const problem = changeProblem(transaction, subscription, wish, transaction.at);
    if (problem) throw controlError(409, problem);
    if (pendingOperation(transaction, subscription.id)) throw controlError(409, 'another operation is pending');
    return beginOperation(transaction, subscription, { ...wish, source: 'Azure' });
  });
  return { value };
};
