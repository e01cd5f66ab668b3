import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rational, roundRational } from '../../../kit/rational.ts';
import { at, item, report, rowsOf, times } from './metrics.test-support.ts';
import { explainCell, readRecurringRevenue, readUsageRunRate, reportMetrics } from './metrics.ts';
import type { RateTable } from './rates.ts';
import type { RecurringItem } from './recurring-item.ts';
import type { MetricsSettings } from './settings.ts';
import { showLine } from './show-line.ts';

const year = { months: 12 };

/** MRR and ARR of the only currency at a time, as shown. */
const now = (items: readonly RecurringItem[], time: string, settings: Partial<MetricsSettings> = {}) => {
  const { currencies } = readRecurringRevenue(items, at(time), settings);
  assert.ok(currencies.length <= 1);
  const [found] = currencies;
  return [found?.mrr.amount ?? '0', found?.arr.amount ?? '0', found?.committedMrr.amount ?? '0'];
};

describe('worked examples', () => {
  it('G1: a hundred monthly and fifty yearly subscriptions', () => {
    const items = [
      ...times(100, (index) => item({ buyerId: `m${index}`, amount: '100.00' })),
      ...times(50, (index) => item({ buyerId: `y${index}`, amount: '600.00', period: year })),
    ];
    assert.deepEqual(now(items, '2026-06-01'), ['12500', '150000', '12500']);
  });

  it('G2: the life of one buyer', () => {
    const gold = times(4, () =>
      item({ productId: 'gold', amount: '500', period: year, start: at('2026-01-01'), end: at('2027-01-01') }),
    );
    const silver = times(2, () =>
      item({
        productId: 'silver',
        amount: '30',
        start: at('2026-01-10'),
        cancellations: [{ time: at('2026-02-20'), end: at('2026-02-20'), withdrawnTime: null }],
      }),
    );
    const back = times(3, () => item({ productId: 'gold', amount: '50', start: at('2027-04-10') }));
    const items = [...gold, ...silver, ...back];
    const shown = report(items, '2026-01-01', '2027-05-01');
    assert.deepEqual(shown['2026-01'], { new: '166.67', expansion: '60', closing: '226.67' });
    assert.deepEqual(shown['2026-02'], { opening: '226.67', contraction: '60', closing: '166.67' });
    assert.deepEqual(shown['2026-12'], { opening: '166.67', closing: '166.67' });
    assert.deepEqual(shown['2027-01'], { opening: '166.67', churn: '166.67' });
    assert.deepEqual(shown['2027-04'], { reactivation: '150', closing: '150' });
    assert.deepEqual(report(items, '2026-01-01', '2027-05-01', { granularity: 'range' }).range, {
      ...{ new: '166.67', reactivation: '150', expansion: '60', contraction: '60', churn: '166.67', closing: '150' },
    });
    assert.deepEqual(now(items, '2027-05-01'), ['150', '1800', '150']);
  });

  it('G3: a quarter of ARR, with retention', () => {
    const of = (buyerId: string, amount: string, more: Partial<RecurringItem> = {}) =>
      item({ buyerId, amount, period: year, start: at('2025-01-01'), ...more });
    const items = [
      of('A', '120000'),
      of('A', '30000', { productId: 'more', start: at('2026-02-01') }),
      of('B', '60000', { end: at('2026-02-10') }),
      of('B', '48000', { start: at('2026-02-10') }),
      of('C', '24000', { end: at('2026-03-01') }),
      of('D', '36000'),
      of('E', '270000', { period: { months: 36 }, start: at('2026-01-15'), end: at('2029-01-15') }),
      of('F', '18000', { start: at('2024-06-01'), end: at('2025-06-01') }),
      of('F', '20000', { start: at('2026-03-20') }),
    ];
    const query = { from: at('2026-01-01'), until: at('2026-04-01'), granularity: 'quarter', zone: 'UTC' } as const;
    const [line] = reportMetrics(items, query).lines;
    assert.ok(line);
    assert.deepEqual(rowsOf(line, 'arr'), {
      opening: '240000',
      new: '90000',
      reactivation: '20000',
      expansion: '30000',
      contraction: '12000',
      churn: '24000',
      closing: '344000',
    });
    const { netNew, grossRetention, netRetention } = showLine(line, 'arr');
    assert.deepEqual([netNew, grossRetention, netRetention], ['104000', '0.85', '0.975']);
    assert.deepEqual(
      items
        .map(({ buyerId }) => buyerId)
        .filter((one, index, all) => all.indexOf(one) === index)
        .map((buyer) => [
          buyer,
          now(
            items.filter(({ buyerId }) => buyerId === buyer),
            '2026-03-31',
          )[1],
        ]),
      [
        ['A', '150000'],
        ['B', '48000'],
        ['C', '0'],
        ['D', '36000'],
        ['E', '90000'],
        ['F', '20000'],
      ],
    );
  });

  it('G4: gross and net movements', () => {
    const items = [
      item({ amount: '700' }),
      item({ amount: '300', end: at('2026-04-20') }),
      item({ amount: '500', start: at('2026-04-10') }),
    ];
    const april = (movements: 'gross' | 'net') =>
      report(items, '2026-04-01', '2026-05-01', { settings: { movements } })['2026-04'];
    assert.deepEqual(april('gross'), { opening: '1000', expansion: '500', contraction: '300', closing: '1200' });
    assert.deepEqual(april('net'), { opening: '1000', expansion: '200', closing: '1200' });
  });

  it('G5: a change of the exchange rate is not a movement', () => {
    const rates: RateTable = {
      name: 'ECB',
      currency: 'USD',
      rates: [
        { currency: 'EUR', time: at('2026-03-30'), rate: '1.08' },
        { currency: 'EUR', time: at('2026-04-29'), rate: '1.10' },
      ],
    };
    const still = [item({ currency: 'EUR', amount: '10000' })];
    const raised = [...still, item({ currency: 'EUR', amount: '2000', start: at('2026-04-10') })];
    assert.deepEqual(report(still, '2026-04-01', '2026-05-01', { rates })['2026-04'], {
      ...{ opening: '10800', fx: '200', closing: '11000' },
    });
    assert.deepEqual(report(raised, '2026-04-01', '2026-05-01', { rates })['2026-04'], {
      ...{ opening: '10800', expansion: '2200', fx: '200', closing: '13200' },
    });
    assert.deepEqual(report(still, '2026-04-01', '2026-05-01')['2026-04'], { opening: '10000', closing: '10000' });
  });

  it('G6: ARR is 12 times the exact MRR, and sums are rounded once', () => {
    const yearly = (index: number) => item({ buyerId: `b${index}`, amount: '100.00', period: year });
    assert.deepEqual(now([yearly(1)], '2026-06-01'), ['8.33', '100', '8.33']);
    assert.deepEqual(now(times(3, yearly), '2026-06-01'), ['25', '300', '25']);
  });

  it('G7: a month begins and ends in the reporting zone', () => {
    // 23:30 in Chicago, which is 30 minutes after midnight in New York.
    const start = at('2026-03-31T23:30:00-05:00');
    const items = [item({ start, end: at('2026-07-01T05:00:00Z') })];
    const isNewIn = (zone: string) =>
      Object.entries(report(items, '2026-02-15', '2026-05-15', { zone }))
        .filter(([, rows]) => rows.new !== undefined)
        .map(([key]) => key);
    assert.deepEqual(isNewIn('America/Chicago'), ['2026-03']);
    assert.deepEqual(isNewIn('America/New_York'), ['2026-04']);
    assert.deepEqual(isNewIn('UTC'), ['2026-04']);
    const shown = report(items, '2026-02-15', '2026-08-15', { zone: 'America/Chicago' });
    assert.deepEqual(shown['2026-06'], { opening: '100', closing: '100' });
    assert.deepEqual(shown['2026-07'], { opening: '100', churn: '100' });
    assert.deepEqual(now(items, '2026-06-30T23:59:59.999-05:00'), ['100', '1200', '100']);
    assert.deepEqual(now(items, '2026-07-01T00:00:00-05:00'), ['0', '0', '0']);
  });

  it('G8: a period in days', () => {
    const items = [item({ amount: '1000', period: { days: 90 } })];
    const [found] = readRecurringRevenue(items, at('2026-06-01')).currencies;
    assert.deepEqual(found?.mrr, { exact: rational(9125n, 27n), amount: '337.96' });
    assert.deepEqual(found?.arr, { exact: rational(36500n, 9n), amount: '4055.56' });
  });

  it('G9: a pilot is recurring unless it is paid once', () => {
    const pilot = item({ amount: '30000', period: { months: 6 }, end: at('2026-07-01') });
    assert.deepEqual(now([pilot], '2026-06-01'), ['5000', '60000', '5000']);
    const once = readRecurringRevenue([{ ...pilot, isOneTime: true }], at('2026-06-01'));
    assert.deepEqual(once.currencies, []);
    assert.deepEqual(
      once.nonRecurring.map(({ itemId, amount }) => [itemId, amount]),
      [[pilot.id, '30000']],
    );
  });

  it('G11: a renewal within the grace period is not churn', () => {
    const old = item({ start: at('2025-07-01'), end: at('2026-07-01') });
    const successor = item({ start: at('2026-07-05'), signedTime: at('2026-06-20') });
    for (const items of [
      [old, successor],
      [
        { ...old, successorIds: [successor.id] },
        { ...successor, productId: 'other' },
      ],
    ]) {
      assert.deepEqual(report(items, '2026-07-01', '2026-08-01')['2026-07'], { opening: '100', closing: '100' });
      const [bridged] = readRecurringRevenue(items, at('2026-07-02')).currencies;
      assert.deepEqual([bridged?.mrr.amount, bridged?.items.map(({ isBridged }) => isBridged)], ['100', [true]]);
      // It counts as committed once, through the renewal.
      assert.deepEqual(
        bridged?.committedItems.map(({ itemId }) => itemId),
        [successor.id],
      );
      const settings = { renewalGraceDays: 0 };
      assert.deepEqual(report(items, '2026-07-01', '2026-08-01', { settings })['2026-07'], {
        ...{ opening: '100', reactivation: '100', churn: '100', closing: '100' },
      });
      assert.equal(now(items, '2026-07-02', settings)[0], '0');
    }
  });

  it('G12: churn at the end of the period, or when the cancellation is requested', () => {
    const cancelled = (withdrawnTime: Date | null) => [
      item({
        amount: '1200',
        period: year,
        end: at('2027-01-01'),
        cancellations: [{ time: at('2026-05-10'), end: at('2027-01-01'), withdrawnTime }],
      }),
    ];
    const moved = (items: RecurringItem[], churnRecognition: 'period_end' | 'immediate') =>
      Object.entries(report(items, '2026-05-01', '2027-02-01', { settings: { churnRecognition } })).flatMap(
        ([key, { opening: _opening, closing: _closing, ...rows }]) =>
          Object.entries(rows).map(([row, amount]) => `${key} ${row} ${amount}`),
      );
    const reasonsIn = (churnRecognition: 'period_end' | 'immediate', row: 'churn' | 'reactivation') =>
      explainCell(
        cancelled(at('2026-05-20')),
        {
          from: at('2026-05-01'),
          until: at('2027-02-01'),
          granularity: 'range',
          zone: 'UTC',
          settings: { churnRecognition },
        },
        { period: 'range', row, currency: 'USD', isConverted: false, group: null },
      ).parts.map((part) => (part.kind === 'MOVEMENT' ? part.time.toISOString().slice(0, 10) : ''));
    assert.deepEqual(moved(cancelled(null), 'period_end'), ['2027-01 churn 100']);
    assert.deepEqual(moved(cancelled(null), 'immediate'), ['2026-05 churn 100']);
    assert.deepEqual(now(cancelled(null), '2026-05-15'), ['100', '1200', '0']);
    // Withdrawn on 20 May; the term still ends with the year.
    assert.deepEqual(moved(cancelled(at('2026-05-20')), 'period_end'), ['2027-01 churn 100']);
    assert.deepEqual(moved(cancelled(at('2026-05-20')), 'immediate'), [
      '2026-05 reactivation 100',
      '2026-05 churn 100',
      '2027-01 churn 100',
    ]);
    assert.deepEqual(reasonsIn('immediate', 'reactivation'), ['2026-05-20']);
    assert.deepEqual(reasonsIn('immediate', 'churn'), ['2026-05-10', '2027-01-01']);
    assert.deepEqual(now(cancelled(at('2026-05-20')), '2026-05-25'), ['100', '1200', '100']);
  });

  it('G13: the usage run rate is separate from ARR, and a minimum is part of ARR', () => {
    const usage = [
      ['2026-03-31T23:59:59Z', '7777'],
      ['2026-04-10T00:00:00Z', '9000'],
      ['2026-05-10T00:00:00Z', '12000'],
      ['2026-06-30T23:59:59Z', '15000'],
      ['2026-07-01T00:00:00Z', '8888'],
    ].map(([time = '', amount = ''], index) => ({
      ...{ recordId: `r${index}`, entitlementId: 'ent', currency: 'USD', time: at(time), amount },
    }));
    const rate = (items: RecurringItem[]) => {
      const { currencies } = readUsageRunRate({ usage, items }, { at: at('2026-07-20'), zone: 'UTC' });
      return currencies.map((one) => [roundRational(one.runRate, 2), roundRational(one.excessRunRate, 2)]);
    };
    assert.deepEqual(rate([]), [['144000', '144000']]);
    assert.deepEqual(now([], '2026-07-20'), ['0', '0', '0']);
    const minimum = item({ entitlementId: 'ent', amount: '8000', isUsageMinimum: true });
    assert.deepEqual(rate([minimum]), [['144000', '48000']]);
    assert.deepEqual(now([minimum], '2026-07-20'), ['8000', '96000', '8000']);
    // One that begins in the middle of June counts for half of it.
    assert.deepEqual(rate([{ ...minimum, start: at('2026-06-16') }]), [['144000', '128000']]);
  });

  it('G16: amounts in different currencies are never added', () => {
    const items = [
      item({ amount: '10000.00' }),
      item({ currency: 'JPY', amount: '1500000' }),
      item({ currency: 'KWD', amount: '1234.567' }),
      item({ currency: 'JPY', amount: '100', period: year }),
    ];
    assert.deepEqual(
      readRecurringRevenue(items, at('2026-06-01')).currencies.map(({ currency, mrr }) => [currency, mrr.amount]),
      [
        ['JPY', '1500008'],
        ['KWD', '1234.567'],
        ['USD', '10000'],
      ],
    );
    const query = { from: at('2026-06-01'), until: at('2026-07-01'), granularity: 'month', zone: 'UTC' } as const;
    assert.deepEqual(
      reportMetrics(items, query).lines.map((line) => [line.currency, rowsOf(line).closing]),
      [
        ['JPY', '1500008'],
        ['KWD', '1234.567'],
        ['USD', '10000'],
      ],
    );
  });
});
