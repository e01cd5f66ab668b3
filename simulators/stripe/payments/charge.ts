import type { Json, StripeCall, Thing } from '../state.ts';
import { createThing } from '../things.ts';
import { hash, numberOf } from '../wire/params.ts';
import type { Decline } from './declines.ts';

/** Creates the charge of one attempt to pay an intent. */
export const putCharge = (
  call: StripeCall,
  intent: Thing,
  method: Thing,
  attempt: { status: 'succeeded' | 'pending' | 'failed'; captured?: boolean; decline?: Decline },
): Thing => {
  const { wire } = intent;
  const type = String(method.wire.type);
  const isCaptured = attempt.status === 'succeeded' && (attempt.captured ?? true);
  const { decline } = attempt;
  const mandate = intent.hidden.mandate ?? null;
  const details = hash(method.wire[type]);
  const shown: Json = type === 'card' ? shownCard(details, numberOf(wire.amount)) : { ...details, mandate };
  return createThing(
    call,
    'charge',
    {
      amount: wire.amount ?? 0,
      amount_captured: isCaptured ? (wire.amount ?? 0) : 0,
      amount_refunded: 0,
      application: null,
      application_fee: null,
      application_fee_amount: null,
      balance_transaction: null,
      billing_details: method.wire.billing_details ?? null,
      calculated_statement_descriptor: call.account.name.toUpperCase().slice(0, 22),
      captured: attempt.status === 'pending' || isCaptured,
      currency: wire.currency ?? '',
      customer: wire.customer ?? null,
      description: wire.description ?? null,
      disputed: false,
      failure_balance_transaction: null,
      failure_code: decline?.code ?? null,
      failure_message: decline?.message ?? null,
      fraud_details: {},
      metadata: wire.metadata ?? {},
      on_behalf_of: null,
      outcome: outcomeOf(attempt.status, decline),
      paid: attempt.status === 'succeeded',
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: { [type]: shown, type },
      receipt_email: wire.receipt_email ?? null,
      receipt_number: null,
      receipt_url: null,
      refunded: false,
      review: null,
      shipping: wire.shipping ?? null,
      source: null,
      source_transfer: null,
      statement_descriptor: wire.statement_descriptor ?? null,
      statement_descriptor_suffix: wire.statement_descriptor_suffix ?? null,
      status: attempt.status,
      transfer_data: null,
      transfer_group: wire.transfer_group ?? null,
    },
    { prefix: type === 'card' ? 'ch' : 'py' },
  );
};

/** The card details that a charge shows. */
const shownCard = (details: Json, amount: number): Json => {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = details;
  const known = { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, network: brand };
  return {
    ...(known as Json),
    amount_authorized: amount,
    authorization_code: null,
    electronic_commerce_indicator: null,
    installments: null,
    mandate: null,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
};

const outcomeOf = (status: string, decline: Decline | undefined): Json => {
  const failed = decline !== undefined;
  return {
    advice_code: decline?.advice ?? null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failed ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: status === 'pending' ? 'not_assessed' : 'normal',
    seller_message: failed ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: failed ? 'issuer_declined' : 'authorized',
  };
};

/** The amount of a charge that can still be refunded. */
export const refundableOf = (charge: Thing): number =>
  numberOf(charge.wire.amount_captured) - numberOf(charge.wire.amount_refunded);
