import { scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { bookRefund, bookReturn } from '../balance/transaction.ts';
import { isChargedBack } from '../disputes/dispute.ts';
import { changedOf, emit } from '../events/emit.ts';
import { type Json, readSettings, type StripeCall, type Thing } from '../state.ts';
import { createThing, needThing, saveThing } from '../things.ts';
import { showAmount } from '../wire/currency.ts';
import { badParam, unfit } from '../wire/errors.ts';
import { mergeMetadata, numberOf, readParams, textOf } from '../wire/params.ts';
import { refundableOf } from './charge.ts';

/** Refunds all or part of a payment: to a card at once, to a bank account after some days. */
export const createRefund = (call: StripeCall): Json => {
  const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'];
  const params = readParams(call.params, {
    amount: 'integer',
    charge: 'text',
    instructions_email: 'text',
    metadata: 'metadata',
    payment_intent: 'text',
    reason: { oneOf: reasons },
    refund_application_fee: 'boolean',
    reverse_transfer: 'boolean',
  });
  const charge = chargeOf(call, params);
  const { wire } = charge;
  const left = refundableOf(charge);
  const currency = String(wire.currency);
  if (wire.status !== 'succeeded' || wire.captured !== true) {
    throw unfit(`Charge ${charge.id} has not been paid, so it cannot be refunded.`);
  }
  if (isChargedBack(call, charge)) {
    throw unfit(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  if (left === 0) {
    throw unfit(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = params.amount === undefined ? left : numberOf(params.amount);
  if (amount < 1) throw badParam('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  if (amount > left) {
    const what = left === numberOf(wire.amount_captured) ? 'charge amount' : 'unrefunded amount on charge';
    throw unfit(
      `Refund amount (${showAmount(amount, currency)}) is greater than ${what} (${showAmount(left, currency)})`,
      {
        param: 'amount',
      },
    );
  }
  const byCard = charge.id.startsWith('ch_');
  const made = createThing(
    call,
    'refund',
    {
      amount,
      charge: charge.id,
      currency,
      customer: wire.customer ?? null,
      customer_account: null,
      destination_details: byCard ? { card: { type: 'refund' }, type: 'card' } : { type: 'bank_transfer' },
      metadata: mergeMetadata({}, params.metadata),
      payment_intent: wire.payment_intent ?? null,
      payment_method: wire.payment_method ?? null,
      reason: params.reason ?? null,
      receipt_number: null,
      source_transfer_reversal: null,
      status: byCard ? 'succeeded' : 'pending',
      transfer_reversal: null,
    },
    { prefix: byCard ? 're' : 'pyr' },
  );
  const refund = saveThing(call, 'refund', made, { balance_transaction: bookRefund(call, made).id });
  const refunded = numberOf(wire.amount_refunded) + amount;
  const saved = saveThing(call, 'charge', charge, {
    amount_refunded: refunded,
    refunded: refunded === numberOf(wire.amount_captured),
  });
  emit(call, 'charge.refunded', saved.wire, changedOf(wire, saved.wire));
  emit(call, 'refund.created', refund.wire);
  if (!byCard) {
    const at = call.tx.at + readSettings(call.tx).debitDelayMs;
    scheduleDue(call.tx, { kind: 'refund-settle', at, refId: refund.id, detail: { accountId: call.account.id } });
  }
  return refund.wire;
};

/** The bank has credited a refund. */
export const settleRefund = (call: StripeCall, id: string): void => {
  const refund = needThing(call, 'refund', id);
  if (refund.wire.status !== 'pending') return;
  const saved = saveThing(call, 'refund', refund, { status: 'succeeded' });
  emit(call, 'refund.updated', saved.wire, changedOf(refund.wire, saved.wire));
  emit(call, 'charge.refund.updated', saved.wire, changedOf(refund.wire, saved.wire));
};

/** The bank returns a refund: its amount is put back on the balance, and the charge can be refunded again. */
export const failRefund = (call: StripeCall, refund: Thing, reason: string): Thing | null => {
  const { wire } = refund;
  if (!['pending', 'succeeded'].includes(String(wire.status))) return null;
  unscheduleDue(call.tx, refund.id, ['refund-settle']);
  const taken = needThing(call, 'balance_transaction', String(wire.balance_transaction));
  const as = { type: 'refund_failure', category: 'refund_failure', description: 'REFUND FAILURE' };
  const back = bookReturn(call, taken, as);
  const failed = saveThing(call, 'refund', refund, {
    failure_balance_transaction: back.id,
    failure_reason: reason,
    status: 'failed',
  });
  const charge = needThing(call, 'charge', String(wire.charge));
  const refunded = numberOf(charge.wire.amount_refunded) - numberOf(wire.amount);
  saveThing(call, 'charge', charge, { amount_refunded: refunded, refunded: false });
  const changed = changedOf(wire, failed.wire);
  for (const type of ['refund.updated', 'refund.failed', 'charge.refund.updated']) {
    emit(call, type, failed.wire, changed);
  }
  return failed;
};

const chargeOf = (call: StripeCall, params: Json): Thing => {
  const charge = textOf(params.charge);
  if (charge !== null) return needThing(call, 'charge', charge, 'charge');
  const intent = textOf(params.payment_intent);
  if (intent === null) {
    throw badParam(
      'charge',
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const { wire } = needThing(call, 'payment_intent', intent, 'payment_intent');
  const latest = textOf(wire.latest_charge);
  if (latest === null) throw unfit(`This PaymentIntent (${intent}) does not have a successful charge to refund.`);
  return needThing(call, 'charge', latest);
};
