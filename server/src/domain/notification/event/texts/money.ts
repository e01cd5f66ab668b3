import type { EventName } from '../../../../contract/events.ts';
import {
  actionItem,
  by,
  type DescribedEvent,
  day,
  type EventText,
  ifAny,
  lineOf,
  money,
  nameOf,
  partnerName,
  textsOf,
  why,
} from './event-text.ts';

const buyer = textsOf('BUYER', 'buyer');
const invoice = textsOf('INVOICE', 'invoice');
const payment = textsOf('PAYMENT_TRANSACTION', 'wallet');
const wallet = textsOf('BUYER', 'wallet');
const revenue = textsOf('REVENUE_RECORD', 'revenue');

type Payload = DescribedEvent['payload'];

const amount = (payload: Payload, before = ' of '): string => ifAny(before, money(payload.amount, payload.currency));

/** ` (100.00 USD of credit)` */
const credit = (payload: Payload): string => ifAny(' (', money(payload.totalAmount, payload.currency), ' of credit)');

const channel = (payload: Payload): string => partnerName(payload, 'a channel');

const kinds: Readonly<Record<string, string>> = {
  MISSING: 'nothing was billed',
  DOUBLE: 'it was billed more than once',
  AMOUNT_DIFFERS: 'another amount was billed',
  CURRENCY_DIFFERS: 'another currency was billed',
  UNEXPECTED: 'the cause is unknown',
  NOT_JUDGED: 'the expected amount is unknown',
};

/** `: another amount was billed: 90.00 USD, and 100.00 USD were expected` */
const difference = (payload: Payload): string => {
  const kind = typeof payload.kind === 'string' && Object.hasOwn(kinds, payload.kind) ? kinds[payload.kind] : undefined;
  const billed = money(payload.billedAmount, payload.billedCurrency ?? payload.currency);
  const expected = money(payload.expectedAmount, payload.currency);
  return `${ifAny(': ', kind ?? '')}${ifAny('; billed ', billed)}${ifAny(', expected ', expected)}`;
};

const billedFor = (payload: Payload): string =>
  `the bill of ${channel(payload)} for ${ifAny('entitlement ', lineOf(payload.entitlementID)) || 'an entitlement'}${ifAny(', ', lineOf(payload.period))}`;

export const moneyTexts = {
  'buyer.created': buyer('CREATE', 'LOW', 'Buyer created', (it, _, event) => `${it} was created${by(event)}`),
  'buyer.customer_deleted': buyer(
    'ABNORMAL_ALERT',
    'HIGH',
    'Customer deleted',
    (it) => `${it} was deleted at the payment provider, with its payment methods`,
    actionItem,
  ),
  'buyer.imported': buyer('ADD', 'LOW', 'New buyer', (it) => `${it} was seen for the first time`),
  'buyer.push_failed': buyer(
    'FAIL',
    'HIGH',
    'Customer not changed',
    (it, payload) => `the payment provider refused a change of ${it}; it will be retried${why(payload)}`,
  ),
  'buyer.updated': buyer('UPDATE', 'LOW', 'Buyer changed', (it, _, event) => `${it} was changed${by(event)}`),

  'invoice.canceled': invoice(
    'CANCEL',
    'MEDIUM',
    'Invoice canceled',
    (it, payload, event) => `${it}${amount(payload)} was canceled${by(event)}`,
  ),
  'invoice.carried_over': invoice(
    'UPDATE',
    'LOW',
    'Invoice carried over',
    (it, payload) => `${it}${amount(payload)} is too small to be charged alone: the next invoice has taken it in`,
  ),
  'invoice.charged_again': invoice(
    'ABNORMAL_ALERT',
    'CRITICAL',
    'Paid twice',
    (it, payload) =>
      `a failed payment of ${it}${amount(payload)} succeeded after all: check at the payment provider, and refund what was paid twice`,
    actionItem,
  ),
  'invoice.created': invoice(
    'CREATE',
    'LOW',
    'Invoice drafted',
    (it, payload) => `${it}${amount(payload)} was drafted`,
  ),
  'invoice.finalized': invoice(
    'ISSUE',
    'MEDIUM',
    'Invoice issued',
    (it, payload) => `${it}${amount(payload)} was issued${ifAny(', due ', day(payload.dueTime))}`,
  ),
  'invoice.paid': invoice('COMPLETE', 'MEDIUM', 'Invoice paid', (it, payload) =>
    payload.type === 'REFUND'
      ? `${it}, a refund${amount(payload)}, was given back`
      : `${it}${amount(payload)} was paid`,
  ),
  'invoice.partly_disputed': invoice(
    'ABNORMAL_ALERT',
    'HIGH',
    'Payment disputed',
    (it, payload) =>
      `${ifAny('', money(payload.lostAmount, payload.currency)) || 'a part'} of what was paid for ${it}${amount(payload)} was taken back by the buyer or its bank: look at the dispute at the payment provider`,
    actionItem,
  ),
  'invoice.payment_failed': invoice(
    'FAIL',
    'CRITICAL',
    'Payment failed',
    (it, payload) =>
      `${payload.type === 'REFUND' ? `${it}, a refund${amount(payload)},` : `a payment of ${it}${amount(payload)}`} failed${ifAny(' and is tried again on ', day(payload.nextAttemptTime))}${why(payload)}`,
    actionItem,
  ),
  'invoice.written_off': invoice(
    'CANCEL',
    'HIGH',
    'Invoice written off',
    (it, payload) =>
      `${it}${amount(payload)} was written off: it is too small for the payment provider, and the purchase has ended`,
  ),

  'wallet.charge_begun': payment('CHARGE', 'LOW', 'Charge begun', (it) => `${it} is about to be charged`),
  'wallet.charge_failed': payment(
    'FAIL',
    'CRITICAL',
    'Charge failed',
    (it, payload) =>
      `${it} was not charged: the payment provider refused it, or the money was taken back${why(payload)}`,
    actionItem,
  ),
  'wallet.charged': payment('CHARGE', 'LOW', 'Charged', (it) => `${it} was charged`),
  'wallet.refund_begun': payment(
    'REFUND',
    'LOW',
    'Refund begun',
    (it) => `a part of a charge of ${it} is about to be given back`,
  ),
  'wallet.refund_failed': payment(
    'FAIL',
    'HIGH',
    'Refund failed',
    (it, payload) =>
      `a charge of ${it} was not given back: the payment provider refused it, or the bank returned it${why(payload)}`,
    actionItem,
  ),
  'wallet.refunded': payment('REFUND', 'LOW', 'Refunded', (it) => `a part of a charge of ${it} is being given back`),
  'wallet.returned': payment('REFUND', 'LOW', 'Credit returned', (it) => `credit came back to ${it}`),
  'wallet.spent': payment('CHARGE', 'LOW', 'Credit spent', (it) => `credit of ${it} paid for something`),
  'wallet.closed': wallet(
    'CLOSE',
    'MEDIUM',
    'Wallet closed',
    (it, payload, event) => `${it}${credit(payload)} was closed${by(event)}`,
  ),
  'wallet.created': wallet(
    'ADD',
    'LOW',
    'Wallet added',
    (it, payload, event) => `${it}${credit(payload)} was added${by(event)}`,
  ),
  'wallet.deleted': wallet('DELETE', 'LOW', 'Wallet deleted', (it, _, event) => `${it} was deleted${by(event)}`),
  'wallet.expired': wallet(
    'EXPIRE',
    'MEDIUM',
    'Credit expired',
    (it, payload) => `the credit of ${it}${credit(payload)} expired`,
  ),
  'wallet.removed': wallet(
    'DELETE',
    'HIGH',
    'Payment method gone',
    (it) => `${it} no longer exists at the payment provider`,
  ),
  'wallet.started': wallet(
    'UPDATE',
    'LOW',
    'Credit started',
    (it, payload) => `${it}${credit(payload)} pays from now on`,
  ),
  'wallet.updated': wallet('UPDATE', 'LOW', 'Wallet changed', (it, _, event) => `${it} was changed${by(event)}`),
  'wallet.verified': wallet(
    'APPROVE',
    'LOW',
    'Payment method verified',
    (it) => `${it} was verified: it can be charged`,
  ),

  'exchange_rate.updated': revenue(
    'UPDATE',
    'LOW',
    'Exchange rates replaced',
    (_, payload, event) =>
      `the exchange rates of table ${nameOf(payload) ? `“${nameOf(payload)}”` : ''} were replaced${by(event)}`,
  ),
  'revenue.part_faulty': revenue(
    'ABNORMAL_ALERT',
    'HIGH',
    'Revenue file faulty',
    (_, payload) =>
      `a file of ${channel(payload)}${ifAny(' (', lineOf(payload.part), ')')} is faulty, and none of it is stored${why(payload)}`,
    actionItem,
  ),
  'revenue.sync_failed': revenue(
    'FAIL',
    'HIGH',
    'Revenue not read',
    (_, payload) => `what was earned through ${channel(payload)} could not be read, or not all of it${why(payload)}`,
    actionItem,
  ),
  'revenue.synced': revenue(
    'UPDATE',
    'LOW',
    'Revenue read',
    (_, payload) => `what was earned through ${channel(payload)} was read`,
  ),
  'revenue_difference.found': revenue(
    'ABNORMAL_ALERT',
    'CRITICAL',
    'Billed otherwise than expected',
    (_, payload) => `${billedFor(payload)}, is not as expected${difference(payload)}`,
    actionItem,
  ),
  'revenue_difference.resolved': revenue(
    'COMPLETE',
    'MEDIUM',
    'Difference resolved',
    (_, payload) => `${billedFor(payload)}, is as expected now`,
  ),
} satisfies Partial<Record<EventName, EventText>>;
