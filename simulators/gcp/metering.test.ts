import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activeOrder,
  type Bench,
  type Doc,
  type Order,
  openBench,
  type Product,
  seedProduct,
} from './gcp.test-support.ts';

type Report = { reportErrors?: { operationId: string; status: { code: number; message: string } }[] };

const operation = (bench: Bench, product: Product, order: Order, more: Doc = {}): Doc => {
  const end = bench.clock.now();
  return {
    operationId: 'op-1',
    operationName: 'usage',
    consumerId: order.entitlement.usageReportingId,
    startTime: new Date(end - 1000).toISOString(),
    endTime: new Date(end).toISOString(),
    metricValueSets: [{ metricName: product.metrics[1], metricValues: [{ int64Value: '5' }] }],
    ...more,
  };
};

test('usage is accepted once per operation id; a fault of one operation does not affect the others', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const order = await activeOrder(bench, product, { plan: 'payg' });
  await bench.clock.advance(3600_000);
  const report = (operations: Doc[]) =>
    bench.api<Report>('POST', `/servicecontrol/v1/services/${product.id}:report`, { operations });
  const good = operation(bench, product, order);
  assert.equal((await report([good])).body.reportErrors, undefined);
  assert.equal((await report([good])).body.reportErrors, undefined);
  await report([
    { ...good, metricValueSets: [{ metricName: product.metrics[1], metricValues: [{ int64Value: '6' }] }] },
  ]);
  const { count, records } = await bench.control<{ count: number; records: Doc[] }>('GET', '/journal/metering');
  assert.deepEqual([count, records[0]?.identicalResends, records[0]?.differentResends], [1, 1, 1]);

  const value = (metricName: unknown, metric: Doc) => ({ metricValueSets: [{ metricName, metricValues: [metric] }] });
  const { status, body } = await report([
    operation(bench, product, order, { operationId: 'fine' }),
    operation(bench, product, order, { operationId: 'metric', ...value('other/metric', { int64Value: '1' }) }),
    operation(bench, product, order, { operationId: 'type', ...value(product.metrics[2], { int64Value: '1' }) }),
    operation(bench, product, order, {
      operationId: 'future',
      endTime: new Date(bench.clock.now() + 3600_000).toISOString(),
    }),
    operation(bench, product, order, { operationId: 'consumer', consumerId: 'project_number:1' }),
  ]);
  assert.equal(status, 200);
  assert.deepEqual(
    body.reportErrors?.map((item) => [item.operationId, item.status.code]),
    [
      ['metric', 3],
      ['type', 3],
      ['future', 3],
      ['consumer', 5],
    ],
  );

  const twice = {
    metricValueSets: [{ metricName: product.metrics[1], metricValues: [{ int64Value: '1' }, { int64Value: '2' }] }],
  };
  const whole = await report([
    operation(bench, product, order, { operationId: 'a' }),
    operation(bench, product, order, { operationId: 'b', ...twice }),
  ]);
  assert.equal(whole.status, 400);
  assert.equal((await bench.control<{ count: number }>('GET', '/journal/metering')).count, 2);
  assert.equal((await bench.api('POST', '/servicecontrol/v1/services/other.example.com:report', {})).status, 403);
});

test('check reports why a customer cannot use the service', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const order = await activeOrder(bench, product, { plan: 'payg' });
  const check = async (): Promise<unknown> => {
    const path = `/servicecontrol/v1/services/${product.id}:check`;
    const { body } = await bench.api<{ checkErrors?: Doc[] }>('POST', path, {
      operation: operation(bench, product, order, { startTime: new Date(bench.clock.now()).toISOString() }),
    });
    return body.checkErrors?.map(({ code }) => code);
  };
  assert.equal(await check(), undefined);
  await bench.control('POST', `/order/${order.id}/suspend`);
  assert.deepEqual(await check(), ['BILLING_DISABLED']);
  await bench.control('POST', `/order/${order.id}/reinstate`);
  await bench.control('POST', `/order/${order.id}/cancel`, { effective: 'IMMEDIATE' });
  await bench.clock.advance(1);
  assert.deepEqual(await check(), ['SERVICE_NOT_ACTIVATED']);
  await bench.control('POST', '/settings', { usageWindowMs: 3600_000 });
  const late = operation(bench, product, order, {
    startTime: new Date(bench.clock.now() - 3 * 3600_000).toISOString(),
    endTime: new Date(bench.clock.now() - 2 * 3600_000).toISOString(),
  });
  const { body } = await bench.api<Report>('POST', `/servicecontrol/v1/services/${product.id}:report`, {
    operations: [late],
  });
  assert.equal(body.reportErrors?.length, 1);
});

test('an operation reported as an error on demand is not counted, and is counted when it is sent again', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench);
  const order = await activeOrder(bench, product, { plan: 'payg' });
  await bench.clock.advance(3600_000);
  const operations = ['first', 'second'].map((operationId) => operation(bench, product, order, { operationId }));
  const report = async (): Promise<unknown[]> => {
    const { body } = await bench.api<Report>('POST', `/servicecontrol/v1/services/${product.id}:report`, {
      operations,
    });
    return (body.reportErrors ?? []).map(({ operationId, status: { code } }) => [operationId, code]);
  };
  const count = async () => (await bench.control<{ count: number }>('GET', '/journal/metering')).count;
  await bench.control('POST', '/fault', { name: 'report-error', operation: 'Report' });
  assert.deepEqual(await report(), [['first', 14]]);
  assert.equal(await count(), 1);
  assert.deepEqual(await report(), []);
  assert.equal(await count(), 2);
});
