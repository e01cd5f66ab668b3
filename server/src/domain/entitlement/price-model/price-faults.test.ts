import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BillableDimensionDocument, billableDimensionFaults, commitFaults } from './price-faults.ts';

const at = { path: 'd', currency: 'USD' };
const faultsOf = (...dimensions: object[]): string[] =>
  billableDimensionFaults(dimensions as BillableDimensionDocument[], at).map(({ path, code }) => `${path}:${code}`);
const basic = { billableMetricId: 'metric_1', category: 'basic', priceModelBasic: { unitAmount: 0.000001 } };
const of = (category: string, model: string, document: object) => ({
  billableMetricId: 'metric_1',
  category,
  [model]: document,
});
const tiered = (...tiers: object[]) => of('tiered', 'priceModelTiered', { tiers });
const matrix = (...groups: [string, string][][]) =>
  of('matrix', 'priceModelMatrix', {
    defaultUnitAmount: 1,
    matrix: groups.map((group) => ({ unitAmount: 2, properties: group.map(([name, value]) => ({ name, value })) })),
  });

test('a dimension of each category passes', () => {
  assert.deepEqual(faultsOf(basic), []);
  assert.deepEqual(faultsOf(of('bulk', 'priceModelBulk', { bulkAmount: 5, bulkSize: 100 })), []);
  assert.deepEqual(faultsOf(of('percentage', 'priceModelPercentage', { percentageRate: 2.5, flatFee: 1 })), []);
  assert.deepEqual(
    faultsOf(
      tiered(
        { firstUnit: 0, lastUnit: 10.5, unitAmount: 3 },
        { firstUnit: 10.5, lastUnit: 100, unitAmount: 2, flatFee: 5 },
        { firstUnit: 100, unitAmount: 0 },
      ),
    ),
    [],
  );
  assert.deepEqual(
    faultsOf(of('tiered-percentage', 'priceModelTieredPercentage', { tiers: [{ firstUnit: 0, percentageRate: 3 }] })),
    [],
  );
  assert.deepEqual(
    faultsOf(of('volume', 'priceModelVolume', { tiers: [{ maximumUnits: 10, unitAmount: 3 }, { unitAmount: 2 }] })),
    [],
  );
  assert.deepEqual(
    faultsOf(
      matrix(
        [
          ['os', 'linux'],
          ['region', 'eu'],
        ],
        [
          ['region', 'us'],
          ['os', 'linux'],
        ],
      ),
    ),
    [],
  );
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
  assert.deepEqual(faultsOf({ ...basic, billableMetricId: '' }), ['d.0.billableMetricId:required']);
  assert.deepEqual(faultsOf(basic, basic), ['d.1.billableMetricId:duplicate']);
  assert.deepEqual(faultsOf({ ...basic, priceModelBasic: { unitAmount: -1 } }), [
    'd.0.priceModelBasic.unitAmount:range',
  ]);
  assert.deepEqual(faultsOf({ ...basic, priceModelBasic: {} }), ['d.0.priceModelBasic.unitAmount:required']);
});

test('tiers begin at 0, continue without a gap, ascend, and the last one has no end', () => {
  const where = 'd.0.priceModelTiered.tiers';
  assert.deepEqual(faultsOf(tiered()), [`${where}:count`]);
  assert.deepEqual(faultsOf(tiered({ firstUnit: 1, unitAmount: 1 })), [`${where}.0.firstUnit:start`]);
  assert.deepEqual(faultsOf(tiered({ firstUnit: 0, lastUnit: 10, unitAmount: 1 })), [`${where}.0.lastUnit:open_end`]);
  assert.deepEqual(faultsOf(tiered({ firstUnit: 0, lastUnit: 10, unitAmount: 1 }, { firstUnit: 11, unitAmount: 1 })), [
    `${where}.1.firstUnit:gap`,
  ]);
  assert.deepEqual(faultsOf(tiered({ firstUnit: 0, lastUnit: 10, unitAmount: 1 }, { firstUnit: 5, unitAmount: 1 })), [
    `${where}.1.firstUnit:gap`,
  ]);
  assert.deepEqual(
    faultsOf(
      tiered(
        { firstUnit: 0, lastUnit: 10, unitAmount: 1 },
        { firstUnit: 10, lastUnit: 10, unitAmount: 1 },
        { firstUnit: 10, unitAmount: 1 },
      ),
    ),
    [`${where}.1.lastUnit:order`],
  );
  assert.deepEqual(faultsOf(tiered({ firstUnit: 0, unitAmount: 1 }, { firstUnit: 10, unitAmount: 1 })), [
    `${where}.0.lastUnit:required`,
  ]);
  const volume = (...tiers: object[]) => faultsOf(of('volume', 'priceModelVolume', { tiers }));
  assert.deepEqual(volume({ maximumUnits: 10, unitAmount: 1 }, { maximumUnits: 5, unitAmount: 1 }, { unitAmount: 1 }), [
    'd.0.priceModelVolume.tiers.1.maximumUnits:order',
  ]);
});

test('usage fits at most one group of a matrix', () => {
  const where = 'd.0.priceModelMatrix.matrix';
  assert.deepEqual(faultsOf(matrix([['os', 'linux']], [['os', 'linux']])), [`${where}.1.properties:duplicate`]);
  assert.deepEqual(faultsOf(matrix([['os', 'linux']], [['region', 'eu']])), [`${where}.1.properties:names`]);
  assert.deepEqual(
    faultsOf(
      matrix([
        ['os', 'linux'],
        ['os', 'mac'],
      ]),
    ),
    [`${where}.0.properties:duplicate`],
  );
  assert.deepEqual(faultsOf(matrix([['os', '']])), [`${where}.0.properties.0.value:required`]);
});

test('discounts, minimums and periods are in their range', () => {
  assert.deepEqual(faultsOf({ ...basic, discount: { discountType: 'PERCENTAGE', value: 101 } }), [
    'd.0.discount.value:range',
  ]);
  assert.deepEqual(faultsOf({ ...basic, discount: { discountType: 'ABSOLUTE', value: 101 } }), []);
  assert.deepEqual(faultsOf({ ...basic, discount: { value: 1 } }), ['d.0.discount.discountType:required']);
  assert.deepEqual(faultsOf({ ...basic, minimumCommit: 1.001 }), ['d.0.minimumCommit:decimals']);
  assert.deepEqual(faultsOf({ ...basic, minimumCommitScope: 'DIMENSION' }), ['d.0.minimumCommit:required']);
  assert.deepEqual(faultsOf({ ...basic, length: 3 }), ['d.0.timeUnit:required']);
  assert.deepEqual(faultsOf({ ...basic, length: 0, timeUnit: 'MONTH' }), ['d.0.length:range']);
  const commit = { key: 'seats', rate: 12.5, quantity: 2, length: 12, timeUnit: 'MONTH' } as const;
  const codes = (...commits: object[]) =>
    commitFaults(commits as (typeof commit)[], { path: 'c', currency: 'USD' }).map(
      ({ path, code }) => `${path}:${code}`,
    );
  assert.deepEqual(codes(commit), []);
  assert.deepEqual(codes(commit, commit), ['c.1.key:duplicate']);
  assert.deepEqual(codes({ rate: -1, quantity: 0 }), ['c.0.rate:range', 'c.0.quantity:range', 'c.0.key:required']);
});

test('tiers that pass give every quantity exactly one tier', () => {
  const bounds = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(bounds, fc.boolean(), (ends, isOpen) => {
      const tiers = [...ends, ...(isOpen ? [null] : [])].map((end, index) => ({
        firstUnit: index === 0 ? 0 : ends[index - 1],
        ...(end === null ? {} : { lastUnit: end }),
        unitAmount: 1,
      }));
      const isFine = faultsOf(tiered(...tiers)).length === 0;
      const covers = Array.from({ length: 31 }, (_, units) => units + 0.5).every(
        (units) =>
          tiers.filter(
            ({ firstUnit, lastUnit }) => (firstUnit ?? 0) < units && units <= (lastUnit ?? Number.POSITIVE_INFINITY),
          ).length === 1,
      );
      assert.ok(!isFine || covers);
    }),
  );
});
