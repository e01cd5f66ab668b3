import BigJs from 'big.js';
import { isRawNumber, type JsonNumber } from './json.ts';

/**
 * An exact decimal in canonical text (`-12.5`, `0.00000001`): the form of amounts and quantities inside the service.
 */
export type Decimal = string;

const maxIntegerDigits = 18;
const maxFractionDigits = 9;

export type Big = BigJs.Big;
/** A constructor of our own: settings of the package's would change how everything else in the process rounds. */
export const Big = BigJs();

/** Quotients are computed to this many fraction digits; the caller rounds them. */
const quotientDigits = 40;
Big.DP = quotientDigits;
Big.RM = Big.roundHalfEven;
Big.NE = -40;
Big.PE = 40;

const floatCharacters = 15;
const shortDecimal = /^-?\d+(?:\.\d{1,9})?$/;

const sourceOf = (value: JsonNumber): string => (isRawNumber(value) ? value.rawJSON : String(value));

/** Reads a JSON number exactly. Null when it has more than 18 integer or 9 fraction digits. */
export const decimalFromJson = (value: JsonNumber): Decimal | null => {
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  const source = sourceOf(value);
  // Most numbers are short, and JavaScript writes these as Big does.
  if (typeof value === 'number' && source.length <= floatCharacters && shortDecimal.test(source)) return source;
  const big = new Big(source);
  // Computed from the exponent, not written out: 1e9999999999 has more digits than fit into memory.
  const { c: digits, e: exponent } = big;
  const isLong = exponent >= maxIntegerDigits || digits.length - 1 - exponent > maxFractionDigits;
  return isLong ? null : big.toFixed();
};

/** Writes a decimal as a JSON number, digit for digit. */
export const decimalToJson = (value: Decimal | Big): JsonNumber => {
  // Numbers this short survive a float unchanged, and a batch converts thousands of them.
  if (typeof value === 'string' && value.length <= floatCharacters) return Number(value);
  const text = typeof value === 'string' ? new Big(value).toFixed() : value.toFixed();
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= floatCharacters
    ? Number(text)
    : (JSON.rawJSON(text) as unknown as JsonNumber);
};

export const big = (value: Decimal | number | Big): Big => new Big(value);
