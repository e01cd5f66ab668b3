import { Big, type Decimal } from '../../../kit/decimal.ts';

/** A decimal as a whole number of units of 10^-digits. It must have no more digits than that. */
const unitsOf = (value: Decimal | Big, digits: number): bigint => {
  const units = new Big(value).times(new Big(10).pow(digits));
  if (!units.eq(units.round(0, Big.roundDown))) throw new Error(`${value} has more than ${digits} digits`);
  return BigInt(units.toFixed(0));
};

const amountOf = (units: bigint, digits: number): Decimal =>
  new Big(units.toString()).div(new Big(10).pow(digits)).toFixed();

/** Half-even, for numbers ≥ 0. */
const divideRounded = (numerator: bigint, denominator: bigint): bigint => {
  const [whole, rest] = [numerator / denominator, numerator % denominator];
  const twice = rest * 2n;
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
};

const fractionDigits = (value: Decimal): number => value.split('.')[1]?.length ?? 0;

/** `amount` × `part` ÷ `whole`, computed exactly and rounded once, half-even, to `digits`. All are ≥ 0. */
export const takePart = (amount: Decimal, part: bigint, whole: bigint, digits: number): Decimal => {
  const own = fractionDigits(amount);
  const numerator = unitsOf(amount, own) * part * 10n ** BigInt(digits);
  return amountOf(divideRounded(numerator, whole * 10n ** BigInt(own)), digits);
};

/**
 * Splits an amount ≥ 0 in proportion to weights ≥ 0, by largest remainder in units of 10^-digits: the parts always add
 * up to the amount. Of equal remainders the first get more. An amount finer than `digits` is an error. Weights that
 * add up to 0 count as equal.
 */
export const splitAmount = (amount: Decimal, weights: readonly Decimal[], digits: number): Decimal[] => {
  const scale = Math.max(0, ...weights.map(fractionDigits));
  const given = weights.map((weight) => unitsOf(weight, scale));
  const shares = given.every((one) => one === 0n) ? weights.map(() => 1n) : given;
  const whole = shares.reduce((sum, one) => sum + one, 0n);
  const units = unitsOf(amount, digits);
  const parts = shares.map((share, index) => ({
    index,
    units: (units * share) / whole,
    rest: (units * share) % whole,
  }));
  const left = Number(parts.reduce((sum, part) => sum - part.units, units));
  const byRest = parts.toSorted((one, other) =>
    other.rest > one.rest ? 1 : other.rest < one.rest ? -1 : one.index - other.index,
  );
  for (const part of byRest.slice(0, left)) part.units += 1n;
  return parts.map((part) => amountOf(part.units, digits));
};
