import type { RevenueChannel } from '../../../adapters/revenue/port.ts';
import { splitEqually } from '../../../kit/currency.ts';
import { Big, type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import { addMonths, wholeMonths } from '../../../kit/months.ts';
import { localTimeOf, nextPacificMonth, startOfPacificDay } from '../../../kit/pacific-time.ts';
import type { BilledEntitlement, BilledTerm } from '../../entitlement/actions/load-billed-terms.ts';
import type { ChargedInvoice } from '../../invoice/actions/load-charged-invoices.ts';
import type { AcknowledgedUsage } from '../../metering/usage-record-report/actions/load-acknowledged-usage.ts';
import { billingDays, fixedDeadline, usageDeadline } from './billing-days.ts';
import {
  type DifferenceCause,
  type ExpectedCharge,
  type Explanation,
  monthOf,
  nextMonth,
  startOfMonth,
} from './reconciliation.ts';

/** More charges of a term than this are a mistake. */
const chargesMax = 400;

const decimalOf = (value: JsonNumber | undefined): Decimal => decimalFromJson(value ?? 0) ?? '0';

type Fixed = Pick<ExpectedCharge, 'place' | 'chargeTime' | 'currency' | 'amount' | 'isCertain'>;

const fixedCharge = (channel: RevenueChannel, { amount, currency, ...fixed }: Fixed): ExpectedCharge => ({
  ...fixed,
  type: 'FIXED',
  deadline: fixedDeadline(channel, fixed.chargeTime),
  period: monthOf(fixed.chargeTime, billingDays[channel].zone),
  currency,
  // Without a currency, an amount is not comparable.
  amount: currency === null ? null : amount,
  parts: 1,
  explanations: [],
});

const dayIn = (text: string | undefined): Date | null => {
  const time = new Date(text ?? '');
  return text === undefined || text === '' || Number.isNaN(time.getTime()) ? null : time;
};

const installmentDay = ({ chargeOn, chargeOnStr }: Installment): Date | null => dayIn(chargeOn) ?? dayIn(chargeOnStr);

type Installment = NonNullable<BilledTerm['info']['paymentInstallments']>[number];

/** Google charges the first installment when the offer begins, whatever day it names, and the others by its own days (0227). */
const chargeTimeOf = (channel: RevenueChannel, { startTime, info }: BilledTerm, installment: Installment): Date => {
  const day = installmentDay(installment);
  if (day === null) return startTime;
  if (channel !== 'GCP') return day;
  const others = info.paymentInstallments ?? [];
  const isFirst = others.every((other) => (installmentDay(other) ?? startTime) >= day);
  return isFirst ? startTime : startOfPacificDay(day.toISOString().slice(0, 10));
};

/** Terms of one offer share its installments: a renewal copies those of the term before. */
const installmentsOf = (channel: RevenueChannel, term: BilledTerm): ExpectedCharge[] =>
  (term.info.paymentInstallments ?? []).flatMap((installment, index) => {
    const { amount } = installment;
    const chargeTime = chargeTimeOf(channel, term, installment);
    return [
      fixedCharge(channel, {
        place: `INSTALLMENT ${term.offerId ?? term.id} ${index + 1}`,
        chargeTime,
        currency: term.info.currency ?? null,
        amount: decimalOf(amount),
        isCertain: term.endTime === null || chargeTime < term.endTime,
      }),
    ];
  });

/** The months between two charges of a term; null: it is charged once. */
const intervalOf = (channel: RevenueChannel, term: BilledTerm): number | null => {
  if (channel === 'GCP') return term.intervalMonths ?? 1;
  const [, count, unit] = /^P(\d{1,2})([MY])$/.exec(term.planTerm ?? '') ?? [];
  if (channel !== 'AZURE' || count === undefined) return null;
  return Number(count) * (unit === 'Y' ? 12 : 1);
};

/** What a term cost at a time: with the seats of then. */
const amountAt = ({ commitAmount, formerAmounts }: BilledTerm, time: Date): Decimal =>
  formerAmounts.find(({ until }) => time < until)?.amount ?? commitAmount;

/**
 * What was added to a term in force (AZURE: seats): the rest of the running payment is billed for it, and how Microsoft
 * reckons that is on no page.
 */
const additionsOf = (channel: RevenueChannel, term: BilledTerm): ExpectedCharge[] =>
  term.formerAmounts.flatMap(({ until, amount }, index) => {
    const next = term.formerAmounts[index + 1]?.amount ?? term.commitAmount;
    const isInForce = until > term.startTime && (term.endTime === null || until < term.endTime);
    if (!isInForce || new Big(next).lte(amount)) return [];
    const place = `ADDED ${term.id} ${index + 1}`;
    const currency = term.info.currency ?? null;
    return [fixedCharge(channel, { place, chargeTime: until, currency, amount: null, isCertain: false })];
  });

const dayMs = 86_400_000;

/** The whole months of a term. Google's days are those of Los Angeles, whose clocks may change within the term. */
const monthsOf = (start: Date, end: Date): number | null => {
  const exact = wholeMonths(start, end);
  if (exact !== null) return exact;
  const near = [-dayMs, dayMs].map((ms) => wholeMonthsNear(start, new Date(end.getTime() + ms)));
  return (
    near.find((months) => months > 0 && Math.abs(addMonths(start, months).getTime() - end.getTime()) <= 3_600_000) ??
    null
  );
};

const wholeMonthsNear = (start: Date, end: Date): number =>
  (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();

/** Where a term was to end: later than it did if it was cancelled, or if another one took its place. */
const agreedEndOf = ({ endTime, plannedEndTime }: BilledTerm): Date | null =>
  endTime !== null && plannedEndTime !== null && plannedEndTime > endTime ? plannedEndTime : endTime;

/**
 * The charges of a term that is charged by the calendar month (GCP): each whole month costs the same. What a part of one costs
 * is on no page of Google's.
 */
const proratedPrices = (
  term: BilledTerm,
  count: number | null,
  horizon: Date,
): Omit<Fixed, 'currency' | 'isCertain'>[] => {
  const { startTime: start, endTime: end, commitAmount } = term;
  const agreedEnd = agreedEndOf(term);
  const share = count === null ? null : new Big(commitAmount).div(count);
  const isExact = share?.eq(share.round(2)) === true;
  const charges: Omit<Fixed, 'currency' | 'isCertain'>[] = [];
  for (let from = start; from <= horizon && (end === null || from < end) && charges.length < chargesMax; ) {
    const next = nextPacificMonth(from);
    const { day, hours, minutes, seconds } = localTimeOf(from);
    const isWhole = day === 1 && hours + minutes + seconds === 0 && (agreedEnd === null || next <= agreedEnd);
    charges.push({
      place: `PRICE ${term.id} ${charges.length + 1}`,
      chargeTime: term.isInArrears ? next : from,
      amount: isWhole && share && isExact ? share.toFixed() : null,
    });
    from = next;
  }
  return charges;
};

/**
 * The charges of a term without installments. AWS: the value of the agreement, once, when it begins. AZURE: the price of
 * the plan and its seats, when each of its terms begins, and what was added within one. GCP: the value of the order in equal parts, at the begin of each interval, or
 * at its end if the offer is paid in arrears; unknown if the end that was agreed does not show how many parts there are.
 */
const pricesOf = (channel: RevenueChannel, term: BilledTerm, horizon: Date): ExpectedCharge[] => {
  const { startTime: start, endTime: end, commitAmount, formerAmounts } = term;
  if (new Big(commitAmount).lte(0) && formerAmounts.length === 0) return [];
  const currency = term.info.currency ?? null;
  const chargeAt = (index: number, chargeTime: Date, amount: Decimal | null): ExpectedCharge =>
    fixedCharge(channel, { place: `PRICE ${term.id} ${index + 1}`, chargeTime, currency, amount, isCertain: true });
  const interval = intervalOf(channel, term);
  if (interval === null) return [chargeAt(0, start, commitAmount)];
  const agreedEnd = agreedEndOf(term);
  const months = agreedEnd && monthsOf(start, agreedEnd);
  const count = months !== null && months % interval === 0 ? months / interval : null;
  if (channel === 'GCP' && term.isProrated)
    return proratedPrices(term, count, horizon).map((one) =>
      fixedCharge(channel, { ...one, currency, isCertain: true }),
    );
  const shares =
    channel === 'GCP' && count !== null && count > 0 ? splitEqually(commitAmount, count, currency ?? undefined) : null;
  const charges: ExpectedCharge[] = [];
  for (let index = 0; index < (shares?.length ?? chargesMax); index += 1) {
    const from = addMonths(start, index * interval);
    if (from > horizon || (end !== null && from >= end)) break;
    const chargeTime = term.isInArrears ? addMonths(start, (index + 1) * interval) : from;
    const amount = channel === 'GCP' ? (shares?.[index] ?? null) : amountAt(term, chargeTime);
    charges.push(chargeAt(index, chargeTime, amount));
  }
  return [...charges, ...additionsOf(channel, term)];
};

/**
 * What the purchase itself costs, by its terms: installments, or else prices. Purchases through a channel partner are
 * not judged, as the agreement shows what the buyer pays and the seller is billed something else. A renewal on an offer
 * whose installments have passed has a price that is not known.
 */
export const fixedCharges = (
  channel: RevenueChannel,
  { terms, isBinding, isResold }: BilledEntitlement,
  now: Date,
): ExpectedCharge[] => {
  const known = new Set<string>();
  const charges = terms.flatMap((term) => {
    const own = installmentsOf(channel, term);
    const fresh = own.filter(({ place }) => !known.has(place));
    for (const { place } of fresh) known.add(place);
    if (fresh.length > 0) return fresh;
    const prices = pricesOf(channel, term, now);
    return own.length > 0 ? prices.map((one) => ({ ...one, amount: null })) : prices;
  });
  return (
    charges
      // Of a purchase that has not begun, a price that is not known is nothing to look at.
      .filter(({ amount }) => (amount === null ? isBinding : !new Big(amount).eq(0)))
      .map((charge) => ({
        ...charge,
        isCertain: charge.isCertain && isBinding,
        ...(isResold ? { amount: null } : {}),
      }))
  );
};

const plus = (left: Decimal, right: Big | Decimal): Decimal => new Big(left).plus(right).toFixed();

type Month = {
  amount: Decimal;
  open: Decimal;
  included: Decimal;
  paid: Decimal;
  parts: number;
  unknown?: DifferenceCause;
};

const addUsage = (month: Month, usage: AcknowledgedUsage): Month => {
  const { quantity, open, included, computed, unitPrice } = usage;
  const isUsed = [quantity, open].some((units) => !new Big(units).eq(0));
  const unknown = !new Big(computed).eq(0) ? 'SHADOW' : isUsed && unitPrice === null ? 'UNPRICED' : month.unknown;
  const price = unitPrice ?? '0';
  return {
    amount: plus(month.amount, new Big(quantity).times(price)),
    open: plus(month.open, new Big(open).times(price)),
    included: plus(month.included, new Big(included).times(price)),
    paid: plus(month.paid, usage.paid),
    parts: month.parts + 1,
    ...(unknown === undefined ? {} : { unknown }),
  };
};

/** Amounts that would be billed in addition, if the partner did not deduct what we have deducted. */
const explanationsOf = ({ included, paid }: Month): Explanation[] => {
  const both: Explanation[] = [
    { cause: 'INCLUDED', amount: included },
    { cause: 'COMMITTED', amount: paid },
    { cause: 'COMMITTED', amount: plus(included, paid) },
  ];
  return both.filter(({ amount }) => new Big(amount).gt(0));
};

/**
 * What the usage of each month costs: the units that the marketplace has acknowledged, at the price that each report had
 * when it was closed. A month with usage of which a price is not known, or that another tool submits, is not judged.
 * Google takes usage from a commitment of the order by itself, and not from a fee.
 */
export const usageCharges = (
  channel: RevenueChannel,
  { terms, currency, isResold }: BilledEntitlement,
  usage: readonly AcknowledgedUsage[],
): ExpectedCharge[] => {
  const months = Map.groupBy(usage, ({ month }) => month);
  return [...months].flatMap(([period, rows]): ExpectedCharge[] => {
    const none: Month = { amount: '0', open: '0', included: '0', paid: '0', parts: 0 };
    const month = rows.reduce(addUsage, none);
    const isKnown = month.unknown === undefined && currency !== null && !isResold;
    const isUsed = [month.amount, month.open].some((amount) => !new Big(amount).eq(0));
    if (isKnown && !isUsed && explanationsOf(month).length === 0) return [];
    const start = startOfMonth(period);
    const end = startOfMonth(nextMonth(period));
    const commit = terms
      .filter((term) => term.isCommitment && term.startTime < end && (term.endTime === null || term.endTime > start))
      .reduce((sum, { commitAmount }) => plus(sum, commitAmount), '0');
    return [
      {
        place: `USAGE ${period}`,
        type: 'USAGE',
        chargeTime: end,
        deadline: usageDeadline(channel, period),
        period,
        currency,
        amount: isKnown ? month.amount : null,
        ...(month.unknown === undefined ? {} : { unknown: month.unknown }),
        open: month.open,
        ...(channel === 'GCP' && new Big(commit).gt(0) ? { covered: commit } : {}),
        isCertain: true,
        parts: month.parts,
        explanations: explanationsOf(month),
      },
    ];
  });
};

/** What the payment provider collected for our invoices of direct purchases, without what we gave back and what disputes took. */
export const invoiceCharges = (channel: RevenueChannel, invoices: readonly ChargedInvoice[]): ExpectedCharge[] =>
  invoices.map(({ id, currency, charged, refunded, lost, paidTime }) => ({
    place: `INVOICE ${id}`,
    type: 'INVOICE',
    chargeTime: paidTime,
    deadline: new Date(paidTime.getTime() + billingDays[channel].fixed.days * 86_400_000),
    period: monthOf(paidTime, 'UTC'),
    currency,
    amount: new Big(charged).minus(refunded).minus(lost).toFixed(),
    whole: charged,
    isCertain: true,
    parts: 1,
    explanations: [],
    invoiceId: id,
  }));
