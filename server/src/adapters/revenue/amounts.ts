import { Big, type Decimal } from '../../kit/decimal.ts';

const amountShape = /^[+-]?\d{1,24}(?:\.\d{1,24})?(?:[eE][+-]?\d{1,2})?$/;
const shortAmount = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{0,8}[1-9])?$/;

/** An amount as exact as it was written (`.` before the fraction, no grouping); null if it is none. */
export const readAmount = (text: string): Decimal | null => {
  if (shortAmount.test(text)) return text === '-0' ? '0' : text;
  return amountShape.test(text) ? new Big(text).toFixed() : null;
};

/** Whether a text is the code of a currency (ISO 4217). */
export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** The code of no currency (ISO 4217): three times the letter X. */
export const noCurrency = 'X'.repeat(3);
