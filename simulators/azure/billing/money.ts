import Big from 'big.js';

/** An amount in cents, rounded half to even; as decimal text with two places. */
export const toCents = (amount: Big): string => amount.toFixed(2, Big.roundHalfEven);

/** The sum of decimal texts. */
export const sumOf = (amounts: readonly string[]): Big =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0));
