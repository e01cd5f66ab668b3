import type { HttpAnswer } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import type { ApiCall } from '../api/call.ts';
import { marketplaceRefusal } from '../api/refusal.ts';
import { plansForBuyer } from '../catalog/buyer-plans.ts';
import type { AzureReader, Subscription } from '../state.ts';
import { acceptedAnswer } from './accepted-answer.ts';
import { findSubscription } from './find-subscription.ts';
import { beginOperation, pendingOperation } from './operation-life.ts';
import type { Asked } from './operation-note.ts';

/** The publisher changes the plan or the seats, but not both at once. */
export const updateSubscription = (call: ApiCall): HttpAnswer => {
  const subscription = findSubscription(call);
  const { store, clock } = call.simulation;
  const wish = readWish(call);
  const problem = changeProblem(store, subscription, wish, clock.now());
  if (problem) throw marketplaceRefusal(400, 'BadRequest', problem, 'update');
  const operation = change(call.simulation, (transaction) => {
    if (pendingOperation(transaction, subscription.id)) {
      const message = 'Patch cannot be completed because the subscription is locked due to pending operations';
      throw marketplaceRefusal(400, 'Failed', message, 'update');
    }
    return beginOperation(transaction, subscription, { ...wish, source: 'Partner' });
  });
  return acceptedAnswer(call, operation.id);
};

const readWish = ({ body }: ApiCall): Omit<Asked, 'source'> => {
  const { planId, quantity } = body;
  const hasPlan = planId !== undefined && planId !== null;
  const hasQuantity = quantity !== undefined && quantity !== null;
  if (hasPlan && hasQuantity)
    throw marketplaceRefusal(400, null, 'Cannot patch more than one field in the same request');
  if (hasPlan && typeof planId === 'string' && planId !== '') return { action: 'ChangePlan', planId };
  if (hasQuantity && Number.isSafeInteger(Number(quantity))) {
    return { action: 'ChangeQuantity', quantity: Number(quantity) };
  }
  throw marketplaceRefusal(400, 'BadRequest', 'The request content is null', 'update');
};

/** Why a plan or a number of seats is not allowed, whoever requests it; null if it is. */
export const changeProblem = (
  reader: AzureReader,
  subscription: Subscription,
  wish: Omit<Asked, 'source'>,
  at: number,
): string | null => {
  if (subscription.status !== 'Subscribed') return 'Subscription is not active';
  if (!subscription.allowedCustomerOperations.includes('Update')) return 'Update is not in allowedCustomerOperations.';
  const buyer = reader.get('buyers', subscription.buyerId);
  const plans = buyer ? plansForBuyer(reader, subscription.productId, buyer, at) : [];
  if (wish.action === 'ChangePlan') {
    if (wish.planId === subscription.planId) {
      return `SaaS subscription ${subscription.name} is already subscribed to plan ${wish.planId}.`;
    }
    const plan = plans.find(({ planId }) => planId === wish.planId);
    return plan && !plan.isStopSell ? null : 'Request Plan is NOT in Catalog.';
  }
  const quantity = wish.quantity ?? 0;
  if (subscription.quantity === null) return 'The plan is not priced per seat.';
  if (quantity === subscription.quantity) return 'New quantity is the same as on the subscription';
  const plan = plans.find(({ planId }) => planId === subscription.planId);
  if (quantity < (plan?.minQuantity ?? 1) || quantity > (plan?.maxQuantity ?? Number.MAX_SAFE_INTEGER)) {
    return 'This purchase has failed because the number of purchased seats is outside the limits of the plan.';
  }
  return null;
};
