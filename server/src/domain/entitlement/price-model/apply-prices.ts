import type { ActCall } from '../../../contract/call.ts';
import { writeEntitlement } from '../change.ts';
import { recordPrices } from '../direct-purchase/actions/record-prices.ts';
import type { Entitlement, Term } from '../entitlement.ts';
import { currentTerm } from '../term-sequence.ts';
import type { EntitlementView } from '../view.ts';
import { isDue, timeOf } from './pending-prices.ts';
import type { Prices } from './price-model.ts';

/** An entitlement and its terms with a change of its prices that is not written yet. */
export type Repriced = { entitlement: Entitlement; terms: readonly Term[] };

const withPrices = <T extends object>(info: T, { commits, billableDimensions }: Prices): T => ({
  ...info,
  ...(commits && { commits }),
  ...(billableDimensions && { billableDimensions }),
});

/** The term that prices apply to: the one that holds now, or the first one of a purchase that has not begun. */
const pricedTerm = (terms: readonly Term[], now: Date): Term | undefined => {
  const term = currentTerm(terms, now);
  return term && (term.end_time === null || term.end_time > now) ? term : undefined;
};

/**
 * Applies prices from a time on, and records that time: what was used before keeps the prices that it had. Prices that
 * are absent stay. Takes what is pending away.
 */
export const applyPrices = async (
  call: ActCall,
  { entitlement, terms }: Repriced,
  prices: Prices,
  applyTime: Date,
): Promise<Repriced> => {
  const { pendingPriceModel: _applied, ...before } = entitlement.info;
  const info = withPrices(before, prices);
  const { id, start_time: start } = entitlement;
  // Until it begins, an entitlement has no prices that a change could leave in force.
  await recordPrices(call, { id, info }, start !== null && start > applyTime ? start : applyTime);
  const current = pricedTerm(terms, call.now);
  return {
    entitlement: { ...entitlement, info },
    terms: terms.map((term) =>
      term.id === current?.id ? { ...term, entitlement_info: withPrices(term.entitlement_info, prices) } : term,
    ),
  };
};

/** Applies the pending prices if their time has come, from that time on. */
export const applyDuePrices = async (call: ActCall, repriced: Repriced): Promise<Repriced> => {
  const { pendingPriceModel: pending } = repriced.entitlement.info;
  if (!isDue(pending, call.now)) return repriced;
  return applyPrices(call, repriced, pending, timeOf(pending) ?? call.now);
};

/** Writes the change. Emits entitlement.updated. */
export const writeRepriced = (call: ActCall, old: Repriced, next: Repriced): Promise<EntitlementView> =>
  writeEntitlement(call, old.entitlement, next.entitlement, {
    terms: next.terms.filter((term) => !old.terms.includes(term)),
    oldTerms: old.terms,
    events: ['entitlement.updated'],
  });
