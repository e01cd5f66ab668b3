import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { requireCapability } from '../../../../contract/capabilities.ts';
import { findRunningOperation } from '../../../../engine/operation-store.ts';
import { operationIdOf } from '../../../../engine/run-act.ts';
import { big, decimalFromJson } from '../../../../kit/decimal.ts';
import { badRequest, Refusal, requireFound } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { changeEntitlement } from '../../change.ts';
import { withoutMessages } from '../../entitlement.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { type RenewalView, viewRenewal } from '../draft-offer.ts';
import { refuseFrom, requireRenewal } from '../renewal.ts';
import type { RenewalAdjustUplift } from '../schema.ts';

const decimalsMax = 2;

const refuse = (code: string, message: string) => badRequest([{ path: 'upliftPercentage', code, message }]);

/** Only one change of a renewal at a time: each is made of what AWS shows. */
const refuseRunning = async (call: ActCall, entityId: string): Promise<void> => {
  const running = await findRunningOperation(call.db, ['renewal.adjust', 'renewal.optOut'], entityId);
  if (running === undefined) return;
  const operationId = operationIdOf(running);
  const message = `A change of this renewal is in progress at the marketplace (${operationId}); wait until it has ended.`;
  throw new Refusal('Conflict', message, { operationId });
};

/**
 * Asks the marketplace to set the prices of the pending renewal to those of the agreement, raised by a percentage within
 * the range to which the buyer agreed. Returns the renewal as it was before. Emits entitlement.renewal_requested.
 */
export const adjustEntitlementRenewalUplift = async (
  call: ActCall,
  { params, body }: { params: { entitlementId: string }; body: z.output<typeof RenewalAdjustUplift> },
): Promise<RenewalView> => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  requireCapability('renewalAdjustUplift', old.partner);
  nextStatus('Entitlement', entitlementTransitions, 'changeRenewal', old);
  const renewal = requireRenewal(old);
  const percentage = decimalFromJson(body.upliftPercentage) ?? '0';
  const { minUplift: min, maxUplift: max } = renewal;
  if (renewal.isFixed) {
    const message = `The buyer agreed to a fixed uplift of ${min} %, which cannot be adjusted.`;
    throw new Refusal('Conflict', message, { upliftPercentage: min });
  }
  const sentence = `The prices of this renewal are final since ${renewal.deadline}, its adjustment deadline.`;
  refuseFrom(renewal.deadline, call.now, sentence);
  if (!big(percentage).round(decimalsMax, 0).eq(percentage)) throw refuse('decimals', 'must have at most 2 decimals');
  if (big(percentage).lt(min) || big(percentage).gt(max))
    throw refuse('range', `must be ${min} to ${max}, the range to which the buyer agreed`);
  const entityId = encodeId('ent', old.id);
  await refuseRunning(call, entityId);
  const view = await viewRenewal(call, old, renewal);
  const input = { entitlementId: old.id, upliftPercentage: percentage };
  const operationId = await call.start('renewal.adjust', input, { entityId, partner: old.partner });
  call.setHeader('Operation-Id', operationIdOf(operationId));
  await changeEntitlement(call, old, withoutMessages(old), 'entitlement.renewal_requested');
  return view;
};
