import { scheduleDue } from '../../kit/due.ts';
import type { AzureChange, AzureReader, PublisherBilling } from '../state.ts';
import { dayMs, monthOf, nextMonthDay } from './months.ts';

/**
 * The days of Microsoft's month, after the schedule of "Payout policy details": bills for usage on the 3rd, the payment
 * is shown as Upcoming from the 5th and sent on the 15th.
 */
export const monthDays = { 'usage-bill': 3, 'payout-prepare': 5, 'payout-send': 15 } as const;

/**
 * How a publisher is billed for and paid. The defaults follow "Payout policy details" (customers who pay by card or
 * invoice): bills of the 3rd to the 7th are collected some days later and held for 30 days; less than 50 USD is not paid
 * out ("Payment thresholds"). The fee is Microsoft's of the commercial marketplace.
 */
export const billingOf = (reader: AzureReader, publisherId: string): PublisherBilling =>
  reader.get('billing', publisherId) ?? {
    id: publisherId,
    feePercent: '3',
    payDays: 5,
    holdDays: 30,
    minimumPayout: '50',
    startedAt: null,
    usageBilledUntil: 0,
  };

/** Starts a publisher's monthly cycle with its first billed item. */
export const startBilling = (transaction: AzureChange, publisherId: string): void => {
  const billing = billingOf(transaction, publisherId);
  if (billing.startedAt !== null) return;
  const { at } = transaction;
  // Usage may be a day old when it is reported.
  transaction.put('billing', { ...billing, startedAt: at, usageBilledUntil: monthOf(at - dayMs) });
  for (const kind of ['usage-bill', 'payout-prepare', 'payout-send'] as const)
    scheduleMonthDay(transaction, kind, publisherId);
};

/** Schedules the next of a publisher's monthly events. */
export const scheduleMonthDay = (transaction: AzureChange, kind: keyof typeof monthDays, publisherId: string): void =>
  scheduleDue(transaction, { kind, at: nextMonthDay(transaction.at, monthDays[kind]), refId: publisherId });
