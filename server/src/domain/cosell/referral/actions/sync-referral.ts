import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { operationIdOf } from '../../../../engine/run-act.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { changeReferral } from '../change.ts';
import { isCoSellPartner, isMovedByHand } from '../referral.ts';
import type { SyncReferral } from '../schema.ts';
import { lockForCaller } from './load-referral.ts';

/** Starts a synchronization of one referral with its partner and its CRM record, in one direction or both. */
export const syncReferral = async (
  call: ActCall,
  { params, body }: { params: { referralId: string }; body: z.output<typeof SyncReferral> | undefined },
) => {
  const old = await lockForCaller(call, params.referralId);
  const { id: referralId, partner, status, external_id: externalId } = old;
  const isAtPartner = externalId !== null && !isMovedByHand(partner);
  if (!isCoSellPartner(partner) || (!isAtPartner && old.crm_record_id === null)) {
    const why = isMovedByHand(partner) ? `${partner} has no interface for referrals` : `It is not at ${partner} yet`;
    const message = isCoSellPartner(partner)
      ? `${why}, and the referral has no CRM record: there is nothing to synchronize with.`
      : 'A referral between two organizations of this service is never out of sync.';
    throw new Refusal('Conflict', message, { status, allowedFrom: [] });
  }
  const entityId = encodeId('referral', referralId);
  await changeReferral(call, old, { sync_status: 'PENDING' });
  const direction = body?.direction ?? 'BOTH';
  const operationId = operationIdOf(
    await call.start('referral.sync', { referralId, direction }, { entityId, partner }),
  );
  call.setHeader('Operation-Id', operationId);
  return { workflowID: operationId, runID: operationId, entityId };
};
