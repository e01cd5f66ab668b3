import Big from 'big.js';
import { scheduleDue } from '../../kit/due.ts';
import type { Agreement, AwsTransaction, DueItem } from '../state.ts';
import { type Charge, chargesOf, chosenValue, inclusiveEnd, recurringCharge } from './charges.ts';
import { issueBill } from './issue-bill.ts';
import { roundMoney } from './money.ts';
import { scheduleBilling } from './schedule-billing.ts';
import { wholesaleOf } from './wholesale.ts';

/** Starts billing of a new agreement. Only its next charge is scheduled at a time, however many there are. */
export const startBilling = (transaction: AwsTransaction, agreement: Agreement): void => {
  scheduleBilling(transaction, agreement.sellerAccountId);
  const manufacturer = transaction.get('entities', agreement.productId)?.accountId;
  if (manufacturer !== undefined) scheduleBilling(transaction, manufacturer);
  scheduleCharge(transaction, agreement, 0);
  scheduleRecurring(transaction, agreement, 0);
};

const scheduleCharge = (transaction: AwsTransaction, agreement: Agreement, index: number): void => {
  const charge = chargesOf(agreement)[index];
  if (!charge) return;
  const at = Math.max(charge.at, transaction.at);
  scheduleDue(transaction, { kind: 'agreement-charge', at, refId: agreement.id, detail: { index } });
};

const scheduleRecurring = (transaction: AwsTransaction, agreement: Agreement, index: number): void => {
  const charge = recurringCharge(agreement, index);
  if (!charge) return;
  const at = Math.max(charge.at, transaction.at);
  scheduleDue(transaction, { kind: 'agreement-recurring', at, refId: agreement.id, detail: { index } });
};

/** Invoices the upfront price or the scheduled charge that is due; an agreement that ended early owes no more. */
export const chargeAgreement = (transaction: AwsTransaction, item: DueItem): void => {
  const agreement = transaction.get('agreements', item.refId);
  if (!agreement || !owesCharges(agreement)) return;
  const index = Number(item.detail.index);
  const charge = chargesOf(agreement)[index];
  if (!charge) return;
  invoiceCharge(transaction, agreement, charge);
  scheduleCharge(transaction, agreement, index + 1);
};

/** Invoices the month of a RecurringPaymentTerm that is due. */
export const chargeRecurring = (transaction: AwsTransaction, item: DueItem): void => {
  const agreement = transaction.get('agreements', item.refId);
  if (!agreement || !owesCharges(agreement)) return;
  const index = Number(item.detail.index);
  const charge = recurringCharge(agreement, index);
  if (!charge) return;
  invoiceCharge(transaction, agreement, charge);
  scheduleRecurring(transaction, agreement, index + 1);
};

// A schedule may continue after the agreement's end date, not after a cancellation.
const owesCharges = ({ status }: Agreement): boolean => ['ACTIVE', 'EXPIRED', 'RENEWED'].includes(status);

const invoiceCharge = (transaction: AwsTransaction, agreement: Agreement, charge: Charge): void => {
  const { amount, currency, periodStartAt, periodEndAt } = charge;
  const wholesale = wholesaleOf(transaction, agreement, { amount, currency, units: null });
  issueBill(transaction, agreement, { kind: 'CHARGE', amount, currency, periodStartAt, periodEndAt, wholesale });
};

/**
 * Invoices the units that a buyer has added to a running agreement, for the rest of its term and not prorated (how AWS
 * prorates is not confirmed). Units taken away are not returned.
 */
export const chargeAmendment = (transaction: AwsTransaction, before: Agreement, after: Agreement): void => {
  const term = after.terms.find((one) => one.Type === 'ConfigurableUpfrontPricingTerm');
  if (!term || transaction.at < after.startAt) return;
  const added = chosenValue(after, term).minus(chosenValue(before, term));
  if (added.lte(0)) return;
  const currency = String(term.CurrencyCode ?? after.currencyCode);
  invoiceCharge(transaction, after, {
    at: transaction.at,
    amount: roundMoney(Big(added), currency).toFixed(),
    currency,
    periodStartAt: transaction.at,
    periodEndAt: inclusiveEnd(after.endAt ?? transaction.at),
  });
};
