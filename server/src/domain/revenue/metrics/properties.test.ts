import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minorDigitsOf } from '../../../kit/currency.ts';
import { Big } from '../../../kit/decimal.ts';
import { addRationals, multiplyRationals, type Rational, rational } from '../../../kit/rational.ts';
import type { MetricsQuery } from './book.ts';
import type { CellAddress } from './explain.ts';
import { granularities, histories, ranges, rateTables, someSettings, ticks, zones } from './histories.test-support.ts';
import { at, item, report } from './metrics.test-support.ts';
import { explainCell, explainRetention, readRecurringRevenue, reportMetrics } from './metrics.ts';
import { computeCells, isSame, type OracleRow } from './oracle.test-support.ts';
import type { RecurringItem } from './recurring-item.ts';
import { defaultSettings } from './settings.ts';
import { showLine } from './show-line.ts';
import { movementRows } from './transitions.ts';
import { amountOf, retentionOf, signOf, type WaterfallLine, waterfallRows } from './waterfall.ts';

const queries: fc.Arbitrary<MetricsQuery> = fc
  .record({ range: ranges, granularity: granularities, zone: zones, settings: someSettings })
  .map(({ range, ...rest }) => ({ ...range, ...rest }));

const grouped: fc.Arbitrary<MetricsQuery> = fc
  .record({ query: queries, groupBy: fc.constantFrom('product', 'partner', 'buyer'), rates: rateTables })
  .map(({ query, ...rest }) => ({ ...query, ...rest }));

const sum = (amounts: readonly Rational[]): Rational => amounts.reduce(addRationals, rational(0n));

const movements = [...movementRows, 'moved'] as const;
const signed = ({ amounts }: WaterfallLine, row: (typeof movements)[number]): bigint => amounts[row] * signOf(row);
/** The sum of all movements of a line. */
const movedBy = (line: WaterfallLine): bigint => movements.reduce((total, row) => total + signed(line, row), 0n);

/** Lines of one cell: its total, and its groups. */
const bySlot = (lines: readonly WaterfallLine[]): WaterfallLine[][] => [
  ...Map.groupBy(lines, ({ period, currency, rates }) => JSON.stringify([period.key, currency, rates])).values(),
];

describe('whatever the history', () => {
  it('a second calculation that looks at every instant gives the same result', () => {
    fc.assert(
      fc.property(histories, queries, (items, query) => {
        const cells = computeCells(items, {
          ...{ from: query.from.getTime(), until: query.until.getTime() },
          ...{ zone: query.zone, granularity: query.granularity, ticks },
          settings: { ...defaultSettings, ...query.settings },
        });
        const { lines } = reportMetrics(items, query);
        assert.deepEqual(
          lines.map(({ currency, period }) => `${currency} ${period.key}`).sort(),
          [...cells.keys()].sort(),
        );
        for (const line of lines) {
          const expected = cells.get(`${line.currency} ${line.period.key}`);
          assert.ok(expected);
          for (const row of ['opening', ...movementRows, 'closing'] as OracleRow[])
            assert.ok(isSame(amountOf(line, row), expected[row]), `${line.period.key} ${row}`);
          const { opening, kept, closing } = line.cohort;
          for (const [found, wanted] of [
            [opening, expected.cohortOpening],
            [kept, expected.cohortKept],
            [closing, expected.cohortClosing],
          ] as const)
            assert.ok(isSame({ n: found, d: line.scale }, wanted));
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('each line adds up, converted or not, and begins where the previous one ended', () => {
    fc.assert(
      fc.property(histories, grouped, (items, query) => {
        const { lines } = reportMetrics(items, query);
        for (const line of lines) {
          const { opening, fx, closing } = line.amounts;
          assert.equal(opening + movedBy(line) + fx, closing);
          if (line.rates === null) assert.equal(fx, 0n);
          for (const row of [...movementRows, 'opening', 'closing'] as const) assert.ok(line.amounts[row] >= 0n, row);
        }
        const totals = lines.filter(({ group }) => group === null);
        for (const own of Map.groupBy(totals, ({ currency, rates }) => `${currency} ${rates}`).values())
          own.slice(1).forEach((line, index) => {
            assert.equal(line.amounts.opening, own[index]?.amounts.closing);
          });
      }),
      { numRuns: 500 },
    );
  });

  it('groups add up to the total, row by row, and transfers between them add up to 0', () => {
    fc.assert(
      fc.property(histories, grouped, (items, query) => {
        for (const lines of bySlot(reportMetrics(items, query).lines)) {
          const total = lines.find(({ group }) => group === null);
          const groups = lines.filter(({ group }) => group !== null);
          for (const row of waterfallRows)
            assert.equal(
              groups.reduce((all, { amounts }) => all + amounts[row], 0n),
              total?.amounts[row],
              row,
            );
          assert.equal(total?.amounts.moved, 0n);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gross and net movements have the same sum, opening and closing', () => {
    fc.assert(
      fc.property(histories, grouped, (items, query) => {
        const linesOf = (mode: 'gross' | 'net') =>
          reportMetrics(items, { ...query, settings: { ...query.settings, movements: mode } }).lines.filter(
            ({ group }) => group === null,
          );
        const outline = (lines: WaterfallLine[]) =>
          lines.map((line) => [
            line.period.key,
            line.amounts.opening,
            movedBy(line),
            line.amounts.closing,
            line.cohort,
          ]);
        assert.deepEqual(outline(linesOf('gross')), outline(linesOf('net')));
      }),
      { numRuns: 300 },
    );
  });

  it('gross movements of months add up to those of quarters, of years and of the range', () => {
    fc.assert(
      fc.property(histories, queries, (items, query) => {
        const rowsBy = (granularity: MetricsQuery['granularity']) => {
          const settings = { ...query.settings, movements: 'gross' as const };
          const { lines } = reportMetrics(items, { ...query, granularity, settings });
          return movementRows.map((row) =>
            lines.filter(({ currency }) => currency === 'USD').reduce((all, { amounts }) => all + amounts[row], 0n),
          );
        };
        for (const granularity of ['quarter', 'year', 'range'] as const)
          assert.deepEqual(rowsBy(granularity), rowsBy('month'));
      }),
      { numRuns: 200 },
    );
  });

  it('every cell opens into the items or movements whose sum it is', () => {
    fc.assert(
      fc.property(histories, grouped, fc.nat(), (items, query, pick) => {
        const { lines } = reportMetrics(items, query);
        if (lines.length === 0) return;
        const line = lines[pick % lines.length] as WaterfallLine;
        const { period, currency, rates, group } = line;
        const address = { period: period.key, currency, isConverted: rates !== null, group };
        for (const row of waterfallRows) {
          const found = explainCell(items, query, { ...address, row });
          assert.deepEqual(found.amount, amountOf(line, row), row);
          const amounts = found.parts.map((part) =>
            part.kind === 'FX' ? part.amount : multiplyRationals(part.amount, part.rate),
          );
          assert.deepEqual(sum(amounts), found.amount);
          for (const part of found.parts)
            if (part.kind === 'MOVEMENT')
              assert.deepEqual(sum(part.causes.map(({ amount }) => amount)), addRationals(part.share, part.moved));
        }
        const { members } = explainRetention(items, query, address);
        for (const key of ['opening', 'kept', 'closing'] as const)
          assert.deepEqual(
            sum(members.map((member) => multiplyRationals(member[key], member.rate))),
            rational(line.cohort[key], line.scale),
          );
      }),
      { numRuns: 300 },
    );
  });

  it('results do not depend on the order of the items', () => {
    const shuffled = histories.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
    );
    fc.assert(
      fc.property(shuffled, grouped, ([items, others], query) => {
        assert.deepEqual(reportMetrics(others, query), reportMetrics(items, query));
        const { period } = reportMetrics(items, query).lines[0] ?? {};
        if (!period) return;
        for (const row of ['closing', 'new', 'churn', 'moved'] as const) {
          const address: CellAddress = { period: period.key, row, currency: 'USD', isConverted: true, group: null };
          assert.deepEqual(explainCell(others, query, address), explainCell(items, query, address));
        }
        assert.deepEqual(readRecurringRevenue(others, query.until), {
          ...readRecurringRevenue(items, query.until),
          nonRecurring: readRecurringRevenue(others, query.until).nonRecurring,
        });
      }),
      { numRuns: 200 },
    );
  });

  it('a closing is the MRR just before the end of its period, with the same items', () => {
    fc.assert(
      fc.property(histories, queries, (items, query) => {
        for (const { period, currency, amounts, scale } of reportMetrics(items, query).lines) {
          const before = new Date(period.end.getTime() - 1);
          const { currencies } = readRecurringRevenue(items, before, query.settings);
          const found = currencies.find((one) => one.currency === currency);
          assert.deepEqual(found?.mrr.exact ?? rational(0n), rational(amounts.closing, scale));
          if (found) assert.deepEqual(sum(found.items.map(({ amount }) => amount)), found.mrr.exact);
          if (found) assert.deepEqual(multiplyRationals(found.mrr.exact, rational(12n)), found.arr.exact);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a line adds up as displayed, and each row is less than a unit away from its exact amount', () => {
    fc.assert(
      fc.property(histories, grouped, fc.constantFrom('mrr', 'arr'), (items, query, measure) => {
        for (const line of reportMetrics(items, query).lines) {
          const shown = showLine(line, measure);
          const digits = minorDigitsOf(line.currency);
          const of = (row: (typeof waterfallRows)[number]): Big => new Big(shown[row]);
          const total = [...movements, 'fx' as const].reduce(
            (rest, row) => rest.plus(of(row).times(signOf(row) < 0n ? -1 : 1)),
            of('opening'),
          );
          assert.ok(total.eq(of('closing')));
          assert.ok(of('closing').minus(of('opening')).minus(of('fx')).eq(shown.netNew));
          for (const row of waterfallRows) {
            const { n, d } = amountOf(line, row);
            const units = BigInt(of(row).times(new Big(10).pow(digits)).toFixed());
            const away = units * d - n * (measure === 'arr' ? 12n : 1n) * 10n ** BigInt(digits);
            const limit = row === 'opening' || row === 'closing' ? d / 2n : d;
            assert.ok((away < 0n ? -away : away) <= limit, `${row} ${shown[row]}`);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('retention is null without an opening; gross retention is between 0 and 1, and never above net retention', () => {
    fc.assert(
      fc.property(histories, grouped, (items, query) => {
        for (const line of reportMetrics(items, query).lines) {
          const { gross, net } = retentionOf(line);
          assert.equal(gross === null, line.amounts.opening === 0n);
          if (gross === null || net === null) continue;
          assert.ok(gross.n >= 0n && gross.n <= gross.d && gross.n * net.d <= net.n * gross.d);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a renewal', () => {
  const dayMs = 86_400_000;
  const end = at('2026-07-01');
  const renewed = fc.record({
    gapDays: fc.integer({ min: 0, max: 30 }),
    isNamed: fc.boolean(),
    old: fc.integer({ min: 1, max: 500 }),
    next: fc.integer({ min: 1, max: 500 }),
    movements: fc.constantFrom('gross' as const, 'net' as const),
  });

  it('within the grace period is neither churn nor new: only the price difference counts', () => {
    fc.assert(
      fc.property(renewed, ({ gapDays, isNamed, old, next, movements: mode }) => {
        const successor = item({ start: new Date(end.getTime() + gapDays * dayMs), amount: String(next) });
        const first = item({ start: at('2025-07-01'), end, amount: String(old) });
        const items: RecurringItem[] = [
          isNamed ? { ...first, productId: 'renamed', successorIds: [successor.id] } : first,
          successor,
        ];
        const settings = { movements: mode };
        const shown = report(items, '2026-06-01', '2026-09-01', { granularity: 'range', settings }).range;
        assert.deepEqual(shown, {
          opening: String(old),
          ...(next > old ? { expansion: String(next - old) } : {}),
          ...(next < old ? { contraction: String(old - next) } : {}),
          closing: String(next),
        });
      }),
    );
  });

  it('after the grace period is churn, then a reactivation', () => {
    const items = [item({ start: at('2025-07-01'), end }), item({ start: new Date(end.getTime() + 30 * dayMs + 1) })];
    assert.deepEqual(report(items, '2026-06-01', '2026-09-01', { granularity: 'range' }).range, {
      ...{ opening: '100', reactivation: '100', churn: '100', closing: '100' },
    });
  });

  it('is not assumed when one of several items of a product ends', () => {
    const items = [
      item({ start: at('2025-07-01') }),
      item({ start: at('2025-07-01'), end }),
      item({ start: at('2026-07-20') }),
    ];
    assert.deepEqual(report(items, '2026-06-01', '2026-09-01', { granularity: 'range' }).range, {
      ...{ opening: '200', expansion: '100', contraction: '100', closing: '200' },
    });
  });
});
