import { Big, type Decimal } from '../../../kit/decimal.ts';
import { deductIncluded, type Inclusion, nothingIncluded } from '../included-quantity/deduct-included.ts';
import {
  type IncludedUse,
  includedIn,
  includedUseKey,
  type PlanTerms,
} from '../included-quantity/included-quantity.ts';
import type { PlannedRow } from './plan-closing.ts';

/**
 * `brought`: usage of earlier hours that was carried into a refused row and comes back with its items; included
 * quantities, credit and commit are deducted from the rest only. `late`: parts of the quantity that were used in an
 * earlier hour, by that hour.
 */
export type TakenUsage = {
  quantity: Decimal;
  brought: Decimal;
  late: readonly (readonly [hour: string, quantity: Decimal])[] | null;
};

/** Deducts from a row's usage what the price of its plan includes; test usage uses nothing up. */
export const includeUsage = (
  { entitlement, dimension, decision }: PlannedRow,
  { quantity, late }: Pick<TakenUsage, 'quantity' | 'late'>,
  planTerms: PlanTerms,
  uses: ReadonlyMap<string, IncludedUse>,
): { inclusion: Inclusion; uses: IncludedUse[] } => {
  const term = planTerms.get(decision.term.id);
  const includes = decision.kind === 'TEST' ? null : includedIn(term, dimension);
  if (!term || includes === null || includes === 'UNKNOWN') return { inclusion: nothingIncluded(quantity), uses: [] };
  const useOf = (start: Date): IncludedUse => {
    const period = { termId: term.id, dimension, start };
    return uses.get(includedUseKey(period)) ?? { ...period, entitlementId: entitlement.id, used: '0' };
  };
  const before = (late ?? []).map(([hour, units]) => ({ time: new Date(hour), quantity: units }));
  const rest = before.reduce((sum, one) => sum.minus(one.quantity), new Big(quantity)).toFixed();
  const usage = [...before, { time: decision.timestamp, quantity: rest }];
  const inclusion = deductIncluded(usage, includes, term, (start) => useOf(start).used);
  return {
    inclusion,
    uses: inclusion.parts.map(([start, units]) => {
      const use = useOf(new Date(start));
      return { ...use, used: new Big(use.used).plus(units).toFixed() };
    }),
  };
};
