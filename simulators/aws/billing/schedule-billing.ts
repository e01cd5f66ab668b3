import type { AwsTransaction, DueItem } from '../state.ts';
import { readBillingSettings } from './billing-settings.ts';

const dayMs = 86_400_000;
/** AWS issues invoices for usage in the first days of the next month; that it is the 3rd is not confirmed. */
const usageInvoiceDay = 3;

/** The next midnight UTC after a time. */
const nextMidnight = (time: number): number => Math.floor(time / dayMs) * dayMs + dayMs;

/** The next start of that day of a month after a time. */
const nextDayOfMonth = (time: number, day: number): number => {
  const date = new Date(time);
  const inMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day);
  return inMonth > time ? inMonth : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, day);
};

// These repeat forever: each has one due item with a fixed id, so that scheduling it again changes nothing.
const ensure = (transaction: AwsTransaction, item: Pick<DueItem, 'id' | 'kind' | 'at' | 'refId'>): void => {
  if (!transaction.get('due', item.id)) transaction.put('due', { ...item, detail: {} });
};

/** Schedules the invoices of all sellers for the usage of the current month. */
export const scheduleUsageInvoices = (transaction: AwsTransaction): void => {
  const at = nextDayOfMonth(transaction.at, usageInvoiceDay);
  ensure(transaction, { id: 'due-usage-invoices', kind: 'usage-invoices', at, refId: '' });
};

/** Schedules what repeats for a seller account: invoices of usage, payouts, and the delivery of data feeds. */
export const scheduleBilling = (transaction: AwsTransaction, accountId: string): void => {
  const { at } = transaction;
  const { disbursementDay } = readBillingSettings(transaction, accountId);
  scheduleUsageInvoices(transaction);
  const payoutAt = nextDayOfMonth(at, disbursementDay);
  ensure(transaction, { id: `due-payout-${accountId}`, kind: 'payout', at: payoutAt, refId: accountId });
  const feedsAt = nextMidnight(at);
  ensure(transaction, { id: `due-feeds-${accountId}`, kind: 'feed-delivery', at: feedsAt, refId: accountId });
};

/** Moves the next payout of an account to its current day of the month. */
export const reschedulePayout = (transaction: AwsTransaction, accountId: string): void => {
  transaction.remove('due', `due-payout-${accountId}`);
  scheduleBilling(transaction, accountId);
};
