import type { Json, StripeCall } from '../state.ts';
import { numberOf, readParams } from '../wire/params.ts';

/** The sum of `net` by currency of the transactions with a status. */
const sumsOf = ({ tx, account }: StripeCall, status: string): Map<string, number> => {
  const sums = new Map([[account.currency, 0]]);
  for (const { accountId, wire } of tx.list('balance_transaction')) {
    if (accountId !== account.id) continue;
    const currency = String(wire.currency);
    sums.set(currency, (sums.get(currency) ?? 0) + (wire.status === status ? numberOf(wire.net) : 0));
  }
  return sums;
};

/** The amount of a currency that can be paid out; negative if refunds and disputes exceed the balance. */
export const availableIn = (call: StripeCall, currency: string): number => sumsOf(call, 'available').get(currency) ?? 0;

/** The currencies of the account's balance. */
export const currenciesOf = (call: StripeCall): string[] => [...sumsOf(call, 'available').keys()].sort();

/** The account's balance: for each currency what is available, and what is still pending. */
export const balanceOf = (call: StripeCall): Json => {
  const shown = (status: string): Json[] =>
    [...sumsOf(call, status)]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
  return { object: 'balance', available: shown('available'), livemode: false, pending: shown('pending') };
};

/** `GET /v1/balance`. */
export const getBalance = (call: StripeCall): Json => {
  readParams(call.params, {});
  return balanceOf(call);
};
