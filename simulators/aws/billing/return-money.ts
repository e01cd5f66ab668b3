import Big from 'big.js';
import { controlError } from '../../kit/control.ts';
import type { AwsTransaction } from '../state.ts';
import { newInvoiceId } from './issue-bill.ts';
import { negate, roundMoney } from './money.ts';
import { putEvent } from './put-event.ts';
import type { Bill, BillingEvent, BillKind } from './rows.ts';
import { putTaxItem } from './tax-items.ts';

/** How much of an invoice is returned, and whether AWS also returns its fee. */
export type Return = { kind: Extract<BillKind, 'REFUND' | 'CREDIT'>; amount: string | null; withFee: boolean };

const isFee = (event: BillingEvent): boolean => event.transactionType === 'AWS_REV_SHARE';

/** The amount of an invoice that can still be returned, before tax. */
export const returnable = (bill: Bill): Big =>
  bill.originalId === null && bill.forgivenAt === null ? Big(bill.amount).minus(bill.returnedAmount) : Big(0);

/**
 * Returns money of an invoice to its buyer by a credit memo: the same share of every row of the invoice, as a row of the
 * type with `_REFUND` or `_CREDIT` and the opposite sign. The parts are rounded so that returning the whole in steps
 * reverses each row exactly.
 */
export const returnMoney = (transaction: AwsTransaction, bill: Bill, wanted: Return): Bill => {
  if (bill.originalId !== null) throw controlError(409, `${bill.id} is a credit memo`);
  if (bill.forgivenAt !== null) throw controlError(409, 'the invoice is forgiven');
  const left = returnable(bill);
  const amount = roundMoney(Big(wanted.amount ?? left), bill.currency);
  if (amount.lte(0) || amount.gt(left)) {
    throw controlError(409, `of the invoice, 0 to ${left.toFixed()} ${bill.currency} can be returned`);
  }
  // Fees and wholesale prices on invoices of their own get credit memos of their own.
  const memoIds = new Map<string | null, string>([[bill.id, newInvoiceId(transaction)]]);
  const memoIdOf = (invoiceId: string | null): string => {
    const memoId = memoIds.get(invoiceId) ?? newInvoiceId(transaction);
    memoIds.set(invoiceId, memoId);
    return memoId;
  };
  const memoId = memoIdOf(bill.id);
  const returned = { ...bill.returned };
  const events: BillingEvent[] = [];
  for (const id of bill.eventIds) {
    const event = transaction.get('billingEvents', id);
    if (!event || event.isDeleted || (isFee(event) && !wanted.withFee)) continue;
    const before = returned[id] ?? { base: '0', amount: '0' };
    const base = Big(before.base).plus(amount);
    const total = roundMoney(Big(event.amount).times(base).div(bill.amount), bill.currency);
    returned[id] = { base: base.toFixed(), amount: total.toFixed() };
    const part = Big(before.amount).minus(total);
    if (part.eq(0)) continue;
    events.push(
      putEvent(transaction, {
        ...common(event),
        transactionType: `${event.transactionType}_${wanted.kind}`,
        amount: part.toFixed(),
        invoiceDate: transaction.at,
        dueAt: null,
        invoiceId: memoIdOf(event.invoiceId),
        billId: memoId,
      }),
    );
  }
  const memo: Bill = {
    ...bill,
    id: memoId,
    kind: wanted.kind,
    amount: negate(amount).toFixed(),
    issuedAt: transaction.at,
    dueAt: null,
    originalId: bill.id,
    paidAt: null,
    eventIds: events.map((event) => event.id),
    returned: {},
    returnedAmount: '0',
  };
  transaction.put('bills', memo);
  const returnedAmount = Big(bill.returnedAmount).plus(amount).toFixed();
  transaction.put('bills', { ...bill, returned, returnedAmount });
  returnTax(transaction, bill, memo, events);
  return memo;
};

/** The columns that rows of a credit memo or a forgiven invoice have in common with those of the invoice. */
const common = (event: BillingEvent) => ({
  accountId: event.accountId,
  billId: event.billId,
  action: 'INVOICED' as const,
  transactionType: event.transactionType,
  fromAccountId: event.fromAccountId,
  toAccountId: event.toAccountId,
  endUserAccountId: event.endUserAccountId,
  payerAccountId: event.payerAccountId,
  productId: event.productId,
  agreementId: event.agreementId,
  currency: event.currency,
  balanceImpacting: event.balanceImpacting,
  periodStartAt: event.periodStartAt,
  periodEndAt: event.periodEndAt,
  transactionReferenceId: event.transactionReferenceId,
  buyerTransactionReferenceId: event.buyerTransactionReferenceId,
  brokerId: event.brokerId,
});

const returnTax = (transaction: AwsTransaction, bill: Bill, memo: Bill, events: BillingEvent[]): void => {
  const original = transaction.list('taxItems').find((item) => item.invoiceId === bill.id);
  if (!original) return;
  const tax = { party: original.party, percent: original.percent };
  const item = putTaxItem(transaction, memo, tax, Big(memo.amount), original);
  // The rows were rounded step by step, so that all credit memos together return the tax exactly.
  const row = events.find(({ transactionType }) => /_TAX_SHARE_/.test(transactionType));
  transaction.put('taxItems', { ...item, amount: row?.amount ?? '0' });
};

/** AWS takes back an invoice: a FORGIVEN row reverses each of its rows and names it as its parent. */
export const forgiveBill = (transaction: AwsTransaction, bill: Bill): Bill => {
  if (bill.originalId !== null) throw controlError(409, `${bill.id} is a credit memo`);
  if (bill.forgivenAt !== null) throw controlError(409, 'the invoice is forgiven already');
  if (Big(bill.returnedAmount).gt(0)) throw controlError(409, 'a part of the invoice was returned');
  for (const id of bill.eventIds) {
    const event = transaction.get('billingEvents', id);
    if (!event || event.isDeleted) continue;
    putEvent(transaction, {
      ...common(event),
      action: 'FORGIVEN',
      amount: negate(event.amount).toFixed(),
      invoiceDate: event.invoiceDate,
      dueAt: null,
      invoiceId: event.invoiceId,
      parentId: event.id,
    });
  }
  const forgiven: Bill = { ...bill, forgivenAt: transaction.at };
  transaction.put('bills', forgiven);
  return forgiven;
};
