import type { ActCall } from '../../../../contract/call.ts';
import { addHours, hourOf } from '../../../../kit/hours.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { workInBulk } from '../../usage-record-group/store.ts';
import { lockEntitlements } from '../../usage-record-report/store.ts';
import { findBilledUntil, saveBilled } from '../closing-store.ts';
import { closeEntitlementHours } from './close-billable-usage.ts';

/** The first hour that begins at or after a time. */
const hourFrom = (time: Date): Date => (hourOf(time).getTime() === time.getTime() ? time : addHours(hourOf(time), 1));

/**
 * Closes the hours of an entitlement that begin before `to`, which must not be in the future, and freezes them: usage
 * that arrives for them later counts in the first hour after, unless it is of before `from`, the begin of the period, when
 * that is the first one. Call it in the transaction that bills them, before
 * `loadBilledUsage`. Freezing earlier hours again changes nothing.
 */
export const freezeBilledUsage = async (
  call: ActCall,
  { entitlementId, from, to }: { entitlementId: string; from: Date; to: Date },
): Promise<void> => {
  if (to > call.now) throw new Error(`usage up to ${to.toISOString()} is not over`);
  const until = hourFrom(to);
  await workInBulk(call.db);
  await lockEntitlements(call.db, [entitlementId]);
  const before = await findBilledUntil(call.db, entitlementId);
  if (before !== null && before >= until) return saveBilled(call.db, entitlementId, { from, until });
  while (await closeEntitlementHours(call, entitlementId, addHours(until, -1)));
  await saveBilled(call.db, entitlementId, { from, until });
  const id = encodeId('ent', entitlementId);
  call.recordChange({ type: 'ent', id, before: { billedUntil: before }, after: { billedUntil: until.toISOString() } });
};
