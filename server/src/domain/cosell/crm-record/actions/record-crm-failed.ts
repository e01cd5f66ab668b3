import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { loadReferral } from '../../referral/actions/load-referral.ts';
import { addSyncEvent } from '../../sync-event/add-sync-event.ts';
import { afterWriting } from '../turn.ts';
import { isSameJson, saveCrmState } from './save-crm-state.ts';

export const crmFailedEvents = ['referral.sync_failed'] as const satisfies readonly EventName[];

/**
 * The CRM could not be read or written. `waits`: the next scheduled run tries again. The referral stays as it is. A failure that it
 * shows already is not shown again.
 */
export const recordCrmFailed = async (
  call: ActCall,
  {
    referralId,
    code,
    message,
    waits,
    runId,
  }: { referralId: string; code: string; message: string; waits: boolean; runId: string },
): Promise<void> => {
  const old = await loadReferral(call, referralId);
  const { crm_system: system } = old;
  if (system === null) return;
  const crm_errors = [{ path: 'crm', code, message }];
  const isNewFailure = !isSameJson(crm_errors, old.crm_errors);
  const change = { crm_errors, crm_waits: waits, sync_status: 'FAILED' as const, ...afterWriting(old, runId) };
  await saveCrmState(call, old, change, ...(isNewFailure ? crmFailedEvents : []));
  if (!isNewFailure) return;
  await addSyncEvent(call, old, { direction: 'INBOUND', system, changes: [], error: { code, message } });
};
