import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setFaultHook } from '../db/faults.ts';
import { reportUsageBatch } from '../domain/metering/usage-record-group/actions/report-usage.ts';
import { balanceOf, carriesOf } from '../domain/metering/usage-record-report/balance/store.ts';
import { findImbalances } from '../domain/metering/usage-record-report/identity.ts';
import { encodeId } from '../kit/ids.ts';
import { type Deal, startDeal } from './deal.test-support.ts';

type Told = {
  licenseArn: string;
  dimension: string;
  timestamp: string;
  quantity: number;
  identicalResends: number;
  differentResends: number;
};

let deal: Deal;
let entitlementIds: string[];
let licenses: string[];

before(async () => {
  deal = await startDeal();
  await deal.hearEvents(true);
  for (let index = 0; index < 3; index += 1) {
    const offerId = await deal.submit({ name: `Usage ${index}` });
    await deal.until('the offer is released', async () => (await deal.offer(offerId)).status === 'PENDING_ACCEPTANCE');
    await deal.accept((await deal.offer(offerId)).external_id ?? '');
  }
  await deal.until('licences are known', async () => {
    await deal.settle();
    return (await deal.rows('entitlement_term')).filter((term) => term.aws_license_arn !== null).length === 3;
  });
  entitlementIds = (await deal.rows('entitlement')).map((row) => row.id as string);
  licenses = (await deal.rows('entitlement_term')).map((row) => row.aws_license_arn as string);
});
after(async () => {
  setFaultHook(undefined);
  await deal.close();
});

const report = (quantities: number[], minutesAgo = 0): Promise<unknown> =>
  deal.act('report', (call) =>
    reportUsageBatch(call, {
      body: quantities.map((quantity, index) => ({
        entitlementID: encodeId('ent', entitlementIds[index % 3] as string),
        records: { requests: quantity },
        timestamp: new Date(deal.simulator.now().getTime() - minutesAgo * 60_000).toISOString(),
      })),
    }),
  );

const journal = async (): Promise<Told[]> =>
  (await deal.simulator.control<{ records: Told[] }>('GET', '/journal/metering')).records;

const fault = (name: string, options: Record<string, unknown> = {}): Promise<void> =>
  deal.simulator.fault(name, { operation: 'BatchMeterUsage', ...options });

/** Lets hours pass, and everything that is due happen. */
const pass = async (hours: number): Promise<void> => {
  for (let hour = 0; hour < hours; hour += 1) {
    await deal.simulator.advance('PT1H');
    await deal.settle();
  }
};

/** What the marketplace counts is what we say, and nothing is missing. */
const check = async (accepted: number): Promise<void> => {
  const db = deal.database.read(deal.orgId);
  assert.deepEqual(findImbalances(await balanceOf(db)), []);
  for (const carry of await carriesOf(db))
    assert.equal(Number(carry.moving), Number(carry.fraction) + Number(carry.dropped));
  const rows = (await deal.rows('usage_report_row')).filter((row) => Number(row.quantity) > 0);
  assert.deepEqual(
    rows.filter((row) => row.state !== 'SUCCESS'),
    [],
  );
  const told = await journal();
  const lineOf = (license: unknown, dimension: unknown, quantity: unknown): string =>
    `${license} ${dimension} ${quantity}`;
  assert.deepEqual(
    told.map((one) => lineOf(one.licenseArn, one.dimension, one.quantity)).sort(),
    rows.map((row) => lineOf(row.scope, row.dimension, row.quantity)).sort(),
  );
  assert.equal(
    told.reduce((sum, one) => sum + one.differentResends, 0),
    0,
    'nothing was sent twice with another quantity',
  );
  const carried = (await deal.rows('usage_cursor')).reduce(
    (sum, row) => sum + Math.round(Number(row.fraction) * 100),
    0,
  );
  assert.equal(told.reduce((sum, one) => sum + one.quantity * 100, 0) + carried, accepted * 100);
};

describe('usage reaches the marketplace, each unit once', () => {
  let accepted = 0;

  it('by the hour', async () => {
    await report([10, 20.5, 30.25]);
    accepted += 60.75;
    await pass(2);
    assert.equal((await journal()).length, 3);
    assert.ok((await journal()).every((one) => licenses.includes(one.licenseArn)));
    await check(accepted);
  });

  for (const name of [
    'throttle',
    'internal-error',
    'timeout-before',
    'timeout-after',
    'half-answer',
    'rubbish',
    'unprocessed',
  ]) {
    it(`after the fault ${name}`, async () => {
      await report([1.5, 2, 3]);
      await report([4], 70);
      accepted += 10.5;
      await fault(name, { count: 2 });
      await pass(3);
      await check(accepted);
    });
  }

  it('when the process dies after the marketplace was told, or before it was', async () => {
    for (const point of ['partner-answered', 'step-started', 'step-done'] as const) {
      await report([1, 1, 1]);
      accepted += 3;
      let left = 2;
      setFaultHook((at) => {
        if (at !== point || left === 0) return;
        left -= 1;
        throw Object.assign(new Error('connection terminated'), { code: '57P01' });
      });
      await pass(1);
      setFaultHook(undefined);
      await pass(2);
      // Failed due work is tried again by wall time.
      await deal.until('everything is told', async () => {
        await deal.settle();
        return (await deal.rows('usage_record_item')).every((item) => item.state === 'REPORTED');
      });
      await check(accepted);
    }
  });
});
