import type { CrmSystem } from '../../../adapters/crm/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { decodeId } from '../../../kit/ids.ts';
import { isCoSellPartner, type Referral } from '../referral/referral.ts';
import { insertSyncEvent } from './store.ts';
import type { SyncEvent } from './sync-event.ts';

type Given = Pick<SyncEvent, 'direction' | 'changes'> &
  Partial<Pick<SyncEvent, 'conflicts' | 'error'>> & {
    /** The CRM; absent: the partner of the referral. */
    system?: CrmSystem;
  };

/** Writes a line of the ledger of a referral: what was sent or received, by the run that did it. */
export const addSyncEvent = async (call: ActCall, { id, partner }: Referral, given: Given): Promise<void> => {
  if (!isCoSellPartner(partner)) return;
  await insertSyncEvent(call.db, {
    id: call.newId(),
    referral_id: id,
    time: call.now,
    system: given.system ?? partner,
    direction: given.direction,
    operation_id: decodeId('operation', call.requestId),
    changes: given.changes,
    conflicts: given.conflicts ?? [],
    error: given.error ?? null,
  });
};
