import { controlError } from '../../kit/control.ts';
import { scheduleDue, unscheduleDue } from '../../kit/due.ts';
import type { AwsReader, AwsTransaction, DueItem } from '../state.ts';
import type { Bill } from './rows.ts';

/** The invoice with an id; throws a 404 if there is none. */
export const requireBill = (reader: AwsReader, id: string | undefined): Bill => {
  const bill = reader.get('bills', id ?? '');
  if (bill) return bill;
  throw controlError(404, `there is no invoice ${id}`);
};

/** Whether a bill is an invoice that a buyer can still pay. */
export const isOpen = ({ originalId, paidAt, forgivenAt }: Bill): boolean =>
  originalId === null && paidAt === null && forgivenAt === null;

const requireOpen = (bill: Bill): Bill => {
  if (bill.originalId !== null) throw controlError(409, `${bill.id} is a credit memo`);
  if (bill.paidAt !== null) throw controlError(409, 'the invoice is paid');
  if (bill.forgivenAt !== null) throw controlError(409, 'the invoice is forgiven');
  return bill;
};

/** The buyer pays an invoice. The feeds do not show this; they show the payout that follows. */
export const payBill = (transaction: AwsTransaction, bill: Bill): Bill => {
  const paid: Bill = { ...requireOpen(bill), paidAt: transaction.at };
  unscheduleDue(transaction, bill.id, ['bill-payment']);
  transaction.put('bills', paid);
  return paid;
};

/** Handles the day on which a buyer pays. */
export const reachPayment = (transaction: AwsTransaction, item: DueItem): void => {
  const bill = transaction.get('bills', item.refId);
  if (bill && isOpen(bill)) payBill(transaction, bill);
};

/** The buyer will pay at another time; null for never. */
export const movePayment = (transaction: AwsTransaction, bill: Bill, at: number | null): Bill => {
  requireOpen(bill);
  unscheduleDue(transaction, bill.id, ['bill-payment']);
  if (at !== null) scheduleDue(transaction, { kind: 'bill-payment', at, refId: bill.id });
  return bill;
};
