import assert from 'node:assert/strict';
import { test } from 'node:test';
import { billableDimensionFaults, commitFaults } from './price-faults.ts';
import type { BillableDimensionDocument } from './price-model.ts';

const faultsOf = (...dimensions: object[]): string[] =>
  billableDimensionFaults(dimensions as BillableDimensionDocument[], 'd').map(({ path, code }) => `${path}:${code}`);
const basic = { billableMetricId: 'metric_1', category: 'basic', priceModelBasic: { unitAmount: 0.000001 } };
const of = (category: string, model: string, document: object) => ({
  billableMetricId: 'metric_1',
  category,
  [model]: document,
});
const tiered = (...tiers: object[]) => of('tiered', 'priceModelTiered', { tiers });
const matrix = (...rows: [string, string][][]) =>
  of('matrix', 'priceModelMatrix', {
    defaultUnitAmount: 1,
    matrix: rows.map((row) => ({ unitAmount: 2, properties: row.map(([name, value]) => ({ name, value })) })),
  });

test('a dimension of each category passes', () => {
  for (const dimension of [
    basic,
    of('bulk', 'priceModelBulk', { bulkAmount: 5, bulkSize: 100 }),
    of('percentage', 'priceModelPercentage', { percentageRate: 0.025, flatFee: 1 }),
    tiered({ firstUnit: 0, lastUnit: 10, unitAmount: 3 }, { firstUnit: 10, unitAmount: 0 }),
    tiered({ firstUnit: 1, lastUnit: 10, unitAmount: 3 }, { firstUnit: 11, unitAmount: 0 }),
    of('tiered-percentage', 'priceModelTieredPercentage', { tiers: [{ firstUnit: 0, percentageRate: 0.03 }] }),
    of('volume', 'priceModelVolume', { tiers: [{ maximumUnits: 10, unitAmount: 3 }, { unitAmount: 2 }] }),
    matrix(
      [
        ['os', 'linux'],
        ['region', 'eu'],
      ],
      [['os', 'linux']],
    ),
    { ...basic, minimumCommit: 100, minimumCommitScope: 'DIMENSION', length: 1, timeUnit: 'YEAR' },
    { ...basic, discount: { discountType: 'PERCENTAGE', value: 20 }, length: 0 },
  ])
    assert.deepEqual(faultsOf(dimension), [], JSON.stringify(dimension));
});

test('the category names the one price model that is there', () => {
  assert.deepEqual(faultsOf({ billableMetricId: 'm' }), ['d.0.category:required']);
  assert.deepEqual(faultsOf({ ...basic, priceModelBulk: { bulkAmount: 1, bulkSize: 1 } }), [
    'd.0.priceModelBulk:other_model',
  ]);
  assert.deepEqual(faultsOf({ ...basic, category: 'bulk' }), [
    'd.0.priceModelBasic:other_model',
    'd.0.priceModelBulk:required',
  ]);
});

test('a price under a name that nothing reads is refused: it would be agreed as 0', () => {
  const refused = (dimension: object, path: string) =>
    assert.deepEqual(faultsOf(dimension), [`d.0.${path}:unknown_field`], JSON.stringify(dimension));
  refused({ ...basic, priceModelBasic: { rate: 0.0333 } }, 'priceModelBasic.rate');
  refused({ ...basic, priceModelBasic: { rate: JSON.rawJSON('0.033333333') } }, 'priceModelBasic.rate');
  refused({ ...basic, discount: { discountType: 'PERCENTAGE', percentage: 20 } }, 'discount.percentage');
  refused(of('percentage', 'priceModelPercentage', { rate: 0.1 }), 'priceModelPercentage.rate');
  refused(tiered({ firstUnit: 0, rate: 3 }), 'priceModelTiered.tiers.0.rate');
  refused(
    of('volume', 'priceModelVolume', { tiers: [{ maximumUnits: 5, unitAmount: 1 }, { unitPrice: 1 }] }),
    'priceModelVolume.tiers.1.unitPrice',
  );
  refused(
    of('matrix', 'priceModelMatrix', { matrix: [{ price: 2, properties: [{ name: 'os', value: 'linux' }] }] }),
    'priceModelMatrix.matrix.0.price',
  );
  assert.deepEqual(faultsOf({ ...basic, priceModelBasic: {} }), [], 'Go clients leave out a price of 0');
  const later = { unitAmount: 1, ofALaterRelease: 2 };
  assert.deepEqual(faultsOf({ ...basic, priceModelBasic: later }), [], 'a member of a later release');
});

test('prices that could not be computed are refused where they stand', () => {
  assert.deepEqual(faultsOf({ ...basic, priceModelBasic: { unitAmount: -1 } }), [
    'd.0.priceModelBasic.unitAmount:negative',
  ]);
  assert.deepEqual(faultsOf(tiered({ firstUnit: 0, lastUnit: 10, unitAmount: 1 }, { firstUnit: 12, unitAmount: 1 })), [
    'd.0.priceModelTiered.tiers.1.firstUnit:gap',
  ]);
  assert.deepEqual(faultsOf(of('percentage', 'priceModelPercentage', { percentageRate: 25 })), [
    'd.0.priceModelPercentage.percentageRate:range',
  ]);
  assert.deepEqual(faultsOf({ ...basic, discount: { discountType: 'PERCENTAGE', value: 101 } }), [
    'd.0.discount.value:range',
  ]);
});

test('a metric is priced once, and a row of a matrix is there once', () => {
  assert.deepEqual(faultsOf({ ...basic, billableMetricId: '' }), ['d.0.billableMetricId:required']);
  assert.deepEqual(faultsOf(basic, basic), ['d.1.billableMetricId:duplicate']);
  const where = 'd.0.priceModelMatrix.matrix';
  assert.deepEqual(faultsOf(matrix([['os', 'linux']], [['os', 'linux']])), [`${where}.1.properties:duplicate`]);
  const twice: [string, string][] = [
    ['os', 'linux'],
    ['os', 'mac'],
  ];
  assert.deepEqual(faultsOf(matrix(twice)), [`${where}.0.properties:duplicate`]);
});

test('periods, texts and counts are in their range', () => {
  assert.deepEqual(faultsOf({ ...basic, length: 3 }), ['d.0.timeUnit:required']);
  assert.deepEqual(faultsOf({ ...basic, length: 121, timeUnit: 'MONTH' }), ['d.0.length:range']);
  assert.deepEqual(faultsOf({ ...basic, name: 'x'.repeat(151) }), ['d.0.name:too_long']);
  const many = Array.from({ length: 51 }, (_, index) => ({ ...basic, billableMetricId: `metric_${index}` }));
  assert.deepEqual(faultsOf(...many), ['d:count']);
});

test('a commit has a key of its own and a price that can be paid', () => {
  const commit = { key: 'seats', rate: 12.5, quantity: 2, length: 12, timeUnit: 'MONTH' } as const;
  const codes = (...commits: object[]) =>
    commitFaults(commits as (typeof commit)[], { path: 'c', currency: 'USD' }).map(
      ({ path, code }) => `${path}:${code}`,
    );
  assert.deepEqual(codes(commit), []);
  assert.deepEqual(codes(commit, commit), ['c.1.key:duplicate']);
  assert.deepEqual(codes({ rate: -1, quantity: 0 }), ['c.0.key:required', 'c.0.quantity:range', 'c.0.rate:range']);
  assert.deepEqual(codes({ ...commit, rate: 0.001 }), ['c.0.rate:decimals']);
});
