import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bench, openBench, seedProduct, seedSubscription } from '../azure.test-support.ts';

const hour = 3_600_000;
const acceptedFields = [
  'usageEventId',
  'status',
  'messageTime',
  'resourceId',
  'quantity',
  'dimension',
  'effectiveStartTime',
  'planId',
].sort();

const eventOf = (bench: Bench, resourceId: string, more: Record<string, unknown> = {}) => ({
  resourceId,
  quantity: 5.5,
  dimension: 'requests',
  effectiveStartTime: new Date(bench.clock.now() - hour).toISOString(),
  planId: 'metered',
  ...more,
});

const openMetered = async (t: Parameters<typeof openBench>[0], product = {}) => {
  const bench = await openBench(t);
  await seedProduct(bench, product);
  const { id } = await seedSubscription(bench, { planId: 'metered' });
  return { bench, id, event: (more = {}) => eventOf(bench, id, more) };
};

test('one event is accepted for an hour, and a second one is a conflict that shows the first', async (t) => {
  const { bench, event } = await openMetered(t);
  const accepted = await bench.api('POST', '/usageEvent', event());
  assert.deepEqual([accepted.status, accepted.body.status], [200, 'Accepted']);
  assert.deepEqual(Object.keys(accepted.body).sort(), acceptedFields);
  for (const quantity of [5.5, 6]) {
    const { status, body } = await bench.api('POST', '/usageEvent', event({ quantity }));
    assert.deepEqual([status, body.code], [409, 'Conflict']);
    const { acceptedMessage } = body.additionalInfo;
    assert.deepEqual(
      [acceptedMessage.usageEventId, acceptedMessage.status, acceptedMessage.quantity],
      [accepted.body.usageEventId, 'Duplicate', 5.5],
    );
  }
  const { records } = await bench.control('GET', '/journal/metering');
  assert.equal(records.length, 1);
  assert.deepEqual([records[0].quantity, records[0].identicalResends, records[0].differentResends], [5.5, 1, 1]);
});

test('a batch has a result for each event', async (t) => {
  const { bench, id, event } = await openMetered(t);
  const pending = await seedSubscription(bench, { planId: 'metered' }, false);
  const other = await bench.control('POST', '/account', { id: 'fabrikam' });
  await bench.control('POST', '/product', {
    accountId: other.id,
    offerId: 'fabrikam',
    title: 'F',
    plans: [{ planId: 'p', name: 'P', prices: [{ termUnit: 'P1M', price: 1 }] }],
  });
  const foreign = await bench.control('POST', '/subscription', {
    billingAccountId: 'b',
    offerId: 'fabrikam',
    planId: 'p',
  });
  const at = (ms: number) => new Date(bench.clock.now() + ms).toISOString();
  const cases: [Record<string, unknown>, string][] = [
    [event(), 'Accepted'],
    [event(), 'Duplicate'],
    [event({ effectiveStartTime: at(-23 * hour).replace('Z', '') }), 'Accepted'],
    [event({ effectiveStartTime: at(-24 * hour - 60_000) }), 'Expired'],
    [event({ effectiveStartTime: at(hour) }), 'BadArgument'],
    [event({ effectiveStartTime: at(-3 * hour), quantity: 0 }), 'InvalidQuantity'],
    [event({ dimension: 'nothing' }), 'InvalidDimension'],
    [event({ planId: 'silver' }), 'InvalidDimension'],
    [event({ resourceId: undefined }), 'BadArgument'],
    [event({ resourceId: '11111111-2222-4333-8444-555555555555' }), 'ResourceNotFound'],
    [event({ resourceId: pending.id }), 'ResourceNotActive'],
    [event({ resourceId: foreign.id }), 'ResourceNotAuthorized'],
  ];
  const { status, body } = await bench.api('POST', '/batchUsageEvent', { request: cases.map(([item]) => item) });
  assert.deepEqual([status, body.count], [200, cases.length]);
  assert.deepEqual(
    body.result.map((item: { status: string }) => item.status),
    cases.map(([, wanted]) => wanted),
  );
  const { count } = await bench.control('GET', `/journal/metering?subscriptionId=${id}`);
  assert.equal(count, 2);
});

test('usage from before a cancellation is accepted for a day', async (t) => {
  const { bench, id, event } = await openMetered(t);
  const before = event();
  await bench.control('POST', `/subscription/${id}/unsubscribe`);
  const statusOf = async (one: object) => {
    const { body } = await bench.api('POST', '/batchUsageEvent', { request: [one] });
    return body.result[0].status;
  };
  await bench.clock.advance(2 * hour);
  assert.equal(await statusOf(before), 'Accepted');
  assert.equal(await statusOf(event()), 'ResourceNotActive');
  await bench.clock.advance(24 * hour);
  assert.equal(await statusOf({ ...before, quantity: 1 }), 'Expired');
});

test('an hour can be limited to one event for a dimension, whatever the plan', async (t) => {
  const plan = (planId: string) => ({
    ...{ planId, name: planId, prices: [{ termUnit: 'P1M', price: 0 }], meters: { requests: 0.1 } },
  });
  const { bench, id, event } = await openMetered(t, { plans: [plan('metered'), plan('more')] });
  await bench.control('POST', '/settings', { usageKey: 'dimension', autoAcceptMs: 0 });
  await bench.api('POST', '/usageEvent', event());
  await bench.control('POST', `/subscription/${id}/change-plan`, { planId: 'more' });
  const { status, body } = await bench.api('POST', '/usageEvent', event({ planId: 'more' }));
  assert.deepEqual([status, body.additionalInfo?.acceptedMessage.planId], [409, 'metered']);
});

test('the size of a batch is limited, and a single event is refused with its reason', async (t) => {
  const { bench, event } = await openMetered(t);
  const many = Array.from({ length: 26 }, () => event());
  assert.equal((await bench.api('POST', '/batchUsageEvent', { request: many })).status, 400);
  assert.equal((await bench.api('POST', '/batchUsageEvent', { request: many.slice(1) })).status, 200);
  assert.equal((await bench.api('POST', '/batchUsageEvent', { request: [] })).status, 400);
  const { status, body } = await bench.api('POST', '/usageEvent', event({ resourceId: undefined }));
  assert.deepEqual([status, body.code, body.target], [400, 'BadArgument', 'usageEventRequest']);
  assert.deepEqual(
    body.details.map((item: { code: string; target: string }) => [item.code, item.target]),
    [['BadArgument', 'ResourceId']],
  );
});

test('the usage of a day can be read, first as submitted, two days later as accepted', async (t) => {
  const { bench, id } = await openMetered(t);
  const start = Math.floor(bench.clock.now() / (24 * hour)) * 24 * hour + 24 * hour;
  await bench.clock.advance(start + 4 * hour - bench.clock.now());
  for (const back of [1, 2]) {
    const effectiveStartTime = new Date(start + back * hour).toISOString();
    await bench.api('POST', '/usageEvent', eventOf(bench, id, { effectiveStartTime, quantity: 0.1 * back }));
  }
  const date = new Date(start).toISOString().slice(0, 10);
  const read = async (more = '') =>
    (await bench.api('GET', `/usageEvents?usageStartDate=${date}T00:00:00Z${more}`)).body;
  const [line] = await read();
  assert.deepEqual([line.usageDate, line.submittedCount, line.reconStatus], [`${date}T00:00:00Z`, 2, 'Submitted']);
  assert.deepEqual([line.submittedQuantity, line.processedQuantity], [0.3, 0]);
  assert.deepEqual(await read('&dimension=nothing'), []);
  await bench.clock.advance(48 * hour);
  assert.deepEqual((await read('&reconStatus=Accepted'))[0].processedQuantity, 0.3);
  assert.equal((await bench.api('GET', '/usageEvents')).status, 400);
});

test('an event that fails on demand is not counted, and is counted when it is sent again', async (t) => {
  const { bench, event } = await openMetered(t);
  const request = [event(), event({ effectiveStartTime: new Date(bench.clock.now() - 3 * hour).toISOString() })];
  const send = async (): Promise<string[]> =>
    (await bench.api('POST', '/batchUsageEvent', { request })).body.result.map(
      ({ status }: { status: string }) => status,
    );
  await bench.control('POST', '/fault', { name: 'usage-error', operation: 'BatchUsageEvent' });
  assert.deepEqual(await send(), ['Error', 'Accepted']);
  assert.deepEqual(await send(), ['Accepted', 'Duplicate']);
});

test('the status that Partner Center gives to the usage of a day, including lost usage, is shown as documented', async (t) => {
  const { bench, id, event } = await openMetered(t);
  // The next day, as half past eleven of today may be over.
  const day = new Date(bench.clock.now() + 24 * hour).toISOString().slice(0, 10);
  await bench.clock.advance(Date.parse(`${day}T23:30:00Z`) - bench.clock.now());
  for (const [hours, quantity] of [
    [22, 10],
    [20, 7],
  ] as const)
    await bench.api('POST', '/usageEvent', event({ effectiveStartTime: `${day}T${hours}:00:00Z`, quantity }));
  await bench.clock.advance(48 * hour);
  const line = { subscriptionId: id, dimension: 'requests', day };
  const read = async () =>
    (await bench.api('GET', `/usageEvents?usageStartDate=${day}T00:00:00Z&UsageEndDate=${day}T23:59:00Z`)).body;
  const shown = async () => {
    const [one] = await read();
    return [one.reconStatus, one.submittedQuantity, one.processedQuantity, one.planName !== ''];
  };
  assert.deepEqual(await shown(), ['Accepted', 17, 17, true]);
  for (const [body, expected] of [
    [{ reconStatus: 'Rejected' }, ['Rejected', 17, 0, false]],
    [{ reconStatus: 'Mismatch', processedQuantity: 16 }, ['Mismatch', 17, 16, true]],
    [{ reconStatus: 'Submitted' }, ['Submitted', 17, 0, false]],
    [{ reconStatus: 'DryRun' }, ['DryRun', 17, 0, false]],
    [{ reconStatus: null }, ['Accepted', 17, 17, true]],
  ] as const) {
    await bench.control('POST', '/usage/verdict', { ...line, ...body });
    assert.deepEqual(await shown(), expected);
  }
  assert.deepEqual(await bench.control('POST', '/usage/lose', { ...line, hour: 22 }), { lost: 1 });
  assert.deepEqual((await shown())[1], 7);
  assert.deepEqual(await bench.control('POST', '/usage/lose', line), { lost: 1 });
  assert.deepEqual(await read(), []);
});
