import { shareOf } from '../../kit/amounts.ts';
import { scheduleDue } from '../../kit/due.ts';
import { type Json, type JsonValue, type StripeCall, seconds, type Thing } from '../state.ts';
import { createThing } from '../things.ts';
import { numberOf } from '../wire/params.ts';
import { feeOf, fixedIn, settle } from './amounts.ts';
import { termsOf } from './terms.ts';

const dayMs = 86_400_000;

type Movement = {
  amount: number;
  currency: string;
  type: string;
  /** Source: docs.stripe.com/reports/reporting-categories. */
  category: string;
  source: string | null;
  description: JsonValue;
  fees?: Json[];
  rate?: string | null;
  /** Funds that Stripe already holds are available immediately; by default they are pending for some days. */
  isAvailable?: boolean;
};

/** Puts a movement on the account's balance: `net` is `amount` without the fees. */
export const putTransaction = (call: StripeCall, movement: Movement): Thing => {
  const { amount, fees = [], rate = null, isAvailable = false } = movement;
  const { tx, account } = call;
  const fee = fees.reduce((sum, detail) => sum + numberOf(detail.amount), 0);
  // Funds become available at the beginning of a day: `available_on` is midnight in Stripe's own samples.
  const midnight = tx.at - (tx.at % dayMs) + termsOf(account).delayDays * dayMs;
  const availableAt = isAvailable ? tx.at : Math.max(midnight, tx.at);
  const put = createThing(call, 'balance_transaction', {
    amount,
    available_on: seconds(availableAt),
    balance_type: 'payments',
    currency: movement.currency,
    description: movement.description,
    exchange_rate: rate === null ? null : Number(rate),
    fee,
    fee_details: fees,
    net: amount - fee,
    reporting_category: movement.category,
    source: movement.source,
    status: isAvailable ? 'available' : 'pending',
    type: movement.type,
  });
  if (!isAvailable) scheduleRelease(call, availableAt);
  return put;
};

const scheduleRelease = ({ tx, account }: StripeCall, at: number): void => {
  const isScheduled = tx
    .list('due')
    .some((item) => item.kind === 'balance-available' && item.refId === account.id && item.at === at);
  if (!isScheduled) {
    scheduleDue(tx, { kind: 'balance-available', at, refId: account.id, detail: { accountId: account.id } });
  }
};

/** Books a paid charge: the fee depends on the kind of payment method, and on a conversion. */
export const bookCharge = (call: StripeCall, charge: Thing): Thing => {
  const { wire, id } = charge;
  const terms = termsOf(call.account);
  const settled = settle(terms, numberOf(wire.amount_captured), String(wire.currency));
  const { amount, currency, rate } = settled;
  const isCard = id.startsWith('ch_');
  const fee = feeOf(isCard ? terms.cardFee : terms.bankFee, amount, currency);
  const conversion = rate === null ? 0 : shareOf(amount, terms.conversionBasisPoints);
  const fees = [
    feeDetail(fee, currency, 'Stripe processing fees'),
    feeDetail(conversion, currency, 'Stripe currency conversion fee'),
  ].filter((detail) => detail.amount !== 0);
  return putTransaction(call, {
    ...settled,
    type: isCard ? 'charge' : 'payment',
    category: 'charge',
    source: id,
    description: wire.description ?? null,
    fees,
  });
};

/** Books a refund. Source: docs.stripe.com/refunds: the fees of the payment are not returned. */
export const bookRefund = (call: StripeCall, refund: Thing): Thing => {
  const { wire, id } = refund;
  return putTransaction(call, {
    ...settle(termsOf(call.account), -numberOf(wire.amount), String(wire.currency)),
    type: id.startsWith('re_') ? 'refund' : 'payment_refund',
    category: 'refund',
    source: id,
    description: 'REFUND FOR CHARGE',
  });
};

/** Books the withdrawal of a disputed amount and its fee as one movement. */
export const bookDispute = (call: StripeCall, dispute: Thing): Thing => {
  const { wire, id } = dispute;
  const terms = termsOf(call.account);
  const settled = settle(terms, -numberOf(wire.amount), String(wire.currency));
  const fee = fixedIn(settled.currency, terms.disputeFee);
  return putTransaction(call, {
    ...settled,
    type: 'adjustment',
    category: 'dispute',
    source: id,
    description: `Chargeback withdrawal for ${String(wire.charge)}`,
    fees: fee === 0 ? [] : [feeDetail(fee, settled.currency, 'Dispute fee')],
  });
};

/** Books the return of what an earlier movement took, or of a share of it; its fee is not returned. */
export const bookReturn = (
  call: StripeCall,
  taken: Thing,
  as: { type: string; category: string; description: string },
  share = 1,
): Thing =>
  putTransaction(call, {
    ...as,
    amount: Math.round(-numberOf(taken.wire.amount) * share),
    currency: String(taken.wire.currency),
    source: String(taken.wire.source),
  });

/** Books a fee that belongs to no payment, such as the invoicing fee. */
export const bookFee = (call: StripeCall, fee: { amount: number; currency: string; description: string }): Thing =>
  putTransaction(call, { ...fee, amount: -fee.amount, type: 'stripe_fee', category: 'fee', source: null });

const feeDetail = (amount: number, currency: string, description: string): Json => ({
  amount,
  application: null,
  currency,
  description,
  type: 'stripe_fee',
});
