import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openWorld, type World } from '../../../../../test/factories/commerce.ts';
import { isRefusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { createBillableMetric } from '../../billable-metric/actions/create-billable-metric.ts';
import { NewBillableMetric } from '../../billable-metric/schema.ts';
import { previewPrice } from './preview-price.ts';
import { PricePreviewParams } from './schema.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(() => {
  world.orgId = randomUUID();
});

const aMetric = async (aggregationType: string, info: object = {}): Promise<string> => {
  const body = NewBillableMetric.parse({ name: 'Metric', aggregationType, info });
  return (await world.act((call) => createBillableMetric(call, { body }))).id;
};
const preview = async (fields: object) =>
  (await world.read((call) => previewPrice(call, { body: PricePreviewParams.parse(fields) }))).reply;
const basic = (billableMetricId: string, fields: object = {}) => ({
  billableMetricId,
  category: 'basic',
  priceModelBasic: { unitAmount: 2 },
  ...fields,
});
const faults = async (fields: object): Promise<unknown> => {
  try {
    await preview(fields);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return Array.isArray(error.info) ? error.info.map(({ path, code }) => `${path}:${code}`) : error.code;
  }
  return 'accepted';
};

test('each dimension is priced with its usage, each group separately, and the steps are shown', async () => {
  const [sum, peak] = [await aMetric('SUM', { groupBys: ['os'] }), await aMetric('MAX')];
  const { amount, dimensions } = await preview({
    currency: 'USD',
    billableDimensions: [
      basic(sum, { name: 'Compute' }),
      basic(peak, { minimumCommit: 31, minimumCommitProrata: true }),
    ],
    period: {
      startTime: '2026-07-01T00:00:00Z',
      endTime: '2026-08-01T00:00:00Z',
      usedStartTime: '2026-07-22T00:00:00Z',
    },
    usage: [
      { billableMetricId: sum, quantity: 1.255, properties: { os: 'linux', zone: 'eu' } },
      { billableMetricId: sum, quantity: 1, properties: { os: 'linux' } },
      { billableMetricId: sum, quantity: 4, properties: { os: 'mac' } },
      { billableMetricId: peak, quantity: 2 },
      { billableMetricId: peak, quantity: 1.5 },
    ],
  });
  assert.equal(amount, 22.51);
  assert.deepEqual(
    dimensions.map((one) => [
      one.name,
      one.quantity,
      one.amount,
      one.steps.map((step) => [step.kind, step.group, step.amount]),
    ]),
    [
      [
        'Compute',
        6.255,
        12.51,
        [
          ['UNITS', 'os=linux', 4.51],
          ['UNITS', 'os=mac', 8],
        ],
      ],
      [
        'Metric',
        2,
        10,
        [
          ['UNITS', undefined, 4],
          ['MINIMUM_COMMIT', undefined, 6],
        ],
      ],
    ],
  );
});

test('a price that cannot be calculated is refused, with every fault at once', async () => {
  const metric = await aMetric('SUM');
  assert.deepEqual(await faults({}), ['currency:required', 'billableDimensions:required', 'usage:required']);
  const wrong = {
    currency: 'USD',
    billableDimensions: [
      basic(metric),
      basic(metric),
      basic('metric_no'),
      { billableMetricId: metric, category: 'bulk' },
    ],
    period: { startTime: '2026-08-01T00:00:00Z', endTime: '2026-07-01T00:00:00Z' },
    usage: [
      { billableMetricId: metric, quantity: -1 },
      { billableMetricId: await aMetric('SUM'), quantity: 1 },
    ],
  };
  assert.deepEqual(await faults(wrong), [
    'billableDimensions.1.billableMetricId:repeated',
    'billableDimensions.2.billableMetricId:unknown_metric',
    'billableDimensions.3.priceModelBulk.bulkSize:range',
    'billableDimensions.3.billableMetricId:repeated',
    'period.endTime:order',
    'period.usedStartTime:order',
    'usage.0.quantity:negative',
    'usage.1.billableMetricId:unknown_metric',
  ]);
  assert.equal(await faults({ entitlementId: encodeId('ent', randomUUID()) }), 'NotFound');
  assert.ok(!PricePreviewParams.safeParse({ currency: 'dollars' }).success);
});

test('a thousand groups with a hundred tiers are priced without blocking the process, and only the first steps are kept', async () => {
  const metric = await aMetric('SUM', { groupBys: ['host'] });
  const tiers = Array.from({ length: 100 }, (_, index) => ({
    firstUnit: index,
    lastUnit: index === 99 ? 0 : index + 1,
    unitAmount: 0.123456789,
    flatFee: 1,
  }));
  const dimension = { billableMetricId: metric, category: 'tiered', priceModelTiered: { tiers } };
  const usage = Array.from({ length: 1000 }, (_, index) => ({
    billableMetricId: metric,
    quantity: 1000,
    properties: { host: `h${index}` },
  }));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  // Database reads yield too: subtract as many as an empty preview has.
  count();
  await preview({ currency: 'USD', billableDimensions: [dimension], usage: usage.slice(0, 1) });
  const few = turns;
  turns = 0;
  const began = process.cpuUsage();
  const { dimensions, amount } = await preview({ currency: 'USD', billableDimensions: [dimension], usage });
  isOver = true;
  const { user } = process.cpuUsage(began);
  assert.equal(dimensions[0]?.steps.length, 1000);
  assert.equal(dimensions[0]?.omittedSteps, 199_001 - 1000 + 1000);
  assert.equal(amount, 223_456.79);
  assert.ok(turns > 5, `${turns} turns in ${Math.round(user / 1000)} ms, ${few} without work`);
});
