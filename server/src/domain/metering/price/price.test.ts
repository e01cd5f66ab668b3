import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { BillableDimensionDocument } from '../../../contract/reference/price-model.ts';
import { minorDigitsOf } from '../../../kit/currency.ts';
import { Big } from '../../../kit/decimal.ts';
import { isRefusal } from '../../../kit/errors.ts';
import { addMonths } from '../../../kit/months.ts';
import { exactPrice, type Fraction, fraction, inUnits, isBelow, times } from './oracle.test-support.ts';
import { type BillingPeriod, type PricedUsage, priceUsage } from './price.ts';

const dimensionOf = (document: object): BillableDimensionDocument => document as BillableDimensionDocument;
const july: BillingPeriod = {
  start: new Date('2026-07-01T00:00:00Z'),
  end: new Date('2026-08-01T00:00:00Z'),
};

const rows = (quantities: Record<string, string | number>): PricedUsage[] =>
  Object.entries(quantities).map(([group, quantity]) => ({
    group,
    properties: Object.fromEntries(group === '' ? [] : group.split(',').map((one) => one.split('='))),
    quantity: String(quantity),
  }));
const price = (document: object, quantities: Record<string, string | number>, currency = 'USD', period = july) =>
  priceUsage(dimensionOf(document), rows(quantities), { currency, period });
const amount = (document: object, quantity: string | number, currency = 'USD'): string =>
  price(document, { '': quantity }, currency).amount;

const basic = (unitAmount: number, more: object = {}) => ({
  category: 'basic',
  priceModelBasic: { unitAmount },
  ...more,
});
const volume = {
  category: 'volume',
  priceModelVolume: { tiers: [{ maximumUnits: 10, unitAmount: 0.5, flatFee: 5 }, { unitAmount: 0.4 }] },
};
const tiered = (tiers: object[], more: object = {}) => ({ category: 'tiered', priceModelTiered: { tiers }, ...more });
const threeTiers = tiered([
  { firstUnit: 1, lastUnit: 5, unitAmount: 0.5 },
  { firstUnit: 6, lastUnit: 10, unitAmount: 0.3 },
  { firstUnit: 11, unitAmount: 0.2 },
]);
const bulk = { category: 'bulk', priceModelBulk: { bulkSize: 5, bulkAmount: 5 } };
const matrix = {
  category: 'matrix',
  priceModelMatrix: {
    matrix: [
      {
        properties: [
          { name: 'os', value: 'linux' },
          { name: 'zone', value: 'eu' },
        ],
        unitAmount: 0.1,
      },
      { properties: [{ name: 'os', value: 'linux' }], unitAmount: 0.2 },
    ],
    defaultUnitAmount: 1,
  },
};

// The worked examples of docs/decisions/0100.
describe('the worked examples of prices', () => {
  it('basic, tiers, packages and volume', () => {
    assert.equal(amount(basic(0.5), 10), '5');
    assert.deepEqual(
      [4, 8, 15].map((units) => amount(threeTiers, units)),
      ['2', '3.4', '5'],
    );
    assert.deepEqual(
      [4, 5, 6].map((units) => amount(bulk, units)),
      ['5', '5', '10'],
    );
    assert.deepEqual(
      [8, 10, '10.5', 15].map((units) => amount(volume, units)),
      ['9', '10', '4.2', '6'],
    );
  });

  it('percentages and tiers of percentages', () => {
    const percentage = { category: 'percentage', priceModelPercentage: { percentageRate: 0.25, flatFee: 3 } };
    assert.equal(amount(percentage, 100), '28');
    const tiers = [
      { firstUnit: 0, lastUnit: 1000, percentageRate: 0.01, flatFee: 200 },
      { firstUnit: 1001, lastUnit: 10_000, percentageRate: 0.02, flatFee: 300 },
      { firstUnit: 10_001, percentageRate: 0.03, flatFee: 400 },
    ];
    const tieredPercentage = { category: 'tiered-percentage', priceModelTieredPercentage: { tiers } };
    assert.deepEqual(
      [500, 1050, 20_000].map((units) => amount(tieredPercentage, units)),
      ['205', '511', '1390'],
    );
  });

  it('a matrix: the first row that fits prices a group', () => {
    const { amount: total, steps } = price(matrix, {
      'os=linux,zone=eu': 10,
      'os=linux,zone=us': 10,
      'os=mac,zone=eu': 10,
    });
    assert.equal(total, '13');
    assert.deepEqual(
      steps.map(({ group, rate, amount: part }) => [group, rate, part]),
      [
        ['os=linux,zone=eu', '0.1', '1'],
        ['os=linux,zone=us', '0.2', '2'],
        ['os=mac,zone=eu', '1', '10'],
      ],
    );
  });

  it('each usage group is priced separately, and a discount comes before the minimum', () => {
    assert.equal(price(threeTiers, { 'os=linux': 8, 'os=mac': 4 }).amount, '5.4');
    const discounted = basic(1, { discount: { discountType: 'PERCENTAGE', value: 20 }, minimumCommit: 100 });
    assert.equal(amount(discounted, 200), '160');
    assert.deepEqual(
      price(discounted, { '': 110 }).steps.map(({ kind, amount: part }) => [kind, part]),
      [
        ['UNITS', '110'],
        ['DISCOUNT', '-22'],
        ['MINIMUM_COMMIT', '12'],
      ],
    );
    const absolute = basic(1, { discount: { discountType: 'ABSOLUTE', value: 30 } });
    assert.deepEqual([amount(absolute, 100), amount(absolute, 30), amount(absolute, 7)], ['70', '0', '0']);
  });

  it('a minimum: per dimension or per group, for a part of the period, and for a longer term', () => {
    const minimum = { minimumCommit: 100 };
    assert.equal(price(basic(1, minimum), {}).amount, '100');
    const groups = { 'os=linux': 120, 'os=mac': 30 };
    assert.equal(price(basic(1, minimum), groups).amount, '150');
    const byGroup = { ...minimum, minimumCommitScope: 'DIMENSION_GROUP_BY' };
    assert.equal(price(basic(1, byGroup), groups).amount, '220');
    assert.equal(price(basic(1, byGroup), {}).amount, '0');
    const fromMidJuly = { ...july, usedStart: new Date('2026-07-21T00:00:00Z') };
    assert.equal(price(basic(1, minimum), { '': 1 }, 'USD', fromMidJuly).amount, '100');
    const prorated = basic(1, { ...minimum, minimumCommitProrata: true });
    assert.equal(price(prorated, { '': 1 }, 'USD', fromMidJuly).amount, '35.48');
    const ofYear = basic(1, { minimumCommit: 1000, length: 1, timeUnit: 'YEAR' });
    assert.equal(price(ofYear, { '': 1 }).amount, '83.33');
    assert.equal(price(ofYear, { '': 1 }, 'USD', { ...july, months: 12 }).amount, '1000');
    const tenDays = { start: new Date('2026-07-01T00:00:00Z'), end: new Date('2026-07-11T00:00:00Z') };
    assert.equal(price(basic(1, { minimumCommit: 365, length: 1, timeUnit: 'YEAR' }), {}, 'USD', tenDays).amount, '10');
    assert.equal(price(basic(1, { minimumCommit: 10, length: 1, timeUnit: 'DAY' }), {}).amount, '310');
    assert.equal(price(basic(1, { minimumCommit: -1 }), {}).amount, '0', 'none');
  });

  it('a monthly minimum is due for each month of a purchase from the 29th, 30th or 31st, even without `months`', () => {
    const ofMonth = basic(1, { minimumCommit: 100, length: 1, timeUnit: 'MONTH' });
    for (const day of [1, 15, 28, 29, 30, 31]) {
      const from = new Date(Date.UTC(2027, 11, day, 10, 30));
      for (let month = 0; month < 16; month += 1) {
        const period = { start: addMonths(from, month), end: addMonths(from, month + 1) };
        assert.equal(price(ofMonth, {}, 'USD', period).amount, '100', JSON.stringify(period));
      }
    }
  });

  it('rounds once, half to even, to the digits of the currency, and shows it as a step', () => {
    assert.deepEqual(
      ['0.125', '0.135', '0.1251'].map((rate) => amount(basic(Number(rate)), 1)),
      ['0.12', '0.14', '0.13'],
    );
    assert.deepEqual(
      ['JPY', 'USD', 'KWD', 'CLF'].map((code) => amount(basic(2.55555), 1, code)),
      ['3', '2.56', '2.556', '2.5556'],
    );
    const { steps } = price(basic(0.333333333), { a: 1, b: 1, c: 1 });
    assert.deepEqual(
      steps.map((step) => step.amount),
      ['0.333333333', '0.333333333', '0.333333333', '0.000000001'],
    );
    assert.equal(amount(basic(999_999_999_999.999), '999999999999999.999999999'), '999999999999998999999999000');
  });

  it('tiers in both spellings mean the same', () => {
    const halfOpen = tiered([
      { firstUnit: 0, lastUnit: 5, unitAmount: 0.5 },
      { firstUnit: 5, lastUnit: 10, unitAmount: 0.3 },
      { firstUnit: 10, lastUnit: 0, unitAmount: 0.2 },
    ]);
    for (const units of [0, 1, 5, '5.5', 6, 10, '10.000000001', 11, 400])
      assert.equal(amount(halfOpen, units), amount(threeTiers, units));
  });
});

const faultsOf = (document: object): string[] => {
  try {
    price(document, { '': 1 });
  } catch (error) {
    if (isRefusal(error))
      return (error.info as { path: string; code: string }[]).map(({ path, code }) => `${path}:${code}`);
    throw error;
  }
  return [];
};

it('refuses a dimension that cannot be priced, with every fault', () => {
  assert.deepEqual(faultsOf({}), ['category:required']);
  assert.deepEqual(faultsOf(tiered([])), ['priceModelTiered.tiers:required']);
  const gaps = tiered([
    { firstUnit: 2, lastUnit: 5, unitAmount: -1 },
    { firstUnit: 7, unitAmount: 1 },
    { firstUnit: 9, unitAmount: 1 },
  ]);
  assert.deepEqual(faultsOf(gaps).sort(), [
    'priceModelTiered.tiers.0.firstUnit:gap',
    'priceModelTiered.tiers.0.unitAmount:negative',
    'priceModelTiered.tiers.1.firstUnit:gap',
    'priceModelTiered.tiers.1.lastUnit:order',
    'priceModelTiered.tiers.2.firstUnit:gap',
  ]);
  const wrong = {
    category: 'bulk',
    priceModelBulk: { bulkSize: 1.5 },
    discount: { value: 120, discountType: 'PERCENTAGE' },
  };
  assert.deepEqual(faultsOf(wrong), ['discount.value:range', 'priceModelBulk.bulkSize:range']);
  assert.deepEqual(faultsOf({ ...bulk, discount: { value: 1 } }), ['discount.discountType:choice']);
  assert.deepEqual(faultsOf({ category: 'bulk', priceModelBasic: { unitAmount: 1 } }), [
    'priceModelBulk.bulkSize:range',
  ]);
  const percentage = { category: 'percentage', priceModelPercentage: { percentageRate: 2.5 } };
  assert.deepEqual(faultsOf(percentage), ['priceModelPercentage.percentageRate:range']);
  assert.deepEqual(faultsOf({ category: 'matrix', priceModelMatrix: { matrix: [{ properties: [{ name: 'os' }] }] } }), [
    'priceModelMatrix.matrix.0.properties.0:required',
  ]);
});

const places = (most: number, digits: number) =>
  fc
    .tuple(fc.nat({ max: most }), fc.nat({ max: digits }))
    .map(([units, count]) => Number(new Big(units).div(10 ** count).toFixed()));
const rate = places(100_000, 6);
const fee = places(5000, 2);
const quantity = places(1_000_000, 4).map((one) => new Big(one).toFixed());
const edges = fc
  .uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 0, maxLength: 4 })
  .map((list) => list.toSorted((a, b) => a - b));

const tiersOf = (rates: fc.Arbitrary<number>, name: string) =>
  fc
    .tuple(edges, fc.boolean(), fc.array(fc.tuple(rates, fee), { minLength: 5, maxLength: 5 }))
    .map(([ends, isHalfOpen, prices]) => ({
      tiers: [...ends, null].map((end, index) => {
        const begin = ends[index - 1] ?? 0;
        const [one = 0, flatFee = 0] = prices[index] ?? [];
        return {
          firstUnit: isHalfOpen ? begin : begin + 1,
          ...(end === null ? {} : { lastUnit: end }),
          [name]: one,
          flatFee,
        };
      }),
    }));
const share = places(1000, 3).filter((one) => one <= 1);
const zones = ['eu', 'us', 'ap'];
const systems = ['linux', 'mac'];
const monotoneModels = fc.oneof(
  rate.map((unitAmount) => ({ category: 'basic', priceModelBasic: { unitAmount } })),
  tiersOf(rate, 'unitAmount').map((priceModelTiered) => ({ category: 'tiered', priceModelTiered })),
  tiersOf(share, 'percentageRate').map((model) => ({
    category: 'tiered-percentage',
    priceModelTieredPercentage: model,
  })),
  fc
    .record({ percentageRate: share, flatFee: fee })
    .map((model) => ({ category: 'percentage', priceModelPercentage: model })),
  fc
    .record({ bulkSize: fc.integer({ min: 1, max: 300 }), bulkAmount: rate })
    .map((model) => ({ category: 'bulk', priceModelBulk: model })),
  fc
    .record({
      matrix: fc.array(
        fc.record({
          properties: fc.constantFrom(
            ...zones.map((zone) => [{ name: 'zone', value: zone }]),
            ...systems.map((os) => [{ name: 'os', value: os }]),
            [
              { name: 'os', value: 'mac' },
              { name: 'zone', value: 'eu' },
            ],
          ),
          unitAmount: rate,
        }),
        { minLength: 1, maxLength: 5 },
      ),
      defaultUnitAmount: rate,
    })
    .map((model) => ({ category: 'matrix', priceModelMatrix: model })),
);
const volumes = fc
  .tuple(edges, fc.array(fc.tuple(rate, fee), { minLength: 5, maxLength: 5 }))
  .map(([ends, prices]) => ({
    category: 'volume',
    priceModelVolume: {
      tiers: [...ends, 0].map((maximumUnits, index) => {
        const [unitAmount = 0, flatFee = 0] = prices[index] ?? [];
        return { maximumUnits, unitAmount, flatFee };
      }),
    },
  }));
const models: fc.Arbitrary<object> = fc.oneof(monotoneModels, volumes);
const terms = fc.record(
  {
    discount: fc.record({
      discountType: fc.constantFrom('PERCENTAGE', 'ABSOLUTE'),
      value: places(10_000, 2).map((one) => Math.min(one, 100)),
    }),
    minimumCommit: fee,
    minimumCommitScope: fc.constantFrom('DIMENSION', 'DIMENSION_GROUP_BY'),
    minimumCommitProrata: fc.boolean(),
  },
  { requiredKeys: [] },
);
const groups = systems.flatMap((os) => zones.map((zone) => `os=${os},zone=${zone}`));
const usage = fc.dictionary(fc.constantFrom(...groups), quantity, { maxKeys: 5 });
const currency = fc.constantFrom('JPY', 'USD', 'KWD');
const usedDays = fc.integer({ min: 0, max: 31 });

describe('whatever the price model', () => {
  it('the amount is the sum of its steps, each is exact, and a second calculation in fractions agrees', () => {
    fc.assert(
      fc.property(models, terms, usage, currency, usedDays, (model, more, quantities, code, days) => {
        const document: Record<string, unknown> = { ...model, ...more };
        const period = { ...july, usedEnd: new Date(july.start.getTime() + days * 86_400_000) };
        const found = price(document, quantities, code, period);
        const digits = minorDigitsOf(code);
        assert.ok(found.steps.reduce((total, step) => total.plus(step.amount), new Big(0)).eq(found.amount));
        for (const step of found.steps)
          if (step.quantity !== null) assert.ok(new Big(step.quantity).times(step.rate ?? 0).eq(step.amount));
        assert.ok(
          found.steps
            .filter(({ kind }) => kind === 'ROUNDING')
            .every((step) => new Big(step.amount).abs().lte(new Big(10).pow(-digits).div(2))),
        );
        const isProrated = document.minimumCommitProrata === true;
        const whole = fraction(Number(document.minimumCommit ?? 0));
        const part: Fraction = isProrated ? times(whole, { n: BigInt(days), d: 31n }) : whole;
        const minimum = { n: inUnits(part, digits), d: 10n ** BigInt(digits) };
        const expected = exactPrice(document, rows(quantities), minimum);
        assert.equal(BigInt(new Big(found.amount).times(10 ** digits).toFixed()), inUnits(expected, digits));
        assert.ok(!isBelow(fraction(found.amount), fraction(0)));
      }),
      { numRuns: 2000 },
    );
  });

  it('more usage never costs less, except with volume pricing', () => {
    fc.assert(
      fc.property(monotoneModels, terms, quantity, quantity, (model, more, one, other) => {
        const total = new Big(one).plus(other).toFixed();
        const priceOf = (units: string) => price({ ...model, ...more }, { 'os=mac,zone=eu': units }).amount;
        assert.ok(new Big(priceOf(total)).gte(priceOf(one)));
      }),
    );
  });

  it('a minimum tops up to exactly its amount, and a discount never goes below 0', () => {
    fc.assert(
      fc.property(models, terms, usage, (model, more, quantities) => {
        const { discount, ...others } = more;
        const full = price({ ...model, ...others, minimumCommit: 0 }, quantities);
        const less = price({ ...model, ...more, minimumCommit: 0 }, quantities);
        assert.ok(new Big(less.amount).gte(0) && new Big(less.amount).lte(full.amount));
        const minimum = Number(new Big(less.amount).plus('12.34').toFixed(2));
        const raised = price(
          { ...model, ...more, minimumCommit: minimum, minimumCommitScope: '', minimumCommitProrata: false },
          quantities,
        );
        assert.equal(raised.amount, new Big(minimum).toFixed());
      }),
    );
  });

  it('groups add up: the total price is the sum of the prices of each, before rounding', () => {
    fc.assert(
      fc.property(models, usage, (model, quantities) => {
        const exactOf = (parts: Record<string, string>): Big =>
          price(model, parts)
            .steps.filter(({ kind }) => kind !== 'ROUNDING')
            .reduce((total, step) => total.plus(step.amount), new Big(0));
        const each = Object.entries(quantities).reduce(
          (total, [group, units]) => total.plus(exactOf({ [group]: units })),
          new Big(0),
        );
        assert.ok(exactOf(quantities).eq(each));
      }),
    );
  });
});

it('with volume pricing the boundary belongs to the lower tier', () => {
  fc.assert(
    fc.property(volumes, (model) => {
      for (const { maximumUnits: end, unitAmount, flatFee } of model.priceModelVolume.tiers.slice(0, -1)) {
        const expected = new Big(end).times(unitAmount).plus(flatFee).round(2);
        assert.equal(amount(model, end), expected.toFixed());
      }
    }),
  );
});

it('packages are rounded up, so that a started package costs a whole one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 1000 }), (size, count) => {
      const model = { category: 'bulk', priceModelBulk: { bulkSize: size, bulkAmount: 1 } };
      assert.equal(amount(model, size * count), String(count));
      assert.equal(amount(model, new Big(size * count).plus('0.000000001').toFixed()), String(count + 1));
    }),
  );
});
