import { findPartnerService } from '../../../../adapters/partner-services.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { type Connection, fullSyncEveryMs, reconcileDueKind } from '../connection.ts';
import { lockConnection } from '../store.ts';
import { saveConnection } from './save-connection.ts';

const standardPauseMinutes = 15;

const pauseOf = ({ partner, service }: Connection): number =>
  (findPartnerService(partner, service)?.reconcileMinutes ?? standardPauseMinutes) * 60_000;

/**
 * Starts reading what changed at the partner, and sets the next time. Full once a day. Answers the operation's uuid; null: the
 * account is not connected any more.
 */
export const startSync = async (call: ActCall, { connectionId }: { connectionId: string }): Promise<string | null> => {
  const connection = await lockConnection(call.db, connectionId);
  if (!connection) return null;
  const lastFull = connection.last_full_sync_time?.getTime();
  const full = lastFull === undefined || call.now.getTime() - lastFull >= fullSyncEveryMs;
  await saveConnection(call, connection, { last_sync_start_time: call.now });
  await scheduleDue(call.db, reconcileDueKind, connectionId, new Date(call.now.getTime() + pauseOf(connection)));
  const options = { entityId: encodeId('conn', connectionId), partner: connection.partner };
  return connection.service === 'PAYMENT'
    ? call.start('payment.reconcile', { connectionId, full }, options)
    : call.start('marketplace.reconcile', { connectionId, full }, options);
};

/** Everything that had changed until `startTime` has been read; by now the account may be disconnected. */
export const recordSyncDone = async (
  call: ActCall,
  { connectionId, startTime, full }: { connectionId: string; startTime: Date; full: boolean },
): Promise<void> => {
  const connection = await lockConnection(call.db, connectionId);
  if (!connection) return;
  const times = { last_sync_time: startTime, ...(full ? { last_full_sync_time: startTime } : {}) };
  await saveConnection(call, connection, times);
};
