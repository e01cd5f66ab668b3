import { controlError } from '../../kit/control.ts';
import { plansForBuyer } from '../catalog/buyer-plans.ts';
import type { Plan } from '../catalog/plan.ts';
import { awaitActivation } from '../fulfilment/subscription-life.ts';
import type { AzureChange, Buyer, PurchaseToken, Subscription } from '../state.ts';

const day = 86_400_000;

export type Order = {
  productId: string;
  planId: string;
  quantity?: number | undefined;
  termUnit?: string | undefined;
  name?: string | undefined;
  autoRenew: boolean;
  isTest: boolean;
};

/** A buyer subscribes to a plan: the subscription waits for the publisher to activate it. */
export const purchase = (transaction: AzureChange, buyer: Buyer, order: Order): Subscription => {
  const plan = plansForBuyer(transaction, order.productId, buyer, transaction.at).find(
    ({ planId, id }) => planId === order.planId || id === order.planId,
  );
  const product = transaction.get('resources', order.productId);
  if (!plan || !product || plan.isStopSell) throw controlError(409, `the buyer cannot buy the plan '${order.planId}'`);
  const termUnit = order.termUnit ?? plan.prices[0]?.termUnit ?? 'P1M';
  if (plan.prices.length > 0 && !plan.prices.some((price) => price.termUnit === termUnit))
    throw controlError(409, `the plan has no term ${termUnit}`);
  const subscription: Subscription = {
    id: transaction.ids.uuid(),
    publisherId: product.publisherId,
    productId: order.productId,
    offerId: plan.offerId,
    planId: plan.planId,
    planIds: [plan.planId],
    privateOfferId: plan.privateOfferId,
    buyerId: buyer.id,
    name: order.name ?? `${buyer.name} ${plan.name}`,
    status: 'PendingFulfillmentStart',
    quantity: seatsOf(plan, order.quantity),
    termUnit,
    termStart: null,
    termEnd: null,
    autoRenew: order.autoRenew,
    isTest: order.isTest,
    isFreeTrial: plan.hasFreeTrial,
    allowedCustomerOperations: ['Delete', 'Update', 'Read'],
    createdAt: transaction.at,
    modifiedAt: transaction.at,
  };
  transaction.put('subscriptions', subscription);
  awaitActivation(transaction, subscription);
  return subscription;
};

const seatsOf = (plan: Plan, quantity: number | undefined): number | null => {
  if (!plan.isPerSeat) return null;
  const seats = quantity ?? plan.minQuantity;
  if (seats < plan.minQuantity || seats > plan.maxQuantity)
    throw controlError(409, `the plan has ${plan.minQuantity} to ${plan.maxQuantity} seats`);
  return seats;
};

/**
 * "Configure account": a token for the landing page, valid for 24 hours. It contains characters that a URL must escape.
 */
export const makePurchaseToken = (transaction: AzureChange, subscription: Subscription): PurchaseToken => {
  const { ids } = transaction;
  const token: PurchaseToken = {
    id: `${ids.text(24)}+${ids.text(24)}/${ids.text(16)}==`,
    subscriptionId: subscription.id,
    expiresAt: transaction.at + day,
  };
  transaction.put('purchaseTokens', token);
  return token;
};
