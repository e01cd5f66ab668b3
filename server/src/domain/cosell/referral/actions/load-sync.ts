import type { CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { changeReferral } from '../change.ts';
import { type CrmSystem, isCoSellPartner, isMovedByHand } from '../referral.ts';
import { referralIs, syncIs } from '../states.ts';
import { loadReferral } from './load-referral.ts';

/** What a synchronization needs to know. `externalId` null: the partner does not have the referral, or has no interface. */
export type SyncLoaded = {
  partner: CoSellPartner;
  externalId: string | null;
  crm: { system: CrmSystem; recordId: string } | null;
  isInSync: boolean;
};

/** Null if there is nobody to synchronize the referral with: then nothing is pending. */
export const loadSync = async (call: ActCall, referralId: string): Promise<SyncLoaded | null> => {
  const referral = await loadReferral(call, referralId);
  const { partner, crm_system: system, crm_record_id: recordId, sync_status: syncStatus } = referral;
  if (!isCoSellPartner(partner)) return null;
  const externalId = isMovedByHand(partner) ? null : referral.external_id;
  const crm = system === null || recordId === null ? null : { system, recordId };
  if (externalId === null && crm === null) {
    const isPending = syncIs.pending(syncStatus) && !referralIs.beingMade(referral.status);
    if (isPending) await changeReferral(call, referral, { sync_status: 'IN_SYNC', sync_errors: [] });
    return null;
  }
  return { partner, externalId, crm, isInSync: syncIs.done(syncStatus) };
};
