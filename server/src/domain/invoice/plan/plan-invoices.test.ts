import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { big } from '../../../kit/decimal.ts';
import { addIntervals, listPeriods } from './period.ts';
import { type PlannedInvoice, type Purchase, planInvoices, planningOf } from './plan-invoices.ts';
import { addDays, type BilledTerm, graceDays, netDays } from './terms.ts';

const at = (text: string): Date => new Date(text.length === 10 ? `${text}T00:00:00Z` : text);
const day = (time: Date): string => time.toISOString().slice(0, 10);

const aTerm = (fields: Partial<BilledTerm> = {}): BilledTerm => {
  const end = at('2027-01-15');
  return { id: 't1', start: at('2026-01-15'), end, plannedEnd: end, commitAmount: '0', info: {}, ...fields };
};

type Commits = Purchase['prices'][number]['commits'];
type Dimensions = Purchase['prices'][number]['dimensions'];

const planOf = (
  term: BilledTerm,
  now: string,
  {
    commits = [],
    dimensions = [],
    addons = [],
  }: { commits?: Commits; dimensions?: Dimensions; addons?: Purchase['addons'] } = {},
) => planInvoices({ terms: [term], prices: [{ from: term.start, commits, dimensions }], addons }, at(now));

const amountOf = ({ lines }: PlannedInvoice): string =>
  lines
    .reduce((sum, { amount }) => sum.plus(amount), big(0))
    .round(2)
    .toFixed();
const shown = (invoices: readonly PlannedInvoice[]) =>
  invoices.map((one) => [
    one.type,
    day(one.draftTime),
    one.period && `${day(one.period.start)}/${day(one.period.end)}`,
    amountOf(one),
  ]);

const monthly: Commits = [{ key: 'base', rate: 310, length: 1, timeUnit: 'MONTH' }];

test('a commit paid in advance is billed when each of its months begins', () => {
  const { invoices, nextTime } = planOf(aTerm(), '2026-03-20', { commits: monthly });
  assert.deepEqual(shown(invoices), [
    ['COMMIT', '2026-01-15', '2026-01-15/2026-02-15', '310'],
    ['COMMIT', '2026-02-15', '2026-02-15/2026-03-15', '310'],
    ['COMMIT', '2026-03-15', '2026-03-15/2026-04-15', '310'],
  ]);
  assert.equal(nextTime && day(nextTime), '2026-04-15');
});

test('a commit paid in arrears is billed when each of its months ends', () => {
  const term = aTerm({ info: { paymentSchedule: 'POSTPAY' } });
  const { invoices, nextTime } = planOf(term, '2026-03-20', { commits: monthly });
  assert.deepEqual(
    invoices.map(({ draftTime }) => day(draftTime)),
    ['2026-02-15', '2026-03-15'],
  );
  assert.equal(nextTime && day(nextTime), '2026-04-15');
});

test('calendar months begin on the first; a partial month at either end costs its share of the month', () => {
  const term = aTerm({ info: { billingCycle: 'MONTH_FIRST_DAY' } });
  const invoices = shown(planOf(term, '2027-02-01', { commits: monthly }).invoices);
  assert.equal(invoices.length, 13);
  // 17 of 31 days, and 14 of 31.
  assert.deepEqual(invoices[0], ['COMMIT', '2026-01-15', '2026-01-15/2026-02-01', '170']);
  assert.deepEqual(invoices[1], ['COMMIT', '2026-02-01', '2026-02-01/2026-03-01', '310']);
  assert.deepEqual(invoices[12], ['COMMIT', '2027-01-01', '2027-01-01/2027-01-15', '140']);
});

test('commits of the same interval share an invoice, others have their own', () => {
  const commits: Commits = [
    ...monthly,
    { key: 'seats', rate: 10, quantity: 5, length: 1, timeUnit: 'MONTH' },
    { key: 'support', rate: 1200, length: 1, timeUnit: 'YEAR' },
  ];
  assert.deepEqual(shown(planOf(aTerm(), '2026-01-20', { commits }).invoices), [
    ['COMMIT', '2026-01-15', '2026-01-15/2026-02-15', '360'],
    ['COMMIT', '2026-01-15', '2026-01-15/2027-01-15', '1200'],
  ]);
});

test('a commit without a length repeats at the billing interval', () => {
  const term = aTerm({ info: { billingIntervalInMonths: 3 } });
  const { invoices } = planOf(term, '2026-06-01', { commits: [{ key: 'base', rate: 900 }] });
  assert.deepEqual(
    shown(invoices).map(([, , period]) => period),
    ['2026-01-15/2026-04-15', '2026-04-15/2026-07-15'],
  );
});

test('the interval of commits and that of usage may differ, where a price names no interval', () => {
  const info = { commitBillingIntervalInMonths: 12, usageBillingIntervalInMonths: 3, billingIntervalInMonths: 6 };
  const commits: Commits = [{ key: 'base', rate: 900 }, ...monthly.map((one) => ({ ...one, key: 'own' }))];
  const dimensions: Dimensions = [{ billableMetricId: 'metric_1', category: 'basic', priceModelBasic: { rate: 1 } }];
  const periods = (of: typeof info) =>
    shown(planOf(aTerm({ info: of }), '2026-04-20', { commits, dimensions }).invoices)
      .filter(([, , , amount]) => amount !== '310')
      .map(([type, , period]) => `${type} ${period}`);
  assert.deepEqual(periods(info), ['COMMIT 2026-01-15/2027-01-15', 'USAGE 2026-01-15/2026-04-15']);
  // Clients in Go send 0 for a missing number.
  const unset = { ...info, commitBillingIntervalInMonths: 0, usageBillingIntervalInMonths: 0 };
  assert.deepEqual(periods(unset), ['COMMIT 2026-01-15/2026-07-15']);
});

describe('parts of intervals that are not prorated', () => {
  const info = { billingCycle: 'MONTH_FIRST_DAY' as const, proratedBilling: false };
  const costs = (term: Partial<BilledTerm>, more: { commits?: Commits } = {}) =>
    shown(planOf(aTerm({ info, ...term }), '2027-02-01', { commits: monthly, ...more }).invoices);

  test('cost the whole price at the start and at the end of the purchase', () => {
    const all = costs({});
    assert.deepEqual(all[0], ['COMMIT', '2026-01-15', '2026-01-15/2026-02-01', '310']);
    assert.deepEqual(all[12], ['COMMIT', '2027-01-01', '2027-01-01/2027-01-15', '310']);
    const trial = { trialConfig: { trialPeriod: 7, trialPeriodUnit: 'DAY' as const } };
    assert.deepEqual(costs({ info: { ...info, ...trial } })[0], [
      'COMMIT',
      '2026-01-22',
      '2026-01-22/2026-02-01',
      '310',
    ]);
  });

  test('that end early cost their share of the agreed time', () => {
    const arrears = { ...info, paymentSchedule: 'POSTPAY' as const };
    // 10 of the 17 purchased days of January.
    const early = costs({ info: arrears, end: at('2026-01-25') });
    assert.deepEqual(early, [['COMMIT', '2026-01-25', '2026-01-15/2026-01-25', '182.35']]);
  });

  test('are shared by time where a renewal splits an interval, which is paid once', () => {
    const renewing = { ...info, autoRenew: true };
    const first = aTerm({ info: renewing });
    const second = { ...first, id: 't2', start: at('2027-01-15'), end: at('2028-01-15'), plannedEnd: at('2028-01-15') };
    const prices = [{ from: first.start, commits: monthly, dimensions: [] }];
    const all = shown(planInvoices({ terms: [first, second], prices, addons: [] }, at('2027-01-20')).invoices);
    assert.equal(all[0]?.[3], '310');
    assert.deepEqual(
      all.slice(12).map(([, , period, amount]) => [period, amount]),
      [
        ['2027-01-01/2027-01-15', '140'],
        ['2027-01-15/2027-02-01', '170'],
      ],
    );
    const days = (from: string, until: string, id: string): BilledTerm => ({
      ...{ ...first, id, start: at(from), end: at(until), plannedEnd: at(until) },
    });
    const short = [days('2026-01-02', '2026-01-22', 't1'), days('2026-01-22', '2026-02-11', 't2')];
    const known = [{ from: at('2026-01-02'), commits: monthly, dimensions: [] }];
    const january = shown(planInvoices({ terms: short, prices: known, addons: [] }, at('2026-01-30')).invoices);
    assert.deepEqual(
      january.map(([, , , amount]) => amount),
      ['206.67', '103.33'],
      '310 in all, in two terms of the same month',
    );
  });
});

test('a price for the whole term is billed once; in arrears, for the used part', () => {
  assert.deepEqual(shown(planOf(aTerm({ commitAmount: '3650' }), '2026-02-01').invoices), [
    ['COMMIT', '2026-01-15', '2026-01-15/2027-01-15', '3650'],
  ]);
  const arrears = aTerm({ commitAmount: '3650', end: at('2026-01-25'), info: { paymentSchedule: 'POSTPAY' } });
  assert.deepEqual(shown(planOf(arrears, '2026-02-01').invoices), [
    ['COMMIT', '2026-01-25', '2026-01-15/2026-01-25', '100'],
  ]);
});

test('nothing is charged for a trial, and nothing if the purchase ends within it', () => {
  const info = { trialConfig: { trialPeriod: 14, trialPeriodUnit: 'DAY' as const } };
  const term = aTerm({ info });
  assert.deepEqual(planOf(term, '2026-01-28', { commits: monthly }).invoices, []);
  assert.equal(day(planOf(term, '2026-01-28', { commits: monthly }).nextTime ?? at('1970-01-01')), '2026-01-29');
  assert.deepEqual(shown(planOf(term, '2026-02-01', { commits: monthly }).invoices), [
    ['COMMIT', '2026-01-29', '2026-01-29/2026-02-28', '310'],
  ]);
  const ended = aTerm({ info, end: at('2026-01-20') });
  assert.deepEqual(planOf(ended, '2026-03-01', { commits: monthly }).invoices, []);
});

test('installments are billed on their days, and those of a renewed term are shifted by the length of the term', () => {
  const paymentInstallments = [
    { amount: 100, chargeOn: '2026-01-15T00:00:00Z' },
    { amount: 200, chargeOnStr: '2026-07-01' },
  ];
  const first = aTerm({ info: { paymentInstallments } });
  const second = { ...first, id: 't2', start: at('2027-01-15'), end: at('2028-01-15'), plannedEnd: at('2028-01-15') };
  const prices = [{ from: first.start, commits: [], dimensions: [] }];
  const { invoices } = planInvoices({ terms: [first, second], prices, addons: [] }, at('2027-12-01'));
  assert.deepEqual(shown(invoices), [
    ['INSTALLMENT', '2026-01-15', null, '100'],
    ['INSTALLMENT', '2026-07-01', null, '200'],
    ['INSTALLMENT', '2027-01-15', null, '100'],
    ['INSTALLMENT', '2027-07-01', null, '200'],
  ]);
});

test('installments of a renewed term that is not a whole number of months are shifted by as many days', () => {
  const [start, end, next] = [at('2026-01-20'), at('2026-02-09'), at('2026-03-01')];
  const paymentInstallments = [{ amount: 100 }, { amount: 200, chargeOnStr: '2026-01-30' }];
  const first = aTerm({ start, end, plannedEnd: end, info: { paymentInstallments } });
  const second = { ...first, id: 't2', start: end, end: next, plannedEnd: next };
  const prices = [{ from: start, commits: [], dimensions: [] }];
  const { invoices } = planInvoices({ terms: [first, second], prices, addons: [] }, at('2026-12-01'));
  assert.deepEqual(
    invoices.map(({ draftTime }) => day(draftTime)),
    ['2026-01-20', '2026-01-30', '2026-02-09', '2026-02-19'],
  );
});

test('new commits end the running period of the old ones; new usage prices leave it alone', () => {
  const term = aTerm();
  const dimensions: Dimensions = [{ billableMetricId: 'metric_1', category: 'basic', priceModelBasic: { rate: 1 } }];
  const prices = [
    { from: term.start, commits: monthly, dimensions: [] },
    { from: at('2026-02-01'), commits: monthly, dimensions },
    { from: at('2026-02-20'), commits: [{ ...monthly[0], rate: 620 }], dimensions },
  ];
  const { invoices } = planInvoices({ terms: [term], prices, addons: [] }, at('2026-04-01'));
  assert.deepEqual(
    shown(invoices)
      .filter(([type]) => type === 'COMMIT')
      .map(([, , period]) => period),
    ['2026-01-15/2026-02-15', '2026-02-15/2026-02-20', '2026-02-20/2026-03-20', '2026-03-20/2026-04-20'],
  );
  assert.deepEqual(
    shown(invoices)
      .filter(([type]) => type === 'USAGE')
      .map(([, , period]) => period),
    ['2026-02-01/2026-02-15', '2026-02-15/2026-03-15'],
  );
});

test('charges due before the prices were known are not billed', () => {
  const term = aTerm();
  const prices = [{ from: at('2026-03-01'), commits: monthly, dimensions: [] }];
  const { invoices } = planInvoices({ terms: [term], prices, addons: [] }, at('2026-04-01'));
  assert.deepEqual(
    invoices.map(({ draftTime }) => day(draftTime)),
    ['2026-03-15'],
  );
});

test('the interval in which the prices became known is not billed, neither in arrears nor for usage', () => {
  const dimensions: Dimensions = [{ billableMetricId: 'metric_1', category: 'basic', priceModelBasic: { rate: 1 } }];
  const term = aTerm({ info: { paymentSchedule: 'POSTPAY' } });
  const prices = [{ from: at('2026-03-01'), commits: monthly, dimensions }];
  const { invoices } = planInvoices({ terms: [term], prices, addons: [] }, at('2026-04-20'));
  assert.deepEqual(shown(invoices), [
    ['COMMIT', '2026-04-15', '2026-03-15/2026-04-15', '310'],
    ['USAGE', '2026-04-15', '2026-03-15/2026-04-15', '0'],
  ]);
});

test('a term that begins at the end of a month is renewed for whole months', () => {
  const first = aTerm({ start: at('2026-01-31'), end: at('2026-02-28'), plannedEnd: at('2026-02-28') });
  const second = { ...first, id: 't2', start: at('2026-02-28'), end: at('2026-03-31'), plannedEnd: at('2026-03-31') };
  const prices = [{ from: first.start, commits: monthly, dimensions: [] }];
  const { invoices } = planInvoices({ terms: [first, second], prices, addons: [] }, at('2026-04-20'));
  assert.deepEqual(shown(invoices), [
    ['COMMIT', '2026-01-31', '2026-01-31/2026-02-28', '310'],
    ['COMMIT', '2026-02-28', '2026-02-28/2026-03-31', '310'],
  ]);
});

test('a purchase that ends before its first invoice pays for the used part of a whole-term price', () => {
  const term = aTerm({ commitAmount: '3650', end: at('2026-01-25') });
  assert.deepEqual(shown(planOf(term, '2026-02-01').invoices), [
    ['COMMIT', '2026-01-15', '2026-01-15/2026-01-25', '100'],
  ]);
});

test('commits that are agreed later end a whole-term price', () => {
  const term = aTerm({ commitAmount: '3650', info: { paymentSchedule: 'POSTPAY' } });
  const prices = [
    { from: term.start, commits: [], dimensions: [] },
    { from: at('2026-01-25'), commits: monthly, dimensions: [] },
  ];
  assert.deepEqual(shown(planInvoices({ terms: [term], prices, addons: [] }, at('2026-02-26')).invoices), [
    ['COMMIT', '2026-01-25', '2026-01-15/2026-01-25', '100'],
    ['COMMIT', '2026-02-25', '2026-01-25/2026-02-25', '310'],
  ]);
});

test('an installment on or after the last day is billed unless the term ends early, and none within a trial', () => {
  const paymentInstallments = [{ amount: 100 }, { amount: 200, chargeOnStr: '2027-01-15' }];
  const trialConfig = { trialPeriod: 14, trialPeriodUnit: 'DAY' as const };
  const term = aTerm({ info: { paymentInstallments, trialConfig } });
  assert.deepEqual(shown(planOf(term, '2027-02-01').invoices), [
    ['INSTALLMENT', '2026-01-29', null, '100'],
    ['INSTALLMENT', '2027-01-15', null, '200'],
  ]);
  assert.equal(planOf({ ...term, end: at('2026-12-01') }, '2027-02-01').invoices.length, 1);
  // It ended before we billed it.
  const prices = [{ from: at('2027-01-15'), commits: [], dimensions: [] }];
  assert.deepEqual(planInvoices({ terms: [term], prices, addons: [] }, at('2027-02-01')).invoices, []);
});

const someDay = fc
  .integer({ min: at('2019-01-01').getTime(), max: at('2030-01-01').getTime() })
  .map((ms) => new Date(ms));
const someInterval = fc.record({
  length: fc.integer({ min: 1, max: 14 }),
  unit: fc.constantFrom('DAY' as const, 'MONTH' as const, 'YEAR' as const),
});
const someCycle = fc.constantFrom('MONTH_FIRST_DAY' as const, 'ENTITLEMENT_START_DATE' as const);

test('periods cover a term without gap or overlap, each within its interval', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: 1, max: 1500 }), someInterval, someCycle, (start, days, interval, cycle) => {
      const end = new Date(start.getTime() + days * 86_400_000);
      const periods = listPeriods({ start, end }, { interval, cycle, origin: start, until: end });
      assert.equal(periods[0]?.start.getTime(), start.getTime());
      assert.equal(periods.at(-1)?.end.getTime(), end.getTime());
      for (const [index, period] of periods.entries()) {
        assert.ok(period.start < period.end);
        assert.ok(period.wholeStart <= period.start && period.end <= period.wholeEnd);
        if (index > 0) assert.equal(period.start.getTime(), periods[index - 1]?.end.getTime());
      }
    }),
  );
});

test('one month later is the same day, or the last day of a shorter month', () => {
  assert.equal(day(addIntervals(at('2024-01-31'), { length: 1, unit: 'MONTH' }, 1)), '2024-02-29');
  assert.equal(day(addIntervals(at('2024-01-31'), { length: 1, unit: 'MONTH' }, 2)), '2024-03-31');
  assert.equal(day(addIntervals(at('2024-02-29'), { length: 1, unit: 'YEAR' }, 1)), '2025-02-28');
  assert.equal(day(addIntervals(at('2024-02-29'), { length: 1, unit: 'YEAR' }, 4)), '2028-02-29');
});

test('billed invoices stay: planning later gives the same invoices and more, each with its own reference', () => {
  fc.assert(
    fc.property(
      someInterval,
      someCycle,
      fc.constantFrom('PREPAY' as const, 'POSTPAY' as const),
      fc.integer({ min: 0, max: 700 }),
      fc.integer({ min: 0, max: 700 }),
      ({ length, unit }, billingCycle, paymentSchedule, first, more) => {
        const term = aTerm({ info: { billingCycle, paymentSchedule } });
        const commits: Commits = [{ key: 'base', rate: 100, length, timeUnit: unit }];
        const after = (days: number) => new Date(term.start.getTime() + days * 86_400_000).toISOString();
        const early = planOf(term, after(first), { commits }).invoices;
        const late = planOf(term, after(first + more), { commits }).invoices;
        assert.deepEqual(late.slice(0, early.length), early);
        assert.equal(new Set(late.map(({ reference }) => reference)).size, late.length);
      },
    ),
  );
});

test('the next planning time is never later than the next invoice', () => {
  fc.assert(
    fc.property(someInterval, someCycle, fc.integer({ min: 0, max: 400 }), (interval, billingCycle, days) => {
      const term = aTerm({ info: { billingCycle } });
      const commits: Commits = [{ key: 'base', rate: 100, length: interval.length, timeUnit: interval.unit }];
      const now = new Date(term.start.getTime() + days * 86_400_000);
      const { invoices, nextTime } = planOf(term, now.toISOString(), { commits });
      const later = planOf(term, '2027-03-01', { commits }).invoices.slice(invoices.length);
      const [next] = later;
      if (next) assert.ok(nextTime !== null && nextTime <= next.draftTime, `${nextTime} ${next.draftTime}`);
    }),
  );
});

test('a purchase whose offer leads to times beyond any valid date is billed all the same', () => {
  const endless = 2_000_000_000;
  const price: Commits = [{ key: 'base', rate: 310 }];
  const info = { billingIntervalInMonths: endless, gracePeriodInDays: endless, netTermsInDays: endless };
  const { invoices } = planOf(aTerm({ info, end: null, plannedEnd: null }), '2026-03-20', { commits: price });
  assert.deepEqual(shown(invoices), [['COMMIT', '2026-01-15', '2026-01-15/2036-01-15', '310']]);
  for (const days of [graceDays(info), netDays(info)]) assert.equal(day(addDays(at('2026-01-15'), days)), '2036-01-13');
  const trial = { trialConfig: { trialPeriod: endless, trialPeriodUnit: 'DAY' as const } };
  const tried = planOf(aTerm({ info: trial, end: null, plannedEnd: null }), '2026-03-20', { commits: monthly });
  assert.deepEqual([tried.invoices, tried.nextTime && day(tried.nextTime)], [[], '2036-01-13']);
});

test('periods can be listed from a later time on, as if the earlier ones were left out', () => {
  const start = at('2024-01-31');
  for (const unit of ['DAY', 'MONTH', 'YEAR'] as const)
    for (const length of [1, 3, 7])
      for (const cycle of ['MONTH_FIRST_DAY', 'ENTITLEMENT_START_DATE'] as const)
        for (const text of [
          '2023-01-01',
          '2024-01-31',
          '2024-02-29',
          '2024-03-31',
          '2026-07-17',
          '2026-12-31',
          '2040-01-01',
        ]) {
          const [after, span] = [at(text), { start, end: at('2030-01-01') }];
          const intervals = { interval: { length, unit }, cycle, origin: start, until: at('2027-01-31') };
          const expected = listPeriods(span, intervals).filter(({ wholeEnd }) => wholeEnd > after);
          assert.deepEqual(listPeriods(span, { ...intervals, after }), expected, `${length} ${unit} ${cycle} ${text}`);
        }
});

test('years that are billed by the day are planned without blocking the process', () => {
  const commits: Commits = Array.from({ length: 20 }, (_, index) => ({
    key: `k${index}`,
    rate: 1,
    length: index + 1,
    timeUnit: 'DAY',
  }));
  const term = aTerm({ start: at('2016-01-15') });
  const planning = planningOf(
    { terms: [term], prices: [{ from: term.start, commits, dimensions: [] }], addons: [] },
    at('2026-01-15'),
  );
  let pauses = 0;
  let plan = planning.next();
  for (; !plan.done; plan = planning.next()) pauses += 1;
  assert.ok(plan.value.invoices.length > 10_000);
  assert.ok(pauses > plan.value.invoices.length / 200, `${pauses} pauses`);
});
