import type { Decimal } from '../../../kit/decimal.ts';

/** A dimension that usage can be reported under. */
export type MeteredDimension = { key: string; name: string };

export type EntitlementTermHours = {
  id: string;
  start: Date;
  end: Date | null;
  licenseArn: string | null;
  flushThrough: Date | null;
  closedTime: Date | null;
};

/** What metering needs to know of an entitlement. Terms are the undivided ones, in order of their start. */
export type MeteredEntitlement = {
  id: string;
  partner: string;
  status: string;
  buyerId: string | null;
  productId: string | null;
  dimensions: MeteredDimension[];
  terms: EntitlementTermHours[];
  /** Usage before it is a test: accepted, closed, never told. */
  testUntil: Date | null;
  product: { entityId: string; externalId: string; meteringKey: 'LICENSE' | 'PRODUCT_CODE' } | null;
  buyerAccountId: string | null;
  customerIdentifier: string | null;
};

/** A fraction that waits for the next hour of a dimension. */
export type Carry = { entitlementId: string; dimension: string; kind: string; fraction: Decimal };

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
