import { scheduleDue } from '../../kit/due.ts';
import { changedOf, emit } from '../events/emit.ts';
import type { Json, StripeCall, Thing } from '../state.ts';
import { seconds } from '../state.ts';
import { createThing, needThing, saveThing, thingsOf } from '../things.ts';
import { numberOf } from '../wire/params.ts';

// The automatic payouts of an account: available funds are paid to its bank, and arrive two days later.

const travelMs = 2 * 86_400_000;
/** The bank that every simulated account has. */
const bank = 'ba_1SimulatedBank';

/** Available movements of a currency that have not been paid out. */
const openBookings = (call: StripeCall, currency: string): Thing[] =>
  thingsOf(call.tx, 'balance_transaction', call.account.id).filter(
    ({ wire, hidden }) =>
      wire.currency === currency &&
      wire.type !== 'payout' &&
      hidden.payout === undefined &&
      numberOf(wire.available_on) <= seconds(call.tx.at),
  );

/** Pays out the available funds in a currency; null if there are none. */
export const makePayout = (call: StripeCall, currency: string): Json | null => {
  const bookings = openBookings(call, currency);
  const amount = bookings.reduce((sum, { wire }) => sum + numberOf(wire.net), 0);
  if (amount <= 0) return null;
  const payout = createThing(call, 'payout', {
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(call.tx.at + travelMs),
    automatic: true,
    balance_transaction: null,
    currency,
    description: 'STRIPE PAYOUT',
    destination: bank,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  });
  for (const booking of bookings) {
    saveThing(call, 'balance_transaction', booking, { status: 'available' }, { payout: payout.id });
  }
  const booked = createThing(call, 'balance_transaction', {
    amount: -amount,
    available_on: seconds(call.tx.at),
    balance_type: 'payments',
    currency,
    description: 'STRIPE PAYOUT',
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: -amount,
    reporting_category: 'payout',
    source: payout.id,
    status: 'available',
    type: 'payout',
  });
  saveThing(call, 'balance_transaction', booked, {}, { payout: payout.id });
  const made = saveThing(call, 'payout', payout, { balance_transaction: booked.id });
  emit(call, 'payout.created', made.wire);
  const detail = { accountId: call.account.id };
  scheduleDue(call.tx, { kind: 'payout-arrival', at: call.tx.at + travelMs, refId: payout.id, detail });
  return made.wire;
};

/** The payout arrives, and a moment later Stripe has reported which movements it contained. */
export const arrivePayout = (call: StripeCall, id: string): void => {
  const payout = needThing(call, 'payout', id);
  if (payout.wire.status !== 'in_transit') return;
  const trace = { status: 'supported', value: `TRACE${payout.id.slice(-10).toUpperCase()}` };
  const paid = saveThing(call, 'payout', payout, { status: 'paid', trace_id: trace });
  emit(call, 'payout.paid', paid.wire, changedOf(payout.wire, paid.wire));
  const told = saveThing(call, 'payout', paid, { reconciliation_status: 'completed' });
  emit(call, 'payout.reconciliation_completed', told.wire, changedOf(paid.wire, told.wire));
};
