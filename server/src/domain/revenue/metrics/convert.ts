import { type RateReader, type RateTable, readRates } from './rates.ts';
import { movementRows } from './transitions.ts';
import { signOf, type WaterfallLine, type WaterfallRow } from './waterfall.ts';

const zeroAmounts = (): Record<WaterfallRow, bigint> => ({
  ...{ opening: 0n, new: 0n, reactivation: 0n, expansion: 0n, contraction: 0n, churn: 0n },
  ...{ moved: 0n, fx: 0n, closing: 0n },
});

const movements = [...movementRows, 'moved'] as const;

/** 0 needs no rate. */
const convert = (units: bigint, { rateAt }: RateReader, currency: string, time: Date): bigint =>
  units === 0n ? 0n : units * rateAt(currency, time);

/** One period of one group, in all currencies. */
const joinLines = (
  lines: readonly WaterfallLine[],
  { name, currency: to }: RateTable,
  reader: RateReader,
): WaterfallLine => {
  const [first] = lines as [WaterfallLine];
  const amounts = zeroAmounts();
  const cohort = { opening: 0n, kept: 0n, closing: 0n };
  const { start, end } = first.period;
  for (const line of lines) {
    const at = (units: bigint, time: Date): bigint => convert(units, reader, line.currency, time);
    amounts.opening += at(line.amounts.opening, start);
    amounts.closing += at(line.amounts.closing, end);
    for (const row of movements) amounts[row] += at(line.amounts[row], end);
    for (const part of ['opening', 'kept', 'closing'] as const) cohort[part] += at(line.cohort[part], end);
  }
  amounts.fx = movements.reduce((rest, row) => rest - amounts[row] * signOf(row), amounts.closing - amounts.opening);
  return { ...first, currency: to, rates: name, scale: first.scale * reader.scale, amounts, cohort };
};

/**
 * The lines of all currencies converted by a table and added up: opening and closing at their own rates, movements at the
 * rate of the end of the period. The rest is `fx`. Throws 400 if a rate is missing.
 */
export const convertLines = (lines: readonly WaterfallLine[], table: RateTable): WaterfallLine[] => {
  const reader = readRates(table);
  const cells = Map.groupBy(lines, ({ period, group }) => JSON.stringify([group, period.key]));
  return [...cells.values()].map((own) => joinLines(own, table, reader));
};
