import type { CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { ConflictRule } from '../../mapping/mapping.ts';
import { mappingInForce } from '../../mapping/reads.ts';
import { isCoSellPartner } from '../referral.ts';
import { loadReferral } from './load-referral.ts';

/** What a synchronization needs to know; null if the partner does not have the referral. */
export const loadSync = async (
  call: ActCall,
  referralId: string,
): Promise<{ partner: CoSellPartner; externalId: string; preference: ConflictRule } | null> => {
  const { partner, external_id: externalId, crm_system: crm } = await loadReferral(call, referralId);
  if (!isCoSellPartner(partner) || externalId === null) return null;
  const preference = crm === null ? 'NEWEST_WINS' : (await mappingInForce(call.db, crm, partner)).conflict_rule;
  return { partner, externalId, preference };
};
