import type { RevenueChannel } from '../../../adapters/revenue/port.ts';
import type { Decimal } from '../../../kit/decimal.ts';

/** Kind of the due rows for comparing what was billed; their entity is a channel, or a channel and an entitlement. */
export const reconcileKind = 'revenue.reconcile';

/**
 * MISSING: expected, and not billed. DOUBLE: billed more than once. AMOUNT_DIFFERS, CURRENCY_DIFFERS: billed otherwise
 * than expected. UNEXPECTED: billed, and nothing says why. NOT_JUDGED: what is expected is not known.
 */
export const differenceKinds = [
  'MISSING',
  'DOUBLE',
  'AMOUNT_DIFFERS',
  'CURRENCY_DIFFERS',
  'UNEXPECTED',
  'NOT_JUDGED',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/**
 * What explains a difference. LATE: the days that the partner may take are not over, or what it wrote since is not read
 * yet. INVOICED: the partner lists an invoice of it, which its feed does not have yet; NOT_IN_FEED: nor when the days of LATE
 * are over. FEED_FAULT: a part of the feed that may say it could not be read. REFUNDED, FORGIVEN: given back, or given up.
 * RESTATED: the partner billed what was expected and corrected it later. INCLUDED: the partner bills what the price of
 * the plan includes. COMMITTED: a commit paid for it here, and not at the partner, or the other way round. ROUNDING: each
 * part was rounded. CONVERTED: the partner bills in the buyer's or the payout's currency. UNPRICED: a price is not known.
 * SHADOW: another tool submits the usage.
 */
export const differenceCauses = [
  'LATE',
  'INVOICED',
  'NOT_IN_FEED',
  'FEED_FAULT',
  'REFUNDED',
  'FORGIVEN',
  'RESTATED',
  'INCLUDED',
  'COMMITTED',
  'ROUNDING',
  'CONVERTED',
  'UNPRICED',
  'SHADOW',
] as const;
export type DifferenceCause = (typeof differenceCauses)[number];

/** Causes that need nobody: differences that they explain are listed and not announced. */
const quietCauses: ReadonlySet<DifferenceCause> = new Set([
  'LATE',
  'INVOICED',
  'COMMITTED',
  'ROUNDING',
  'CONVERTED',
  'UNPRICED',
  'SHADOW',
]);

export const isQuiet = ({ cause }: Pick<Difference, 'cause'>): boolean => cause !== null && quietCauses.has(cause);

/** Something that would explain a difference if it has that amount: `billed` is more than expected by it. */
export type Explanation = { cause: DifferenceCause; amount: Decimal };

/** What a buyer is to be charged for one thing: an installment, a price of a period, the usage of a month, an invoice. */
export type ExpectedCharge = {
  /** Names it within the entitlement for ever. */
  place: string;
  type: 'FIXED' | 'USAGE' | 'INVOICE';
  /** The earliest time of the charge; of USAGE, the end of its month. */
  chargeTime: Date;
  /** FIXED: the partner may bill it from then on, before `chargeTime`; absent: it does not. */
  earliestTime?: Date;
  /** Until when the partner bills it. */
  deadline: Date;
  /** AZURE: the price of a term of more than a month may be paid in equal parts, each month or year until then. */
  partsUntil?: Date;
  /** The month that it belongs to, `YYYY-MM`: that of the charge, or in which the usage was used. */
  period: string;
  currency: string | null;
  /** Null: not known. */
  amount: Decimal | null;
  /** Why `amount` is not known. */
  unknown?: DifferenceCause;
  /** INVOICE: what was charged before we gave a part of it back; absent: `amount`. */
  whole?: Decimal;
  /** More that may be billed, too: usage whose outcome is not known. */
  open?: Decimal;
  /** FIXED: what the buyer may spend on usage for it; absent: nothing. */
  balance?: Decimal;
  /** When it begins to count; absent: when it is charged. */
  balanceTime?: Date;
  /** What is left of earlier balances is lost then. */
  discardsEarlier?: true;
  /** Of `amount`, what the partner may take from a commit instead of billing it. */
  covered?: Decimal;
  /** False: it need not be billed, as the purchase ended before. */
  isCertain: boolean;
  /** How many amounts the partner may have rounded. */
  parts: number;
  explanations: readonly Explanation[];
  /** INVOICE: its id. */
  invoiceId?: string;
};

/** What a partner billed, in one currency: a record of revenue. */
export type BilledRecord = {
  id: string;
  currency: string;
  /** Without what was given back. */
  billed: Decimal;
  /** What was given back, positive. */
  refunded: Decimal;
  forgiven: Decimal;
  /** When it was invoiced. */
  time: Date;
  periodStart: Date | null;
  periodEnd: Date | null;
  billingModel: 'SubscriptionBased' | 'UsageBased' | null;
  invoiceId: string | null;
  /** What it said before it was restated. */
  earlier: readonly Decimal[];
};

/** An invoice that the partner lists and its feed does not have. */
export type NotedInvoice = { amount: Decimal; currency: string; time: Date };

export type Difference = {
  /** Names it within the entitlement for ever: that of the charge, or of what was billed unexpectedly. */
  place: string;
  kind: DifferenceKind;
  cause: DifferenceCause | null;
  period: string;
  currency: string;
  /** Null: not known, or nothing. */
  expected: Decimal | null;
  /** Without what was given back or given up. In `billedCurrency`. */
  billed: Decimal;
  billedCurrency: string;
  /** Ids of the records, in order of time. */
  records: readonly string[];
};

/** A stored difference. */
export type RevenueDifference = {
  id: string;
  channel: RevenueChannel;
  entitlement_id: string;
  place: string;
  kind: DifferenceKind;
  cause: DifferenceCause | null;
  period: string;
  currency: string;
  expected: Decimal | null;
  billed: Decimal;
  billed_currency: string;
  /** At most 20 of the records. */
  records: string[];
  record_count: number;
  first_seen_time: Date;
  last_seen_time: Date;
  resolved_time: Date | null;
  version: number;
};

/** How many records a stored difference names. */
export const recordsShown = 20;

/** `YYYY-MM` of a time in a time zone. */
export const monthOf = (time: Date, zone: string): string => {
  if (zone === 'UTC') return time.toISOString().slice(0, 7);
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' });
  const found = new Map(parts.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${found.get('year')}-${found.get('month')}`;
};

/** The first instant of a month in UTC. */
export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

export const nextMonth = (month: string): string => {
  const start = startOfMonth(month);
  start.setUTCMonth(start.getUTCMonth() + 1);
  return start.toISOString().slice(0, 7);
};

export const monthBefore = (month: string): string => {
  const start = startOfMonth(month);
  start.setUTCMonth(start.getUTCMonth() - 1);
  return start.toISOString().slice(0, 7);
};
