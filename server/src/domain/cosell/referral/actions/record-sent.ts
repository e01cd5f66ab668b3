import { putAt, valueAt } from '../../../../adapters/cosell/document.ts';
import type { DocumentFault } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { addSyncEvent } from '../../sync-event/add-sync-event.ts';
import { changeReferral } from '../change.ts';
import { type Difference, saysSame } from '../merge.ts';
import { loadReferral } from './load-referral.ts';

/**
 * The partner took what was sent: both sides agree on it. The read that follows shows the new version, and what the partner
 * writes in another way is its change, not a conflict. Where another run has recorded something else since, that is later:
 * taking it back would make a conflict of the next change here.
 */
export const recordSent = async (
  call: ActCall,
  { referralId, changes }: { referralId: string; changes: Difference[] },
): Promise<void> => {
  const referral = await loadReferral(call, referralId);
  const before = referral.synced ?? {};
  const synced = changes.reduce(
    (document, change) =>
      saysSame(valueAt(document, change.path), change.before)
        ? putAt(document, change.path, change.after ?? undefined)
        : document,
    before,
  );
  await changeReferral(call, referral, { synced });
  await addSyncEvent(call, referral, { direction: 'OUTBOUND', changes });
};

/** A synchronization failed: what was changed here stays, and is sent again with the next change or sync. */
export const recordSyncFailed = async (
  call: ActCall,
  {
    referralId,
    code,
    message,
    faults,
  }: { referralId: string; code: string; message: string; faults: readonly DocumentFault[] },
): Promise<void> => {
  const old = await loadReferral(call, referralId);
  const errors = faults.length > 0 ? [...faults] : [{ path: '', code, message }];
  await changeReferral(
    call,
    old,
    { sync_status: 'FAILED', sync_errors: errors, sync_attempt_time: call.now },
    'referral.sync_failed',
  );
  await addSyncEvent(call, old, { direction: 'OUTBOUND', changes: [], error: { code, message } });
};
