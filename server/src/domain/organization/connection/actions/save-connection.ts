import type { ActCall } from '../../../../contract/call.ts';
import type { ConnectedAccount } from '../connection.ts';
import { updateConnectionRow } from '../store.ts';
import { viewConnection } from '../view.ts';

/** Writes a locked row with its changes and tells the audit trail. */
export const saveConnection = async (
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
