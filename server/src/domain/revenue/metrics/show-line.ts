import { minorDigitsOf } from '../../../kit/currency.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { divideHalfEven, floorDivide, type Rational, roundRational, unitsToDecimal } from '../../../kit/rational.ts';
import { retentionOf, signOf, type WaterfallLine, type WaterfallRow, waterfallRows } from './waterfall.ts';

export type Measure = 'mrr' | 'arr';

const monthsOf = { mrr: 1n, arr: 12n } as const;
const ratioDigits = 4;

/** A line as it is shown: amounts in the currency's smallest unit at most, retention as a ratio with four digits. */
export type ShownLine = Readonly<Record<WaterfallRow, Decimal>> & {
  netNew: Decimal;
  grossRetention: Decimal | null;
  netRetention: Decimal | null;
};

const between = waterfallRows.filter((row) => row !== 'opening' && row !== 'closing');

const largestFirst = (one: bigint, other: bigint): number => (one > other ? -1 : one < other ? 1 : 0);
const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/**
 * The rows in the currency's smallest units, of which `amounts` hold `scale` each. Opening and closing are rounded
 * half-even. The rows between them are rounded by largest remainder to what lies between the two as shown, so that the
 * line adds up as it is shown and no row is a whole unit away from its exact amount. Rows without a fraction stay as they
 * are; only if there are no others, and opening and closing were rounded to different sides, the largest row takes the
 * unit.
 */
const roundRows = (amounts: Readonly<Record<WaterfallRow, bigint>>, scale: bigint): Record<WaterfallRow, bigint> => {
  const [opening, closing] = [divideHalfEven(amounts.opening, scale), divideHalfEven(amounts.closing, scale)];
  const rows = between.map((row) => {
    const amount = amounts[row] * signOf(row);
    const units = floorDivide(amount, scale);
    return { row, units, rest: amount - units * scale, size: sizeOf(amount) };
  });
  let left = rows.reduce((rest, { units }) => rest - units, closing - opening);
  const fractions = rows.filter(({ rest }) => rest !== 0n).sort((one, other) => largestFirst(one.rest, other.rest));
  const largest = rows.toSorted((one, other) => largestFirst(one.size, other.size)).slice(0, 1);
  for (const one of fractions.length > 0 ? fractions : largest) {
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
  const factor = monthsOf[measure] * 10n ** BigInt(digits);
  const amounts = Object.fromEntries(waterfallRows.map((row) => [row, line.amounts[row] * factor]));
  const units = roundRows(amounts as Record<WaterfallRow, bigint>, line.scale);
  const shown = Object.fromEntries(waterfallRows.map((row) => [row, unitsToDecimal(units[row], digits)]));
  const { gross, net } = retentionOf(line);
  return {
    ...(shown as Record<WaterfallRow, Decimal>),
    netNew: unitsToDecimal(units.closing - units.opening - units.fx, digits),
    grossRetention: showRatio(gross),
    netRetention: showRatio(net),
  };
};

/** An exact amount, rounded half-even to the currency's smallest unit. */
export const showAmount = (amount: Rational, currency: string): Decimal =>
  roundRational(amount, minorDigitsOf(currency));
