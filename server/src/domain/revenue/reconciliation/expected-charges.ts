import type { RevenueChannel } from '../../../adapters/revenue/port.ts';
import { Big, type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import type { BilledEntitlement, BilledTerm } from '../../entitlement/actions/load-billed-terms.ts';
import type { ChargedInvoice } from '../../invoice/actions/load-charged-invoices.ts';
import type { AcknowledgedUsage } from '../../metering/usage-record-report/actions/load-acknowledged-usage.ts';
import { channelFacts } from '../channels.ts';
import { fixedDeadline, usageDeadline } from './billing-days.ts';
import { installmentDay } from './installment-day.ts';
import { agreedEndOf } from './price-rules.ts';
import {
  type DifferenceCause,
  type ExpectedCharge,
  type Explanation,
  monthOf,
  nextMonth,
  startOfMonth,
} from './reconciliation.ts';

const decimalOf = (value: JsonNumber | undefined): Decimal => decimalFromJson(value ?? 0) ?? '0';

type Fixed = Pick<
  ExpectedCharge,
  | 'place'
  | 'chargeTime'
  | 'earliestTime'
  | 'currency'
  | 'amount'
  | 'isCertain'
  | 'balance'
  | 'balanceTime'
  | 'discardsEarlier'
  | 'partsUntil'
>;

const fixedCharge = (channel: RevenueChannel, { amount, currency, ...fixed }: Fixed): ExpectedCharge => ({
  ...fixed,
  type: 'FIXED',
  deadline: fixedDeadline(channel, fixed.chargeTime),
  period: monthOf(fixed.chargeTime, channelFacts[channel].billing.zone),
  currency,
  // Without a currency, an amount is not comparable.
  amount: currency === null ? null : amount,
  parts: 1,
  explanations: [],
});

/** Terms of one offer share its installments: a renewal copies those of the term before. */
const installmentsOf = (channel: RevenueChannel, term: BilledTerm): ExpectedCharge[] => {
  const { charging, isCommitment } = term;
  const shown = charging !== null && 'installments' in charging ? charging.installments : [];
  return (term.info.paymentInstallments ?? []).map((installment, index) => {
    const day = installmentDay(installment);
    const amount = decimalOf(installment.amount);
    const chargeTime = day === null ? term.startTime : channelFacts[channel].prices.installmentTime(term, day);
    return fixedCharge(channel, {
      place: `INSTALLMENT ${term.offerId ?? term.id} ${index + 1}`,
      chargeTime,
      currency: term.info.currency ?? null,
      amount,
      isCertain: term.endTime === null || chargeTime < term.endTime,
      ...(isCommitment ? { balance: shown[index]?.balance ?? amount } : {}),
      ...(shown[index]?.discardsEarlier ? { discardsEarlier: true } : {}),
    });
  });
};

/** The charges of a term without installments. */
const pricesOf = (channel: RevenueChannel, term: BilledTerm, horizon: Date): ExpectedCharge[] => {
  if (new Big(term.commitAmount).lte(0) && term.formerAmounts.length === 0 && term.charging === null) return [];
  const currency = term.info.currency ?? null;
  return channelFacts[channel].prices
    .pricesOf(term, horizon)
    .map((price) => fixedCharge(channel, { ...price, currency }));
};

/** Whether a term renews one of the same offer, which was accepted for the first of them. */
const isRenewal = ({ offerId, startTime }: BilledTerm, terms: readonly BilledTerm[]): boolean =>
  terms.some((other) => other.offerId === offerId && other.startTime < startTime);

/** A renewal is not billed before it begins. */
const fromItsBegin = ({ earliestTime, ...charge }: ExpectedCharge): ExpectedCharge => charge;

/** All that the terms cost, what costs nothing included. */
const paymentsOf = (channel: RevenueChannel, terms: readonly BilledTerm[], now: Date): ExpectedCharge[] => {
  const known = new Set<string>();
  return channelFacts[channel].prices.joinTerms(terms.filter(({ isTrial }) => !isTrial)).flatMap((term) => {
    const own = installmentsOf(channel, term);
    const fresh = own.filter(({ place }) => !known.has(place));
    for (const { place } of fresh) known.add(place);
    if (fresh.length > 0) return fresh;
    const all = pricesOf(channel, term, now);
    const prices = isRenewal(term, terms) ? all.map(fromItsBegin) : all;
    return own.length > 0 ? prices.map((one) => ({ ...one, amount: null })) : prices;
  });
};

/**
 * What the purchase itself costs, by its terms: installments, or else prices. Purchases through a channel partner are
 * not judged, as the agreement shows what the buyer pays and the seller is billed something else. A renewal on an offer
 * whose installments have passed has a price that is not known.
 */
export const fixedCharges = (
  channel: RevenueChannel,
  { terms, isBinding, isResold, isTest }: BilledEntitlement,
  now: Date,
): ExpectedCharge[] =>
  paymentsOf(channel, terms, now)
    // Of a purchase that has not begun, a price that is not known is nothing to look at.
    .filter(({ amount }) => (amount === null ? isBinding : !new Big(amount).eq(0)))
    .map((charge) => ({
      ...charge,
      isCertain: charge.isCertain && isBinding && !isTest,
      ...(isResold ? { amount: null } : {}),
    }));

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

type Release = { time: Date; balance: Decimal; kind: 'added' | 'replacing' | 'expired' };

/**
 * When credit expires: at the agreed end of a contract, if no other contract with credit goes beyond it. The terms of one offer
 * are one contract. One that ended early counts until the end that was agreed, as nothing says what its credit became.
 */
const creditEnds = (terms: readonly BilledTerm[]): Date[] => {
  const withCredit = terms.filter(({ isTrial, isCommitment }) => !isTrial && isCommitment);
  const contracts = [...Map.groupBy(withCredit, ({ offerId }) => offerId).values()].map((own) => {
    const ends = own.map((term) => agreedEndOf(term)?.getTime() ?? Number.POSITIVE_INFINITY);
    return { start: Math.min(...own.map(({ startTime }) => startTime.getTime())), end: Math.max(...ends) };
  });
  return contracts
    .filter(({ end }) => Number.isFinite(end) && !contracts.some((other) => other.start < end && other.end > end))
    .map(({ end }) => new Date(end));
};

/** In order of time. Credit that expires when other credit is released is gone before that. */
const creditOf = (channel: RevenueChannel, terms: readonly BilledTerm[], horizon: Date): Release[] => {
  const released = paymentsOf(channel, terms, horizon).map(
    ({ balance = '0', balanceTime, chargeTime, discardsEarlier }): Release => ({
      time: balanceTime ?? chargeTime,
      balance,
      kind: discardsEarlier ? 'replacing' : 'added',
    }),
  );
  const expired = creditEnds(terms).map((time): Release => ({ time, balance: '0', kind: 'expired' }));
  return [...expired, ...released].sort((first, other) => first.time.getTime() - other.time.getTime());
};

/**
 * What is left of the commitments of a purchase for the usage of a month; asked in the order of months, with what each month
 * cost. "The commitment for each installment is released at the start of the installment, and must be used by the end of the
 * contract" (Google, "Billing frequency for private offers"). What is left is rolled over to the next installment, unless that one
 * discards it (Commerce Producer, Commitment, `discard_previous_credit_balance`), but not to the next contract. In a month within
 * which it is discarded, it may have paid for usage before that, and all usage may be of before that: at most all of the new
 * balance is left.
 */
const spendBalances = (
  channel: RevenueChannel,
  terms: readonly BilledTerm[],
): ((period: string, cost: Decimal) => Decimal) => {
  const { zone } = channelFacts[channel].billing;
  let since = '';
  let left: Decimal = '0';
  let hasEarlier = false;
  return (period, cost) => {
    const releases = creditOf(channel, terms, startOfMonth(nextMonth(nextMonth(period))))
      .map((release) => {
        const month = monthOf(release.time, zone);
        const before = monthOf(new Date(release.time.getTime() - 1), zone);
        return { ...release, month, isWithinMonth: before === month };
      })
      .filter(({ month }) => month > since && month <= period);
    since = period;
    let [discarded, isDiscarded]: [Decimal, boolean] = ['0', false];
    for (const { balance, kind, month, isWithinMonth } of releases) {
      if (kind !== 'added' && hasEarlier) {
        if (month === period && isWithinMonth) [discarded, isDiscarded] = [plus(discarded, left), true];
        left = '0';
      }
      left = plus(left, balance);
      hasEarlier = kind !== 'expired';
    }
    const available = plus(left, discarded);
    const rest = new Big(available).minus(cost);
    if (!isDiscarded) left = rest.gt(0) ? rest.toFixed() : '0';
    return available;
  };
};

/**
 * What the usage of each month costs: the units that the marketplace has acknowledged, at the price that each report had
 * when it was closed. A month with usage of which a price is not known, or that another tool submits, is not judged.
 */
export const usageCharges = (
  channel: RevenueChannel,
  { terms, currency, isResold, isTest }: BilledEntitlement,
  usage: readonly AcknowledgedUsage[],
): ExpectedCharge[] => {
  const months = [...Map.groupBy(usage, ({ month }) => month)].sort(([left], [right]) => (left < right ? -1 : 1));
  const { coversUsage } = channelFacts[channel].prices;
  const commitLeft = coversUsage ? spendBalances(channel, terms) : () => '0';
  return months.flatMap(([period, rows]): ExpectedCharge[] => {
    const none: Month = { amount: '0', open: '0', included: '0', paid: '0', parts: 0 };
    const month = rows.reduce(addUsage, none);
    const isKnown = month.unknown === undefined && currency !== null && !isResold;
    const isUsed = [month.amount, month.open].some((amount) => !new Big(amount).eq(0));
    if (isKnown && !isUsed && explanationsOf(month).length === 0) return [];
    const commit = commitLeft(period, isKnown ? month.amount : '0');
    return [
      {
        place: `USAGE ${period}`,
        type: 'USAGE',
        chargeTime: startOfMonth(nextMonth(period)),
        deadline: usageDeadline(channel, period),
        period,
        currency,
        amount: isKnown ? month.amount : null,
        ...(month.unknown === undefined ? {} : { unknown: month.unknown }),
        open: month.open,
        ...(new Big(commit).gt(0) ? { covered: commit } : {}),
        isCertain: !isTest,
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
    deadline: new Date(paidTime.getTime() + channelFacts[channel].billing.fixed.days * 86_400_000),
    period: monthOf(paidTime, 'UTC'),
    currency,
    amount: new Big(charged).minus(refunded).minus(lost).toFixed(),
    whole: charged,
    isCertain: true,
    parts: 1,
    explanations: [],
    invoiceId: id,
  }));
