import type { ActCall } from '../../../contract/call.ts';
import { parseTime } from '../../../kit/time.ts';
import { writeEntitlement } from '../change.ts';
import type { Entitlement, Term } from '../entitlement.ts';
import { termNow } from '../term/term-now.ts';
import { loadPrices } from './actions/load-prices.ts';
import type { PendingPrices, Prices } from './price-model.ts';
import { savePrices } from './store.ts';

/** An entitlement and its terms with a change of its prices that is not written yet. */
export type Repriced = { entitlement: Entitlement; terms: readonly Term[] };

const timeOf = ({ applyTime }: PendingPrices): Date | null => (applyTime === undefined ? null : parseTime(applyTime));

export const isDue = (pending: PendingPrices | undefined, now: Date): pending is PendingPrices => {
  const time = pending && timeOf(pending);
  return !!time && time <= now;
};

const withPrices = <T extends object>(info: T, { commits, billableDimensions }: Prices): T => ({
  ...info,
  ...(commits && { commits }),
  ...(billableDimensions && { billableDimensions }),
});

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
  const [first] = await loadPrices(call, entitlement);
  // Recorded with the first change. Prices that change before the entitlement begins were never in effect.
  if (first && first.applyTime < applyTime) await savePrices(call.db, entitlement.id, first);
  const { pendingPriceModel: _applied, ...before } = entitlement.info;
  const info = withPrices(before, prices);
  const { commits = [], billableDimensions = [] } = info;
  await savePrices(call.db, entitlement.id, { applyTime, prices: { commits, billableDimensions } });
  const current = termNow(terms, call.now);
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
export const writeRepriced = (call: ActCall, old: Repriced, next: Repriced): Promise<void> =>
  writeEntitlement(call, old.entitlement, next.entitlement, {
    terms: next.terms.filter((term) => !old.terms.includes(term)),
    oldTerms: old.terms,
    events: ['entitlement.updated'],
  });
