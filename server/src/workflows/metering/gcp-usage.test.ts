import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { approveEntitlement } from '../../domain/entitlement/actions/approve-entitlement.ts';
import { reportUsageBatch } from '../../domain/metering/usage-record-group/actions/report-usage.ts';
import { balanceOf } from '../../domain/metering/usage-record-report/balance/store.ts';
import { findImbalances } from '../../domain/metering/usage-record-report/identity.ts';
import { encodeId } from '../../kit/ids.ts';
import { type GcpDeal, type Row, startGcpDeal } from '../deal/gcp-deal.test-support.ts';

type SubmittedRecord = {
  operation: { operationId: string; startTime: string; endTime: string; metricValueSets: Row[] };
  identicalResends: number;
  differentResends: number;
};

const hourMs = 3_600_000;
let deal: GcpDeal;
before(async () => {
  deal = await startGcpDeal();
});
after(() => deal.close());

const now = (): number => deal.simulator.clock.now().getTime();
const hourOf = (time: number): string => new Date(Math.floor(time / hourMs) * hourMs).toISOString();

/** An order in force that is paid by usage; returns it and its entitlement. */
const order = async (): Promise<{ orderId: string; entitlementId: string }> => {
  const { id: orderId } = await deal.buy({ plan: 'payg', termMonths: undefined });
  await deal.reconcile();
  const entitlementId = (await deal.entitlement(orderId))?.id as string;
  await deal.act('approve', (call) => approveEntitlement(call, { params: { entitlementId } }));
  await deal.settle();
  await deal.reconcile();
  assert.equal((await deal.entitlement(orderId))?.status, 'ACTIVE');
  return { orderId, entitlementId };
};
const report = (entitlementId: string, records: Record<string, number>, time = now()): Promise<unknown> =>
  deal.act('report', (call) =>
    reportUsageBatch(call, {
      body: [{ entitlementID: encodeId('ent', entitlementId), records, timestamp: new Date(time).toISOString() }],
    }),
  );
const pass = async (hours: number): Promise<void> => {
  for (let hour = 0; hour < hours; hour += 1) {
    await deal.simulator.advance('PT1H');
    await deal.settle();
  }
};
const submitted = async (orderId: string): Promise<SubmittedRecord[]> =>
  (await deal.simulator.control<{ records: SubmittedRecord[] }>('GET', `/journal/metering?orderId=${orderId}`)).records;
const quantities = async (orderId: string): Promise<string[]> =>
  (await submitted(orderId)).map(({ operation: { startTime, metricValueSets } }) => {
    const [{ metricName = '', metricValues = [] } = {}] = metricValueSets as {
      metricName?: string;
      metricValues?: { int64Value?: string; doubleValue?: number }[];
    }[];
    const [value] = metricValues;
    return `${startTime} ${metricName.split('/')[1]} ${value?.int64Value ?? value?.doubleValue}`;
  });
const balanced = async (): Promise<void> =>
  assert.deepEqual(findImbalances(await balanceOf(deal.database.read(deal.orgId))), []);

it('usage is submitted hour by hour, each operation once, even when responses are lost; later usage is submitted separately', async () => {
  const { orderId, entitlementId } = await order();
  await pass(1);
  const time = now();
  await report(entitlementId, { calls: 5.5, hours: 2 });
  await deal.simulator.fault('timeout-after', { operation: 'Report' });
  await pass(4);
  assert.deepEqual((await quantities(orderId)).sort(), [`${hourOf(time)} calls 5`, `${hourOf(time)} hours 2`]);
  assert.ok((await submitted(orderId)).every(({ differentResends }) => differentResends === 0));

  await report(entitlementId, { calls: 7.5 }, time);
  await deal.settle();
  await pass(2);
  assert.deepEqual(
    (await quantities(orderId)).sort(),
    [`${hourOf(time)} calls 5`, `${hourOf(time)} calls 8`, `${hourOf(time)} hours 2`],
    'with its true time and the fraction that was carried',
  );
  await balanced();
});

it('usage of a suspended order is held, and submitted when it is reinstated', async () => {
  const { orderId, entitlementId } = await order();
  await pass(1);
  await deal.order(orderId, 'suspend');
  await deal.reconcile();
  const time = now();
  await report(entitlementId, { calls: 3 });
  await pass(3);
  assert.deepEqual(await quantities(orderId), []);
  await deal.order(orderId, 'reinstate');
  await deal.reconcile();
  await pass(2);
  assert.deepEqual(await quantities(orderId), [`${hourOf(time)} calls 3`]);
  await balanced();
});

it('when an order ends, its last usage is submitted as soon as its hour is over', async () => {
  const { orderId, entitlementId } = await order();
  await pass(1);
  await deal.hearEvents(true);
  const time = now();
  await report(entitlementId, { calls: 4 });
  await deal.order(orderId, 'cancel', { effective: 'IMMEDIATE' });
  await deal.until('the end', async () => (await deal.entitlement(orderId))?.status === 'CANCELLED');
  await deal.settle();
  await pass(3);
  assert.deepEqual(await quantities(orderId), [`${hourOf(time)} calls 4`]);
  await balanced();
});

it('an order that is paid by usage alone goes on at the public price when its private offer has ended', async () => {
  const { externalId } = await deal.released({
    info: {
      currency: 'USD',
      eulaType: 'SCMP',
      gcpPlans: [{ name: deal.simulator.planName('payg') }],
      gcpCustomerInfo: {
        organization: 'Globex',
        contact: 'Hank',
        email: 'hank@globex.example',
        unverifiedBillingAccount: deal.simulator.newCustomer(),
      },
      gcpProviderInfo: { salesContactName: 'Ann', salesContactEmail: 'ann@acme.example' },
      gcpDuration: 1,
      gcpUsagePlanPriceModel: 'USAGE_DISCOUNT_ONLY',
      discountPercentage: 10,
      commitAmount: undefined,
    },
  });
  const orderId = await deal.accept(externalId);
  await deal.reconcile();
  const entitlementId = (await deal.entitlement(orderId))?.id as string;
  await deal.act('approve', (call) => approveEntitlement(call, { params: { entitlementId } }));
  await deal.settle();
  await deal.reconcile();
  const termsOf = async () =>
    (await deal.rows('entitlement_term'))
      .filter((term) => term.entitlement_id === entitlementId)
      .map((term) => ({ start: term.start_time as Date, end: term.end_time as Date | null, offer: term.offer_id }))
      .sort((left, right) => left.start.getTime() - right.start.getTime());
  const [agreed] = await termsOf();
  const shown = async () => {
    const read = await deal.marketplace.readAgreement(deal.simulator.access, orderId);
    return [read?.offerExternalId, read?.usageRates.find(({ key }) => key === 'calls')?.price];
  };
  assert.deepEqual(await shown(), [externalId, '0.0018']);
  await deal.simulator.advance('P40D');
  assert.deepEqual(await shown(), [null, '0.002']);
  await deal.settle();
  for (let read = 0; read < 2; read += 1) await deal.reconcile();
  const [before, since, ...more] = await termsOf();
  assert.deepEqual([before, more], [agreed, []], 'what was agreed stays');
  assert.deepEqual([since?.start, since?.end, since?.offer], [agreed?.end, null, null]);
  assert.equal((await deal.entitlement(orderId))?.status, 'ACTIVE');
  const time = now();
  await report(entitlementId, { calls: 7 });
  await pass(3);
  assert.deepEqual(await quantities(orderId), [`${hourOf(time)} calls 7`]);
  await balanced();
});
