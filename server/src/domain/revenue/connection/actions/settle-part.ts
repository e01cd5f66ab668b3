import type { FeedFault } from '../../../../adapters/revenue/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { contradictionCode, type FoundPart, type PartOwner, revenueSubject, type SyncError } from '../connection.ts';
import { settlePartRow } from '../part-store.ts';
import { lockSync, saveSync } from '../store.ts';

export const partEvents = ['revenue.part_faulty'] as const satisfies readonly EventName[];

/** The part that a run is about, and the account that it belongs to. */
type Tried = { owner: PartOwner; connectionId: string; operationId: string; part: FoundPart };

/** All rows of a part are stored. Repeatable, like the others. */
export const markRead = async (call: ActCall, { owner, operationId, part }: Tried, rows: number): Promise<void> => {
  const outcome = { state: 'READ', operationId, rows, fault: null, now: call.now } as const;
  await settlePartRow(call.db, owner, part, outcome, contradictionCode);
};

/** The partner did not deliver the part: it is left for the next run. */
export const markLeft = async (call: ActCall, { owner, operationId, part }: Tried, fault: SyncError): Promise<void> => {
  const outcome = { state: 'FOUND', operationId, rows: 0, fault, now: call.now } as const;
  await settlePartRow(call.db, owner, part, outcome, contradictionCode);
};

/** The part is not what it says: nothing of it is stored, until it has another version. Emits revenue.part_faulty. */
export const markFaulty = async (
  call: ActCall,
  { owner, connectionId, operationId, part }: Tried,
  fault: FeedFault,
): Promise<void> => {
  const { channel } = owner;
  const sync = await lockSync(call.db, { channel, connection_id: connectionId });
  const outcome = { state: 'FAULTY', operationId, rows: 0, fault, now: call.now } as const;
  if (!(await settlePartRow(call.db, owner, part, outcome, contradictionCode))) return;
  const version = sync.version + 1;
  await saveSync(call.db, { ...sync, version });
  const after = { partner: channel, ...fault };
  call.recordChange({
    type: 'config',
    id: revenueSubject(channel),
    before: null,
    after,
    version,
    events: partEvents,
    payload: { priority: 'HIGH', ...after },
  });
};
