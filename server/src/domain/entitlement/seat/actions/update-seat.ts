import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { requireCapability } from '../../../../contract/capabilities.ts';
import { findRunningOperation } from '../../../../engine/operation-store.ts';
import { operationIdOf } from '../../../../engine/run-act.ts';
import { badRequest, Refusal, requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { requireOperation } from '../../cancellation/actions/cancel-entitlement.ts';
import { changeEntitlement } from '../../change.ts';
import { type Entitlement, withoutMessages } from '../../entitlement.ts';
import { entitlementTransitions } from '../../states.ts';
import { findPurchasedProduct, lockEntitlement } from '../../store.ts';
import { type EntitlementView, viewEntitlement } from '../../view.ts';
import type { SeatParams } from '../schema.ts';

type Subscription = { planId: string; seats: number };

const subscriptionOf = ({ info }: Entitlement): Subscription | null => {
  const { planId, quantity } = info.azureSubscriptions?.[0] ?? {};
  return typeof planId === 'string' && typeof quantity === 'number' ? { planId, seats: quantity } : null;
};

/** The minimum and maximum seats of a plan, if its listing contains them. */
const seatRange = async (call: ActCall, entitlement: Entitlement, planId: string) => {
  const { product_id: id, partner, external_product_id: entityId } = entitlement;
  const product =
    id === null ? undefined : await findPurchasedProduct(call.db, { id, partner, entityId: entityId ?? '' });
  const plan = product?.info.commits?.find(({ key, type }) => key === planId && type === 'PER_USER');
  return { min: plan?.minimumUsers ?? 1, max: plan?.maximumUsers ?? null };
};

/**
 * Asks the marketplace for another number of seats. Returns the entitlement as it was before; it changes when the
 * marketplace shows the new number. Nothing is asked for the present number. Emits entitlement.seats_requested.
 */
export const updateEntitlementSeat = async (
  call: ActCall,
  { params, query }: { params: { entitlementId: string }; query: z.output<typeof SeatParams> },
): Promise<EntitlementView> => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  nextStatus('Entitlement', entitlementTransitions, 'changeSeats', old);
  requireCapability('entitlementSeats', old.partner);
  const view = viewEntitlement(call.orgId, old);
  const subscription = subscriptionOf(old);
  if (!subscription) {
    const message = 'The plan of this subscription is not priced by user, so it has no seats.';
    throw new Refusal('Conflict', message, { capability: 'entitlementSeats', partner: old.partner });
  }
  const { newSeat } = query;
  const { min, max } = await seatRange(call, old, subscription.planId);
  if (newSeat < min || (max !== null && newSeat > max)) {
    const allowed = max === null ? `at least ${min}` : `${min} to ${max}`;
    const message = `must be ${allowed}: these are the users of plan ${subscription.planId}`;
    throw badRequest([{ path: 'newSeat', code: 'plan_limits', message }]);
  }
  const running = await findRunningOperation(call.db, ['entitlement.seats'], view.id);
  if (running !== undefined) {
    const operationId = operationIdOf(running);
    const message = `A change of the seats is in progress at ${old.partner} (${operationId}); wait until it has ended.`;
    throw new Refusal('Conflict', message, { status: old.status, operationId });
  }
  if (newSeat === subscription.seats) return view;
  requireOperation(old, 'Update');
  const about = { entityId: view.id, partner: old.partner };
  const operationId = await call.start('entitlement.seats', { entitlementId: old.id, seats: newSeat }, about);
  call.setHeader('Operation-Id', operationIdOf(operationId));
  await changeEntitlement(call, old, withoutMessages(old), 'entitlement.seats_requested');
  return view;
};
