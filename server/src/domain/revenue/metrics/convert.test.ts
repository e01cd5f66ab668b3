import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minorDigitsOf } from '../../../kit/currency.ts';
import { isRefusal } from '../../../kit/errors.ts';
import type { Rational } from '../../../kit/rational.ts';
import { type DayRate, ratesInTime } from '../exchange-rate/exchange-rate.ts';
import { granularities, histories, ranges, someSettings, zones } from './histories.test-support.ts';
import { reportMetrics } from './metrics.ts';
import { type Fraction, isSame } from './oracle.test-support.ts';
import { showLine } from './show-line.ts';
import { amountOf, signOf, type WaterfallLine, waterfallRows } from './waterfall.ts';

// Conversion by a table of days, against a calculation in fractions that looks at the days alone: currencies with 0, 2 and 3
// decimals, to any of them, days without a rate, and rates that are missing.

const dayMs = 86_400_000;
const currencies = ['USD', 'EUR', 'JPY', 'KWD'] as const;

const dayOf = (day: number): string =>
  new Date(Date.parse('2026-09-15T00:00:00Z') + day * dayMs).toISOString().slice(0, 10);
const rate = fc.constantFrom('1', '0.006712345', '3.257', '149.5', '0.000000001', '123456789.987654321', '0.3');
const dayRates = fc.uniqueArray(
  fc.record({ currency: fc.constantFrom(...currencies), day: fc.nat({ max: 90 }).map(dayOf), rate }),
  { selector: ({ currency, day }) => `${currency} ${day}`, maxLength: 24 },
);
/** Each currency has a rate of long before, in most tables. */
const tables: fc.Arbitrary<{ to: string; rates: DayRate[] }> = fc
  .record({
    to: fc.constantFrom(...currencies),
    own: dayRates,
    early: fc.subarray([...currencies], { minLength: 3 }),
    rate,
  })
  .map(({ to, own, early, rate: first }) => ({
    to,
    rates: [...early.map((currency) => ({ currency, day: '2026-01-01', rate: first })), ...own].filter(
      ({ currency }) => currency !== to,
    ),
  }));

const mixed = fc
  .tuple(histories, fc.array(fc.constantFrom(...currencies), { minLength: 8, maxLength: 8 }))
  .map(([items, of]) => items.map((one, index) => ({ ...one, currency: of[index] ?? 'USD' })));

const fractionOf = (text: string): Fraction => {
  const [whole = '', decimals = ''] = text.split('.');
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) };
};
const times = (one: Fraction, other: Fraction): Fraction => ({ n: one.n * other.n, d: one.d * other.d });
const plus = (one: Fraction, other: Fraction): Fraction => ({
  n: one.n * other.d + other.n * one.d,
  d: one.d * other.d,
});
const of = (amount: Rational): Fraction => ({ n: amount.n, d: amount.d });
const none: Fraction = { n: 0n, d: 1n };

/** The rate of the last day that is over at a time, or of the first day of all, from its begin on; undefined: there is none. */
const worthAt = (
  { to, rates }: { to: string; rates: DayRate[] },
  currency: string,
  time: Date,
): Fraction | undefined => {
  if (currency === to) return { n: 1n, d: 1n };
  const today = time.toISOString().slice(0, 10);
  const own = rates.filter((one) => one.currency === currency).sort((left, right) => (left.day < right.day ? -1 : 1));
  const closed = own.findLast(({ day }) => day < today);
  const first = own[0]?.day === today ? own[0] : undefined;
  const found = closed ?? first;
  return found && fractionOf(found.rate);
};

const queries = fc.record({ range: ranges, granularity: granularities, zone: zones, settings: someSettings });

test('converted amounts are the exact sum of those in each currency: opening and closing at their own rates, the rest at the end', () => {
  let [converted, refused] = [0, 0];
  fc.assert(
    fc.property(mixed, queries, tables, (items, { range, ...query }, table) => {
      const plain = reportMetrics(items, { ...range, ...query }).lines;
      const needed = plain.flatMap(({ currency, period, amounts, cohort }) => {
        const ends = [
          ...waterfallRows.filter((row) => row !== 'opening' && row !== 'fx').map((row) => amounts[row]),
          ...Object.values(cohort),
        ];
        return [
          ...(amounts.opening === 0n ? [] : [{ currency, time: period.start }]),
          ...(ends.every((units) => units === 0n) ? [] : [{ currency, time: period.end }]),
        ];
      });
      const isComplete = needed.every(({ currency, time }) => worthAt(table, currency, time) !== undefined);
      const rates = ratesInTime({ name: 'T', currency: table.to }, table.rates);
      let lines: WaterfallLine[];
      try {
        lines = reportMetrics(items, { ...range, ...query, rates }).lines.filter((line) => line.rates === 'T');
      } catch (error) {
        assert.ok(isRefusal(error) && !isComplete, String(error));
        refused += 1;
        return;
      }
      assert.ok(isComplete, 'a rate was missing');
      converted += 1;
      const periods = new Set(plain.map(({ period }) => period.key));
      assert.deepEqual(new Set(lines.map(({ period }) => period.key)), periods);
      for (const line of lines) {
        const own = plain.filter(({ period }) => period.key === line.period.key);
        const sumAt = (amountIn: (one: WaterfallLine) => Fraction, time: Date): Fraction =>
          own.reduce((sum, one) => {
            const amount = amountIn(one);
            return amount.n === 0n ? sum : plus(sum, times(amount, worthAt(table, one.currency, time) ?? none));
          }, none);
        let rest = none;
        for (const row of waterfallRows) {
          if (row === 'fx') continue;
          const time = row === 'opening' ? line.period.start : line.period.end;
          const wanted = sumAt((one) => of(amountOf(one, row)), time);
          assert.ok(isSame(of(amountOf(line, row)), wanted), `${line.period.key} ${row}`);
          const sign = row === 'closing' ? 1n : row === 'opening' ? -1n : -signOf(row);
          rest = plus(rest, { n: wanted.n * sign, d: wanted.d });
        }
        assert.ok(isSame(of(amountOf(line, 'fx')), rest), `${line.period.key} fx`);
        for (const part of ['opening', 'kept', 'closing'] as const)
          assert.ok(
            isSame(
              { n: line.cohort[part], d: line.scale },
              sumAt((one) => ({ n: one.cohort[part], d: one.scale }), line.period.end),
            ),
          );
        // Shown in the smallest unit of the currency of the table, rounded once.
        const digits = minorDigitsOf(table.to);
        for (const row of ['opening', 'closing'] as const) {
          const shown = fractionOf(showLine(line, 'mrr')[row]);
          const exact = of(amountOf(line, row));
          const away = shown.n * exact.d - exact.n * shown.d;
          const unit = shown.d * exact.d;
          assert.ok(2n * (away < 0n ? -away : away) * 10n ** BigInt(digits) <= unit, `${row} ${shown.n}/${shown.d}`);
          assert.ok((showLine(line, 'mrr')[row].split('.')[1] ?? '').length <= digits);
        }
      }
    }),
    { numRuns: 400 },
  );
  assert.ok(converted > 100 && refused > 10, `${converted} converted, ${refused} refused`);
});
