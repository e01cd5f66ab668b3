import type { CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { allows } from '../../../../kit/transitions.ts';
import { changeReferral } from '../change.ts';
import { isCoSellPartner } from '../referral.ts';
import { referralTransitions } from '../states.ts';
import { loadReferral } from './load-referral.ts';

/** The answer to send; null if the referral is no longer offered. */
export const loadAnswer = async (
  call: ActCall,
  referralId: string,
): Promise<{ partner: CoSellPartner; externalId: string; reason: string } | null> => {
  const { partner, status, external_id: externalId, close_reason: reason } = await loadReferral(call, referralId);
  if (!isCoSellPartner(partner) || externalId === null || !allows(referralTransitions, 'accept', status)) return null;
  return { partner, externalId, reason: reason ?? '' };
};

/** The partner has taken our answer. The read that follows shows the status; an accepted referral may have another id. */
export const recordAnswered = async (
  call: ActCall,
  { referralId, externalId }: { referralId: string; externalId: string },
): Promise<void> => {
  const old = await loadReferral(call, referralId);
  if (old.external_id === externalId) return;
  await changeReferral(call, old, { external_id: externalId });
};
