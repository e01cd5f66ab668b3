import type { Decimal } from './decimal.ts';

/** An exact fraction in lowest terms; `d` is above 0. For quotients of money, which decimals cannot hold. */
export type Rational = { readonly n: bigint; readonly d: bigint };

export const greatestDivisor = (left: bigint, right: bigint): bigint => {
  let [a, b] = [left < 0n ? -left : left, right < 0n ? -right : right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
};

/** `n` ÷ `d`. Throws a RangeError if `d` is 0. */
export const rational = (n: bigint, d = 1n): Rational => {
  if (d === 0n) throw new RangeError(`${n} cannot be divided by 0`);
  const divisor = greatestDivisor(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / divisor, d: d / divisor };
};

export const readRational = (value: Decimal): Rational => {
  const [whole = '0', fraction = ''] = value.split('.');
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
};

export const addRationals = (left: Rational, right: Rational): Rational =>
  rational(left.n * right.d + right.n * left.d, left.d * right.d);

export const multiplyRationals = (left: Rational, right: Rational): Rational =>
  rational(left.n * right.n, left.d * right.d);

/** The largest whole number that is not above `n` ÷ `d`, for `d` above 0. */
export const floorDivide = (n: bigint, d: bigint): bigint => n / d - (n % d < 0n ? 1n : 0n);

/** `n` ÷ `d` as a whole number, halves to the even one, for `d` above 0. */
export const divideHalfEven = (n: bigint, d: bigint): bigint => {
  const whole = floorDivide(n, d);
  const twice = (n - whole * d) * 2n;
  return twice > d || (twice === d && whole % 2n !== 0n) ? whole + 1n : whole;
};

/** A whole number of units of 10^-digits, as a decimal. */
export const unitsToDecimal = (units: bigint, digits: number): Decimal => {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const point = text.length - digits;
  const fraction = text.slice(point).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${text.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
};

/** Rounded once, half-even, to that many digits after the point. */
export const roundRational = ({ n, d }: Rational, digits: number): Decimal =>
  unitsToDecimal(divideHalfEven(n * 10n ** BigInt(digits), d), digits);
