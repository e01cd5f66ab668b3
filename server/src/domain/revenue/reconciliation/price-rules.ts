import { splitEqually } from '../../../kit/currency.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';
import { addMonths, addMonthsAtMost, wholeMonths } from '../../../kit/months.ts';
import {
  addPacificMonths,
  localTimeOf,
  nextPacificMonth,
  startOfPacificDay,
  wholePacificMonths,
} from '../../../kit/pacific-time.ts';
import type { BilledTerm } from '../../entitlement/actions/load-billed-terms.ts';
import { installmentDay } from './installment-day.ts';
import type { ExpectedCharge } from './reconciliation.ts';

/** One price of a term. An amount of null is not known. */
export type TermPrice = Pick<
  ExpectedCharge,
  | 'place'
  | 'chargeTime'
  | 'earliestTime'
  | 'amount'
  | 'isCertain'
  | 'balance'
  | 'balanceTime'
  | 'discardsEarlier'
  | 'partsUntil'
>;

/** A term as it is charged. `changedIn`: its plan took the place of another one within a paid period; when that term began. */
type ChargedTerm = BilledTerm & { changedIn?: Date };

export type PriceRules = {
  /** The terms with those made one that are charged as one. */
  joinTerms(terms: readonly BilledTerm[]): readonly ChargedTerm[];
  /** What a term without installments is charged, up to a time. */
  pricesOf(term: ChargedTerm, horizon: Date): TermPrice[];
  /** When an installment of a day is charged. */
  installmentTime(term: BilledTerm, day: Date): Date;
  /** The partner takes usage from a commitment of the purchase by itself, and not from a fee. */
  coversUsage: boolean;
};

/** More charges of a term than this are a mistake. */
const chargesMax = 400;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** How long buyers of AZURE may cancel without a charge. */
const withdrawalMs = 72 * hourMs;

const priceOf = (term: BilledTerm, index: number, chargeTime: Date, amount: Decimal | null): TermPrice => ({
  place: `PRICE ${term.id} ${index + 1}`,
  chargeTime,
  amount,
  isCertain: true,
});

const isPast = ({ endTime }: BilledTerm, from: Date, horizon: Date): boolean =>
  from > horizon || (endTime !== null && from >= endTime);

/** What a term cost at a time: with the seats or quantities of then. */
const amountAt = ({ commitAmount, formerAmounts }: BilledTerm, time: Date): Decimal =>
  formerAmounts.find(({ until }) => time < until)?.amount ?? commitAmount;

/**
 * What was added to a term in force (seats, quantities): the rest of the running payment is billed for it, and how a
 * marketplace reckons that is on no page.
 */
const additionsOf = (term: BilledTerm): TermPrice[] =>
  term.formerAmounts.flatMap(({ until, amount }, index) => {
    const next = term.formerAmounts[index + 1]?.amount ?? term.commitAmount;
    const isInForce = until > term.startTime && (term.endTime === null || until < term.endTime);
    if (!isInForce || new Big(next).lte(amount)) return [];
    return [{ place: `ADDED ${term.id} ${index + 1}`, chargeTime: until, amount: null, isCertain: false }];
  });

/**
 * The value of the agreement, once, when it begins, and what was added later. AWS: when a future-dated agreement without a payment
 * schedule is billed is on no page. With a schedule, "pre-charge customers prior to usage start" is possible (What's New, 2024-01-18); of
 * any contract, "the invoice for the subscription fees happens at the time of subscription" (Buyer Guide, Paying for
 * products). So it may be billed from its acceptance on, and is late only once it has begun.
 */
const priceAtOnce = (term: BilledTerm): TermPrice[] => [
  {
    ...priceOf(term, 0, term.startTime, amountAt(term, term.startTime)),
    ...(term.acceptTime !== null && term.acceptTime < term.startTime ? { earliestTime: term.acceptTime } : {}),
  },
  ...additionsOf(term),
];

/**
 * AZURE: whether a term was cancelled so soon after a payment that it may not be charged: within 72 hours of the purchase "the
 * flat-rate amount will not be charged but the overage usage will be" (Marketplace metered billing APIs, FAQ). A term begins at midnight
 * of the day on which the purchase is activated, which is up to a day before that.
 */
const isWithdrawn = (term: BilledTerm, paid: Date): boolean => {
  const { endTime } = term;
  const agreedEnd = agreedEndOf(term);
  if (endTime === null || agreedEnd === null || agreedEnd <= endTime) return false;
  return endTime.getTime() - paid.getTime() <= withdrawalMs + dayMs;
};

/**
 * AZURE: the price of the plan and its seats, when each of its terms begins, and what was added within one. A plan that took
 * the place of another within a term is "prorated according to the billing term of the current plan" ("SaaS subscription
 * lifecycle management", Change plans): the rest of the running period is billed, or given back, by a rule that is on no page.
 */
const pricesOfPlan = (term: ChargedTerm, horizon: Date): TermPrice[] => {
  const { startTime, changedIn = startTime } = term;
  const rest = changedIn < startTime ? [{ ...priceOf(term, 0, startTime, null), isCertain: false }] : [];
  const [, count, unit] = /^P(\d{1,2})([MY])$/.exec(term.planTerm ?? '') ?? [];
  if (count === undefined) return rest.length > 0 ? [...rest, ...additionsOf(term)] : priceAtOnce(term);
  const interval = Number(count) * (unit === 'Y' ? 12 : 1);
  const agreedEnd = agreedEndOf(term);
  const prices: TermPrice[] = rest;
  for (let periods = 0; prices.length < chargesMax; periods += 1) {
    const time = addMonths(changedIn, periods * interval);
    if (isPast(term, time, horizon)) break;
    // A subscription of the 31st has a month from 28 February to 31 March: nothing is charged on 28 March.
    const isOver = agreedEnd !== null && agreedEnd <= addMonthsAtMost(changedIn, periods * interval);
    if (periods > 0 && isOver) break;
    const isRunning = changedIn < startTime && time <= startTime;
    const isCertain = !isWithdrawn(term, time);
    const parts = interval > 1 ? { partsUntil: addMonths(changedIn, (periods + 1) * interval) } : {};
    if (!isRunning) prices.push({ ...priceOf(term, prices.length, time, amountAt(term, time)), isCertain, ...parts });
  }
  return [...prices, ...additionsOf(term)];
};

const monthsNear = (start: Date, end: Date): number =>
  (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();

/** How the months of a term are counted: how many it has, null if they are not whole, and when a later one begins. */
type Months = { count: number | null; later: (start: Date, months: number) => Date };

/**
 * The months of a term at Google, whose days are those of Los Angeles: a year from the 1st of July is charged on the 1st of
 * December there, which is an hour later by the clocks of UTC. A term that is not whole by its days may be whole in UTC.
 */
const monthsOf = (start: Date, end: Date | null): Months => {
  const there = end && wholePacificMonths(start, end);
  if (end === null || there !== null) return { count: there, later: addPacificMonths };
  const near = [-dayMs, dayMs].map((ms) => monthsNear(start, new Date(end.getTime() + ms)));
  const isWhole = (months: number): boolean =>
    months > 0 && Math.abs(addMonths(start, months).getTime() - end.getTime()) <= hourMs;
  const count = wholeMonths(start, end) ?? near.find(isWhole) ?? null;
  return { count, later: count === null ? addPacificMonths : addMonths };
};

/** Where a term was to end: later than it did if it was cancelled, or if another one took its place. */
export const agreedEndOf = ({ endTime, plannedEndTime }: BilledTerm): Date | null =>
  endTime !== null && plannedEndTime !== null && plannedEndTime > endTime ? plannedEndTime : endTime;

/** What Google says that each payment of a term is, and how much of it may be spent on usage. */
const shownPayment = ({
  charging,
}: BilledTerm): { price: Decimal | null; balance: Decimal | null; discardsEarlier?: true } =>
  charging === null || 'installments' in charging ? { price: null, balance: null } : charging;

/** What a payment lets the buyer spend on usage: as Google says, or what is paid, or at most all that the term costs. */
const balanceOf = (
  term: BilledTerm,
  { paid, from }: { paid: Decimal | null; from: Date },
): Pick<TermPrice, 'balance' | 'balanceTime' | 'discardsEarlier'> => {
  if (!term.isCommitment) return {};
  const { balance, discardsEarlier } = shownPayment(term);
  return {
    balance: balance ?? paid ?? term.commitAmount,
    ...(term.isInArrears ? { balanceTime: from } : {}),
    ...(discardsEarlier ? { discardsEarlier } : {}),
  };
};

/**
 * The prices of a term that is charged by the calendar month: each whole month costs the same. What a part of one costs is on no
 * page of Google's.
 */
const pricesByMonth = (term: BilledTerm, count: number | null, horizon: Date): TermPrice[] => {
  const agreedEnd = agreedEndOf(term);
  const { price } = shownPayment(term);
  const share = count === null ? null : new Big(term.commitAmount).div(count);
  const whole = price ?? (share?.eq(share.round(2)) === true ? share.toFixed() : null);
  const prices: TermPrice[] = [];
  for (let from = term.startTime; !isPast(term, from, horizon) && prices.length < chargesMax; ) {
    const next = nextPacificMonth(from);
    const { day, hours, minutes, seconds } = localTimeOf(from);
    const isWhole = day === 1 && hours + minutes + seconds === 0 && (agreedEnd === null || next <= agreedEnd);
    prices.push({
      ...priceOf(term, prices.length, term.isInArrears ? next : from, isWhole ? whole : null),
      ...balanceOf(term, { paid: whole, from }),
    });
    from = next;
  }
  return prices;
};

/**
 * GCP: bought at the public price, which is of calendar months: "For partial months, the cost is prorated" (Choosing and
 * submitting your pricing model), by the time that the order was active in them (Commerce Producer, `FlatSubscriptionFee`).
 */
const isOfPublicPlan = ({ offerId, charging }: BilledTerm): boolean => offerId === null && charging === null;

/**
 * GCP: what the offer costs each interval, at its begin, or at its end if the offer is paid in arrears. Where Google does not say that,
 * the value of the order in equal parts. Unknown if the end that was agreed does not show how many parts there are.
 */
const pricesOfParts = (term: BilledTerm, horizon: Date): TermPrice[] => {
  const { startTime: start, commitAmount, info } = term;
  const interval = term.intervalMonths ?? 1;
  const { count: months, later } = monthsOf(start, agreedEndOf(term));
  const count = months !== null && months % interval === 0 ? months / interval : null;
  if (term.isProrated || isOfPublicPlan(term)) return pricesByMonth(term, count, horizon);
  const { price } = shownPayment(term);
  const isCounted = count !== null && count > 0;
  const agreedEnd = agreedEndOf(term);
  const shares = !isCounted
    ? null
    : price
      ? Array<Decimal>(count).fill(price)
      : splitEqually(commitAmount, count, info.currency);
  const prices: TermPrice[] = [];
  while (prices.length < (shares?.length ?? chargesMax)) {
    const index = prices.length;
    const from = later(start, index * interval);
    if (isPast(term, from, horizon)) break;
    const time = term.isInArrears ? later(start, (index + 1) * interval) : from;
    const isWhole = agreedEnd === null || later(start, (index + 1) * interval) <= agreedEnd;
    const amount = shares?.[index] ?? (isWhole ? price : null);
    prices.push({ ...priceOf(term, index, time, amount), ...balanceOf(term, { paid: amount, from }) });
  }
  return prices;
};

/** Google charges the first installment when the offer begins, whatever day it names, and the others by its own days (0227). */
const googleInstallmentTime = ({ startTime, info }: BilledTerm, day: Date): Date => {
  const isFirst = (info.paymentInstallments ?? []).every((other) => (installmentDay(other) ?? startTime) >= day);
  return isFirst ? startTime : startOfPacificDay(day.toISOString().slice(0, 10));
};

/** Whether a month of both costs the same. */
const costTheSame = (term: BilledTerm, other: BilledTerm): boolean => {
  const [count, others] = [term, other].map((one) => monthsOf(one.startTime, agreedEndOf(one)).count);
  if (!count || !others || term.info.currency !== other.info.currency) return false;
  return new Big(term.commitAmount).times(others).eq(new Big(other.commitAmount).times(count));
};

/** AZURE: a change of plan that keeps the term keeps its paid periods. One that begins a new term, which ends later, does not. */
const findChangedPlans = (terms: readonly BilledTerm[]): ChargedTerm[] => {
  const found: ChargedTerm[] = [];
  for (const term of terms) {
    const former = found.at(-1);
    const [formerEnd, end] = [former && agreedEndOf(former), agreedEndOf(term)];
    const isChange =
      former?.endTime?.getTime() === term.startTime.getTime() &&
      former.planTerm === term.planTerm &&
      formerEnd instanceof Date &&
      formerEnd > term.startTime &&
      end !== null &&
      end <= formerEnd;
    found.push(former && isChange ? { ...term, changedIn: former.changedIn ?? former.startTime } : term);
  }
  return found;
};

/** GCP: a renewal of a public plan goes on where the term before ended, which may be within a calendar month. */
const joinPublicTerms = (terms: readonly BilledTerm[]): BilledTerm[] => {
  const joined: BilledTerm[] = [];
  for (const term of terms) {
    const former = joined.at(-1);
    const isRenewal =
      former !== undefined &&
      [former, term].every(isOfPublicPlan) &&
      former.endTime?.getTime() === term.startTime.getTime() &&
      agreedEndOf(former) === former.endTime &&
      costTheSame(former, term);
    if (!isRenewal) {
      joined.push(term);
      continue;
    }
    const { endTime, plannedEndTime } = term;
    const commitAmount = new Big(former.commitAmount).plus(term.commitAmount).toFixed();
    joined[joined.length - 1] = { ...former, endTime, plannedEndTime, commitAmount };
  }
  return joined;
};

export const chargedAtOnce: PriceRules = {
  joinTerms: (terms) => terms,
  pricesOf: priceAtOnce,
  // An offer may name a day by which its buyer has not accepted it: AWS charges that part when it is accepted.
  installmentTime: ({ acceptTime }, day) => (acceptTime !== null && acceptTime > day ? acceptTime : day),
  coversUsage: false,
};

export const chargedByPlan: PriceRules = { ...chargedAtOnce, joinTerms: findChangedPlans, pricesOf: pricesOfPlan };

export const chargedInParts: PriceRules = {
  joinTerms: joinPublicTerms,
  pricesOf: pricesOfParts,
  installmentTime: googleInstallmentTime,
  coversUsage: true,
};
