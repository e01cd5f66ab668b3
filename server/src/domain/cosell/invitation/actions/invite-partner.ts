import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { requireCapability } from '../../../../contract/capabilities.ts';
import { operationIdOf } from '../../../../engine/run-act.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { lockForCaller } from '../../referral/actions/load-referral.ts';
import { changeReferral } from '../../referral/change.ts';
import { referralTransitions } from '../../referral/states.ts';
import type { InvitePartner } from '../schema.ts';
import { insertInvitation } from '../store.ts';

/**
 * Invites another partner to a deal, by a run. The invited partner's referral appears beside this one; inviting who takes part
 * already changes nothing. Throws 409 if the partner of the referral has no invitations, or does not have the referral.
 */
export const invitePartnerToReferral = async (
  call: ActCall,
  { params, body }: { params: { referralId: string }; body: z.output<typeof InvitePartner> },
) => {
  const old = await lockForCaller(call, params.referralId);
  const { id: referralId, partner, status } = old;
  requireCapability('invitePartner', partner);
  nextStatus('Referral', referralTransitions, 'invite', old);
  if (old.external_id === null) {
    const message = `The referral is not at ${partner} yet: wait until it is submitted, then invite.`;
    throw new Refusal('Conflict', message, { status, allowedFrom: referralTransitions.invite.from });
  }
  const invitationId = call.newId();
  await insertInvitation(call.db, {
    id: invitationId,
    referral_id: referralId,
    partner_id: body.invitedMpnId,
    notes: body.notes,
    assistance_request_code: body.assistanceRequestCode,
    external_id: null,
    created_by: call.actor.id,
    creation_time: call.now,
  });
  const view = await changeReferral(call, old, { sync_status: 'PENDING' });
  const entityId = encodeId('referral', referralId);
  const operationId = await call.start('referral.invite', { invitationId }, { entityId, partner });
  call.setHeader('Operation-Id', operationIdOf(operationId));
  return view;
};
