import Big from 'big.js';
import { trialEndAt } from '../agreement/terms.ts';
import type { AwsTransaction } from '../state.ts';
import { inclusiveEnd, usagePrices } from './charges.ts';
import { issueBill } from './issue-bill.ts';
import { roundMoney } from './money.ts';
import { scheduleUsageInvoices } from './schedule-billing.ts';
import { wholesaleOf } from './wholesale.ts';

/**
 * Invoices the metered usage of the month that has ended: one invoice per agreement, the sum of units times the price of
 * their dimension, rounded once. A dimension without a price is free.
 */
export const invoiceUsage = (transaction: AwsTransaction): void => {
  const now = new Date(transaction.at);
  const startAt = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);
  const endAt = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  for (const [agreementId, units] of unitsOf(transaction, startAt)) {
    const agreement = transaction.get('agreements', agreementId);
    const priced = agreement ? usagePrices(agreement) : null;
    if (!agreement || !priced) continue;
    const { currency, prices } = priced;
    const sum = [...units].reduce((total, [key, count]) => total.plus(Big(prices.get(key) ?? 0).times(count)), Big(0));
    const amount = roundMoney(sum, currency).toFixed();
    issueBill(transaction, agreement, {
      kind: 'USAGE',
      amount,
      currency,
      periodStartAt: startAt,
      periodEndAt: inclusiveEnd(endAt),
      wholesale: wholesaleOf(transaction, agreement, { amount, currency, units }),
    });
  }
  scheduleUsageInvoices(transaction);
};

/** Units by agreement and dimension of one month; quantities are whole numbers, and so are their sums. */
const unitsOf = (transaction: AwsTransaction, monthAt: number): Map<string, Map<string, number>> => {
  const month = new Date(monthAt).toISOString().slice(0, 7);
  const units = new Map<string, Map<string, number>>();
  for (const { agreementId, dimension, quantity, hour } of transaction.list('metering')) {
    if (agreementId === null || !hour.startsWith(month) || isFree(transaction, agreementId, hour)) continue;
    const ofAgreement = units.get(agreementId) ?? new Map<string, number>();
    ofAgreement.set(dimension, (ofAgreement.get(dimension) ?? 0) + quantity);
    units.set(agreementId, ofAgreement);
  }
  return units;
};

/** Usage of the hours before the end of a free trial costs nothing. */
const isFree = (transaction: AwsTransaction, agreementId: string, hour: string): boolean => {
  const agreement = transaction.get('agreements', agreementId);
  const endAt = agreement ? trialEndAt(agreement) : null;
  return endAt !== null && Date.parse(hour) < endAt;
};
