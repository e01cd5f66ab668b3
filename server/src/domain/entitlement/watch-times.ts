import type { ActCall } from '../../contract/call.ts';
import { cancelDue, scheduleDue } from '../../engine/due-store.ts';
import { scheduledKind, scheduledTimeOf } from './cancellation/schedule.ts';
import { directBillKind, directEndKind, directPartners } from './direct-purchase/direct-purchase.ts';
import type { Entitlement } from './entitlement.ts';
import { endSoonKind, endSoonTimeOf } from './notices/end-soon.ts';
import { entitlementIs } from './states.ts';

/** What waits for a time of an entitlement: the kind of its `due` row, and its time; null: nothing waits. */
type Watch = { kind: string; timeOf(entitlement: Entitlement, now: Date): Date | null };

const watches: readonly Watch[] = [
  {
    kind: endSoonKind,
    timeOf: (entitlement, now) => (entitlementIs.running(entitlement.status) ? endSoonTimeOf(entitlement, now) : null),
  },
  {
    kind: scheduledKind,
    // A time that has passed is not scheduled again: that cancellation was carried out, or has failed.
    timeOf: (entitlement, now) => {
      const time = entitlementIs.running(entitlement.status) ? scheduledTimeOf(entitlement) : null;
      return time && time > now ? time : null;
    },
  },
  {
    kind: directEndKind,
    timeOf: ({ partner, status, end_time: end }) =>
      directPartners.includes(partner) && entitlementIs.living(status) ? end : null,
  },
];

/** What determines the bills of a direct purchase, apart from its prices. */
const billedBy = ({ status, end_time: end, entitlement_term_id: term }: Entitlement): string =>
  `${status} ${end?.getTime()} ${term}`;

/** Keeps the `due` rows of an entitlement at its times. Called with every write of one; `old`: undefined if it is new. */
export const watchTimes = async (call: ActCall, old: Entitlement | undefined, next: Entitlement): Promise<void> => {
  for (const { kind, timeOf } of watches) {
    const before = old ? timeOf(old, call.now) : null;
    const time = timeOf(next, call.now);
    if (before?.getTime() === time?.getTime()) continue;
    await (time ? scheduleDue(call.db, kind, next.id, time) : cancelDue(call.db, kind, next.id));
  }
  if (old && directPartners.includes(next.partner) && billedBy(old) !== billedBy(next))
    await scheduleDue(call.db, directBillKind, next.id, call.now);
};
