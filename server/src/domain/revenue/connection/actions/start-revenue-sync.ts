import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { findRunningOperation } from '../../../../engine/operation-store.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { findRevenueAccountById } from '../../../organization/connection/actions/find-revenue-account.ts';
import { revenueDueKind } from '../../../organization/connection/connection.ts';
import { channelFacts } from '../../channels.ts';

/** How long a sync waits while another run reads the same channel. */
const busyMinutes = 5;

const later = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

/**
 * Handles the due row `revenue.sync`: starts a sync and schedules the next one. While another run reads the channel it
 * waits, as that run may have listed the parts already. Does nothing once the account is disconnected, or lacks what it
 * needs.
 */
export const startRevenueSync = async (
  call: ActCall,
  { entityId: connectionId }: { entityId: string },
): Promise<void> => {
  const { db, now } = call;
  const account = await findRevenueAccountById(db, connectionId);
  if (!account?.isReadable) return;
  const { channel } = account;
  const entityId = encodeId('conn', connectionId);
  if (await findRunningOperation(db, ['revenue.sync', 'revenue.backfill'], entityId)) {
    await scheduleDue(db, revenueDueKind, connectionId, later(now, busyMinutes));
    return;
  }
  await call.start('revenue.sync', { connectionId }, { entityId, partner: channel });
  const after = { revenueSyncStarted: now.toISOString() };
  call.recordChange({ type: 'conn', id: entityId, before: null, after });
  await scheduleDue(db, revenueDueKind, connectionId, later(now, channelFacts[channel].everyMinutes));
};
