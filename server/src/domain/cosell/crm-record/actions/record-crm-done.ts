import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { loadReferral } from '../../referral/actions/load-referral.ts';
import type { SyncError } from '../../referral/referral.ts';
import { syncIs } from '../../referral/states.ts';
import { addSyncEvent } from '../../sync-event/add-sync-event.ts';
import { baseAfterWrites, type PlannedWrite } from '../merge-record.ts';
import { baseOfReferral } from '../sides.ts';
import { afterWriting } from '../turn.ts';
import { stateOf } from './plan-crm-write.ts';
import { isSameJson, saveCrmState, settledColumns } from './save-crm-state.ts';

export const crmDoneEvents = ['referral.updated', 'referral.sync_failed'] as const satisfies readonly EventName[];

/**
 * The CRM has taken `written`: both sides agree on it, so its echo is no change. `refused`: what it did not take, by path.
 * Both halves have ended: the referral shows how, unless it was changed meanwhile. Then the run of that change shows it.
 */
export const recordCrmDone = async (
  call: ActCall,
  {
    referralId,
    recordId,
    written,
    refused,
    runId,
    state,
  }: {
    referralId: string;
    recordId: string;
    written: readonly PlannedWrite[];
    refused: readonly SyncError[];
    runId: string;
    /** What was planned for (`CrmWritePlan`); absent: nothing was to be written. */
    state?: string | null;
  },
): Promise<void> => {
  const old = await loadReferral(call, referralId);
  const { crm_system: system } = old;
  if (system === null || old.crm_record_id !== recordId) return;
  const base = baseAfterWrites(baseOfReferral(old), written);
  const settled = new Set([...written.map(({ field }) => field.target), ...refused.map(({ path }) => path)]);
  const errors = [...old.crm_errors.filter(({ path }) => !settled.has(path)), ...refused];
  const isNewFailure = refused.length > 0 && !isSameJson(errors, old.crm_errors);
  const isOvertaken = state !== undefined && state !== stateOf(old) && syncIs.pending(old.sync_status);
  const change = {
    crm_synced: base.synced,
    crm_agreed: base.agreed,
    crm_errors: errors,
    crm_turn: written.length > 0 ? old.crm_turn + 1 : old.crm_turn,
    ...afterWriting(old, runId),
    ...(isOvertaken ? {} : settledColumns(old, { sync_errors: old.sync_errors, crm_errors: errors }, call.now)),
  };
  await saveCrmState(call, old, change, isNewFailure ? 'referral.sync_failed' : 'referral.updated');
  if (written.length === 0 && !isNewFailure) return;
  const [first] = refused;
  await addSyncEvent(call, old, {
    direction: 'OUTBOUND',
    system,
    changes: written.map(({ field, before: was, word }) => ({ path: field.target, before: was, after: word })),
    conflicts: written.flatMap(({ conflict }) => conflict ?? []),
    error: isNewFailure && first ? { code: first.code, message: `${first.path}: ${first.message}` } : null,
  });
};
