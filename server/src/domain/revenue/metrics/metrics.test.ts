import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRefusal } from '../../../kit/errors.ts';
import { rational, roundRational } from '../../../kit/rational.ts';
import type { MetricsQuery } from './book.ts';
import { metricDefinitions } from './definitions.ts';
import type { CellAddress } from './explain.ts';
import { at, item, report, rowsOf } from './metrics.test-support.ts';
import { explainCell, readRecurringRevenue, readUsageRunRate, reportMetrics } from './metrics.ts';
import type { RecurringItem } from './recurring-item.ts';
import { defaultSettings } from './settings.ts';
import { showLine } from './show-line.ts';

const july: MetricsQuery = { from: at('2026-07-01'), until: at('2026-08-01'), granularity: 'month', zone: 'UTC' };
const inJuly = (items: readonly RecurringItem[], settings = {}) =>
  report(items, '2026-07-01', '2026-08-01', { settings })['2026-07'];

const refusalOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    assert.ok(isRefusal(error));
    return error.message;
  }
  throw new Error('it was not refused');
};

describe('changes within an hour', () => {
  const first = item({ amount: '60', start: at('2026-07-10T12:00:00Z') });
  const later = (time: string, more: Partial<RecurringItem> = {}) =>
    item({ amount: '40', productId: 'other', start: at(time), ...more });

  it('are one movement, up to 60 minutes after the first of them', () => {
    assert.deepEqual(inJuly([first, later('2026-07-10T13:00:00Z')]), { new: '100', closing: '100' });
    assert.deepEqual(inJuly([first, later('2026-07-10T13:00:00.001Z')]), {
      ...{ new: '60', expansion: '40', closing: '100' },
    });
    const long = [first, later('2026-07-10T12:50:00Z'), later('2026-07-10T13:40:00Z')];
    assert.deepEqual(inJuly(long), { new: '100', expansion: '40', closing: '140' });
    assert.deepEqual(inJuly([first, later('2026-07-10T12:00:00.001Z')], { sameMovementMinutes: 0 }), {
      ...{ new: '60', expansion: '40', closing: '100' },
    });
  });

  it('that replace one item with another count as the difference', () => {
    const items = [item({ amount: '100', end: at('2026-07-10T12:00:00Z') }), later('2026-07-10T12:30:00Z')];
    assert.deepEqual(inJuly(items), { opening: '100', contraction: '60', closing: '40' });
  });

  it('are separate movements on either side of a month’s end', () => {
    const items = [
      item({ amount: '60', start: at('2026-06-30T23:50:00Z') }),
      item({ amount: '40', start: at('2026-07-01T00:10:00Z') }),
    ];
    for (const granularity of ['month', 'quarter', 'range'] as const) {
      const rows = report(items, '2026-06-01', '2026-08-01', { granularity });
      const sums = ['new', 'expansion'].map((row) =>
        Object.values(rows).reduce((sum, one) => sum + Number(one[row] ?? 0), 0),
      );
      assert.deepEqual(sums, [60, 40], granularity);
    }
  });

  it('that leave nothing behind are no movement, and make no one a former customer', () => {
    const tried = item({ start: at('2026-05-01T12:00:00Z'), end: at('2026-05-01T12:20:00Z') });
    assert.deepEqual(inJuly([tried, first]), { new: '60', closing: '60' });
    assert.deepEqual(inJuly([{ ...tried, end: at('2026-05-02') }, first]), { reactivation: '60', closing: '60' });
  });
});

describe('discounts', () => {
  const recurring = { amount: '30', isOneTime: false, start: at('2026-01-01'), end: at('2026-07-10') };
  const once = { amount: '20', isOneTime: true, start: at('2026-01-01'), end: null };
  const items = [item({ discounts: [recurring, once] })];

  it('reduce MRR while they last, as the settings say', () => {
    assert.deepEqual(inJuly(items), { opening: '70', expansion: '30', closing: '100' });
    assert.deepEqual(inJuly(items, { discounts: 'all' }), { opening: '50', expansion: '30', closing: '80' });
    assert.deepEqual(inJuly(items, { discounts: 'none' }), { opening: '100', closing: '100' });
  });

  it('never make it negative', () => {
    const free = [item({ discounts: [{ ...recurring, amount: '500' }] })];
    assert.deepEqual(inJuly(free), { new: '100', closing: '100' });
  });
});

describe('groups', () => {
  const groupsOf = (items: readonly RecurringItem[], groupBy: 'product' | 'partner' | 'buyer') =>
    reportMetrics(items, { ...july, groupBy }).lines.map((line) => [line.group, rowsOf(line)]);
  const switched = [
    item({ productId: 'basic', amount: '100', end: at('2026-07-10') }),
    item({ productId: 'large', amount: '120', start: at('2026-07-10') }),
  ];

  it('a switch from one product to another moves the existing amount, and only the difference is a movement', () => {
    assert.deepEqual(groupsOf(switched, 'product'), [
      [null, { opening: '100', expansion: '20', closing: '120' }],
      ['basic', { opening: '100', moved: '-100' }],
      ['large', { expansion: '20', moved: '100', closing: '120' }],
    ]);
    assert.deepEqual(groupsOf(switched, 'buyer'), [
      [null, { opening: '100', expansion: '20', closing: '120' }],
      ['buyer', { opening: '100', expansion: '20', closing: '120' }],
    ]);
  });

  it('a movement is split in proportion to what each group gained', () => {
    const both = [
      item({ productId: 'a', amount: '100', end: at('2026-07-10') }),
      item({ productId: 'b', amount: '100', start: at('2026-07-10') }),
      item({ productId: 'c', amount: '300', start: at('2026-07-10') }),
    ];
    assert.deepEqual(groupsOf(both, 'product').slice(1), [
      ['a', { opening: '100', moved: '-100' }],
      ['b', { expansion: '75', moved: '25', closing: '100' }],
      ['c', { expansion: '225', moved: '75', closing: '300' }],
    ]);
  });

  it('a product that a buyer leaves for another is not churn of the buyer, but is not retained by the product', () => {
    const lines = reportMetrics(switched, { ...july, groupBy: 'product' }).lines.map((line) => showLine(line, 'mrr'));
    assert.deepEqual(
      lines.map(({ grossRetention, netRetention }) => [grossRetention, netRetention]),
      [
        ['1', '1.2'],
        ['0', '0'],
        [null, null],
      ],
    );
  });

  it('a cell of a group opens into its own items and transfers', () => {
    const address = (row: CellAddress['row']): CellAddress => ({
      ...{ period: '2026-07', row, currency: 'USD', isConverted: false, group: 'large' },
    });
    const { parts } = explainCell(switched, { ...july, groupBy: 'product' }, address('expansion'));
    assert.equal(parts.length, 1);
    const [part] = parts;
    assert.ok(part?.kind === 'MOVEMENT');
    assert.deepEqual([part.amount, part.share, part.moved], [rational(20n), rational(20n), rational(100n)]);
    assert.deepEqual(
      part.causes.map(({ itemId, entitlementId, termId, reason, amount }) => [
        ...[itemId, entitlementId, termId],
        ...[reason, amount],
      ]),
      [[switched[1]?.id, switched[1]?.entitlementId, switched[1]?.termId, 'START', rational(120n)]],
    );
    assert.deepEqual(explainCell(switched, { ...july, groupBy: 'product' }, address('moved')).amount, rational(100n));
  });
});

describe('lines as displayed', () => {
  it('rows are rounded by largest remainder, so that they add up', () => {
    const third = (more: Partial<RecurringItem>) => item({ amount: '100', period: { months: 12 }, ...more });
    const items = [
      third({ buyerId: 'a', start: at('2026-07-02') }),
      third({ buyerId: 'b', start: at('2025-01-01'), end: at('2025-02-01') }),
      third({ buyerId: 'b', start: at('2026-07-03') }),
      third({ buyerId: 'c', start: at('2025-01-01') }),
      third({ buyerId: 'c', start: at('2026-07-04') }),
    ];
    // 8.333 at the opening, and three movements of 8.333 each: 33.333 at the closing.
    assert.deepEqual(inJuly(items), {
      opening: '8.33',
      new: '8.34',
      reactivation: '8.33',
      expansion: '8.33',
      closing: '33.33',
    });
  });

  it('an exact row takes the rounding unit where halves were rounded in different directions', () => {
    const items = [
      item({ buyerId: 'a', amount: '100.01', period: { months: 2 } }),
      item({ buyerId: 'b', amount: '1.01', start: at('2026-07-02') }),
    ];
    // 50.005 is shown as 50.00, and 51.015 as 51.02.
    assert.deepEqual(inJuly(items), { opening: '50', new: '1.02', closing: '51.02' });
  });

  it('periods that were cut to the range are marked', () => {
    const { periods } = reportMetrics([], { ...july, from: at('2026-06-15'), until: at('2026-08-10') });
    assert.deepEqual(
      periods.map(({ key, isWhole }) => [key, isWhole]),
      [
        ['2026-06', false],
        ['2026-07', true],
        ['2026-08', false],
      ],
    );
    const keys = (granularity: 'quarter' | 'year') =>
      reportMetrics([], { ...july, granularity, until: at('2027-02-01') }).periods.map(({ key }) => key);
    assert.deepEqual(keys('quarter'), ['2026-Q3', '2026-Q4', '2027-Q1']);
    assert.deepEqual(keys('year'), ['2026', '2027']);
  });
});

describe('conversion', () => {
  const items = [
    item({ amount: '100' }),
    item({ buyerId: 'b', currency: 'EUR', amount: '10', start: at('2026-07-05') }),
  ];
  const rates = { name: 'ECB', currency: 'USD', rates: [{ currency: 'EUR', time: at('2026-07-31'), rate: '1.1' }] };

  it('adds up all currencies at the rate of the period’s end, next to each of them', () => {
    const { lines } = reportMetrics(items, { ...july, rates });
    assert.deepEqual(
      lines.map((line) => [line.rates, line.currency, rowsOf(line)]),
      [
        [null, 'EUR', { new: '10', closing: '10' }],
        [null, 'USD', { opening: '100', closing: '100' }],
        ['ECB', 'USD', { opening: '100', new: '11', closing: '111' }],
      ],
    );
  });

  it('is refused if an amount has no rate', () => {
    const late = { ...rates, rates: rates.rates.map((rate) => ({ ...rate, time: at('2026-08-02') })) };
    assert.match(
      refusalOf(() => reportMetrics(items, { ...july, rates: late })),
      /the table ECB has no rate from EUR to USD by 2026-08-01T00:00:00.000Z/,
    );
  });
});

describe('committed MRR', () => {
  const committed = (items: readonly RecurringItem[], time: string) =>
    readRecurringRevenue(items, at(time)).currencies.map(({ mrr, committedMrr }) => [mrr.amount, committedMrr.amount]);

  it('counts what is signed and has not started', () => {
    const next = item({ start: at('2026-08-01'), signedTime: at('2026-07-01') });
    assert.deepEqual(committed([next], '2026-06-30'), []);
    assert.deepEqual(committed([next], '2026-07-01'), [['0', '100']]);
  });

  it('leaves out items with a pending cancellation, until it is withdrawn', () => {
    const cancelled = item({
      cancellations: [{ time: at('2026-07-10'), end: at('2026-12-01'), withdrawnTime: at('2026-07-20') }],
    });
    assert.deepEqual(committed([cancelled], '2026-07-09T23:59:59Z'), [['100', '100']]);
    assert.deepEqual(committed([cancelled], '2026-07-10'), [['100', '0']]);
    assert.deepEqual(committed([cancelled], '2026-07-20'), [['100', '100']]);
  });

  it('counts a renewal instead of what it renews, from its signature on', () => {
    const old = item({ end: at('2026-08-01') });
    const next = item({ amount: '150', start: at('2026-08-01'), signedTime: at('2026-07-10') });
    assert.deepEqual(committed([old, next], '2026-07-09'), [['100', '100']]);
    assert.deepEqual(committed([old, next], '2026-07-10'), [['100', '150']]);
    assert.deepEqual(committed([old, next], '2026-08-01'), [['150', '150']]);
  });
});

it('usage below a minimum in one month does not offset another month, and each entitlement has its own minimum', () => {
  const usage = (
    [
      ['a', '2026-04-05', '5000'],
      ['a', '2026-05-05', '9000'],
      ['b', '2026-05-05', '1000'],
      ['b', '2026-06-05', '-200'],
    ] as const
  ).map(([entitlementId, time, amount], index) => ({
    ...{ recordId: `r${index}`, entitlementId, currency: 'USD', time: at(time), amount },
  }));
  const items = [item({ entitlementId: 'a', amount: '8000', isUsageMinimum: true })];
  const { currencies, metricsVersion } = readUsageRunRate({ usage, items }, { at: at('2026-07-01'), zone: 'UTC' });
  assert.equal(metricsVersion, '1');
  const [found] = currencies;
  assert.ok(found);
  assert.deepEqual(
    [found.runRate, found.excessRunRate].map((one) => roundRational(one, 2)),
    ['59200', '7200'],
  );
  assert.deepEqual(
    found.months.map(({ entitlementId, start, excess, recordIds }) => [
      ...[entitlementId, start.toISOString().slice(0, 7)],
      ...[roundRational(excess, 2), recordIds.join()],
    ]),
    [
      ['a', '2026-04', '0', 'r0'],
      ['a', '2026-05', '1000', 'r1'],
      ['b', '2026-05', '1000', 'r2'],
      ['b', '2026-06', '-200', 'r3'],
    ],
  );
});

it('every result names the version of the definitions and the settings', () => {
  const { metricsVersion, settings } = reportMetrics([], { ...july, settings: { renewalGraceDays: 7 } });
  assert.deepEqual(settings, { ...defaultSettings, renewalGraceDays: 7 });
  const definitions = metricDefinitions[metricsVersion];
  assert.ok(definitions);
  assert.deepEqual(
    Object.entries(definitions).filter(([, text]) => text.length < 20),
    [],
  );
});

it('a report that cannot be calculated is refused', () => {
  assert.match(
    refusalOf(() => reportMetrics([], { ...july, until: july.from })),
    /after the start/,
  );
  assert.match(
    refusalOf(() => reportMetrics([], { ...july, until: at('2526-07-01') })),
    /at most 1200 periods/,
  );
  assert.throws(() => reportMetrics([], { ...july, zone: 'Mars/Olympus' }), RangeError);
  const cell: CellAddress = { period: '2026-07', row: 'new', currency: 'USD', isConverted: false, group: null };
  assert.match(
    refusalOf(() => explainCell([], july, { ...cell, period: '2026-08' })),
    /periods of the report: 2026-07/,
  );
  assert.match(
    refusalOf(() => explainCell([], july, { ...cell, group: 'x' })),
    /no groups/,
  );
  assert.match(
    refusalOf(() => explainCell([], july, { ...cell, isConverted: true })),
    /not converted to USD/,
  );
});

it('contradictory items are errors', () => {
  const one = item();
  assert.throws(() => reportMetrics([one, one], july), /same id/);
  assert.throws(() => reportMetrics([item({ amount: '-1' })], july), /below 0/);
  assert.throws(() => reportMetrics([item({ period: { months: 0 } })], july), /not a period/);
});

it('the work grows linearly with the number of items, even for one buyer and product', () => {
  const processorMs = (count: number): number => {
    const items = Array.from({ length: count }, (_, index) => {
      const start = at('2025-01-01').getTime() + index * 60_000;
      return item({ start: new Date(start), end: new Date(start + 86_400_000) });
    });
    const taken = [1, 2, 3].map(() => {
      const before = process.cpuUsage().user;
      reportMetrics(items, { ...july, from: at('2025-01-01'), groupBy: 'product' });
      return process.cpuUsage().user - before;
    });
    return Math.min(...taken) / 1000;
  };
  const [few, many] = [processorMs(2000), processorMs(16_000)];
  // 8 times as many items: 64 times as long if the work were quadratic.
  assert.ok(many < few * 30, `${few} ms and ${many} ms`);
});
