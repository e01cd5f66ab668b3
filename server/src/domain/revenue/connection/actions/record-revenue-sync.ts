import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { decodeId } from '../../../../kit/ids.ts';
import { findRevenueAccountById } from '../../../organization/connection/actions/find-revenue-account.ts';
import { scheduleReconciliation } from '../../reconciliation/actions/reconcile-channel.ts';
import { type RevenueSync, type RunProgress, revenueSubject, type SyncError } from '../connection.ts';
import { lockSync, saveSync } from '../store.ts';
import { viewSync } from '../view.ts';

export const syncedEvents = ['revenue.synced'] as const satisfies readonly EventName[];
export const failedEvents = ['revenue.sync_failed'] as const satisfies readonly EventName[];

type Outcome = Pick<RevenueSync, 'last_sync_status' | 'consecutive_error_count' | 'last_error' | 'synced_time'>;

/** Writes how a sync ended, once: the row names the run that it is about. */
const record = async (
  call: ActCall,
  connectionId: string,
  outcomeAfter: (before: RevenueSync) => { outcome: Outcome; events: readonly EventName[]; payload?: object },
): Promise<void> => {
  const account = await findRevenueAccountById(call.db, connectionId);
  if (!account) return;
  const { channel } = account;
  const before = await lockSync(call.db, { channel, connection_id: connectionId });
  const operationId = decodeId('operation', call.requestId);
  if (operationId === null || operationId === undefined || before.operation_id === operationId) return;
  const { outcome, events, payload } = outcomeAfter(before);
  const after: RevenueSync = {
    ...before,
    ...outcome,
    operation_id: operationId,
    last_sync_time: call.now,
    version: before.version + 1,
  };
  await saveSync(call.db, after);
  const view = viewSync(after);
  call.recordChange({
    type: 'config',
    id: revenueSubject(channel),
    before: viewSync(before),
    after: view,
    version: after.version,
    events,
    payload: { ...view, ...payload },
  });
  await scheduleReconciliation(call, channel);
};

/** A sync did not fail. Emits revenue.synced if it brought anything, or ends a series of failures. */
export const recordSynced = (
  call: ActCall,
  { connectionId, startTime, progress }: { connectionId: string; startTime: Date; progress: RunProgress },
): Promise<void> =>
  record(call, connectionId, (before) => {
    const isNews = progress.newRows > 0 || before.consecutive_error_count > 0;
    return {
      outcome: { last_sync_status: 'SUCCESS', consecutive_error_count: 0, last_error: null, synced_time: startTime },
      events: isNews ? syncedEvents : [],
      payload: { parts: progress.read, rows: progress.rows, newRows: progress.newRows },
    };
  });

/** A sync failed. The account may have been disconnected since. Emits revenue.sync_failed. */
export const recordSyncFailed = (
  call: ActCall,
  { connectionId, error }: { connectionId: string; error: SyncError },
): Promise<void> =>
  record(call, connectionId, (before) => ({
    outcome: {
      last_sync_status: 'FAILED',
      consecutive_error_count: before.consecutive_error_count + 1,
      last_error: error,
      synced_time: before.synced_time,
    },
    events: failedEvents,
    payload: { priority: 'HIGH' },
  }));
