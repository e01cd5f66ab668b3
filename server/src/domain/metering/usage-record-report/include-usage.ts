import { Big } from '../../../kit/decimal.ts';
import {
  deductIncluded,
  type IncludedUse,
  type Inclusion,
  includedUseKey,
  nothingIncluded,
} from '../included-quantity/deduct-included.ts';
import { includedIn, type PlanTerms } from '../included-quantity/included-quantity.ts';
import type { TakenItems } from './close-rows.ts';
import type { PlannedRow } from './plan-closing.ts';

/** What of a row's usage the price of its plan includes; a test uses nothing of it. */
export const includeUsage = (
  { entitlement, dimension, told }: PlannedRow,
  { quantity, late }: TakenItems,
  planTerms: PlanTerms,
  uses: ReadonlyMap<string, IncludedUse>,
): { inclusion: Inclusion; uses: IncludedUse[] } => {
  const term = planTerms.get(told.term.id);
  const includes = told.kind === 'TEST' ? null : includedIn(term, dimension);
  if (!term || includes === null || includes === 'UNKNOWN') return { inclusion: nothingIncluded(quantity), uses: [] };
  const useOf = (start: Date): IncludedUse => {
    const period = { termId: term.id, dimension, start };
    return uses.get(includedUseKey(period)) ?? { ...period, entitlementId: entitlement.id, used: '0' };
  };
  const before = (late ?? []).map(([hour, units]) => ({ time: new Date(hour), quantity: units }));
  const rest = before.reduce((sum, one) => sum.minus(one.quantity), new Big(quantity)).toFixed();
  const usage = [...before, { time: told.toldTime, quantity: rest }];
  const inclusion = deductIncluded(usage, includes, term, (start) => useOf(start).used);
  return {
    inclusion,
    uses: inclusion.parts.map(([start, units]) => {
      const use = useOf(new Date(start));
      return { ...use, used: new Big(use.used).plus(units).toFixed() };
    }),
  };
};
