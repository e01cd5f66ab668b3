import { bookDispute, bookReturn } from '../balance/transaction.ts';
import { changedOf, emit } from '../events/emit.ts';
import { refundableOf } from '../payments/charge.ts';
import { type Json, type StripeCall, seconds, type Thing } from '../state.ts';
import { createThing, needThing, saveThing, thingsOf } from '../things.ts';
import { hash, numberOf, textOf } from '../wire/params.ts';

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

/** Statuses in which the amount is withdrawn. Source: the SDK's declaration of `Dispute.status`. */
const taken: readonly unknown[] = ['needs_response', 'under_review', 'lost'];
const inquiries: readonly unknown[] = ['warning_needs_response', 'warning_under_review'];

const disputesOf = (call: StripeCall, charge: Thing): Thing[] =>
  thingsOf(call.tx, 'dispute', call.account.id).filter(({ wire }) => wire.charge === charge.id);

/** What other disputes of a charge are about. */
const disputedOf = (call: StripeCall, charge: Thing, but?: Thing): number =>
  disputesOf(call, charge)
    .filter(({ id, wire }) => id !== but?.id && (taken.includes(wire.status) || inquiries.includes(wire.status)))
    .reduce((sum, { wire }) => sum + numberOf(wire.amount), 0);

/**
 * The buyer disputes what is left of a charge, or a given amount, of which a part may be refunded already (support.stripe.com,
 * "Dispute for full charge amount after a partial refund was issued"); null if nothing of it can be disputed. The amount and a
 * fee are withdrawn at once; an inquiry withdraws nothing. Source: support.stripe.com, "Disputes for ACH payments": those of bank
 * debits cannot be contested, so they are lost from the beginning.
 */
export const openDispute = (
  call: StripeCall,
  charge: Thing,
  given: { amount?: number | undefined; reason: string; isInquiry: boolean },
): Thing | null => {
  const { wire } = charge;
  const disputed = disputedOf(call, charge);
  const amount = given.amount ?? refundableOf(charge) - disputed;
  const isCard = charge.id.startsWith('ch_');
  const isInquiry = isCard && given.isInquiry;
  if (wire.status !== 'succeeded' || amount < 1) return null;
  if (amount > numberOf(wire.amount_captured) - disputed) return null;
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
    is_charge_refundable: isInquiry,
    metadata: {},
    payment_intent: wire.payment_intent ?? null,
    ...(isCard ? { payment_method_details: cardDetails(wire, isInquiry ? 'inquiry' : 'chargeback') } : {}),
    reason: given.reason,
    status: isInquiry ? 'warning_needs_response' : isCard ? 'needs_response' : 'lost',
  });
  saveThing(call, 'charge', charge, { disputed: true });
  if (isInquiry) {
    emit(call, 'charge.dispute.created', made.wire);
    return made;
  }
  const dispute = withdraw(call, made, {});
  emit(call, 'charge.dispute.created', dispute.wire);
  emit(call, 'charge.dispute.funds_withdrawn', dispute.wire);
  return dispute;
};

const withdraw = (call: StripeCall, dispute: Thing, wire: Json): Thing =>
  saveThing(call, 'dispute', dispute, { ...wire, balance_transactions: [bookDispute(call, dispute).wire] });

/** The bank escalates an inquiry to a dispute: its money is withdrawn now. Null if it is not an open inquiry. */
export const escalateDispute = (call: StripeCall, dispute: Thing): Thing | null => {
  const { wire } = dispute;
  if (!inquiries.includes(wire.status)) return null;
  const { payment_method_details: details } = wire;
  const saved = withdraw(call, dispute, {
    is_charge_refundable: false,
    payment_method_details: { ...hash(details), card: { ...hash(hash(details).card), case_type: 'chargeback' } },
    status: 'needs_response',
  });
  emit(call, 'charge.dispute.updated', saved.wire, changedOf(wire, saved.wire));
  emit(call, 'charge.dispute.funds_withdrawn', saved.wire);
  return saved;
};

/** The seller has responded; the bank reviews the response. Null unless a response is required. */
export const answerDispute = (call: StripeCall, dispute: Thing): Thing | null => {
  const next: Readonly<Record<string, string>> = {
    needs_response: 'under_review',
    warning_needs_response: 'warning_under_review',
  };
  const status = next[String(dispute.wire.status)];
  if (status === undefined) return null;
  const details = { ...hash(dispute.wire.evidence_details), has_evidence: true, submission_count: 1 };
  const saved = saveThing(call, 'dispute', dispute, { evidence_details: details, status });
  emit(call, 'charge.dispute.updated', saved.wire, changedOf(dispute.wire, saved.wire));
  return saved;
};

/**
 * The bank decides a dispute; a won amount is returned without the fee, of a lost one what was refunded before. An inquiry is closed, whatever the outcome. Null if it is
 * decided already.
 */
export const closeDispute = (call: StripeCall, dispute: Thing, outcome: 'won' | 'lost'): Thing | null => {
  const { wire } = dispute;
  const isInquiry = inquiries.includes(wire.status);
  if (!isInquiry && !['needs_response', 'under_review'].includes(String(wire.status))) return null;
  const transactions = Array.isArray(wire.balance_transactions) ? wire.balance_transactions : [];
  const share = isInquiry ? 0 : outcome === 'won' ? 1 : refundedShareOf(call, dispute);
  const isReturned = share > 0;
  const returned = isReturned ? [reverse(call, wire, String(hash(transactions[0]).id), share)] : [];
  const closed = saveThing(call, 'dispute', dispute, {
    balance_transactions: [...transactions, ...returned],
    status: isInquiry ? 'warning_closed' : outcome,
  });
  emit(call, 'charge.dispute.closed', closed.wire, changedOf(wire, closed.wire));
  if (isReturned) emit(call, 'charge.dispute.funds_reinstated', closed.wire);
  return closed;
};

/** How much of a disputed amount the charge had no longer, since it was refunded. */
const refundedShareOf = (call: StripeCall, dispute: Thing): number => {
  const charge = needThing(call, 'charge', String(dispute.wire.charge));
  const amount = numberOf(dispute.wire.amount);
  const left = Math.max(0, refundableOf(charge) - disputedOf(call, charge, dispute));
  return Math.max(0, amount - left) / amount;
};

const reverse = (call: StripeCall, { charge }: Json, takenId: string, share: number): Json => {
  const as = {
    type: 'adjustment',
    category: 'dispute_reversal',
    description: `Chargeback reversal for ${String(charge)}`,
  };
  return bookReturn(call, needThing(call, 'balance_transaction', takenId), as, share).wire;
};

/** Whether a charge has a dispute that is open or lost: such a charge cannot be refunded. */
export const isChargedBack = (call: StripeCall, charge: Thing): boolean =>
  disputesOf(call, charge).some(({ wire }) => taken.includes(wire.status));

const cardDetails = (charge: Json, kind: 'chargeback' | 'inquiry'): Json => {
  const { brand } = hash(hash(charge.payment_method_details).card);
  const network = textOf(brand) ?? 'visa';
  return { card: { brand: network, case_type: kind, network, network_reason_code: null }, type: 'card' };
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
