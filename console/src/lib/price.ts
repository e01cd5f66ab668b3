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

/** The cost of one commit for the length that its rate covers. */
export const priceOf = ({ rate = 0, quantity = 1 }: Commit): number => exact(rate * (quantity || 1));

/** The price of everything that is bought in advance, without usage. */
export const totalOf = ({ commits = [], commitAmount }: Terms): number =>
  commits.length > 0 ? exact(commits.reduce((sum, commit) => sum + priceOf(commit), 0)) : (commitAmount ?? 0);

/** The amount that the buyer pays over the whole contract. Installments, if there are any, are the total. */
export const contractValueOf = (terms: Terms): number =>
  totalOf(terms) * ((terms.paymentInstallments ?? []).length > 0 ? 1 : (terms.gcpDuration ?? 1));

/** The dates and amounts of charges: the schedule, or everything at once. */
export const scheduleOf = ({ paymentInstallments = [] }: Terms): { day: string; amount: number }[] =>
  paymentInstallments.map(({ amount = 0, chargeOn = '' }) => ({ day: chargeOn.slice(0, 10), amount }));
