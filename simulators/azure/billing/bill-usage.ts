import Big from 'big.js';
import type { DueItem } from '../../kit/due.ts';
import type { AzureChange } from '../state.ts';
import { chargeCustomer } from './charge.ts';
import { type MeteredDay, meteredDays } from './metered-days.ts';
import { monthOf } from './months.ts';
import { billingOf, scheduleMonthDay } from './publisher-billing.ts';

/**
 * When due, bills the metered usage of the month that has ended: a line for each subscription, plan, dimension and price,
 * rounded to the cent once, and one bill for each customer.
 */
export const billUsage = (transaction: AzureChange, { refId }: DueItem): void => {
  const billing = billingOf(transaction, refId);
  const until = monthOf(transaction.at);
  const days = meteredDays(transaction, refId).filter(({ day }) => day >= billing.usageBilledUntil && day < until);
  const bills = new Map<string, string>();
  for (const lines of Map.groupBy(days, lineOf).values()) {
    const [first] = lines;
    if (!first) continue;
    const { subscription, price } = first;
    const bill = bills.get(subscription.buyerId) ?? transaction.ids.uuid();
    bills.set(subscription.buyerId, bill);
    const quantity = lines.reduce((sum, { billable }) => sum.plus(billable), new Big(0));
    const month = monthOf(first.day);
    chargeCustomer(transaction, subscription, {
      billingModel: 'UsageBased',
      planId: first.planId,
      privateOfferId: first.privateOfferId,
      dimension: first.dimension,
      quantity: quantity.toFixed(),
      price: price.toFixed(),
      amount: quantity.times(price),
      month,
      serviceStart: month,
      serviceEnd: monthOf(month, 1),
      purchaseRecordId: bill,
    });
  }
  transaction.put('billing', { ...billingOf(transaction, refId), usageBilledUntil: until });
  scheduleMonthDay(transaction, 'usage-bill', refId);
};

const lineOf = ({ day, subscription, planId, privateOfferId, dimension, price }: MeteredDay): string =>
  [monthOf(day), subscription.id, planId, privateOfferId, dimension, price.toFixed()].join('|');
