import type { FeedPart } from '../../../../adapters/revenue/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { PartOwner } from '../connection.ts';
import { deleteUnfinishedParts, findUnfinishedParts } from '../part-store.ts';

/**
 * Forgets parts that the partner no longer has, of those that were never read: they will not be delivered or replaced any
 * more. `listed`: all parts since `since`. One that is shown again is read. Repeatable. Returns how many.
 */
export const forgetParts = async (
  call: ActCall,
  owner: PartOwner,
  { since, listed }: { since: Date; listed: readonly FeedPart[] },
): Promise<number> => {
  const names = new Set(listed.map(({ name }) => name));
  const gone = (await findUnfinishedParts(call.db, owner, since)).filter((name) => !names.has(name));
  if (gone.length > 0) await deleteUnfinishedParts(call.db, owner, gone);
  return gone.length;
};
