import type { ActCall } from '../../../../contract/call.ts';
import type { Entitlement, Term } from '../../entitlement.ts';
import { isDue, timeOf } from '../../price-model/pending-prices.ts';
import { entitlementIs } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { findPlannedEnds, findTerms } from '../../term/store.ts';
import { directPartners } from '../direct-purchase.ts';
import { findPrices, type PriceRow } from '../store.ts';

/** A direct purchase with what it is billed by. Terms are the undivided ones, in the order of time. */
export type DirectPurchase = {
  entitlement: Entitlement;
  terms: (Term & { planned_end_time: Date | null })[];
  prices: PriceRow[];
};

/**
 * Prices apply from their time on, even before the entitlement shows them: a billing run must not bill later time at the former prices.
 */
const withDuePrices = (prices: readonly PriceRow[], { info, status }: Entitlement, now: Date): PriceRow[] => {
  const { pendingPriceModel: pending } = info;
  const last = prices.at(-1);
  const time = isDue(pending, now) && !entitlementIs.ended(status) ? timeOf(pending) : null;
  if (!pending || !last || !time) return [...prices];
  const due: PriceRow = {
    from_time: time,
    commits: pending.commits ?? last.commits,
    billable_dimensions: pending.billableDimensions ?? last.billable_dimensions,
  };
  return [...prices.filter(({ from_time: from }) => from < time), due];
};

/** Locks a direct purchase. Undefined if the entitlement is none. */
export const lockDirectPurchase = async (call: ActCall, entitlementId: string): Promise<DirectPurchase | undefined> => {
  const entitlement = await lockEntitlement(call.db, entitlementId);
  if (!entitlement || !directPartners.includes(entitlement.partner)) return undefined;
  const terms = await findTerms(call.db, entitlementId);
  const plannedEnds = await findPlannedEnds(call.db, entitlementId);
  return {
    entitlement,
    terms: terms
      .filter(({ type }) => type !== 'DivideCommit')
      .map((term) => ({ ...term, planned_end_time: plannedEnds.get(term.id) ?? null })),
    prices: withDuePrices(await findPrices(call.db, entitlementId), entitlement, call.now),
  };
};
