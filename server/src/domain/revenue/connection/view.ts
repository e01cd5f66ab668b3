import { encodeId } from '../../../kit/ids.ts';
import type { RevenueSync, SyncError } from './connection.ts';

/** The outcome of syncs, as events and the audit trail show it. */
export const viewSync = (sync: RevenueSync) => ({
  partner: sync.channel,
  ...(sync.last_sync_time === null ? {} : { lastSyncTime: sync.last_sync_time.toISOString() }),
  lastSyncStatus: sync.last_sync_status,
  consecutiveErrorCount: sync.consecutive_error_count,
  ...(sync.last_error === null ? {} : { lastError: sync.last_error }),
});

/** What is known beside the outcome of the last sync. */
export type SyncNow = {
  isRunning: boolean;
  /** Credentials that are missing, and what is read without them; null: nothing. */
  missing: readonly string[];
  without: string | null;
  /** The newest fault of a part. */
  fault: SyncError | null;
  nextSyncTime: Date | null;
};

const notConfigured = ({ missing, without }: Pick<SyncNow, 'missing' | 'without'>): SyncError => ({
  code: 'NOT_CONFIGURED',
  message: `Set ${missing.map((name) => `credentials.${name}`).join(' and ')} of the integration; without it ${without === null ? 'nothing is' : `only ${without} are`} read.`,
});

/** The health of a channel. A fault that waits to be replaced is shown as long as it does, even if the last sync succeeded. */
export const viewHealth = (sync: RevenueSync, now: SyncNow) => {
  const { isRunning, fault, nextSyncTime } = now;
  const lastError = now.missing.length > 0 ? notConfigured(now) : (sync.last_error ?? fault);
  return {
    ...viewSync(sync),
    lastSyncStatus: isRunning ? ('RUNNING' as const) : sync.last_sync_status,
    ...(lastError === null ? {} : { lastError }),
    ...(nextSyncTime === null ? {} : { nextSyncTime: nextSyncTime.toISOString() }),
  };
};

/** A backfill as `OperationExecutionDetails`, with its window. */
export const viewBackfill = (operationId: string, connectionId: string, window: { start: string; end: string }) => ({
  workflowID: encodeId('operation', operationId),
  runID: encodeId('operation', operationId),
  entityId: encodeId('conn', connectionId),
  windowStart: window.start,
  windowEnd: window.end,
});
