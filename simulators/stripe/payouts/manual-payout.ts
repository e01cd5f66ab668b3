import { availableIn } from '../balance/balance.ts';
import { changedOf, emit } from '../events/emit.ts';
import type { Json, StripeCall } from '../state.ts';
import { needThing, saveThing } from '../things.ts';
import { checkPayout, readCurrency } from '../wire/currency.ts';
import { noSuch, unfit } from '../wire/errors.ts';
import { mergeMetadata, numberOf, readParams, textOf } from '../wire/params.ts';
import { bank, cancelPending, putPayout } from './payout.ts';

/** Pays out an amount of the available balance when the seller asks for it. */
export const createPayout = (call: StripeCall): Json => {
  const spec = {
    amount: 'integer',
    currency: 'text',
    description: 'text',
    destination: 'text',
    metadata: 'metadata',
    method: { oneOf: ['instant', 'standard'] },
    source_type: { oneOf: ['bank_account', 'card', 'fpx'] },
    statement_descriptor: 'text',
  } as const;
  const params = readParams(call.params, spec, ['amount', 'currency']);
  const currency = readCurrency(params.currency);
  const amount = numberOf(params.amount);
  checkPayout(amount, currency);
  const destination = textOf(params.destination);
  if (destination !== null && destination !== bank) throw noSuch('external account', destination, 'destination');
  if (availableIn(call, currency) < amount) {
    throw unfit('You have insufficient funds in your Stripe account.', { code: 'balance_insufficient' });
  }
  const more: Json = {
    metadata: mergeMetadata({}, params.metadata),
    method: params.method ?? 'standard',
    statement_descriptor: params.statement_descriptor ?? null,
  };
  return putPayout(call, { amount, currency, automatic: false, description: textOf(params.description), more }).wire;
};

/** Changes a payout's metadata. */
export const updatePayout = (call: StripeCall): Json => {
  const params = readParams(call.params, { metadata: 'metadata' });
  const payout = needThing(call, 'payout', call.path.id ?? '');
  if (params.metadata === undefined) return payout.wire;
  const metadata = mergeMetadata(payout.wire.metadata, params.metadata);
  const saved = saveThing(call, 'payout', payout, { metadata });
  emit(call, 'payout.updated', saved.wire, changedOf(payout.wire, saved.wire));
  return saved.wire;
};

/** Cancels a manual payout that is still pending. The wording of the refusal is not confirmed. */
export const cancelPayout = (call: StripeCall): Json => {
  readParams(call.params, {});
  const payout = needThing(call, 'payout', call.path.id ?? '');
  const canceled = cancelPending(call, payout);
  if (!canceled) throw unfit('Payouts can be canceled only if they are manual and still pending.');
  return canceled.wire;
};
