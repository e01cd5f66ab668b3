import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openWorld, type World } from '../../../../test/factories/commerce.ts';
import { isRefusal } from '../../../kit/errors.ts';
import { decodeId } from '../../../kit/ids.ts';
import { createBillableMetric } from './actions/create-billable-metric.ts';
import { updateBillableMetric } from './actions/update-billable-metric.ts';
import { MetricListParams } from './fields.ts';
import { getBillableMetric, listBillableMetrics } from './reads.ts';
import { BillableMetric, NewBillableMetric, UpdateBillableMetricParams } from './schema.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(() => {
  world.orgId = randomUUID();
});

const create = async (fields: object) => {
  const body = NewBillableMetric.parse({ name: 'Storage', aggregationType: 'SUM', ...fields });
  return BillableMetric.parse(
    JSON.parse(JSON.stringify(await world.act((call) => createBillableMetric(call, { body })))),
  );
};
const update = (id: string, fields: object) => {
  const params = { billableMetricId: decodeId('metric', id) ?? '' };
  return world.act((call) => updateBillableMetric(call, { params, body: UpdateBillableMetricParams.parse(fields) }));
};
const list = async (query: object = {}) => {
  const asked = MetricListParams.parse(query);
  return (await world.read((call) => listBillableMetrics(call, { query: asked }))).reply.map(({ id }) => id);
};
const refusal = async (doing: Promise<unknown>): Promise<[string, unknown]> => {
  try {
    await doing;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { info } = error;
    return [error.code, Array.isArray(info) ? info.map(({ path, code }) => `${path}:${code}`) : info];
  }
  return ['', null];
};

test('a metric keeps what it was created with, and fields that only the service sets are ignored', async () => {
  const made = await create({
    id: 'metric_mine',
    status: 'DELETED',
    organizationId: 'org_other',
    info: {
      filterGroups: [{ filters: [{ name: 'gb', operation: 'GTE', value: 0.1, valueType: '' }] }],
      groupBys: ['os', 'cluster'],
      propertyUniqueOn: '',
    },
  });
  assert.match(made.id, /^metric_/);
  assert.equal(made.status, 'ACTIVE');
  assert.deepEqual(made.info, {
    filterGroups: [{ filters: [{ name: 'gb', operation: 'GTE', value: 0.1, valueType: 'FLOAT' }] }],
    groupBys: ['os', 'cluster'],
  });
});

test('a metric that cannot be counted is refused, with every fault at once', async () => {
  const filters = [
    { name: 'a=b', operation: 'IS', value: 'x' },
    { name: 'gb', operation: 'GT', value: '5' },
    { name: 'gb', operation: 'IS', value: 5, valueType: 'FLOAT' },
    { name: 'gb' },
  ];
  const info = { filterGroups: [{ filters }, { filters: [] }], groupBys: ['os', 'os', 'a,b'], propertyUniqueOn: 'x' };
  assert.deepEqual(await refusal(create({ info })), [
    'BadRequest',
    [
      'info.filterGroups.0.filters.0.name:name',
      'info.filterGroups.0.filters.1.value:type',
      'info.filterGroups.0.filters.2.valueType:value_type',
      'info.filterGroups.0.filters.2.value:type',
      'info.filterGroups.0.filters.3.operation:required',
      'info.filterGroups.1.filters:required',
      'info.groupBys.1:repeated',
      'info.groupBys.2:name',
      'info.propertyUniqueOn:not_here',
    ],
  ]);
  assert.deepEqual(await refusal(create({ aggregationType: 'UNIQUE_COUNT' })), [
    'BadRequest',
    ['info.propertyUniqueOn:required'],
  ]);
  assert.deepEqual(await refusal(create({ aggregationType: '' })), ['BadRequest', ['aggregationType:required']]);
  for (const name of ['abc', 'x'.repeat(51), '    ']) assert.ok(!NewBillableMetric.safeParse({ name }).success, name);
  assert.ok(!NewBillableMetric.safeParse({ name: 'Storage', description: 'x'.repeat(301) }).success);
});

test('it can be renamed while active, deleted and restored, and its events say so', async () => {
  const { id } = await create({});
  const renamed = await update(id, { name: 'Storage in GB', description: 'All of it.', status: '' });
  assert.deepEqual([renamed.name, renamed.description], ['Storage in GB', 'All of it.']);
  assert.equal((await update(id, { description: null })).description, '');
  assert.equal((await update(id, { status: 'DELETED' })).status, 'DELETED');
  assert.equal(
    (await update(id, { status: 'DELETED', name: 'Storage in GB' })).status,
    'DELETED',
    'nothing is left to do',
  );
  assert.deepEqual(await refusal(update(id, { name: 'Other' })), [
    'Conflict',
    { status: 'DELETED', allowedFrom: ['ACTIVE'] },
  ]);
  const restored = await update(id, { status: 'ACTIVE', name: 'Other' });
  assert.deepEqual([restored.status, restored.name], ['ACTIVE', 'Other']);
  assert.deepEqual(
    (await world.events(id)).map(({ name, version }) => `${version} ${name.split('.')[1]}`),
    ['1 created', '2 updated', '3 updated', '4 deleted', '5 updated', '5 restored'],
  );
});

test('a deleted metric is found by its id, and listed only on request', async () => {
  const [kept, gone] = [await create({}), await create({ name: 'Gone' })];
  await update(gone.id, { status: 'DELETED' });
  assert.deepEqual(await list(), [kept.id]);
  assert.deepEqual(await list({ status: 'DELETED' }), [gone.id]);
  const params = { billableMetricId: decodeId('metric', gone.id) ?? '' };
  assert.equal((await world.read((call) => getBillableMetric(call, { params }))).reply.status, 'DELETED');
});
