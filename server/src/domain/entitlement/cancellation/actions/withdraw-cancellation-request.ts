import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { requireCapability } from '../../../../contract/capabilities.ts';
import { startOnce } from '../../../../engine/start-once.ts';
import { notFound, Refusal, requireFound } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { lockEntitlement } from '../../store.ts';
import { changeCancellation } from '../change.ts';
import type { WithdrawCancellationRequest } from '../schema.ts';
import { cancellationTransitions } from '../states.ts';
import { findNewestCancellations } from '../store.ts';
import { viewCancellation } from '../view.ts';

/**
 * Asks the marketplace to withdraw the open request to cancel an entitlement. Returns the unchanged request: it becomes WITHDRAWN when the
 * marketplace confirms it. Idempotent while the withdrawal is in progress.
 */
export const withdrawEntitlementCancellationRequest = async (
  call: ActCall,
  { params, body }: { params: { entitlementId: string }; body: z.output<typeof WithdrawCancellationRequest> },
) => {
  const entitlement = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(entitlement.version);
  requireCapability('cancellationRequest', entitlement.partner);
  const [old] = await findNewestCancellations(call.db, entitlement.id, 1);
  if (!old) throw notFound('cancellation request');
  nextStatus('Cancellation request', cancellationTransitions, 'withdraw', old);
  if (old.external_id === null) {
    const message = `${old.partner} has not acknowledged the request yet, so there is nothing to withdraw; try again later.`;
    throw new Refusal('Conflict', message, { status: old.status });
  }
  const options = { entityId: encodeId('cancelreq', old.id), partner: old.partner };
  if (!(await startOnce(call, 'cancellation.withdraw', { requestId: old.id }, options)))
    return viewCancellation(call.orgId, old);
  return (await changeCancellation(call, old, { withdrawal_reason: body.cancellationReason })).view;
};
