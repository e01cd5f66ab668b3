import type { Decimal } from '../../../kit/decimal.ts';
import { addHours, hourOf } from '../../../kit/hours.ts';

/** Hours that begin in `[from, before)`. */
export type ProofWindow = { from: Date; before: Date };

/** The first hour that begins at or after a time. */
export const hourAtOrAfter = (time: Date): Date => {
  const hour = hourOf(time);
  return hour < time ? addHours(hour, 1) : hour;
};

/** The last row of a page of balances. */
export type BalanceKey = [hour: Date, entitlementId: string, dimension: string];
/** The last row of a page of drifts. */
export type DriftKey = [hour: Date, entitlementId: string, dimension: string, cause: string, detail: string];
/** The last row of a page of receipts. */
export type ReceiptKey = [hour: Date, dimension: string, number: number];

/** How a marketplace's own records of a day differ from what was submitted, or computed for comparison (SHADOW). */
export const comparisonCauses = ['NOT_SHOWN', 'FOREIGN', 'QUANTITY_DIFFERS', 'REJECTED', 'SHADOW_DIFFERS'] as const;

/** Why usage that was accepted was not, or not yet certainly, confirmed by the marketplace; or how its records differ. */
export const driftCauses = [
  'LATE',
  'HELD',
  'WAITING',
  'UNCONFIRMED',
  'OUTCOME_UNKNOWN',
  'DUPLICATE_FOREIGN',
  'REFUSED',
  ...comparisonCauses,
] as const;

export type DriftCause = (typeof driftCauses)[number];

/** How many groups a drift names at most. */
export const driftGroupsMax = 20;

/** What a comparison of a day has found. Times are ISO 8601. */
export type ComparisonDrift = {
  resource: string;
  planId: string;
  ours: Decimal;
  theirs: Decimal;
  billed: Decimal | null;
  status: string;
  firstSeen: string;
  lastSeen: string;
};

export type Drift = {
  /** Of a comparison: the start of the day. */
  hour: Date;
  /** The nil UUID if the marketplace has usage of a resource for which no entitlement is known. */
  entitlement_id: string;
  dimension: string;
  cause: DriftCause;
  /** Orders drifts of the same cause: what usage is held for, or the row. */
  detail: string;
  quantity: Decimal;
  partner: string;
  product_id: string | null;
  buyer_id: string | null;
  report_id: string | null;
  message: string | null;
  /** Of a report; else the hour's, which follows from the marketplace's facts. */
  deadline: Date | null;
  /** At most 20. */
  group_ids: string[];
  /** Null: the drift was not found by a comparison. */
  comparison: ComparisonDrift | null;
};
