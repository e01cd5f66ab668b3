import type { ActCall } from '../../../../../contract/call.ts';
import { scheduleDue } from '../../../../../engine/due-store.ts';
import { discardKind } from '../../webhook.ts';
import { cancelDiscarded } from '../queue-store.ts';

const atOnce = 1000;

/** Cancels deliveries of a webhook that was disabled or deleted, some at a time. */
export const discardDeliveries = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const canceled = await cancelDiscarded(call.db, entityId, call.now, atOnce);
  if (canceled < atOnce) return;
  // Another time than that of the row at hand, which is removed.
  await scheduleDue(call.db, discardKind, entityId, new Date(call.now.getTime() + 1));
};
