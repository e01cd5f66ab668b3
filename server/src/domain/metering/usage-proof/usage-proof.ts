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

/** Why usage that was accepted was not, or not yet certainly, confirmed by the marketplace. */
export const driftCauses = [
  'LATE',
  'HELD',
  'WAITING',
  'UNCONFIRMED',
  'OUTCOME_UNKNOWN',
  'DUPLICATE_FOREIGN',
  'REFUSED',
] as const;

export type DriftCause = (typeof driftCauses)[number];

/** How many groups a drift names at most. */
export const driftGroupsMax = 20;

export type Drift = {
  hour: Date;
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
};
