import Big from 'big.js';
import { scheduleDue } from '../../kit/due.ts';
import { addDuration, parseDuration } from '../../kit/duration.ts';
import type { Agreement, AwsTransaction } from '../state.ts';
import { type BillLine, billLines } from './bill-lines.ts';
import { readBillingSettings } from './billing-settings.ts';
import { putEvent } from './put-event.ts';
import type { Bill, BillingSettings, BillKind } from './rows.ts';
import { putTaxItem } from './tax-items.ts';
import type { Wholesale } from './wholesale.ts';

const dayMs = 86_400_000;

/** An invoiced amount before tax, for a period whose end is inclusive. */
export type Sale = {
  kind: Extract<BillKind, 'CHARGE' | 'USAGE'>;
  amount: string;
  currency: string;
  periodStartAt: number;
  periodEndAt: number;
  wholesale: Wholesale | null;
};

/** A new invoice id: ten digits that no invoice has. */
export const newInvoiceId = (transaction: AwsTransaction): string => {
  const id = transaction.ids.digits(10);
  return transaction.get('bills', id) ? newInvoiceId(transaction) : id;
};

const dueDateOf = (agreement: Agreement, settings: BillingSettings, at: number): number => {
  const net = agreement.terms.find((term) => term.Type === 'NetPaymentTerm')?.PaymentDuePeriod;
  const period = typeof net === 'string' ? parseDuration(net) : null;
  return period ? addDuration(at, period) : at + settings.paymentDueDays * dayMs;
};

/** Invoices a buyer, and schedules its payment. Nothing is invoiced for an amount of zero. */
export const issueBill = (transaction: AwsTransaction, agreement: Agreement, sale: Sale): Bill | null => {
  if (Big(sale.amount).lte(0)) return null;
  const settings = readBillingSettings(transaction, agreement.sellerAccountId);
  const { wholesale, ...sold } = sale;
  const id = newInvoiceId(transaction);
  const dueAt = dueDateOf(agreement, settings, transaction.at);
  const lines = billLines(transaction, agreement, { ...sale, invoiceId: id }, () => newInvoiceId(transaction));
  const bill: Bill = {
    ...sold,
    id,
    accountId: agreement.sellerAccountId,
    buyerAccountId: agreement.buyerAccountId,
    productId: agreement.productId,
    agreementId: agreement.id,
    issuedAt: transaction.at,
    dueAt,
    originalId: null,
    brokerId: settings.brokerId,
    paidAt: null,
    forgivenAt: null,
    eventIds: lines.map((line) => putLine(transaction, agreement, sale, line, { id, dueAt })),
    returned: {},
    returnedAmount: '0',
  };
  transaction.put('bills', bill);
  if (settings.tax) putTaxItem(transaction, bill, settings.tax, Big(sale.amount));
  schedulePayment(transaction, bill, settings);
  return bill;
};

const putLine = (
  transaction: AwsTransaction,
  agreement: Agreement,
  { currency, periodStartAt, periodEndAt }: Sale,
  { buyerAccountId, buyerInvoiceId, ...line }: BillLine,
  bill: { id: string; dueAt: number },
): string => {
  const event = putEvent(transaction, {
    ...line,
    billId: bill.id,
    action: 'INVOICED',
    endUserAccountId: buyerAccountId,
    payerAccountId: buyerAccountId,
    productId: agreement.productId,
    agreementId: agreement.id,
    currency,
    invoiceDate: transaction.at,
    dueAt: bill.dueAt,
    periodStartAt,
    periodEndAt,
    transactionReferenceId: line.invoiceId,
    buyerTransactionReferenceId: buyerInvoiceId,
  });
  return event.id;
};

const schedulePayment = (transaction: AwsTransaction, bill: Bill, settings: BillingSettings): void => {
  if (settings.payment === 'NEVER') return;
  const from = settings.payment === 'LATE' ? (bill.dueAt ?? bill.issuedAt) : bill.issuedAt;
  scheduleDue(transaction, { kind: 'bill-payment', at: from + settings.paysAfterDays * dayMs, refId: bill.id });
};
