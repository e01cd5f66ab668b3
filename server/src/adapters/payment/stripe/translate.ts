import type Stripe from 'stripe';
import { big } from '../../../kit/decimal.ts';
import { partnerError } from '../../partner-error.ts';
import { fromMinorUnits } from '../minor-units.ts';
import type { CustomerFields, DisputeRead, MethodRead, MethodType, PaymentAddress, RefundRead } from '../port.ts';
import type { DisputeAnswer, MethodAnswer, RefundAnswer } from './answers.ts';

/** The metadata key under which a customer stores its buyer. */
export const buyerIdKey = 'buyerId';

const types: Readonly<Record<string, MethodType>> = {
  card: 'card',
  us_bank_account: 'ach_debit',
  bacs_debit: 'bacs_debit',
  sepa_debit: 'sepa_debit',
};

/**
 * What is stored of a payment method, by Stripe's type: the reference's fields (StripePaymentMethod) and nothing else.
 */
const kept: Readonly<Record<string, readonly string[]>> = {
  card: ['brand', 'country', 'display_brand', 'exp_month', 'exp_year', 'fingerprint', 'funding', 'last4'],
  us_bank_account: ['account_holder_type', 'account_type', 'bank_name', 'fingerprint', 'last4', 'routing_number'],
  bacs_debit: ['fingerprint', 'last4', 'sort_code'],
  sepa_debit: ['bank_code', 'branch_code', 'country', 'fingerprint', 'last4'],
};

const keptOf = (method: MethodAnswer): Record<string, unknown> => {
  const details = new Map(Object.entries((method[method.type] ?? {}) as object));
  return Object.fromEntries(
    (kept[method.type] ?? []).flatMap((name) => (details.has(name) ? [[name, details.get(name)]] : [])),
  );
};

const nameMax = 255;

const capitalized = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const nameOf = (method: MethodAnswer): string => {
  const { card, us_bank_account: ach, sepa_debit: sepa, bacs_debit: bacs } = method;
  const issuer = card ? capitalized(card.brand ?? 'card') : (ach?.bank_name ?? (sepa ? 'SEPA' : 'Bacs'));
  const last = (card ?? ach ?? sepa ?? bacs)?.last4;
  return `${issuer}${last ? ` •••• ${last}` : ''}`.slice(0, nameMax);
};

/** A payment method as a wallet sees it; null: a kind that is not a wallet in our API. */
export const readMethod = (method: MethodAnswer, setupIntentId: string | null): MethodRead | null => {
  const type = types[method.type];
  if (type === undefined) return null;
  const { id, object, created, livemode, type: theirs } = method;
  return {
    externalId: id,
    type,
    name: nameOf(method),
    isVerified: setupIntentId === null,
    setupIntentId,
    document: { id, object, created, livemode, [theirs]: keptOf(method) },
  };
};

const addressOf = ({ line1, line2, city, state, postalCode, country }: PaymentAddress): Stripe.AddressParam => ({
  line1: line1 ?? '',
  line2: line2 ?? '',
  city: city ?? '',
  state: state ?? '',
  postal_code: postalCode ?? '',
  country: country ?? '',
});

/** The same in every try of one change. An empty text clears. */
export const customerParams = (fields: CustomerFields) => ({
  name: fields.name,
  description: fields.description,
  email: fields.email ?? '',
  address: fields.address === null ? ('' as const) : addressOf(fields.address),
  metadata: { [buyerIdKey]: fields.buyerId },
});

/**
 * https://docs.stripe.com/api/disputes/object#dispute_object-status: the amount is withdrawn while a dispute is decided,
 * and stays so if it is lost. Inquiries withdraw nothing until they become a dispute with another status. A status that Stripe has
 * added since changes nothing: the next event about the dispute has it read again.
 */
const statesOfDisputes: Readonly<Record<string, DisputeRead['state'] | null>> = {
  needs_response: 'RETURNED',
  under_review: 'RETURNED',
  lost: 'RETURNED',
  won: 'REINSTATED',
  // Ended before it became a chargeback.
  prevented: 'REINSTATED',
  warning_needs_response: null,
  warning_under_review: null,
  warning_closed: null,
};

/**
 * What a dispute has taken and not returned, in the smallest unit of its currency. Of a payment that was refunded in part, a lost
 * dispute returns that part (support.stripe.com, "Dispute for full charge amount after a partial refund was issued"). Movements are
 * in the currency that the account settles in: the same share of the amount counts.
 */
const takenOf = ({ amount, balance_transactions: moved }: DisputeAnswer): number => {
  const withdrawn = (moved ?? []).filter((one) => one.amount < 0).reduce((sum, one) => sum - one.amount, 0);
  const kept = (moved ?? []).reduce((sum, one) => sum - one.amount, 0);
  return withdrawn === 0 ? amount : big(amount).times(kept).div(withdrawn).round(0).toNumber();
};

/** What the disputes of a payment have done to it. */
export const readDisputes = (disputes: readonly DisputeAnswer[]): DisputeRead[] =>
  disputes.flatMap((dispute): DisputeRead[] => {
    const { id, status, currency: lower, reason } = dispute;
    const state = statesOfDisputes[status] ?? null;
    if (state === null || dispute.amount < 1) return [];
    const currency = lower.toUpperCase();
    const taken = takenOf(dispute);
    const isGone = state === 'RETURNED' && taken > 0;
    const amount = fromMinorUnits('STRIPE', String(isGone ? taken : dispute.amount), currency);
    const read = { disputeId: id, amount, currency, time: null };
    if (!isGone) return [{ ...read, state: 'REINSTATED' }];
    const code = reason || 'disputed';
    return [{ ...read, state, code, message: `The buyer's bank took the money back: ${code}.` }];
  });

/** https://docs.stripe.com/api/refunds/object#refund_object-status: the buyer has not been given the money, and will not be. */
const notRefunded: ReadonlySet<string> = new Set(['failed', 'canceled']);

/** What a refund is by now. */
export const readRefund = ({ id, status, failure_reason: reason }: RefundAnswer): RefundRead =>
  notRefunded.has(status ?? '')
    ? {
        state: 'FAILED',
        code: reason ?? `refund_${status}`,
        message: `The refund ${id} is ${status}${reason ? `: ${reason}` : ''}.`,
      }
    : { state: 'SUCCEEDED', refundId: id };

/** The id of a refund that Stripe has made. Throws if it was refused although the call succeeded. */
export const refundIdOf = (answer: RefundAnswer): string => {
  const read = readRefund(answer);
  if (read.state === 'SUCCEEDED') return read.refundId;
  throw partnerError(read.message, {
    partner: 'STRIPE',
    endpoint: 'refunds.create',
    outcome: 'REFUSED',
    partnerCode: read.code,
    httpStatus: 200,
    requestId: undefined,
    retryable: false,
  });
};
