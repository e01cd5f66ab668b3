import type { IncludedQuantity } from '../../../adapters/marketplace/offer-submissions.ts';
import { big, type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import { isRawNumber } from '../../../kit/json.ts';
import { addMonths, addMonthsAtMost } from '../../../kit/months.ts';

/** A dimension of a purchase or a listing; the price of a plan may include some of it. */
export type PlanDimension = {
  key?: string;
  /** The plan that the entry is about. */
  planId?: string;
  /** `{recurringUnit: 'Monthly' | 'Annual', quantity | isInfinite}`; absent: nothing is included. */
  includedBaseQuantities?: readonly { recurringUnit?: unknown; quantity?: unknown; isInfinite?: unknown }[] | null;
};

/** The term of a subscription, with what we know about its plan. */
export type PlanTerm = {
  id: string;
  start: Date;
  /** The latest end that the marketplace named. */
  end: Date | null;
  planId: string | null;
  /** How long one term of the plan is: P1M, P1Y, P2Y, … */
  termUnit: string | null;
  /** Where its dimensions are looked up, in this order: the purchase, then the listing. */
  lists: readonly (readonly PlanDimension[])[];
};

/** Terms by id, only of partners that leave it to us to deduct the included quantity (AZURE). */
export type PlanTerms = ReadonlyMap<string, PlanTerm>;

/** How much was used of what one period includes. */
export type IncludedUse = { entitlementId: string; termId: string; dimension: string; start: Date; used: Decimal };

export const includedUseKey = ({ termId, dimension, start }: Omit<IncludedUse, 'used' | 'entitlementId'>): string =>
  `${termId}\n${dimension}\n${start.getTime()}`;

/** Units of a row that are included, by the start of the period that they count against. */
export type IncludedPart = readonly [start: string, units: Decimal];

const unitOf = ({ recurringUnit }: { recurringUnit?: unknown }): IncludedQuantity['every'] =>
  recurringUnit === 'Annual' ? 'YEAR' : 'MONTH';

const quantityOf = (value: unknown): Decimal | undefined => {
  const quantity = typeof value === 'number' || isRawNumber(value) ? decimalFromJson(value) : null;
  return quantity === null || big(quantity).lt(0) ? undefined : quantity;
};

/** The quantity for the subscription's own unit, or for the other unit if only that one has a quantity. */
const chooseIncluded = (
  items: NonNullable<PlanDimension['includedBaseQuantities']>,
  termUnit: string | null,
): IncludedQuantity | null | 'UNKNOWN' => {
  const own = termUnit === 'P1M' ? 'MONTH' : /^P\dY$/.test(termUnit ?? '') ? 'YEAR' : null;
  const ofUnit = items.filter((item) => unitOf(item) === own);
  const [item, ...others] = ofUnit.length > 0 ? ofUnit : items;
  if (item === undefined) return null;
  if (others.length > 0) return 'UNKNOWN';
  const quantity = item.isInfinite === true ? null : quantityOf(item.quantity);
  if (quantity === undefined) return 'UNKNOWN';
  return quantity !== null && big(quantity).eq(0) ? null : { every: unitOf(item), quantity };
};

/**
 * How much of a dimension the price of a term includes. Null: nothing. UNKNOWN: neither purchase nor listing contains the included quantity
 * of the dimension, so the quantity to submit is unknown.
 */
export const includedIn = (term: PlanTerm | undefined, dimension: string): IncludedQuantity | null | 'UNKNOWN' => {
  if (!term) return null;
  for (const list of term.lists) {
    const found = list.find(({ key, planId }) => key === dimension && planId !== undefined && planId === term.planId);
    if (found) return chooseIncluded(found.includedBaseQuantities ?? [], term.termUnit);
  }
  return 'UNKNOWN';
};

/**
 * The start of the month or year that holds a time, counted from the start of the term. Earlier times are in the first
 * one. The last one may be a few days longer: a subscription of the 31st has a month from 28 February to 31 March.
 */
export const periodStartOf = (
  { start, end }: Pick<PlanTerm, 'start' | 'end'>,
  every: IncludedQuantity['every'],
  time: Date,
): Date => {
  const step = every === 'YEAR' ? 12 : 1;
  const months = (time.getUTCFullYear() - start.getUTCFullYear()) * 12 + time.getUTCMonth() - start.getUTCMonth();
  const periods = Math.floor(months / step);
  const isBefore = addMonths(start, periods * step) > time;
  const isInLast = end !== null && time < end && end <= addMonthsAtMost(start, periods * step);
  return addMonths(start, Math.max(0, isBefore || isInLast ? periods - 1 : periods) * step);
};
