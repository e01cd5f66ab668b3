import type { Decimal } from '../../../kit/decimal.ts';

/**
 * Reduces the amount of an item, in the item's currency and for its billing period, during `[start, end)`. Several
 * together never reduce it below 0.
 */
export type Discount = { amount: Decimal; isOneTime: boolean; start: Date; end: Date | null };

/** A cancellation asked for at `time` that takes effect at `end`; `withdrawnTime` is when it was taken back. */
export type Cancellation = { time: Date; end: Date; withdrawnTime: Date | null };

/**
 * A price line of an entitlement in one of its terms, in force during `[start, end)`. It counts in every state of the
 * entitlement in which the contract is in force (ACTIVE, PENDING_CANCEL, SUSPENDED). Trials, services, credits and taxes
 * are not items.
 */
export type RecurringItem = {
  /** Unique among the items of a calculation. */
  id: string;
  /** The customer. */
  buyerId: string;
  /** `''` if unknown, as in `partner`. */
  productId: string;
  partner: string;
  entitlementId: string;
  termId: string | null;
  /** The records that bill it. */
  recordIds?: readonly string[];
  currency: string;
  /** What is paid for each billing period, at least 0, before discounts. */
  amount: Decimal;
  /** A price for a whole term of years has the term as its period. */
  period: { months: number } | { days: number };
  /** Paid once: listed, and never part of recurring revenue. */
  isOneTime: boolean;
  /** A contractual minimum of usage: recurring, and not counted twice in the run-rate of usage. */
  isUsageMinimum?: boolean;
  signedTime: Date;
  start: Date;
  /** The end as agreed; null if it is open-ended. */
  end: Date | null;
  discounts?: readonly Discount[];
  /** In any order. */
  cancellations?: readonly Cancellation[];
  /** The items that renew or replace it, of the same buyer and currency. When absent, they are found: see `renewals.ts`. */
  successorIds?: readonly string[];
};

/** A fraction that is not in lowest terms: amounts of the same billing period and number of digits share `d`. */
export type Ratio = { n: bigint; d: bigint };

const daysOfYear = 365n;
const monthsOfYear = 12n;

/**
 * An amount for each billing period, as an exact amount for a month. Months of the calendar count as they are; a month
 * counts 365 ÷ 12 days.
 */
export const monthlyOf = (amount: Decimal, period: RecurringItem['period']): Ratio => {
  const isMonths = 'months' in period;
  const length = isMonths ? period.months : period.days;
  if (!Number.isSafeInteger(length) || length < 1) throw new Error(`a billing period of ${length} is not a period`);
  const point = amount.indexOf('.');
  const digits = point === -1 ? 0 : amount.length - point - 1;
  const n = BigInt(digits === 0 ? amount : amount.slice(0, point) + amount.slice(point + 1));
  if (n < 0n) throw new Error(`a recurring amount is below 0: ${amount}`);
  const d = 10n ** BigInt(digits) * BigInt(length);
  return isMonths ? { n, d } : { n: n * daysOfYear, d: d * monthsOfYear };
};
