import { findPartnerService } from '../../../../adapters/partner-services.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { notFound } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { type ConnectedAccount, fullSyncEveryMs, reconcileDueKind } from '../connection.ts';
import { lockConnectedAccount, updateConnectionRow } from '../store.ts';
import { viewConnection } from '../view.ts';

const save = async (
  call: ActCall,
  before: ConnectedAccount,
  changes: Partial<ConnectedAccount>,
): Promise<ConnectedAccount> => {
  const after: ConnectedAccount = { ...before, ...changes, last_update_time: call.now, version: before.version + 1 };
  await updateConnectionRow(call.db, after);
  const view = viewConnection(after);
  call.setVersion(after.version);
  call.changed({
    type: 'conn',
    id: view.id,
    name: `${after.partner} ${after.account_id}`,
    before: { ...viewConnection(before), lastSyncStartTime: before.last_sync_start_time?.toISOString() },
    after: { ...view, lastSyncStartTime: after.last_sync_start_time?.toISOString() },
  });
  return after;
};

const standardPauseMinutes = 15;

const pauseOf = ({ partner, service }: ConnectedAccount): number =>
  (findPartnerService(partner, service)?.reconcileMinutes ?? standardPauseMinutes) * 60_000;

/** Starts reading what changed at the partner, and sets the next time. Full once a day. Answers the operation's uuid. */
export const startSync = async (call: ActCall, { connectionId }: { connectionId: string }): Promise<string> => {
  const connection = await lockConnectedAccount(call.db, connectionId);
  if (!connection) throw notFound('connection');
  const lastFull = connection.last_full_sync_time?.getTime();
  const full = lastFull === undefined || call.now.getTime() - lastFull >= fullSyncEveryMs;
  await save(call, connection, { last_sync_start_time: call.now });
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
  const connection = await lockConnectedAccount(call.db, connectionId);
  if (!connection) return;
  const after = await save(call, connection, {
    status: 'CONNECTED',
    last_error: null,
    last_sync_time: startTime,
    ...(full ? { last_full_sync_time: startTime } : {}),
  });
  if (connection.status === 'CONNECTED') return;
  const view = viewConnection(after);
  call.emit({
    name: 'connection.recovered',
    entityType: 'conn',
    entityId: view.id,
    version: after.version,
    payload: view,
  });
};

/** A call of the account has failed; the next try comes by itself. `partnerMessage`: the partner's own words. */
export const recordSyncFailed = async (
  call: ActCall,
  { connectionId, error }: { connectionId: string; error: { code: string; message: string; partnerMessage?: string } },
): Promise<void> => {
  const connection = await lockConnectedAccount(call.db, connectionId);
  if (!connection) return;
  const after = await save(call, connection, { status: 'ERROR', last_error: error });
  if (connection.status === 'ERROR') return;
  const view = viewConnection(after);
  call.emit({
    name: 'connection.failed',
    entityType: 'conn',
    entityId: view.id,
    version: after.version,
    payload: view,
  });
};
