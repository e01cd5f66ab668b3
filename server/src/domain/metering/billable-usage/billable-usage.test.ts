import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { openWorld, type World } from '../../../../test/factories/commerce.ts';
import { isRefusal } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { dueHandlers } from '../../../workflows/schedules.ts';
import { createBuyer } from '../../buyer/actions/create-buyer.ts';
import { NewBuyer } from '../../buyer/schema.ts';
import { createEntitlement } from '../../entitlement/direct-purchase/actions/create-entitlement.ts';
import { CreateEntitlement } from '../../entitlement/direct-purchase/schema.ts';
import { createOrUpdateDraftOffer } from '../../offer/actions/save-draft-offer.ts';
import { OfferIn } from '../../offer/schema.ts';
import { createBillableMetric } from '../billable-metric/actions/create-billable-metric.ts';
import { updateBillableMetric } from '../billable-metric/actions/update-billable-metric.ts';
import { NewBillableMetric } from '../billable-metric/schema.ts';
import { previewPrice } from '../price/preview/preview-price.ts';
import { PricePreviewParams } from '../price/preview/schema.ts';
import { deleteUsageRecordGroup } from '../usage-record-group/actions/delete-usage-record-group.ts';
import { reportUsage, reportUsageBatch } from '../usage-record-group/actions/report-usage.ts';
import { listUsageRecordReports } from '../usage-record-report/reads.ts';
import { freezeBilledUsage } from './actions/freeze-billed-usage.ts';
import { loadBilledUsage } from './actions/load-billed-usage.ts';

let world: World;
let metrics: Record<string, string>;
let entitlementId: string;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Each test has a day of its own, and begins at 10:00. */
let day = '2026-11-20';
const at = (text: string): string => `${day}T${text}:00Z`;
const uuidOf = (id: string): string => decodeId(id.startsWith('ent') ? 'ent' : 'metric', id) ?? '';

const aMetric = async (aggregationType: string, info: object = {}): Promise<string> => {
  const body = NewBillableMetric.parse({ name: `By ${aggregationType}`, aggregationType, info });
  return (await world.act((call) => createBillableMetric(call, { body }))).id;
};
const anEntitlement = async (dimensions: object[], fields: object = {}): Promise<string> => {
  const buyerBody = NewBuyer.parse({ partner: 'STRIPE', name: 'Initech', paymentConfig: { currency: 'USD' } });
  const buyer = await world.act((call) =>
    createBuyer(call, { body: buyerBody, answer: { customer: null, faults: [] } }),
  );
  const info = { currency: 'USD', billableDimensions: dimensions };
  const offer = await world.act((call) =>
    createOrUpdateDraftOffer(call, { body: OfferIn.parse({ name: 'Direct', partner: 'STRIPE', info }) }),
  );
  await world.act((call) =>
    call.db
      .updateTable('offer')
      .set({ status: 'ACTIVE' })
      .where('offer.id', '=', decodeId('offer', offer.id) ?? '')
      .execute(),
  );
  const body = CreateEntitlement.parse({ buyerId: buyer.id, offerId: offer.id, startDate: '2026-11-01', ...fields });
  return (await world.act((call) => createEntitlement(call, { body }))).id;
};
beforeEach(async () => {
  world.orgId = randomUUID();
  const next = new Date(Math.ceil(world.clock.now().getTime() / dayMs) * dayMs + 10 * hourMs);
  day = next.toISOString().slice(0, 10);
  world.clock.advance(next.getTime() - world.clock.now().getTime());
  metrics = {
    COUNT: await aMetric('COUNT'),
    SUM: await aMetric('SUM', { groupBys: ['os', 'zone'] }),
    MAX: await aMetric('MAX'),
    LAST: await aMetric('LAST'),
    UNIQUE_COUNT: await aMetric('UNIQUE_COUNT', { propertyUniqueOn: 'user' }),
  };
  const dimensions = Object.values(metrics).map((billableMetricId) => ({
    billableMetricId,
    category: 'basic',
    priceModelBasic: { unitAmount: 1 },
  }));
  entitlementId = await anEntitlement(dimensions);
});

type Sent = [metric: string, quantity?: number, properties?: object];
const recordsOf = (records: Sent[]) =>
  records.map(([metric, quantity, properties = {}]) => ({
    key: metrics[metric] ?? metric,
    properties,
    ...(quantity === undefined ? {} : { quantity }),
  }));
const report = (time: string, records: Sent[], fields: object = {}) =>
  world.act((call) =>
    reportUsage(call, {
      params: { entitlementId: uuidOf(entitlementId) },
      body: { timestamp: at(time), billableRecords: recordsOf(records), ...fields },
    }),
  );
const rows = async (table: string, order = '1') =>
  (await world.database.pool.query(`select * from ${table} where org_id = $1 order by ${order}`, [world.orgId])).rows;
const runDue = async (): Promise<void> => {
  const now = world.clock.now();
  for (let turn = 0; turn < 20; turn += 1) {
    const due = (await rows('due')).find((row) => row.kind === 'usage.aggregate' && row.due_time <= now);
    if (!due) return;
    const handler = dueHandlers.find(({ kind }) => kind === due.kind);
    await world.act(
      (call) => handler?.act(call, { entityId: due.entity_id, dueTime: due.due_time }) ?? Promise.resolve(),
    );
  }
};
const close = async (hours = 1): Promise<void> => {
  world.clock.advance(hours * hourMs);
  await runDue();
};
const billed = async (from = at('00:00'), to = at('23:00')): Promise<Record<string, string>> => {
  const { reply } = await world.read((call) =>
    loadBilledUsage(call, { entitlementId: uuidOf(entitlementId), from: new Date(from), to: new Date(to) }),
  );
  const names = new Map(Object.entries(metrics).map(([name, id]) => [uuidOf(id), name]));
  return Object.fromEntries(
    reply.flatMap(({ metricId, usage }) =>
      usage.map(({ group, quantity }) => [[names.get(metricId), group].filter(Boolean).join(' '), quantity]),
    ),
  );
};
const reports = async () =>
  (
    await world.read(
      (call) => listUsageRecordReports(call, { query: { limit: undefined, offset: undefined, partner: 'STRIPE' } }),
      { url: '/list' },
    )
  ).reply.usageRecordReports;
const refusal = async (doing: Promise<unknown>): Promise<unknown> => {
  try {
    await doing;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return Array.isArray(error.info) ? error.info.map(({ path, code }) => `${path}:${code}`) : error.info;
  }
  return 'accepted';
};
/** Every record is counted once: reports state exactly the records that they took. */
const assertIdentity = async (): Promise<void> => {
  const records = await rows('billable_record');
  const hours = await rows('billable_hour');
  for (const reportId of new Set(records.map((row) => row.report_id).filter(Boolean))) {
    const counted = records.filter((row) => row.report_id === reportId && row.counted).length;
    const said = hours.filter((row) => row.report_id === reportId).reduce((sum, row) => sum + row.records, 0);
    assert.equal(said, counted);
  }
};

test('an ended hour is added up by metric and group, and its groups become REPORTED', async () => {
  const first = await report('09:05', [
    ['COUNT'],
    ['SUM', 1.5, { os: 'linux', zone: 'eu' }],
    ['SUM', 2, { zone: 'us', os: 'linux' }],
    ['MAX', 7],
    ['LAST', 7],
    ['UNIQUE_COUNT', 0, { user: 'ann' }],
  ]);
  assert.equal(first.status, 'CREATED');
  assert.equal(first.metaInfo.billableRecords?.length, 6);
  assert.equal(first.partner, undefined, 'the reference has words for marketplaces alone');
  await report('09:50', [
    ['COUNT', 5],
    ['MAX', 3],
    ['LAST', 3],
    ['UNIQUE_COUNT', 1, { user: 'ben' }],
  ]);
  await report('09:10', [
    ['COUNT'],
    ['SUM', 0.25, { os: 'linux', zone: 'eu' }],
    ['LAST', 9],
    ['UNIQUE_COUNT', 1, { user: 'ann' }],
    ['UNIQUE_COUNT', 1],
  ]);
  await runDue();
  assert.deepEqual(await billed(), {}, 'the hour may still get usage');
  await close();
  assert.deepEqual(await billed(), {
    COUNT: '3',
    'SUM os=linux,zone=eu': '1.75',
    'SUM os=linux,zone=us': '2',
    MAX: '7',
    LAST: '3',
    UNIQUE_COUNT: '2',
  });
  const groups = await rows('usage_record_group');
  assert.deepEqual(
    groups.map(({ status }) => status),
    ['REPORTED', 'REPORTED', 'REPORTED'],
  );
  const [shown] = await reports();
  assert.equal(shown?.info.status, 'SUCCESS');
  assert.equal(shown?.info.startTime, `${day}T09:00:00.000Z`);
  assert.deepEqual(shown?.info.usageRecordGroupIds?.toSorted(), groups.map(({ id }) => id).sort());
  const users = shown?.info.aggregatedBillableRecords?.find(({ key }) => key === metrics.UNIQUE_COUNT);
  assert.deepEqual(users, {
    key: metrics.UNIQUE_COUNT,
    name: 'By UNIQUE_COUNT',
    billableMetricAggregationType: 'UNIQUE_COUNT',
    billableMetricInfo: { propertyUniqueOn: 'user' },
    groupBysExpression: '',
    quantity: 2,
    uniqueCountAggregationResult: { newItems: { ann: {}, ben: {} } },
  });
  const period = { startTime: at('00:00'), endTime: at('23:00') };
  const asked = PricePreviewParams.parse({ entitlementId, period });
  const { reply: price } = await world.read((call) => previewPrice(call, { body: asked }));
  assert.deepEqual([price.currency, price.amount], ['USD', 3 + 1.75 + 2 + 7 + 3 + 2]);
  await assertIdentity();
  await runDue();
  assert.equal((await rows('usage_report')).length, 1, 'nothing is closed twice');
});

test('late usage corrects a closed hour, in whatever order it arrives', async () => {
  await report('09:30', [['COUNT'], ['MAX', 5], ['LAST', 5], ['UNIQUE_COUNT', 1, { user: 'ann' }]]);
  await close();
  await report('09:40', [['COUNT'], ['MAX', 4], ['LAST', 4], ['UNIQUE_COUNT', 1, { user: 'ben' }]]);
  await report('09:20', [['COUNT'], ['MAX', 9], ['LAST', 9], ['UNIQUE_COUNT', 1, { user: 'ann' }]]);
  await close();
  assert.deepEqual(await billed(), { COUNT: '3', MAX: '9', LAST: '4', UNIQUE_COUNT: '2' });
  const [correction, original] = await reports();
  assert.deepEqual([original?.info.message, correction?.info.message], [undefined, 'CORRECTION']);
  const countOf = (one: typeof original) =>
    one?.info.aggregatedBillableRecords?.find(({ key }) => key === metrics.COUNT)?.quantity;
  assert.deepEqual([countOf(original), countOf(correction)], [1, 3]);
  await assertIdentity();
});

test('a period combines its hours: the highest MAX, the last LAST, and each distinct value once a day', async () => {
  for (const [time, value, user] of [
    ['08:10', 3, 'ann'],
    ['09:10', 8, 'ann'],
    ['07:10', 5, 'ben'],
    ['23:10', 1, 'ann'],
  ] as const)
    await report(time === '23:10' ? '09:59' : time, [
      ['MAX', value],
      ['LAST', value],
      ['UNIQUE_COUNT', 1, { user }],
    ]);
  await close();
  assert.deepEqual(await billed(), { MAX: '8', LAST: '1', UNIQUE_COUNT: '2' });
  assert.deepEqual(await billed(at('07:00'), at('09:00')), { MAX: '5', LAST: '3', UNIQUE_COUNT: '2' });
  const from = at('00:00');
  world.clock.advance(dayMs);
  day = world.clock.now().toISOString().slice(0, 10);
  await report('09:00', [['UNIQUE_COUNT', 1, { user: 'ann' }]]);
  await close();
  assert.equal((await billed(from)).UNIQUE_COUNT, '3');
});

test('billed hours never change: late usage counts in the first hour that is not yet billed', async () => {
  await report('08:30', [['SUM', 2, { os: 'linux' }]]);
  await report('09:59', [['SUM', 3, { os: 'linux' }]]);
  const [from, to] = [new Date(at('00:00')), new Date(at('09:00'))];
  await world.act((call) => freezeBilledUsage(call, { entitlementId: uuidOf(entitlementId), from, to }));
  assert.deepEqual(await billed(at('00:00'), at('09:00')), { 'SUM os=linux,zone=': '2' }, 'closed without waiting');
  const late = await report('08:45', [['SUM', 4, { os: 'linux' }]]);
  await close();
  assert.deepEqual(await billed(at('00:00'), at('09:00')), { 'SUM os=linux,zone=': '2' });
  assert.deepEqual(await billed(at('09:00')), { 'SUM os=linux,zone=': '7' });
  const group = (await rows('usage_record_group')).find(({ id }) => id === late.id);
  assert.equal(group.meta_info.originalHour, `${day}T08:00:00Z`);
  assert.deepEqual((await reports()).map(({ info }) => info.status).sort(), ['INVOICED', 'SUCCESS']);
  await world.act((call) => freezeBilledUsage(call, { entitlementId: uuidOf(entitlementId), from, to }));
  await world.act((call) =>
    call.db
      .updateTable('entitlement')
      .set({ status: 'CANCELLED' })
      .where('entitlement.id', '=', uuidOf(entitlementId))
      .execute(),
  );
  assert.deepEqual(await refusal(report('08:45', [['COUNT']])), ['timestamp:closed'], 'no hour would bill it');
  assert.equal(await refusal(report('09:45', [['COUNT']])), 'accepted');
  await assert.rejects(
    world.act((call) =>
      freezeBilledUsage(call, {
        ...{ entitlementId: uuidOf(entitlementId), from },
        to: new Date(world.clock.now().getTime() + 1),
      }),
    ),
  );
  await assertIdentity();
});

test('periods that begin within an hour count every hour once, including the one in which the term begins', async () => {
  entitlementId = await anEntitlement([{ billableMetricId: metrics.COUNT }], { startDate: at('07:30') });
  for (const time of ['07:40', '08:10', '08:50', '09:20']) await report(time, [['COUNT']]);
  await close();
  const counts: (string | undefined)[] = [];
  for (const [from, to] of [
    ['07:30', '08:30'],
    ['08:30', '09:30'],
    ['09:30', '10:30'],
  ] as const)
    counts.push((await billed(at(from), at(to))).COUNT);
  assert.deepEqual(counts, ['3', '1', undefined]);
});

test('filters decide which records count: each group needs at least one match', async () => {
  const filterGroups = [
    {
      filters: [
        { name: 'plan', operation: 'IS', value: 'pro' },
        { name: 'seconds', operation: 'GTE', value: 10.5 },
      ],
    },
    { filters: [{ name: 'internal', operation: 'NOT_IS', value: 'true' }] },
  ];
  metrics.FILTERED = await aMetric('COUNT', { filterGroups });
  entitlementId = await anEntitlement([{ billableMetricId: metrics.FILTERED }]);
  await report('09:00', [
    ['FILTERED', 1, { plan: 'pro' }],
    ['FILTERED', 1, { plan: 'free', seconds: '10.50' }],
    ['FILTERED', 1, { plan: 'free', seconds: 10 }],
    ['FILTERED', 1, { plan: 'pro', internal: true }],
    ['FILTERED', 1],
  ]);
  await close();
  assert.deepEqual(await billed(), { FILTERED: '2' });
  await assertIdentity();
  assert.deepEqual(
    (await rows('usage_record_group')).map(({ status }) => status),
    ['REPORTED'],
  );
});

test('the same id with the same records is the same usage; with others it is a conflict', async () => {
  const id = 'my-own-id';
  await report('09:00', [['SUM', 1, { os: 'linux', zone: 'eu' }]], { id });
  assert.deepEqual(await refusal(report('09:00', [['SUM', 1.0, { zone: 'eu', os: 'linux' }]], { id })), {
    ...((await refusal(report('09:00', [['SUM', 1]], { id }))) as object),
    differs: false,
  });
  assert.equal((await rows('billable_record')).length, 1);
  const item = {
    id,
    entitlementID: entitlementId,
    billableRecords: recordsOf([['SUM', 2, { os: 'linux', zone: 'eu' }]]),
  };
  assert.deepEqual(await refusal(world.act((call) => reportUsageBatch(call, { body: [item] }))), ['0.id:id_conflict']);
});

test('a group that is sent back as it was returned is the same usage', async () => {
  const shown = await report('09:00', [['SUM', 1, { os: 'linux' }]], { id: 'shown' });
  const back = (body: object) => world.act((call) => reportUsageBatch(call, { body: [{ ...shown, ...body }] }));
  assert.deepEqual(
    (await back({})).map(({ id }) => id),
    ['shown'],
  );
  assert.equal((await rows('billable_record')).length, 1);
  const other = { metaInfo: { ...shown.metaInfo, billableRecords: recordsOf([['SUM', 2, { os: 'linux' }]]) } };
  assert.deepEqual(await refusal(back(other)), ['0.id:id_conflict']);
  assert.deepEqual(await refusal(back({ billableRecords: recordsOf([['SUM', 2, { os: 'linux' }]]) })), [
    '0.id:id_conflict',
  ]);
});

test('usage that cannot be counted is refused, with every fault at once', async () => {
  const other = await aMetric('COUNT');
  await world.act((call) =>
    updateBillableMetric(call, {
      params: { billableMetricId: uuidOf(metrics.MAX ?? '') },
      body: { status: 'DELETED' },
    }),
  );
  const bad: Sent[] = [['SUM'], ['SUM', -1], ['MAX', 1], ['metric_no', 1], [other, 1]];
  assert.deepEqual(await refusal(report('09:00', bad)), ['billableRecords.1.quantity:negative']);
  assert.deepEqual(await refusal(report('09:00', bad.toSpliced(1, 1))), [
    'billableRecords.0.quantity:required',
    'billableRecords.1.key:metric_deleted',
    'billableRecords.2.key:unknown_metric',
    'billableRecords.3.key:unknown_metric',
  ]);
  assert.deepEqual(await refusal(report('09:00', [['SUM', 0]])), ['billableRecords:all_zero']);
  assert.equal(await refusal(report('09:00', [['LAST', 0]])), 'accepted');
  assert.deepEqual(await refusal(report('09:00', [['COUNT']], { records: { gb: 1 } })), ['billableRecords:exclusive']);
  assert.equal(await refusal(report('09:00', [[other, 1]], { metaInfo: { SkipValidation: true } })), 'accepted');
  const shapes = [[{ key: metrics.COUNT, properties: { deep: { er: 1 }, long: 'x'.repeat(256) } }], {}, [1]];
  assert.deepEqual(
    await Promise.all(shapes.map((billableRecords) => refusal(report('09:00', [], { billableRecords })))),
    [
      ['billableRecords.0.properties.deep:type', 'billableRecords.0.properties.long:type'],
      ['billableRecords:type'],
      ['billableRecords.0:type'],
    ],
  );
  assert.deepEqual(
    await refusal(
      report(
        '09:00',
        Array.from({ length: 201 }, (): Sent => ['COUNT']),
      ),
    ),
    ['billableRecords:too_many'],
  );
  const inRecords = { params: { entitlementId: uuidOf(entitlementId) }, body: { records: { gb: 1 } } };
  assert.deepEqual(await refusal(world.act((call) => reportUsage(call, inRecords))), [
    'entitlementID:not_metered',
    'records.gb:unknown_dimension',
  ]);
});

/** A report of an hour before 10:00, or a closing of what is open. */
const stepOf = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      minute: fc.integer({ min: 7 * 60, max: 10 * 60 - 1 }),
      quantity: fc.integer({ min: 0, max: 50 }).map((one) => one / 4),
      user: fc.constantFrom('ann', 'ben', 'cid'),
      os: fc.constantFrom('linux', 'mac'),
    }),
  },
  { weight: 1, arbitrary: fc.constant('close' as const) },
);

test('whatever arrives late, the hours match a second calculation', async () => {
  for (const steps of fc.sample(fc.array(stepOf, { minLength: 12, maxLength: 25 }), 4)) {
    entitlementId = await anEntitlement(Object.values(metrics).map((billableMetricId) => ({ billableMetricId })));
    const sent: Exclude<(typeof steps)[number], 'close'>[] = [];
    for (const step of steps) {
      if (step === 'close') {
        await close();
        continue;
      }
      const time = `${String(Math.floor(step.minute / 60)).padStart(2, '0')}:${String(step.minute % 60).padStart(2, '0')}`;
      const { quantity, user, os } = step;
      await report(time, [
        ['COUNT'],
        ['SUM', quantity + 1, { os }],
        ['MAX', quantity],
        ['LAST', quantity],
        ['UNIQUE_COUNT', 0, { user }],
      ]);
      sent.push(step);
    }
    await close(2);
    const sumOf = (os: string) => sent.filter((one) => one.os === os).reduce((sum, one) => sum + one.quantity + 1, 0);
    const inTime = sent.toSorted((left, right) => left.minute - right.minute);
    const expected = {
      COUNT: sent.length,
      'SUM os=linux,zone=': sumOf('linux'),
      'SUM os=mac,zone=': sumOf('mac'),
      MAX: Math.max(...sent.map((one) => one.quantity)),
      LAST: inTime.at(-1)?.quantity ?? 0,
      UNIQUE_COUNT: new Set(sent.map((one) => one.user)).size,
    };
    const found = await billed();
    for (const [name, quantity] of Object.entries(expected)) assert.equal(Number(found[name] ?? 0), quantity, name);
  }
  await assertIdentity();
});

test('a deleted group is not counted', async () => {
  const { id } = await report('09:00', [['COUNT'], ['COUNT']]);
  await report('09:01', [['COUNT']]);
  const deleted = await world.act((call) =>
    deleteUsageRecordGroup(call, { params: { usageRecordGroupId: id }, query: {} }),
  );
  assert.equal(deleted.status, 'DELETED');
  await close();
  assert.deepEqual(await billed(), { COUNT: '1' });
});

test('test usage is shown and not billed', async () => {
  await world.act((call) =>
    call.db
      .updateTable('entitlement')
      .set({ meta_info: JSON.stringify({ enableTestUsageMetering: true }) as never })
      .where('entitlement.id', '=', uuidOf(entitlementId))
      .execute(),
  );
  await report('09:00', [['COUNT']]);
  await close();
  assert.deepEqual(await billed(), {});
  assert.deepEqual(
    (await reports()).map(({ info }) => [info.status, info.message]),
    [['CANCELED', 'TEST']],
  );
  assert.ok(encodeId('ent', uuidOf(entitlementId)) === entitlementId);
});

test('a group is deleted while none of its records has been reported: they are not billed, and its id stays taken', async () => {
  const remove = (usageRecordGroupId: string) =>
    world.act((call) => deleteUsageRecordGroup(call, { params: { usageRecordGroupId }, query: {} }));
  world.clock.advance(hourMs / 2);
  await report('10:10', [['SUM', 5]], { id: 'deleted' });
  await report('10:20', [['SUM', 7]], { id: 'kept' });
  await remove('deleted');
  const statuses = async () => (await rows('usage_record_group', 'id')).map(({ status }) => status);
  assert.deepEqual(await statuses(), ['DELETED', 'CREATED']);
  await close(2);
  assert.deepEqual((await rows('billable_record')).map(({ group_id, state }) => [group_id, state]).sort(), [
    ['deleted', 'DELETED'],
    ['kept', 'REPORTED'],
  ]);
  assert.deepEqual(
    (await rows('billable_hour')).map(({ quantity }) => quantity),
    ['7'],
  );
  await assert.rejects(remove('kept'), { code: 'Conflict' });
  await assert.rejects(remove('deleted'), { code: 'Conflict' });
  await assert.rejects(report('10:30', [['SUM', 5]], { id: 'deleted' }), { code: 'Conflict' });
});
