import type { IncludedQuantity } from '../../../adapters/marketplace/offer-submissions.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';
import { type IncludedPart, type PlanTerm, periodStartOf } from './included-quantity.ts';

/** `left`: the quantity that is still to be paid for. */
export type Inclusion = { parts: IncludedPart[]; included: Decimal; left: Decimal };

export const nothingIncluded = (accepted: Decimal): Inclusion => ({ parts: [], included: '0', left: accepted });

/**
 * Deducts usage from what its own period includes. Late usage counts against the period of the hour in which it was
 * used, whichever hour it is submitted for. Pure. `usedOf` returns how much of a period was used before.
 */
export const deductIncluded = (
  usage: readonly { time: Date; quantity: Decimal }[],
  { every, quantity }: IncludedQuantity,
  term: Pick<PlanTerm, 'start' | 'end'>,
  usedOf: (start: Date) => Decimal,
): Inclusion => {
  const taken = new Map<string, Big>();
  let left = new Big(0);
  for (const one of usage.toSorted((first, second) => first.time.getTime() - second.time.getTime())) {
    const start = periodStartOf(term, every, one.time);
    const key = start.toISOString();
    const before = taken.get(key) ?? new Big(0);
    const rest = quantity === null ? new Big(one.quantity) : new Big(quantity).minus(usedOf(start)).minus(before);
    const units = rest.lte(0) ? new Big(0) : rest.lt(one.quantity) ? rest : new Big(one.quantity);
    if (units.gt(0)) taken.set(key, before.plus(units));
    left = left.plus(one.quantity).minus(units);
  }
  const parts = [...taken].map(([start, units]): IncludedPart => [start, units.toFixed()]);
  const included = [...taken.values()].reduce((sum, units) => sum.plus(units), new Big(0));
  return { parts, included: included.toFixed(), left: left.toFixed() };
};
