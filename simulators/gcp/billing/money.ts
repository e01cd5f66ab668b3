import Big from 'big.js';
import { readMoney } from '../producer/money.ts';

/** An amount in cents, rounded half to even; as decimal text with two places. */
export const toCents = (amount: Big): string => amount.toFixed(2, Big.roundHalfEven);

/** The sum of decimal texts. */
export const sumOf = (amounts: readonly string[]): Big =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0));

/** A google.type.Money as an exact number; 0 if there is none. */
export const moneyValue = (value: unknown): Big => new Big(String(readMoney(value)?.nanos ?? 0n)).div(1e9);
