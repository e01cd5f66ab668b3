import { scheduleDue } from '../../kit/due.ts';
import { changedOf, emit } from '../events/emit.ts';
import { type Json, readSettings, type StripeCall, type Thing } from '../state.ts';
import { createThing, needThing, saveThing } from '../things.ts';
import { showAmount } from '../wire/currency.ts';
import { badParam, unfit } from '../wire/errors.ts';
import { mergeMetadata, numberOf, readParams, textOf } from '../wire/params.ts';
import { putBooking, refundableOf } from './charge.ts';

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
  const booking = putBooking(call, made, -amount, byCard ? 'refund' : 'payment_refund');
  const refund = saveThing(call, 'refund', made, { balance_transaction: booking.id });
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
