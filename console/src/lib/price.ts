import type { Row } from '../api/list.ts';
import { exact } from './format.ts';

export type Commit = {
  key?: string;
  name?: string;
  rate?: number;
  quantity?: number;
  length?: number;
  timeUnit?: string;
};
export type Dimension = { key?: string; name?: string; rate?: number; planId?: string };
export type Installment = { amount?: number; chargeOn?: string };

/** The terms of an offer, a contract or a product that have a price. */
export type Terms = {
  currency?: string;
  commits?: Commit[];
  dimensions?: Dimension[];
  paymentInstallments?: Installment[];
  commitAmount?: number;
  /** How many intervals are charged, of offers whose price is that of one interval. */
  gcpDuration?: number;
  /** The length of a free trial: in it, what is bought or used is granted. */
  trialConfig?: { trialPeriod?: number; trialPeriodUnit?: string };
  /** The discount of offers that use the product's prices. */
  discountPercentage?: number;
};

export const termsOf = (row: Row): Terms => (row.info ?? {}) as Terms;

/** The cost of one commit for the length that its rate covers. One without a rate has no price of its own. */
export const priceOf = ({ rate, quantity = 1 }: Commit): number | undefined =>
  rate === undefined ? undefined : exact(rate * (quantity || 1));

const lengthOf = ({ length = 0, timeUnit }: Commit): string =>
  timeUnit === 'DAY' ? `${length} days` : `${length * (timeUnit === 'YEAR' ? 12 : 1)} months`;

/**
 * The sum of the commits. Undefined if there are none, if one has no price of its own, or if one is another's alternative,
 * for the same thing or for another length.
 */
const sumOf = (commits: readonly Commit[]): number | undefined => {
  const keys = commits.flatMap(({ key, name }) => key || name || []);
  const prices = commits.flatMap((commit) => priceOf(commit) ?? []);
  const isSum =
    commits.length > 0 &&
    prices.length === commits.length &&
    new Set(keys).size === keys.length &&
    new Set(commits.map(lengthOf)).size === 1;
  return isSum ? exact(prices.reduce((sum, price) => sum + price, 0)) : undefined;
};

/** The price of everything that is bought in advance, without usage; 0 if there is none, or if it is not known. */
export const totalOf = ({ commits = [], commitAmount = 0 }: Terms): number => sumOf(commits) ?? commitAmount;

/**
 * The amount that the buyer pays over the whole contract. Installments, if there are any, are the total. Undefined if it is
 * not known: the buyer chooses what to buy, or pays for usage alone.
 */
export const contractValueOf = (terms: Terms): number | undefined => {
  const total = sumOf(terms.commits ?? []) ?? (terms.commitAmount || undefined);
  const isScheduled = (terms.paymentInstallments ?? []).length > 0;
  return total === undefined ? undefined : exact(total * (isScheduled ? 1 : (terms.gcpDuration ?? 1)));
};

/** The day in UTC, on which the marketplace charges: a client of the API may have written another zone's time. */
const dayOf = (text: string): string => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString().slice(0, 10);
};

/** The dates and amounts of charges: the schedule, or everything at once. */
export const scheduleOf = ({ paymentInstallments = [] }: Terms): { day: string; amount: number }[] =>
  paymentInstallments.map(({ amount = 0, chargeOn = '' }) => ({ day: dayOf(chargeOn), amount }));
