import type { ActCall } from '../../../../contract/call.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { keyOf } from '../choose-versions.ts';
import { createTouch, foldTouched } from '../fold-touched.ts';
import { findWithdrawn, lockChannel, withdraw } from '../row-store.ts';
import { removeUsage } from '../usage-store.ts';
import type { RowBatch } from './ingest-rows.ts';

const rowsAtOnce = 1000;

/**
 * Withdraws rows that the latest version of a part no longer has; for parts that have all their rows in each version
 * (`FeedPart.isWhole`), once one is stored. `isEmpty`: it has none at all, so that no row tells which version is the latest.
 * Repeatable. Returns how many were withdrawn, at most 1000: call it again
 * until there are none. Locks the channel.
 */
export const withdrawRows = async (
  call: ActCall,
  { accountId = null, ...given }: Omit<RowBatch, 'rows' | 'written' | 'revisions'> & { isEmpty: boolean },
): Promise<number> => {
  const input = { ...given, accountId };
  const { channel, connectionId, part } = input;
  const touch = createTouch();
  await lockChannel(call.db, channel);
  const rows = await findWithdrawn(call.db, input, rowsAtOnce);
  if (rows.length === 0) return 0;
  const hashOf = new Map(rows.map((one) => [keyOf(one), one.hash]));
  for (const line of await withdraw(call.db, channel, rows)) touch.removed(line, hashOf.get(keyOf(line)) ?? '');
  await removeUsage(call.db, channel, rows);
  const records = await foldTouched(call, input, touch);
  const after = { part, withdrawnRows: rows.length, records };
  call.recordChange({ type: 'conn', id: encodeId('conn', connectionId), before: {}, after });
  return rows.length;
};
