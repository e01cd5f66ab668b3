import Big from 'big.js';
import { controlError } from '../../kit/control.ts';
import { scheduleDue } from '../../kit/due.ts';
import { strikeFault } from '../../kit/faults.ts';
import type { AwsReader, AwsTransaction, DueItem } from '../state.ts';
import { awsParty } from './bill-lines.ts';
import { readBillingSettings } from './billing-settings.ts';
import { negate } from './money.ts';
import { putEvent } from './put-event.ts';
import type { BillingEvent, Disbursement } from './rows.ts';
import { scheduleBilling } from './schedule-billing.ts';

const dayMs = 86_400_000;

/** Pays a seller on the day of its month. */
export const reachPayout = (transaction: AwsTransaction, item: DueItem): void => {
  disburse(transaction, item.refId);
  scheduleBilling(transaction, item.refId);
};

/**
 * Pays a seller what buyers have paid since the last payout, per currency and invoicing entity of AWS. Each covered row
 * is mirrored by a DISBURSED row with the opposite sign; one DISBURSEMENT row carries the sum (Seller Guide, "Billing
 * event data feed", examples). A sum that is not positive stays in the balance. The DISBURSEMENT row itself is not
 * balance impacting, as otherwise the page's sum of the balance would not be what is left to be paid.
 */
export const disburse = (transaction: AwsTransaction, accountId: string): Disbursement[] => {
  const groups = new Map<string, BillingEvent[]>();
  for (const waiting of transaction.list('undisbursed')) {
    const event = waiting.accountId === accountId ? transaction.get('billingEvents', waiting.id) : undefined;
    if (!event || !isPayable(transaction, event)) continue;
    const key = `${event.currency}/${event.brokerId}`;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return [...groups.values()].flatMap((events) => payOut(transaction, accountId, events) ?? []);
};

/** Whether AWS has received the money of a row: its invoice is paid, or nothing remains to be paid. */
const isPayable = (reader: AwsReader, event: BillingEvent): boolean => {
  if (event.isDeleted) return false;
  if (event.billId === null) return true;
  const bill = reader.get('bills', event.billId);
  const invoice = bill?.originalId == null ? bill : reader.get('bills', bill.originalId);
  if (!invoice) return false;
  return invoice.paidAt !== null || Big(invoice.returnedAmount).eq(invoice.amount);
};

const payOut = (transaction: AwsTransaction, accountId: string, events: BillingEvent[]): Disbursement | null => {
  const sum = events.reduce((total, event) => total.plus(event.amount), Big(0));
  const [first] = events;
  if (!first || sum.lte(0)) return null;
  const { currency, brokerId } = first;
  const bankTraceId = transaction.ids.digits(15);
  const payout = putEvent(transaction, {
    ...payoutOf(accountId, currency, brokerId, transaction.at),
    transactionType: 'DISBURSEMENT',
    amount: sum.toFixed(),
    bankTraceId,
  });
  for (const event of events) {
    const { id, at, deliverAt, insertedAt, ...copied } = event;
    putEvent(transaction, {
      ...copied,
      action: 'DISBURSED',
      amount: negate(event.amount).toFixed(),
      dueAt: null,
      parentId: id,
      disbursementId: payout.id,
    });
    transaction.put('billingEvents', { ...event, disbursedBy: payout.id });
    transaction.remove('undisbursed', id);
  }
  const disbursement: Disbursement = {
    id: payout.id,
    accountId,
    currency,
    amount: sum.toFixed(),
    status: 'PAID',
    at: transaction.at,
    bankTraceId,
    coveredIds: events.map((event) => event.id),
  };
  transaction.put('disbursements', disbursement);
  if (strikeFault(transaction, 'payout-failure', { operation: 'Disbursement', accountId })) {
    const at = transaction.at + readBillingSettings(transaction, accountId).payoutFailsAfterDays * dayMs;
    scheduleDue(transaction, { kind: 'payout-failure', at, refId: payout.id });
  }
  return disbursement;
};

const payoutOf = (accountId: string, currency: string, brokerId: string, at: number) => ({
  accountId,
  billId: null,
  action: 'DISBURSED' as const,
  fromAccountId: awsParty,
  toAccountId: accountId,
  endUserAccountId: null,
  payerAccountId: null,
  productId: null,
  agreementId: null,
  currency,
  balanceImpacting: false,
  invoiceDate: at,
  dueAt: null,
  periodStartAt: null,
  periodEndAt: null,
  invoiceId: null,
  transactionReferenceId: null,
  buyerTransactionReferenceId: null,
  brokerId,
});

/**
 * The bank rejects a payout: a DISBURSEMENT_FAILURE row names the DISBURSEMENT as its parent, with the opposite amount.
 * The rows that it had covered wait for the next payout. The DISBURSED rows stay, and no longer count (Seller Guide,
 * "Billing event data feed", example 6).
 */
export const failPayout = (transaction: AwsTransaction, disbursement: Disbursement): Disbursement => {
  if (disbursement.status === 'FAILED') throw controlError(409, 'the payout has failed already');
  const { accountId, currency } = disbursement;
  const payout = transaction.get('billingEvents', disbursement.id);
  putEvent(transaction, {
    ...payoutOf(accountId, currency, payout?.brokerId ?? 'AWS_INC', transaction.at),
    transactionType: 'DISBURSEMENT_FAILURE',
    amount: negate(disbursement.amount).toFixed(),
    parentId: disbursement.id,
    bankTraceId: disbursement.bankTraceId,
  });
  for (const id of disbursement.coveredIds) {
    const event = transaction.get('billingEvents', id);
    if (!event) continue;
    transaction.put('billingEvents', { ...event, disbursedBy: null });
    transaction.put('undisbursed', { id, accountId });
  }
  const failed: Disbursement = { ...disbursement, status: 'FAILED' };
  transaction.put('disbursements', failed);
  return failed;
};

/** Handles the notice that a payout was rejected. */
export const reachPayoutFailure = (transaction: AwsTransaction, item: DueItem): void => {
  const disbursement = transaction.get('disbursements', item.refId);
  if (disbursement?.status === 'PAID') failPayout(transaction, disbursement);
};

/** Corrects a seller's balance outside of any invoice. */
export const adjustBalance = (
  transaction: AwsTransaction,
  accountId: string,
  { amount, currency }: { amount: string; currency: string },
): BillingEvent =>
  putEvent(transaction, {
    ...payoutOf(accountId, currency, readBillingSettings(transaction, accountId).brokerId, transaction.at),
    action: 'INVOICED',
    transactionType: 'BALANCE_ADJUSTMENT',
    // The feed shows the seller as the payer and the marketplace as the receiver, whatever the sign.
    fromAccountId: accountId,
    toAccountId: awsParty,
    amount,
    balanceImpacting: true,
  });

/** The amount still to be paid to a seller, by currency: the rows of its balance that no successful payout covers. */
export const balanceOf = (reader: AwsReader, accountId: string): Record<string, string> => {
  const sums = new Map<string, Big>();
  for (const { id } of reader.list('undisbursed').filter((row) => row.accountId === accountId)) {
    const event = reader.get('billingEvents', id);
    if (event && !event.isDeleted) sums.set(event.currency, (sums.get(event.currency) ?? Big(0)).plus(event.amount));
  }
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, sum.toFixed()]));
};
