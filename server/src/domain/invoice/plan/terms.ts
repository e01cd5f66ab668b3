import { billingLimits } from '../../../contract/reference/billing-limits.ts';
import { big, type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import { addMonths, wholeMonths } from '../../../kit/months.ts';
import { parseTime } from '../../../kit/time.ts';
import type { EntitlementInfoDocument } from '../../entitlement/entitlement.ts';
import { addIntervals, type Cycle, type Interval, laterOf, type Period } from './period.ts';

/** What is billed for, read from the terms of a direct purchase (doc.suger.io/billing/offer: the fields of an offer). */

type Info = EntitlementInfoDocument;
export type Commit = NonNullable<Info['commits']>[number];
export type Dimension = NonNullable<Info['billableDimensions']>[number];
type Installment = NonNullable<Info['paymentInstallments']>[number];

/** The prices of a purchase from a time on. */
export type Price = { from: Date; commits: readonly Commit[]; dimensions: readonly Dimension[] };

/** A term to be billed. `plannedEnd` is its end as agreed at its start; `end` is earlier after a cancellation. */
export type BilledTerm = {
  id: string;
  start: Date;
  end: Date | null;
  plannedEnd: Date | null;
  commitAmount: Decimal;
  info: Info;
};

const decimalOf = (value: JsonNumber | undefined): Decimal => decimalFromJson(value ?? 0) ?? '0';

const dayMs = 86_400_000;

/** Offers of before these limits were checked may say more; their purchases are billed all the same. */
const within = (min: number, value: number, max: number): number => Math.max(min, Math.min(value, max));

export const isPaidAhead = ({ paymentSchedule }: Info): boolean => paymentSchedule !== 'POSTPAY';

/** Whether a part of an interval at the start or the end of a purchase costs its share by time, and not the whole price. */
const isProrated = ({ proratedBilling }: Info): boolean => proratedBilling !== false;

/**
 * What a price is for in a period: the whole interval, or, where parts are not prorated, what of it lies in the purchase,
 * which costs nothing before `begin`. What a renewal cuts is shared by time all the same: an interval of two terms is paid
 * once (decision 0219).
 */
export const pricedSpan = (
  { start, wholeStart, wholeEnd }: Period,
  { info, end, plannedEnd }: BilledTerm,
  begin: Date,
): { start: Date; end: Date } => {
  if (isProrated(info)) return { start: wholeStart, end: wholeEnd };
  const agreedEnd = plannedEnd && end && end > plannedEnd ? end : plannedEnd;
  return {
    start: begin > start ? start : laterOf(wholeStart, begin),
    end: info.autoRenew !== true && agreedEnd !== null && agreedEnd < wholeEnd ? agreedEnd : wholeEnd,
  };
};

export const cycleOf = ({ billingCycle }: Info): Cycle => billingCycle ?? 'ENTITLEMENT_START_DATE';

/** How long an invoice stays a draft, and how long after it the buyer may pay, in days. */
export const graceDays = ({ gracePeriodInDays = 0 }: Info): number => within(0, gracePeriodInDays, billingLimits.days);
export const netDays = ({ netTermsInDays = 0 }: Info): number => within(0, netTermsInDays, billingLimits.days);

export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs);

const monthsOfKind = { COMMIT: 'commitBillingIntervalInMonths', USAGE: 'usageBillingIntervalInMonths' } as const;

/**
 * The interval that a price repeats in: its own, or else that of the purchase for prices of its kind, or for all; a month
 * if none says (decision 0219).
 */
export const intervalOf = (
  { length, timeUnit }: Pick<Commit, 'length' | 'timeUnit'>,
  info: Info,
  kind: keyof typeof monthsOfKind,
): Interval => {
  if (length !== undefined && length > 0 && timeUnit !== undefined) return { length, unit: timeUnit };
  const named = [info[monthsOfKind[kind]], info.billingIntervalInMonths];
  const months = named.find((one) => one !== undefined && one >= 1) ?? 1;
  return { length: within(1, months, billingLimits.intervalMonths), unit: 'MONTH' };
};

/** How many months an interval has; null if it is counted in days. */
export const monthsOf = ({ length, unit }: Interval): number | null =>
  unit === 'DAY' ? null : length * (unit === 'YEAR' ? 12 : 1);

export const writeInterval = ({ length, unit }: Interval): string => `${length} ${unit}`;

/** When a term begins to cost anything: after the trial, which only the first term has. */
export const billingStart = (term: BilledTerm, isFirst: boolean): Date => {
  const { trialPeriod = 0, trialPeriodUnit: unit = 'DAY' } = term.info.trialConfig ?? {};
  const length = within(0, trialPeriod, billingLimits.trial[unit]);
  return isFirst && length > 0 ? addIntervals(term.start, { length, unit }, 1) : term.start;
};

/** A recurring commit's price for one interval: quantity × rate. */
export const commitPrice = ({ rate, quantity }: Commit): Decimal =>
  big(decimalOf(rate))
    .times(quantity ?? 1)
    .toFixed();

/** When an installment falls due: on its day, or with the purchase if it names none. */
const installmentTime = ({ chargeOn, chargeOnStr }: Installment, start: Date): Date => {
  const named = chargeOn ? parseTime(chargeOn) : null;
  const day = named ?? (chargeOnStr ? parseTime(`${chargeOnStr}T00:00:00Z`) : null);
  return day !== null && day > start ? day : start;
};

export type InstallmentDue = { index: number; amount: Decimal; time: Date };

/** So much later as the renewed term begins after the first: by months, or by time if these are no whole months. */
const shiftToTerm = (time: Date, term: BilledTerm, first: BilledTerm): Date => {
  const months = wholeMonths(first.start, term.start);
  return months === null
    ? new Date(time.getTime() + term.start.getTime() - first.start.getTime())
    : addMonths(time, months);
};

/**
 * The installments of a term. The dates are those of the first term; a renewed term repeats them as much later as it
 * begins. None is due within a trial.
 */
export const installmentsOf = (term: BilledTerm, first: BilledTerm): InstallmentDue[] =>
  (term.info.paymentInstallments ?? []).map((installment, index) => {
    const time = installmentTime(installment, first.start);
    const shifted = term.id === first.id ? time : shiftToTerm(time, term, first);
    return {
      index,
      amount: decimalOf(installment.amount),
      time: laterOf(shifted, billingStart(term, term.id === first.id)),
    };
  });

export const addonsOf = ({ addons = [] }: Info) =>
  addons.map(({ id, name, description, amount, chargeOn }, index) => ({
    id: id ?? String(index),
    name: name ?? '',
    description: description ?? '',
    amount: decimalOf(amount),
    time: chargeOn ? parseTime(chargeOn) : null,
  }));
