import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgreedEntitlement, AgreedTerm } from '../../entitlement/actions/load-agreed-terms.ts';
import { at } from '../metrics/metrics.test-support.ts';
import type { RecurringItem } from '../metrics/recurring-item.ts';
import { buyerOfEntitlement } from './metrics-ids.ts';
import { lengthOf, recurringItemsOf } from './metrics-items.ts';

const uuid = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const now = at('2026-11-15');

const aTerm = (fields: Partial<AgreedTerm> = {}): AgreedTerm => {
  const end = at('2027-01-01');
  return {
    ...{ id: uuid(1), productId: uuid(50), buyerId: uuid(60), currency: 'USD', signedTime: at('2025-12-20') },
    ...{ start: at('2026-01-01'), end, agreedEnd: fields.end === undefined ? end : fields.end },
    ...{
      amount: '1200',
      formerAmounts: [],
      openMonths: 1,
      isTrial: false,
      freeUntil: null,
      isService: false,
      info: null,
    },
    ...fields,
  };
};

const of = (terms: AgreedTerm[], fields: Partial<AgreedEntitlement> = {}): AgreedEntitlement => ({
  ...{ id: uuid(9), partner: 'AWS', standing: 'IN_FORCE', cancellation: null, withdrawn: [] },
  ...{ isOneTime: false, terms, direct: null },
  ...fields,
});

const itemsOf = (terms: AgreedTerm[], fields: Partial<AgreedEntitlement> = {}): RecurringItem[] =>
  recurringItemsOf([of(terms, fields)], now);

const day = (time: Date | null | undefined): string => (time ? time.toISOString().slice(0, 10) : String(time));
const shown = (items: readonly RecurringItem[]) =>
  items.map(({ amount, period, start, end }) => [
    amount,
    Object.entries(period).flat().join(' '),
    day(start),
    day(end),
  ]);

describe('the length of a term', () => {
  it('is whole months if it ends within a day of them, or else days', () => {
    const cases: [string, string, object][] = [
      ['2026-01-01', '2027-01-01', { months: 12 }],
      ['2026-01-01', '2026-12-31T23:59:59Z', { months: 12 }],
      ['2026-01-15T13:20:00Z', '2027-01-14T23:59:59Z', { months: 12 }],
      ['2026-01-31', '2026-02-28', { months: 1 }],
      ['2024-02-29', '2025-02-28', { months: 12 }],
      ['2026-02-28', '2026-03-31', { months: 1 }],
      ['2027-02-28', '2028-02-29', { months: 12 }],
      ['2026-04-30T10:00:00Z', '2026-05-31T09:59:59Z', { months: 1 }],
      ['2026-02-27', '2026-03-31', { days: 32 }],
      ['2028-02-28', '2028-03-31', { days: 32 }],
      ['2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z', { months: 1 }],
      ['2026-01-15', '2026-02-14', { days: 30 }],
      ['2026-01-01', '2026-04-01', { months: 3 }],
      ['2026-01-01', '2026-03-31', { days: 89 }],
      ['2026-01-01', '2029-01-01', { months: 36 }],
      ['2026-01-01', '2026-01-01T02:00:00Z', { days: 1 }],
    ];
    for (const [start, end, length] of cases) assert.deepEqual(lengthOf(at(start), at(end)), length, `${start} ${end}`);
  });
});

describe('a term at a marketplace', () => {
  it('has as many months at Google as it has in Los Angeles', () => {
    for (const [start, end, length] of [
      ['2026-07-01T03:00:00Z', '2026-07-31T03:00:00Z', 'months 1'],
      ['2026-01-31T04:00:00Z', '2026-03-01T04:00:00Z', 'months 1'],
      ['2028-03-01T04:00:00Z', '2029-03-01T04:00:00Z', 'months 12'],
      ['2026-07-01T03:00:00Z', '2026-07-30T03:00:00Z', 'days 29'],
    ] as const) {
      const term = aTerm({ start: at(start), end: at(end), agreedEnd: at(end) });
      assert.equal(shown(itemsOf([term], { partner: 'GCP' }))[0]?.[1], length, start);
    }
    const term = aTerm({ start: at('2026-07-01T03:00:00Z'), end: at('2026-07-31T03:00:00Z') });
    assert.equal(shown(itemsOf([term]))[0]?.[1], 'days 30', 'AWS sells 30 days');
  });

  it('is one item: its value, over the agreed time', () => {
    const [item] = itemsOf([aTerm()]);
    assert.deepEqual(item, {
      ...{ id: uuid(1), termId: uuid(1), entitlementId: uuid(9) },
      ...{
        buyerId: uuid(60),
        productId: uuid(50),
        partner: 'AWS',
        currency: 'USD',
      },
      ...{ amount: '1200', period: { months: 12 }, isOneTime: false, signedTime: at('2025-12-20') },
      ...{ start: at('2026-01-01'), end: at('2027-01-01') },
    });
  });

  it('that ended early keeps the time that its value was agreed for', () => {
    const ended = aTerm({ end: at('2026-05-10'), agreedEnd: at('2027-01-01') });
    const [item] = itemsOf([ended], { standing: 'ENDED' });
    assert.deepEqual([item?.period, day(item?.end)], [{ months: 12 }, '2027-01-01']);
    assert.deepEqual(item?.cancellations, [{ time: at('2026-05-10'), end: at('2026-05-10'), withdrawnTime: null }]);
    const asked = { time: at('2026-03-01'), end: at('2026-05-10') };
    assert.deepEqual(itemsOf([ended], { standing: 'ENDED', cancellation: asked })[0]?.cancellations, [
      { ...asked, withdrawnTime: null },
    ]);
    assert.equal(itemsOf([aTerm()], { standing: 'ENDED' })[0]?.cancellations, undefined);
  });

  it('counts until its partner reports the end, and not before it is confirmed', () => {
    const over = aTerm({ start: at('2025-10-01'), end: at('2026-10-01') });
    assert.deepEqual(shown(itemsOf([over])), [['1200', 'months 12', '2025-10-01', 'null']]);
    assert.deepEqual(shown(itemsOf([over], { standing: 'ENDED' })), [
      ['1200', 'months 12', '2025-10-01', '2026-10-01'],
    ]);
    const [waiting] = itemsOf([aTerm()], { standing: 'WAITING' });
    assert.ok(waiting && waiting.start > now);
    const pending = { time: at('2026-11-01'), end: null };
    assert.deepEqual(itemsOf([aTerm()], { cancellation: pending })[0]?.cancellations, [
      { time: at('2026-11-01'), end: at('2027-01-01'), withdrawnTime: null },
    ]);
  });

  it('has the cancellations that were withdrawn while it was in force', () => {
    const first = aTerm({ id: uuid(1), start: at('2025-01-01'), end: at('2026-01-01') });
    const withdrawn = [
      { time: at('2025-05-10'), end: at('2026-01-01'), withdrawnTime: at('2025-05-20') },
      // Overdue by then: it never took effect.
      { time: at('2026-05-10'), end: at('2026-06-01'), withdrawnTime: at('2026-06-03') },
    ];
    const cancellation = { time: at('2026-11-01'), end: null };
    const items = itemsOf([first, aTerm({ id: uuid(2) })], { withdrawn, cancellation });
    assert.deepEqual(
      items.map(({ cancellations = [] }) =>
        cancellations.map(({ time, end, withdrawnTime }) => [time, end, withdrawnTime].map(day).join(' ')),
      ),
      [['2025-05-10 2026-01-01 2025-05-20'], ['2026-05-10 2026-06-03 2026-06-03', '2026-11-01 2027-01-01 null']],
    );
  });

  it('is followed by the next term of its entitlement', () => {
    const next = aTerm({ id: uuid(2), start: at('2026-07-01'), end: at('2027-07-01'), amount: '2400' });
    const [first, second] = itemsOf([aTerm({ end: at('2026-07-01'), agreedEnd: at('2027-01-01') }), next]);
    assert.deepEqual(
      [day(first?.end), first?.period, first?.successorIds],
      ['2026-07-01', { months: 12 }, [second?.id]],
    );
    assert.equal(second?.successorIds, undefined);
  });

  it('has an item for each amount that applied', () => {
    const formerAmounts = [
      { until: at('2026-03-01'), amount: '600' },
      { until: at('2026-06-01'), amount: '1800.00' },
    ];
    const items = itemsOf([aTerm({ formerAmounts })]);
    assert.deepEqual(shown(items), [
      ['600', 'months 12', '2026-01-01', '2026-03-01'],
      ['1800.00', 'months 12', '2026-03-01', '2026-06-01'],
      ['1200', 'months 12', '2026-06-01', '2027-01-01'],
    ]);
    assert.equal(new Set(items.map(({ id }) => id)).size, 3);
    assert.deepEqual(items[0]?.successorIds, [items[1]?.id]);
  });

  it('has no item if it is a trial, free, of no duration or without a currency; services are one-time', () => {
    assert.deepEqual(itemsOf([aTerm({ isTrial: true })]), []);
    assert.deepEqual(itemsOf([aTerm({ amount: '0' })]), []);
    assert.deepEqual(itemsOf([aTerm({ amount: '0.00' })]), []);
    assert.deepEqual(itemsOf([aTerm({ end: at('2026-01-01') })], { standing: 'ENDED' }), []);
    assert.deepEqual(itemsOf([aTerm({ currency: null })]), []);
    assert.deepEqual(itemsOf([aTerm({ isService: true })])[0]?.isOneTime, true);
    assert.deepEqual(itemsOf([aTerm()], { isOneTime: true })[0]?.isOneTime, true);
  });

  it('without an end repeats as its plan does; without a buyer, the entitlement counts as the buyer', () => {
    assert.deepEqual(shown(itemsOf([aTerm({ end: null, openMonths: 12 })])), [
      ['1200', 'months 12', '2026-01-01', 'null'],
    ]);
    const [item] = itemsOf([aTerm({ buyerId: null, productId: null })]);
    assert.deepEqual([item?.buyerId, item?.productId], [buyerOfEntitlement(uuid(9)), '']);
  });
});

describe('a direct purchase', () => {
  const direct = (info: AgreedTerm['info'], fields: Partial<AgreedTerm> = {}, more: Partial<AgreedEntitlement> = {}) =>
    itemsOf([aTerm({ info, amount: '0', ...fields })], {
      ...{ partner: 'STRIPE', direct: { prices: [], addons: [] } },
      ...more,
    });

  it('has its commits, each at its own interval, from the end of the trial on', () => {
    const commits = [
      { key: 'base', rate: 100, length: 1, timeUnit: 'MONTH' as const },
      { key: 'seats', rate: 12.5, quantity: 4, length: 1, timeUnit: 'YEAR' as const },
      { key: 'week', rate: 7, length: 7, timeUnit: 'DAY' as const },
    ];
    const trialConfig = { trialPeriod: 14, trialPeriodUnit: 'DAY' as const };
    assert.deepEqual(shown(direct({ commits, trialConfig })), [
      ['100', 'months 1', '2026-01-15', '2027-01-01'],
      ['50', 'months 12', '2026-01-15', '2027-01-01'],
      ['7', 'days 7', '2026-01-15', '2027-01-01'],
    ]);
    assert.deepEqual(direct({ commits, trialConfig }, { end: at('2026-01-10') }), []);
  });

  it('has its installments, or its commitment, for the term; without an end they are paid once', () => {
    const paymentInstallments = [{ amount: 100 }, { amount: 500, chargeOnStr: '2026-07-01' }];
    assert.deepEqual(shown(direct({ paymentInstallments }, { amount: '999' })), [
      ['600', 'months 12', '2026-01-01', '2027-01-01'],
    ]);
    assert.deepEqual(shown(direct({}, { amount: '3650', end: at('2026-04-01') }, { standing: 'ENDED' })), [
      ['3650', 'months 3', '2026-01-01', '2026-04-01'],
    ]);
    assert.equal(direct({}, { amount: '3650', end: null })[0]?.isOneTime, true);
  });

  it('has later prices from their start on, usage minimums, and addons that are paid once', () => {
    const commit = (rate: number) => [{ key: 'base', rate, length: 1, timeUnit: 'MONTH' as const }];
    const dimensions = [
      { billableMetricId: 'm', category: 'basic' as const, priceModelBasic: { unitAmount: 1 }, minimumCommit: 80 },
      {
        ...{ billableMetricId: 'n', category: 'basic' as const, priceModelBasic: { unitAmount: 1 } },
        ...{ minimumCommit: 80, minimumCommitScope: 'DIMENSION_GROUP_BY' as const },
      },
    ];
    const dearer = dimensions.map((one) => ({ ...one, minimumCommit: 90 }));
    const prices = [
      { from_time: at('2026-01-01'), commits: commit(100), billable_dimensions: [] },
      { from_time: at('2026-04-01'), commits: commit(150), billable_dimensions: dimensions },
      { from_time: at('2026-06-01'), commits: commit(150), billable_dimensions: dearer },
    ];
    const addons = [{ id: 'a', amount: 500, chargeOn: '2026-02-01T00:00:00Z' }];
    const items = direct({}, {}, { direct: { prices, addons } });
    assert.deepEqual(
      items.map((one) => [one.amount, day(one.start), day(one.end), one.isOneTime, one.isUsageMinimum === true]),
      [
        ['100', '2026-01-01', '2026-04-01', false, false],
        ['150', '2026-04-01', '2027-01-01', false, false],
        ['80', '2026-04-01', '2026-06-01', false, true],
        ['90', '2026-06-01', '2027-01-01', false, true],
        ['500', '2026-02-01', '2027-01-01', true, false],
      ],
    );
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length, 'each has an ID of its own');
  });
});
