import { scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { currenciesOf } from '../balance/balance.ts';
import { putTransaction } from '../balance/transaction.ts';
import { changedOf, emit } from '../events/emit.ts';
import { type Json, readSettings, type StripeCall, seconds, type Thing } from '../state.ts';
import { createThing, needThing, saveThing, thingsOf } from '../things.ts';
import { numberOf } from '../wire/params.ts';
import { afterBusinessDays } from './calendar.ts';
import { payoutFailures } from './failures.ts';
import { scheduleRun } from './schedule-run.ts';

// The life of a payout: pending until it is submitted to the bank, in transit until it arrives, paid; and failed, also
// after it was paid. Source: the SDK's declaration of `Payout.status`.

const submitMs = 6 * 3_600_000;
const instantMs = 30 * 60_000;
const travelDays = 2;
/** The bank that every simulated account has. */
export const bank = 'ba_1SimulatedBank';

/** Available movements of a currency that no automatic payout has paid out. */
const openTransactions = (call: StripeCall, currency: string): Thing[] =>
  thingsOf(call.tx, 'balance_transaction', call.account.id).filter(
    ({ wire, hidden }) => wire.currency === currency && wire.status === 'available' && hidden.payout === undefined,
  );

/** The automatic payouts of a day, one for each currency with funds. A negative balance is carried forward. */
export const runPayouts = (call: StripeCall): void => {
  for (const currency of currenciesOf(call)) payOut(call, currency);
};

/**
 * Pays out all available funds in a currency; null if there are none. The payout contains every movement since the last
 * one: also a failed payout's return, and manual payouts (not confirmed), so that its list always adds up.
 */
export const payOut = (call: StripeCall, currency: string): Json | null => {
  const contained = openTransactions(call, currency);
  const amount = contained.reduce((sum, { wire }) => sum + numberOf(wire.net), 0);
  if (amount <= 0) return null;
  const payout = putPayout(call, { amount, currency, automatic: true, description: 'STRIPE PAYOUT' });
  const own = needThing(call, 'balance_transaction', String(payout.wire.balance_transaction));
  for (const transaction of [...contained, own]) {
    saveThing(call, 'balance_transaction', transaction, {}, { payout: payout.id });
  }
  return payout.wire;
};

/** Creates a payout, deducts its amount from the balance, and schedules its transfer to the bank. */
export const putPayout = (
  call: StripeCall,
  given: { amount: number; currency: string; automatic: boolean; description: string | null; more?: Json },
): Thing => {
  const { amount, currency, automatic, description, more = {} } = given;
  const { tx, account } = call;
  const arrival = more.method === 'instant' ? tx.at + instantMs : afterBusinessDays(tx.at, travelDays);
  const payout = createThing(call, 'payout', {
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(arrival),
    automatic,
    balance_transaction: null,
    currency,
    description,
    destination: bank,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? 'in_progress' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
    ...more,
  });
  const own = putTransaction(call, {
    amount: -amount,
    currency,
    type: 'payout',
    category: 'payout',
    source: payout.id,
    description,
    isAvailable: true,
  });
  const made = saveThing(call, 'payout', payout, { balance_transaction: own.id });
  emit(call, 'payout.created', made.wire);
  const item = { refId: payout.id, detail: { accountId: account.id } };
  const submitted = Math.min(tx.at + submitMs, arrival);
  scheduleDue(tx, { kind: 'payout-submit', at: submitted, ...item });
  scheduleDue(tx, { kind: 'payout-arrival', at: arrival, ...item });
  return made;
};

/** The payout is submitted to the bank. */
export const submitPayout = (call: StripeCall, id: string): void => {
  const payout = needThing(call, 'payout', id);
  if (payout.wire.status !== 'pending') return;
  const sent = saveThing(call, 'payout', payout, { status: 'in_transit' });
  emit(call, 'payout.updated', sent.wire, changedOf(payout.wire, sent.wire));
};

/** The payout arrives at the bank. Its list of movements becomes available some time later. */
export const arrivePayout = (call: StripeCall, id: string): Thing => {
  submitPayout(call, id);
  const payout = needThing(call, 'payout', id);
  if (payout.wire.status !== 'in_transit') return payout;
  unscheduleDue(call.tx, id, ['payout-submit', 'payout-arrival']);
  const paid = saveThing(call, 'payout', payout, { status: 'paid' });
  emit(call, 'payout.paid', paid.wire, changedOf(payout.wire, paid.wire));
  scheduleReconcile(call, id);
  return paid;
};

const scheduleReconcile = ({ tx, account }: StripeCall, id: string): void => {
  const at = tx.at + readSettings(tx).reconcileDelayMs;
  scheduleDue(tx, { kind: 'payout-reconcile', at, refId: id, detail: { accountId: account.id } });
};

/**
 * The bank's trace and the payout's list of movements become available. Source: the SDK's declaration of `TraceId`:
 * it is pending until shortly after the payout was paid or has failed.
 */
export const reconcilePayout = (call: StripeCall, id: string): void => {
  const payout = needThing(call, 'payout', id);
  const isPaid = payout.wire.status === 'paid';
  const trace = { status: isPaid ? 'supported' : 'unsupported', value: isPaid ? traceOf(id) : null };
  const traced = saveThing(call, 'payout', payout, { trace_id: trace });
  emit(call, 'payout.updated', traced.wire, changedOf(payout.wire, traced.wire));
  if (traced.wire.reconciliation_status !== 'in_progress') return;
  const known = saveThing(call, 'payout', traced, { reconciliation_status: 'completed' });
  emit(call, 'payout.reconciliation_completed', known.wire, changedOf(traced.wire, known.wire));
};

const traceOf = (id: string): string => `TRACE${id.slice(-10).toUpperCase()}`;

/**
 * The bank refuses a payout, or returns it after it was paid. Its amount is put back on the balance by a movement of its
 * own, which the next automatic payout contains; the failed payout keeps its list (not confirmed).
 */
export const failPayout = (call: StripeCall, id: string, code: string): Thing | null => {
  const payout = needThing(call, 'payout', id);
  if (!['pending', 'in_transit', 'paid'].includes(String(payout.wire.status))) return null;
  const failure = { status: 'failed', failure_code: code, failure_message: payoutFailures[code] ?? null };
  return returnPayout(call, payout, { type: 'payout_failure', event: 'payout.failed', more: failure });
};

/** Cancels a manual payout that is not submitted yet; null if it is too late. */
export const cancelPending = (call: StripeCall, payout: Thing): Thing | null =>
  payout.wire.status === 'pending' && payout.wire.automatic !== true
    ? returnPayout(call, payout, { type: 'payout_cancel', event: 'payout.canceled', more: { status: 'canceled' } })
    : null;

const returnPayout = (call: StripeCall, payout: Thing, as: { type: string; event: string; more: Json }): Thing => {
  const { id, wire } = payout;
  if (wire.status !== 'paid') {
    unscheduleDue(call.tx, id, ['payout-submit', 'payout-arrival']);
    scheduleReconcile(call, id);
  }
  const back = putTransaction(call, {
    amount: numberOf(wire.amount),
    currency: String(wire.currency),
    type: as.type,
    category: 'payout_reversal',
    source: id,
    description: wire.description ?? null,
    isAvailable: true,
  });
  scheduleRun(call);
  const returned = saveThing(call, 'payout', payout, { ...as.more, failure_balance_transaction: back.id });
  emit(call, as.event, returned.wire, changedOf(wire, returned.wire));
  return returned;
};
