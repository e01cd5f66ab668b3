import { bookDispute, bookReturn } from '../balance/transaction.ts';
import { changedOf, emit } from '../events/emit.ts';
import { refundableOf } from '../payments/charge.ts';
import { type Json, type StripeCall, seconds, type Thing } from '../state.ts';
import { createThing, findThing, needThing, saveThing } from '../things.ts';
import { hash, textOf } from '../wire/params.ts';

const answerMs = 14 * 86_400_000;

/** Source: the SDK's declaration of `Dispute.reason`. */
export const disputeReasons = [
  'bank_cannot_process',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const;

/**
 * The buyer disputes what is left of a charge, or a part of it; null if nothing of it can be disputed. The amount and a
 * fee are withdrawn at once. Source: support.stripe.com, "Disputes for ACH payments": those of bank debits cannot be
 * contested, so they are lost from the beginning.
 */
export const openDispute = (
  call: StripeCall,
  charge: Thing,
  given: { amount: number | undefined; reason: string },
): Thing | null => {
  const { wire } = charge;
  const left = refundableOf(charge);
  const amount = given.amount ?? left;
  if (wire.status !== 'succeeded' || wire.disputed === true || amount < 1 || amount > left) return null;
  const isCard = charge.id.startsWith('ch_');
  const made = createThing(call, 'dispute', {
    amount,
    balance_transactions: [],
    charge: charge.id,
    currency: wire.currency ?? '',
    enhanced_eligibility_types: [],
    evidence: emptyEvidence,
    evidence_details: {
      due_by: isCard ? seconds(call.tx.at + answerMs) : null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    metadata: {},
    payment_intent: wire.payment_intent ?? null,
    ...(isCard ? { payment_method_details: cardDetails(wire) } : {}),
    reason: given.reason,
    status: isCard ? 'needs_response' : 'lost',
  });
  const taken = bookDispute(call, made);
  const dispute = saveThing(call, 'dispute', made, { balance_transactions: [taken.wire] });
  saveThing(call, 'charge', charge, { disputed: true }, { dispute: dispute.id });
  emit(call, 'charge.dispute.created', dispute.wire);
  emit(call, 'charge.dispute.funds_withdrawn', dispute.wire);
  return dispute;
};

/** The bank decides a dispute; a won amount is returned without the fee. Null if it is decided already. */
export const closeDispute = (call: StripeCall, dispute: Thing, outcome: 'won' | 'lost'): Thing | null => {
  const { wire } = dispute;
  if (!['needs_response', 'under_review'].includes(String(wire.status))) return null;
  const transactions = Array.isArray(wire.balance_transactions) ? wire.balance_transactions : [];
  const taken = needThing(call, 'balance_transaction', String(hash(transactions[0]).id));
  const returned =
    outcome === 'won'
      ? [
          bookReturn(call, taken, {
            type: 'adjustment',
            category: 'dispute_reversal',
            description: `Chargeback reversal for ${String(wire.charge)}`,
          }).wire,
        ]
      : [];
  const closed = saveThing(call, 'dispute', dispute, {
    balance_transactions: [...transactions, ...returned],
    status: outcome,
  });
  emit(call, 'charge.dispute.closed', closed.wire, changedOf(wire, closed.wire));
  if (outcome === 'won') emit(call, 'charge.dispute.funds_reinstated', closed.wire);
  return closed;
};

/** Whether a charge has a dispute that is open or lost: such a charge cannot be refunded. */
export const isChargedBack = (call: StripeCall, charge: Thing): boolean => {
  const dispute = findThing(call.tx, 'dispute', call.account.id, textOf(charge.hidden.dispute) ?? '');
  return dispute !== undefined && dispute.wire.status !== 'won';
};

const cardDetails = (charge: Json): Json => {
  const { brand } = hash(hash(charge.payment_method_details).card);
  const network = textOf(brand) ?? 'visa';
  return { card: { brand: network, case_type: 'chargeback', network, network_reason_code: null }, type: 'card' };
};

const emptyEvidence: Json = {
  ...Object.fromEntries(
    [
      'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal',
      'customer_communication customer_email_address customer_name customer_purchase_ip customer_signature',
      'duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt',
      'refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation',
      'shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number',
      'uncategorized_file uncategorized_text',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [name, null]),
  ),
  enhanced_evidence: {},
};
