import type { FeedPart } from '../../../../adapters/revenue/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { PartOwner } from '../connection.ts';
import { insertFoundParts } from '../part-store.ts';

/** Stores parts that are to be read: those that are new, or have another version. Repeatable. Returns how many. */
export const keepParts = (call: ActCall, owner: PartOwner, parts: readonly FeedPart[]): Promise<number> => {
  // A name that is listed twice has the version that is listed last.
  const byName = new Map(
    parts.map(({ time, isWhole = false, name, version, bytes }) => [
      name,
      { name, version, bytes, written_time: time, is_whole: isWhole },
    ]),
  );
  return insertFoundParts(call.db, owner, [...byName.values()], call.now);
};
