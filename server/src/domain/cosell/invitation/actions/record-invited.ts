import type { CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { stepFailed } from '../../../../engine/workflow.ts';
import { allows } from '../../../../kit/transitions.ts';
import { loadReferral } from '../../referral/actions/load-referral.ts';
import { isCoSellPartner } from '../../referral/referral.ts';
import { referralTransitions } from '../../referral/states.ts';
import { addSyncEvent } from '../../sync-event/add-sync-event.ts';
import { findInvitation, type Invitation, saveInvited } from '../store.ts';

export type LoadedInvitation = {
  referralId: string;
  partner: CoSellPartner;
  externalId: string;
  invited: { partnerId: string; notes: string; assistanceRequestCode: string };
};

export const findInvited = async (call: ActCall, id: string): Promise<Invitation> => {
  const invitation = await findInvitation(call.db, id);
  if (!invitation) throw stepFailed('NotFound', 'The invitation no longer exists.');
  return invitation;
};

/** Whom to invite, and to what; null if the deal has ended in the meantime. */
export const loadInvitation = async (call: ActCall, id: string): Promise<LoadedInvitation | null> => {
  const { referral_id: referralId, partner_id: partnerId, ...invitation } = await findInvited(call, id);
  const { partner, external_id: externalId, status } = await loadReferral(call, referralId);
  if (!isCoSellPartner(partner) || externalId === null || !allows(referralTransitions, 'invite', status)) return null;
  const { notes, assistance_request_code: assistanceRequestCode } = invitation;
  return { referralId, partner, externalId, invited: { partnerId, notes, assistanceRequestCode } };
};

/** The partner has created the referral of the invited organization: a line of the ledger records it. */
export const recordInvited = async (call: ActCall, id: string, externalId: string): Promise<void> => {
  const { external_id: known, referral_id, partner_id } = await findInvited(call, id);
  if (known === externalId) return;
  await saveInvited(call.db, id, externalId);
  const referral = await loadReferral(call, referral_id);
  const change = { path: `invitedPartners.${partner_id}`, before: null, after: externalId };
  await addSyncEvent(call, referral, { direction: 'OUTBOUND', changes: [change] });
};
