import type { CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { type CrmSystem, isCoSellPartner } from '../referral.ts';
import { isInSync } from '../states.ts';
import { loadReferral } from './load-referral.ts';

/** What a synchronization needs to know. `externalId` null: the partner does not have the referral. */
export type SyncLoaded = {
  partner: CoSellPartner;
  externalId: string | null;
  crm: { system: CrmSystem; recordId: string } | null;
  isInSync: boolean;
};

/** Null if there is nobody to synchronize the referral with. */
export const loadSync = async (call: ActCall, referralId: string): Promise<SyncLoaded | null> => {
  const referral = await loadReferral(call, referralId);
  const { partner, external_id: externalId, crm_system: system, crm_record_id: recordId } = referral;
  if (!isCoSellPartner(partner)) return null;
  const crm = system === null || recordId === null ? null : { system, recordId };
  if (externalId === null && crm === null) return null;
  return { partner, externalId, crm, isInSync: isInSync(referral) };
};
