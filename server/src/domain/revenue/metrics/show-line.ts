import { minorDigitsOf } from '../../../kit/currency.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import {
  divideHalfEven,
  floorDivide,
  multiplyRationals,
  type Rational,
  rational,
  roundRational,
  unitsToDecimal,
} from '../../../kit/rational.ts';
import { amountOf, retentionOf, signOf, type WaterfallLine, type WaterfallRow, waterfallRows } from './waterfall.ts';

export type Measure = 'mrr' | 'arr';

const monthsOfYear = rational(12n);
const ratioDigits = 4;

/** A line as it is shown: amounts in the currency's smallest unit at most, retention as a ratio with four digits. */
export type ShownLine = Readonly<Record<WaterfallRow, Decimal>> & {
  netNew: Decimal;
  grossRetention: Decimal | null;
  netRetention: Decimal | null;
};

const between = waterfallRows.filter((row) => row !== 'opening' && row !== 'closing');

/**
 * Opening and closing are rounded half-even. The rows between them are rounded by largest remainder to what lies between
 * the two as shown, so that the line adds up as it is shown and no row is a whole unit away from its exact amount. Rows
 * without a fraction stay as they are; only if there are no others, and opening and closing were rounded to different
 * sides, the largest row takes the unit.
 */
const roundRows = (exact: Readonly<Record<WaterfallRow, Rational>>, digits: number): Record<WaterfallRow, bigint> => {
  const factor = 10n ** BigInt(digits);
  const half = ({ n, d }: Rational): bigint => divideHalfEven(n * factor, d);
  const [opening, closing] = [half(exact.opening), half(exact.closing)];
  const rows = between.map((row) => {
    const { n, d } = exact[row];
    const units = floorDivide(n * factor * signOf(row), d);
    const rest = rational(n * factor * signOf(row) - units * d, d);
    return { row, units, rest, size: n < 0n ? rational(-n, d) : exact[row] };
  });
  let left = rows.reduce((rest, { units }) => rest - units, closing - opening);
  const larger = (one: Rational, other: Rational): number => {
    const difference = other.n * one.d - one.n * other.d;
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  };
  const hasFractions = rows.some(({ rest }) => rest.n !== 0n);
  const order = hasFractions
    ? rows.filter(({ rest }) => rest.n !== 0n).sort((one, other) => larger(one.rest, other.rest))
    : rows.toSorted((one, other) => larger(one.size, other.size)).slice(0, 1);
  for (const one of order) {
    if (left === 0n) break;
    const step = left < 0n ? -1n : 1n;
    one.units += step;
    left -= step;
  }
  const shown = Object.fromEntries(rows.map(({ row, units }) => [row, units * signOf(row)]));
  return { ...(shown as Record<WaterfallRow, bigint>), opening, closing };
};

const showRatio = (ratio: Rational | null): Decimal | null =>
  ratio === null ? null : roundRational(ratio, ratioDigits);

/** A line as MRR, or as ARR: 12 times the exact amounts, rounded after that. */
export const showLine = (line: WaterfallLine, measure: Measure): ShownLine => {
  const digits = minorDigitsOf(line.currency);
  const exact = Object.fromEntries(
    waterfallRows.map((row) => {
      const amount = amountOf(line, row);
      return [row, measure === 'arr' ? multiplyRationals(amount, monthsOfYear) : amount];
    }),
  ) as Record<WaterfallRow, Rational>;
  const units = roundRows(exact, digits);
  const { gross, net } = retentionOf(line);
  return {
    ...(Object.fromEntries(waterfallRows.map((row) => [row, unitsToDecimal(units[row], digits)])) as Record<
      WaterfallRow,
      Decimal
    >),
    netNew: unitsToDecimal(units.closing - units.opening - units.fx, digits),
    grossRetention: showRatio(gross),
    netRetention: showRatio(net),
  };
};

/** An exact amount, rounded half-even to the currency's smallest unit. */
export const showAmount = (amount: Rational, currency: string): Decimal =>
  roundRational(amount, minorDigitsOf(currency));
