import Big from 'big.js';
import { type DueItem, scheduleDue } from '../../kit/due.ts';
import { dayOf, iso } from '../api/call.ts';
import { boughtPlan, dateOf } from '../catalog/buyer-plans.ts';
import type { Price } from '../catalog/plan.ts';
import type { AzureChange, AzureReader, Subscription } from '../state.ts';
import { chargeCustomer } from './charge.ts';
import { addUnits, dayMs, monthOf } from './months.ts';

type Period = { start: number; end: number };

/** The price of one payment of a subscription. */
type Fee = {
  price: Big;
  quantity: number;
  total: Big;
  paymentUnit: string;
  planId: string;
  privateOfferId: string | null;
  schedule: Price['schedule'];
};

/**
 * A term begins: each of its payments is billed when its time begins, the first at once. The first term of a free trial
 * is not billed, nor is a term of a suspended subscription (not confirmed).
 */
export const billTerm = (transaction: AzureChange, subscription: Subscription, term: Period): void => {
  const isFirst = !transaction.get('terms', subscription.id);
  const id = isFirst ? subscription.id : `${subscription.id}|${iso(term.start)}`;
  transaction.put('terms', { id, subscriptionId: subscription.id, ...term });
  if (subscription.status !== 'Subscribed' || (isFirst && subscription.isFreeTrial)) return;
  const { paymentUnit, schedule } = feeAt(transaction, subscription, transaction.at);
  if (schedule) {
    for (const { day, price } of schedule) {
      const at = Math.max(day === null ? term.start : dateOf(day), term.start);
      const detail = { termStart: term.start, end: term.end, amount: price };
      if (at <= transaction.at) billPayment(transaction, subscription, { start: at, end: term.end }, price);
      else if (at < term.end) scheduleDue(transaction, { kind: 'term-payment', at, refId: subscription.id, detail });
    }
    return;
  }
  billPayment(transaction, subscription, {
    start: term.start,
    end: Math.min(addUnits(term.start, paymentUnit, 1), term.end),
  });
  for (let count = 1; addUnits(term.start, paymentUnit, count) < term.end; count += 1) {
    const start = addUnits(term.start, paymentUnit, count);
    const end = Math.min(addUnits(term.start, paymentUnit, count + 1), term.end);
    const detail = { termStart: term.start, end };
    scheduleDue(transaction, { kind: 'term-payment', at: start, refId: subscription.id, detail });
  }
};

/** When due, bills the next payment of a term. */
export const reachTermPayment = (transaction: AzureChange, { refId, at, detail }: DueItem): void => {
  const subscription = transaction.get('subscriptions', refId);
  // A term that ended early has no further payments.
  if (subscription?.status !== 'Subscribed' || subscription.termStart !== detail.termStart) return;
  const amount = typeof detail.amount === 'number' ? detail.amount : undefined;
  billPayment(transaction, subscription, { start: at, end: Number(detail.end) }, amount);
};

/** `amount`: of a schedule. */
const billPayment = (transaction: AzureChange, subscription: Subscription, period: Period, amount?: number): void => {
  const fee = feeAt(transaction, subscription, transaction.at);
  charge(transaction, subscription, fee, { ...period, amount: amount === undefined ? fee.total : new Big(amount) });
};

/**
 * Bills a changed plan or number of seats. An increase of the current payment is billed for its remaining days, today
 * included; a decrease applies from the next payment on (not confirmed).
 */
export const billChange = (transaction: AzureChange, before: Subscription, after: Subscription): void => {
  const { termStart, termEnd } = after;
  if (termStart === null || termEnd === null) return;
  const [old, now] = [feeAt(transaction, before, transaction.at), feeAt(transaction, after, transaction.at)];
  const { start, end } = periodAt({ start: termStart, end: termEnd }, now.paymentUnit, transaction.at);
  const more = now.total.minus(old.total);
  const isTrial = after.isFreeTrial && transaction.get('terms', after.id)?.start === termStart;
  if (more.lte(0) || isTrial) return;
  const from = Math.max(start, dayOf(transaction.at));
  const amount = more.times(end - from).div(end - start);
  charge(transaction, after, now, { start: from, end, amount });
};

const periodAt = (term: Period, unit: string, at: number): Period => {
  let count = 0;
  while (addUnits(term.start, unit, count + 1) <= at) count += 1;
  const end = Math.min(addUnits(term.start, unit, count + 1), term.end);
  return { start: addUnits(term.start, unit, count), end: Math.max(end, dayOf(at) + dayMs) };
};

const charge = (
  transaction: AzureChange,
  subscription: Subscription,
  fee: Fee,
  { start, end, amount }: Period & { amount: Big },
): void =>
  chargeCustomer(transaction, subscription, {
    billingModel: 'SubscriptionBased',
    planId: fee.planId,
    privateOfferId: fee.privateOfferId,
    dimension: null,
    quantity: String(fee.quantity),
    price: fee.price.toFixed(),
    amount,
    month: monthOf(transaction.at),
    serviceStart: start,
    serviceEnd: end,
    purchaseRecordId: transaction.ids.uuid(),
  });

const feeAt = (reader: AzureReader, subscription: Subscription, at: number): Fee => {
  const plan = boughtPlan(reader, subscription, subscription.planId, at);
  const { termUnit: unit } = subscription;
  const none: Price = { termUnit: unit, paymentUnit: unit, price: 0, schedule: null };
  const found = plan?.prices.find(({ termUnit }) => termUnit === subscription.termUnit) ?? none;
  const quantity = plan?.isPerSeat ? (subscription.quantity ?? 1) : 1;
  const price = new Big(String(found.price));
  return {
    price,
    quantity,
    total: price.times(quantity),
    paymentUnit: found.paymentUnit,
    planId: subscription.planId,
    privateOfferId: plan?.privateOfferId ?? null,
    schedule: found.schedule,
  };
};
