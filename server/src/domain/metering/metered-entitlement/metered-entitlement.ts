import { big, type Decimal } from '../../../kit/decimal.ts';
import { isRawNumber, type JsonNumber } from '../../../kit/json.ts';
import type { Entitlement } from '../../entitlement/entitlement.ts';
import type { Allocation } from '../usage-allocation/usage-allocation.ts';

/** A dimension that usage can be reported under. */
export type MeteredDimension = { key: string; name: string };

/** A dimension as a purchase or a listing prices it. */
export type PricedDimension = {
  key?: string;
  name?: string;
  /** Price of one unit. */
  rate?: JsonNumber | null;
  /** Prices that depend on the quantity. */
  priceTiers?: readonly unknown[] | null;
};

export type EntitlementTermHours = {
  id: string;
  start: Date;
  end: Date | null;
  /** The resource that its usage is reported for; null: not yet known. */
  usageResourceId: string | null;
  /** AZURE: the plan of the subscription in that term. */
  planId?: string | null;
  /** Usage before this time is of a free trial, and costs nothing whatever its price (AWS). */
  freeUntil?: Date;
  flushThrough: Date | null;
  closedTime: Date | null;
};

/** What metering needs to know about an entitlement. Terms are the undivided ones, ordered by start. */
export type MeteredEntitlement = {
  id: string;
  partner: string;
  status: Entitlement['status'];
  buyerId: string | null;
  productId: string | null;
  dimensions: MeteredDimension[];
  /** Direct billing: the billable metrics that it is billed by. */
  billedMetrics: string[];
  /** Direct billing: hours before this are billed; null: none are. */
  billedUntil: Date | null;
  /** Where prices are looked up, in this order: the purchase, then the listing. */
  priced: readonly (readonly PricedDimension[])[];
  terms: EntitlementTermHours[];
  /** Usage of its partner is mapped to other dimensions when it is accepted. */
  isMapped?: boolean;
  /** Usage before this time is test usage: accepted and closed, but never submitted. */
  testUntil: Date | null;
  product: { entityId: string; externalId: string; meteringKey: 'LICENSE' | 'PRODUCT_CODE' } | null;
  buyerAccountId: string | null;
  customerIdentifier: string | null;
};

/** A fraction that waits for the next hour of a dimension; `allocations`: the share of each tag set. */
export type Carry = {
  entitlementId: string;
  dimension: string;
  kind: string;
  fraction: Decimal;
  allocations: readonly Allocation[];
};

/** Fractions of different kinds never mix. */
export const carryKey = (carry: Pick<Carry, 'entitlementId' | 'dimension' | 'kind'>): string =>
  `${carry.entitlementId}\n${carry.dimension}\n${carry.kind}`;

/** Looks for the key first, then for the exact name; a name that two keys share is ambiguous. */
export const findDimension = (
  dimensions: readonly MeteredDimension[],
  key: string,
): MeteredDimension | 'ambiguous' | undefined => {
  const byKey = dimensions.find((dimension) => dimension.key === key);
  if (byKey) return byKey;
  const [first, second] = dimensions.filter((dimension) => dimension.name === key);
  return second ? 'ambiguous' : first;
};

/** Price of one unit of a dimension; null if it is unknown: there is no rate, or the price depends on the quantity. */
export const unitPriceOf = (entitlement: Pick<MeteredEntitlement, 'priced'>, dimension: string): Decimal | null => {
  for (const list of entitlement.priced) {
    const found = list.find(({ key }) => key === dimension);
    if (found?.priceTiers && found.priceTiers.length > 0) return null;
    const rate = found?.rate;
    if (typeof rate !== 'number' && !isRawNumber(rate)) continue;
    const price = big(isRawNumber(rate) ? rate.rawJSON : rate);
    return price.lt(0) ? null : price.toFixed();
  }
  return null;
};

/** Price of one unit of an hour in a term: none within its free trial. */
export const unitPriceIn = (
  entitlement: Pick<MeteredEntitlement, 'priced' | 'terms'>,
  { termId, dimension, time }: { termId: string; dimension: string; time: Date },
): Decimal | null => {
  const freeUntil = entitlement.terms.find(({ id }) => id === termId)?.freeUntil;
  return freeUntil !== undefined && time < freeUntil ? '0' : unitPriceOf(entitlement, dimension);
};

/**
 * The term that holds a time. Usage stamped with the start of its hour belongs to a term that begins within that hour.
 */
export const termAt = <T extends { start: Date; end: Date | null }>(
  terms: readonly T[],
  time: Date,
  hour: Date,
): T | undefined => {
  const holds = (from: Date, to: Date) => (term: T) => term.start < to && (term.end === null || term.end > from);
  return (
    terms.findLast(holds(time, new Date(time.getTime() + 1))) ??
    terms.find(holds(hour, new Date(hour.getTime() + 3_600_000)))
  );
};
