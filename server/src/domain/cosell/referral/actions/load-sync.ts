import type { CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { ConflictRule } from '../../mapping/mapping.ts';
import { mappingInForce } from '../../mapping/reads.ts';
import { changeReferral } from '../change.ts';
import { isCoSellPartner, isMovedByHand } from '../referral.ts';
import { referralIs, syncIs } from '../states.ts';
import { loadReferral } from './load-referral.ts';

/** What a synchronization with the partner needs to know; null if the partner does not have the referral. */
export const loadSync = async (
  call: ActCall,
  referralId: string,
): Promise<{ partner: CoSellPartner; externalId: string; preference: ConflictRule } | null> => {
  const referral = await loadReferral(call, referralId);
  const { partner, external_id: externalId, crm_system: crm } = referral;
  if (!isCoSellPartner(partner) || isMovedByHand(partner) || externalId === null) {
    const isPending = syncIs.pending(referral.sync_status) && !referralIs.beingMade(referral.status);
    if (isPending) await changeReferral(call, referral, { sync_status: 'IN_SYNC', sync_errors: [] });
    return null;
  }
  const preference = crm === null ? 'NEWEST_WINS' : (await mappingInForce(call.db, crm, partner)).conflict_rule;
  return { partner, externalId, preference };
};
