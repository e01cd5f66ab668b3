import Big from 'big.js';
import { controlError } from '../../kit/control.ts';
import type { AwsReader, AwsTransaction } from '../state.ts';
import type { BillingEvent } from './rows.ts';

const dayMs = 86_400_000;

/** The changes of a correction; empty for a new version that is equal to the old one. */
export type Correction = {
  amount?: string | undefined;
  periodStartAt?: number | undefined;
  periodEndAt?: number | undefined;
  isDeleted?: true | undefined;
};

/** The billing event with an id; throws a 404 if there is none. */
export const requireEvent = (reader: AwsReader, id: string | undefined): BillingEvent => {
  const event = reader.get('billingEvents', id ?? '');
  if (event) return event;
  throw controlError(404, `there is no billing event ${id}`);
};

/**
 * Corrects a row: the feed receives a new version with the same `valid_from` and a later `update_date` (Seller Guide,
 * "Historization of the data"). The amount of a row that others already mirror cannot change.
 */
export const restateEvent = (
  transaction: AwsTransaction,
  event: BillingEvent,
  correction: Correction,
): BillingEvent => {
  const { amount, periodStartAt, periodEndAt, isDeleted } = correction;
  if (event.isDeleted) throw controlError(409, 'the row is deleted');
  if ((amount !== undefined || isDeleted) && !isAlone(transaction, event)) {
    throw controlError(409, 'other rows mirror this one: its amount cannot change');
  }
  if (amount !== undefined && Big(amount).times(event.amount).lte(0)) {
    throw controlError(400, 'a correction keeps the sign of the amount');
  }
  const restated: BillingEvent = {
    ...event,
    amount: amount ?? event.amount,
    periodStartAt: periodStartAt ?? event.periodStartAt,
    periodEndAt: periodEndAt ?? event.periodEndAt,
    isDeleted: isDeleted ?? false,
    deliverAt: Math.max(event.deliverAt, transaction.at),
  };
  transaction.put('billingEvents', restated);
  transaction.put('undelivered', { id: event.id, accountId: event.accountId });
  if (isDeleted) transaction.remove('undisbursed', event.id);
  const bill = transaction.get('bills', event.billId ?? '');
  if (
    bill &&
    event.accountId === bill.accountId &&
    event.transactionType === 'SELLER_REV_SHARE' &&
    Big(event.amount).gt(0)
  ) {
    transaction.put('bills', { ...bill, amount: isDeleted ? '0' : restated.amount });
  }
  return restated;
};

const isAlone = (reader: AwsReader, event: BillingEvent): boolean => {
  const bill = reader.get('bills', event.billId ?? '');
  const isMirrored = bill !== undefined && (bill.forgivenAt !== null || !Big(bill.returnedAmount).eq(0));
  return event.action === 'INVOICED' && event.disbursedBy === null && !isMirrored;
};

/** Delays a row by some days, if the feed does not contain it yet. */
export const holdEvent = (transaction: AwsTransaction, event: BillingEvent, days: number): BillingEvent => {
  if (event.insertedAt !== null) throw controlError(409, 'the feed has the row already');
  const held: BillingEvent = { ...event, deliverAt: transaction.at + days * dayMs };
  transaction.put('billingEvents', held);
  return held;
};
