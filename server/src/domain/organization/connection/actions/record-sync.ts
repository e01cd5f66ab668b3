import { findPartnerService } from '../../../../adapters/partner-services.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { type Connection, fullSyncAgainMs, fullSyncEveryMs, reconcileDueKind } from '../connection.ts';
import { lockConnection } from '../store.ts';
import { saveConnection } from './save-connection.ts';

const standardPauseMinutes = 15;

/** The workflow that reads what changed at each service. */
const reconcilers: Readonly<
  Partial<
    Record<Connection['service'], 'payment.reconcile' | 'marketplace.reconcile' | 'cosell.reconcile' | 'crm.reconcile'>
  >
> = {
  PAYMENT: 'payment.reconcile',
  MARKETPLACE: 'marketplace.reconcile',
  COSELL: 'cosell.reconcile',
  CRM: 'crm.reconcile',
};

const pauseOf = ({ partner, service }: Connection): number =>
  (findPartnerService(partner, service)?.reconcileMinutes ?? standardPauseMinutes) * 60_000;

/** The next full read is due `fullSyncAgainMs` after this one. */
const incomplete = (time: Date) => ({
  last_full_sync_time: new Date(time.getTime() - fullSyncEveryMs + fullSyncAgainMs),
});

/**
 * Starts reading changes from the partner and schedules the next read. A full read runs once a day, or 3 hours after one that did not
 * end as complete; one that `continues` an earlier one, at once. Returns the operation's UUID, or null if the account is no longer connected.
 */
export const startSync = async (
  call: ActCall,
  { connectionId, continues = false }: { connectionId: string; continues?: boolean },
): Promise<string | null> => {
  const connection = await lockConnection(call.db, connectionId);
  if (!connection) return null;
  const lastFull = connection.last_full_sync_time?.getTime();
  const full = continues || lastFull === undefined || call.now.getTime() - lastFull >= fullSyncEveryMs;
  await saveConnection(call, connection, { last_sync_start_time: call.now, ...(full ? incomplete(call.now) : {}) });
  await scheduleDue(call.db, reconcileDueKind, connectionId, new Date(call.now.getTime() + pauseOf(connection)));
  const options = { entityId: encodeId('conn', connectionId), partner: connection.partner };
  return call.start(reconcilers[connection.service] ?? 'marketplace.reconcile', { connectionId, full }, options);
};

/** Records that something of a full read was not read after all. */
export const recordSyncLost = async (call: ActCall, { connectionId }: { connectionId: string }): Promise<void> => {
  const connection = await lockConnection(call.db, connectionId);
  if (connection) await saveConnection(call, connection, incomplete(call.now));
};

/** Records that changes up to `startTime` were read; `full`: everything, and each thing was answered for. The account may have been disconnected since. */
export const recordSyncDone = async (
  call: ActCall,
  { connectionId, startTime, full }: { connectionId: string; startTime: Date; full: boolean },
): Promise<void> => {
  const connection = await lockConnection(call.db, connectionId);
  if (!connection) return;
  const times = { last_sync_time: startTime, ...(full ? { last_full_sync_time: startTime } : {}) };
  await saveConnection(call, connection, times);
};
