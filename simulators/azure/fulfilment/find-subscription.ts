import type { ApiCall } from '../api/call.ts';
import { marketplaceRefusal } from '../api/refusal.ts';
import { readSettings, type Subscription } from '../state.ts';

/** The subscription that the path names. Subscriptions to other publishers' offers are forbidden. */
export const findSubscription = ({ simulation, params, publisher }: ApiCall): Subscription => {
  const id = (params.subscriptionId ?? '').toLowerCase();
  const subscription = simulation.store.get('subscriptions', id);
  if (!subscription) throw marketplaceRefusal(404, 'EntityNotFound', `Subscription ${id} not found`, 'subscriptionId');
  if (subscription.publisherId !== publisher.id)
    throw marketplaceRefusal(403, 'Forbidden', 'The offer was published with another application.');
  return subscription;
};

/** The subscription as reads show it: a change becomes visible there later than in the webhook. */
export const shownSubscription = (
  { simulation }: Pick<ApiCall, 'simulation'>,
  subscription: Subscription,
): Subscription => {
  const { store, clock } = simulation;
  const shownAt = subscription.modifiedAt + readSettings(store).readDelayMs;
  return subscription.before && clock.now() < shownAt ? subscription.before : subscription;
};
