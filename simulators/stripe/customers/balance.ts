import { changedOf, emit } from '../events/emit.ts';
import type { Json, StripeCall, Thing } from '../state.ts';
import { createThing, needThing, saveThing, thingsOf } from '../things.ts';
import { readCurrency } from '../wire/currency.ts';
import { badParam, unfit } from '../wire/errors.ts';
import { createdParam, listAnswer, listParams } from '../wire/list.ts';
import { mergeMetadata, numberOf, readParams } from '../wire/params.ts';

/** Changes a customer's balance; a negative amount is a credit. The first transaction determines the currency. */
export const putBalanceTransaction = (
  call: StripeCall,
  customer: Thing,
  move: { amount: number; type: string; currency?: string; invoice?: string; description?: unknown; metadata?: Json },
): Thing => {
  const { wire } = customer;
  const currency = move.currency ?? (typeof wire.currency === 'string' ? wire.currency : call.account.currency);
  const balance = numberOf(wire.balance) + move.amount;
  saveThing(call, 'customer', customer, { balance, currency });
  return createThing(call, 'customer_balance_transaction', {
    amount: move.amount,
    checkout_session: null,
    credit_note: null,
    currency,
    customer: customer.id,
    customer_account: null,
    description: typeof move.description === 'string' ? move.description : null,
    ending_balance: balance,
    invoice: move.invoice ?? null,
    metadata: move.metadata ?? {},
    type: move.type,
  });
};

/** Grants a customer a credit (a negative amount) or reverses it. */
export const createBalanceTransaction = (call: StripeCall): Json => {
  const spec = { amount: 'integer', currency: 'text', description: 'text', metadata: 'metadata' } as const;
  const params = readParams(call.params, spec, ['amount', 'currency']);
  const customer = needThing(call, 'customer', call.path.id ?? '');
  const currency = readCurrency(params.currency);
  const amount = numberOf(params.amount);
  if (amount === 0) throw badParam('amount', 'Invalid integer: amount must not be 0', 'parameter_invalid_integer');
  const { wire } = customer;
  if (typeof wire.currency === 'string' && wire.currency !== currency) {
    throw unfit(
      `The currency of the balance transaction must be the same as the currency of the customer, ${wire.currency}.`,
      { param: 'currency' },
    );
  }
  const metadata = mergeMetadata({}, params.metadata);
  const made = putBalanceTransaction(call, customer, {
    amount,
    currency,
    type: 'adjustment',
    description: params.description,
    metadata,
  });
  const after = needThing(call, 'customer', customer.id).wire;
  emit(call, 'customer.updated', after, changedOf(wire, after));
  return made.wire;
};

export const getBalanceTransaction = (call: StripeCall): Json => {
  readParams(call.params, {});
  needThing(call, 'customer', call.path.id ?? '');
  return needThing(call, 'customer_balance_transaction', call.path.transaction ?? '').wire;
};

export const listBalanceTransactions = (call: StripeCall): Json => {
  const params = readParams(call.params, { ...listParams, ...createdParam, invoice: 'text' });
  const { id } = needThing(call, 'customer', call.path.id ?? '');
  const things = thingsOf(call.tx, 'customer_balance_transaction', call.account.id).filter(
    ({ wire }) => wire.customer === id && (params.invoice === undefined || wire.invoice === params.invoice),
  );
  const url = `/v1/customers/${id}/balance_transactions`;
  return listAnswer(call, 'customer_balance_transaction', things, { params, url });
};
