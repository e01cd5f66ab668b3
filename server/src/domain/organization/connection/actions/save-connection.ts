import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { nextVersion } from '../../../../contract/versioned-rows.ts';
import type { Connection } from '../connection.ts';
import { updateConnectionRow } from '../store.ts';
import { viewConnectionRow } from '../view.ts';

/** Writes the changes of a locked row as its next version; the audit trail also shows when it was last read. */
export const saveConnection = async (
  call: ActCall,
  before: Connection,
  changes: Partial<Connection>,
  ...events: EventName[]
): Promise<void> => {
  const after = nextVersion(call, before, changes);
  await updateConnectionRow(call.db, after);
  const view = viewConnectionRow(after);
  call.recordChange({
    type: 'conn',
    before: { ...viewConnectionRow(before), lastSyncStartTime: before.last_sync_start_time?.toISOString() },
    after: { ...view, lastSyncStartTime: after.last_sync_start_time?.toISOString() },
    version: after.version,
    events,
    payload: view,
  });
};
