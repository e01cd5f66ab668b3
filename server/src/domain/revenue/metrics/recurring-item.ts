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

/** The denominator of all amounts with the same billing period and number of digits: one object, and computed once. */
export type Denominator = { readonly d: bigint };

/** A fraction that is not in lowest terms. */
export type Ratio = { n: bigint; of: Denominator };

const daysOfYear = 365n;
const monthsOfYear = 12n;

/**
 * Reads an amount for each billing period as an exact amount for a month, and keeps the denominators that it met. Months
 * of the calendar count as they are; a month counts 365 ÷ 12 days.
 */
export const createMonthlyReader = () => {
  const known = new Map<string, Denominator>();
  const denominatorOf = (length: number, digits: number, unit: 'months' | 'days'): Denominator => {
    const key = `${length} ${digits} ${unit}`;
    const found = known.get(key);
    if (found) return found;
    if (!Number.isSafeInteger(length) || length < 1) throw new Error(`a billing period of ${length} is not a period`);
    const d = 10n ** BigInt(digits) * BigInt(length);
    const made = { d: unit === 'months' ? d : d * monthsOfYear };
    known.set(key, made);
    return made;
  };
  const monthlyOf = (amount: Decimal, period: RecurringItem['period']): Ratio => {
    const point = amount.indexOf('.');
    const digits = point === -1 ? 0 : amount.length - point - 1;
    const n = BigInt(digits === 0 ? amount : amount.slice(0, point) + amount.slice(point + 1));
    if (n < 0n) throw new Error(`a recurring amount is below 0: ${amount}`);
    return 'months' in period
      ? { n, of: denominatorOf(period.months, digits, 'months') }
      : { n: n * daysOfYear, of: denominatorOf(period.days, digits, 'days') };
  };
  return { monthlyOf, listDenominators: (): Denominator[] => [...known.values()] };
};
