import Big from 'big.js';
import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import type { AzureChange, AzureReader, Charge, Subscription } from '../state.ts';
import { toCents } from './money.ts';
import { dayMs } from './months.ts';
import { billingOf, startBilling } from './publisher-billing.ts';
import { isPaidFirst } from './sales-channel.ts';

/** A billed item: a quantity at a price, for a period. */
export type Billed = Pick<
  Charge,
  | 'billingModel'
  | 'planId'
  | 'privateOfferId'
  | 'dimension'
  | 'quantity'
  | 'price'
  | 'month'
  | 'serviceStart'
  | 'serviceEnd'
> & { amount: Big; purchaseRecordId: string };

/** The publisher's earnings from a charge. */
export const earningOf = ({ amount, fee }: Pick<Charge, 'amount' | 'fee'>): string =>
  new Big(amount).minus(fee).toFixed(2);

/** Microsoft's fee on an amount. */
export const feeOf = (amount: string, feePercent: string): string =>
  toCents(new Big(amount).times(feePercent).div(100));

/**
 * Bills the customer of a subscription, who pays as configured. Nothing is billed for a test purchase, nor an amount
 * of less than half a cent (not confirmed: Microsoft may show lines of zero).
 */
export const chargeCustomer = (transaction: AzureChange, subscription: Subscription, billed: Billed): void => {
  const { purchaseRecordId, amount: exact, ...what } = billed;
  const amount = toCents(exact);
  if (subscription.isTest || new Big(amount).eq(0)) return;
  const { publisherId, buyerId } = subscription;
  startBilling(transaction, publisherId);
  const { feePercent } = billingOf(transaction, publisherId);
  const charge: Charge = {
    id: transaction.ids.uuid(),
    publisherId,
    subscriptionId: subscription.id,
    buyerId,
    purchaseRecordId,
    kind: 'Purchase',
    ...what,
    amount,
    feePercent,
    fee: feeOf(amount, feePercent),
    billedAt: transaction.at,
    correctsId: null,
    status: 'Uncollected',
    collectedAt: null,
    payoutId: null,
  };
  transaction.put('charges', charge);
  schedulePayment(transaction, charge);
};

/**
 * Days until the buyer pays a bill of the publisher; null for never. With an Enterprise Agreement: until Microsoft
 * calculates the earning, whether the buyer has paid or not.
 */
export const payDaysOf = (reader: AzureReader, { buyerId, publisherId }: Pick<Charge, 'buyerId' | 'publisherId'>) => {
  const habit = isPaidFirst(reader, buyerId) ? undefined : reader.get('paymentHabits', buyerId);
  return habit ? habit.payDays : billingOf(reader, publisherId).payDays;
};

/** Schedules when the customer pays, replacing an earlier schedule. */
export const schedulePayment = (transaction: AzureChange, charge: Charge): void => {
  unscheduleDue(transaction, charge.id, ['charge-payment']);
  const days = payDaysOf(transaction, charge);
  if (days === null) return;
  const at = Math.max(transaction.at, charge.billedAt + days * dayMs);
  scheduleDue(transaction, { kind: 'charge-payment', at, refId: charge.id });
};

/** When due, the customer has paid. */
export const reachPayment = (transaction: AzureChange, { refId }: DueItem): void => {
  const charge = transaction.get('charges', refId);
  if (charge?.status === 'Uncollected') collectCharge(transaction, charge);
};

/** The customer pays a charge, less what was refunded of it before. */
export const collectCharge = (transaction: AzureChange, charge: Charge): Charge => {
  unscheduleDue(transaction, charge.id, ['charge-payment']);
  for (const row of [...transaction.list('charges')]) {
    if (row.status !== 'Uncollected' || (row.id !== charge.id && row.correctsId !== charge.id)) continue;
    transaction.put('charges', { ...row, status: 'Unprocessed', collectedAt: transaction.at });
  }
  return transaction.get('charges', charge.id) ?? charge;
};
