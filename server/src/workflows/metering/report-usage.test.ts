import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { setFaultHook } from '../../db/faults.ts';
import { reportUsageBatch } from '../../domain/metering/usage-record-group/actions/report-usage.ts';
import { balanceOf, carriesOf } from '../../domain/metering/usage-record-report/balance/store.ts';
import { findImbalances } from '../../domain/metering/usage-record-report/identity.ts';
import { encodeId } from '../../kit/ids.ts';
import { type Deal, startDeal } from '../deal/deal.test-support.ts';

type SubmittedRecord = {
  licenseArn: string;
  dimension: string;
  timestamp: string;
  quantity: number;
  identicalResends: number;
  differentResends: number;
  usageAllocations: { AllocatedUsageQuantity: number; Tags?: { Key: string; Value: string }[] }[] | null;
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
  await deal.until('licenses are known', async () => {
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

const journal = async (): Promise<SubmittedRecord[]> =>
  (await deal.simulator.control<{ records: SubmittedRecord[] }>('GET', '/journal/metering')).records;

const fault = (name: string, options: Record<string, unknown> = {}): Promise<void> =>
  deal.simulator.fault(name, { operation: 'BatchMeterUsage', ...options });

/** Lets hours pass and runs everything that is due. */
const pass = async (hours: number): Promise<void> => {
  for (let hour = 0; hour < hours; hour += 1) {
    await deal.simulator.advance('PT1H');
    await deal.settle();
  }
};

/** The marketplace counts exactly what we report, and nothing is missing. */
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
  const submitted = await journal();
  const lineOf = (license: unknown, dimension: unknown, quantity: unknown): string =>
    `${license} ${dimension} ${quantity}`;
  assert.deepEqual(
    submitted.map((one) => lineOf(one.licenseArn, one.dimension, one.quantity)).sort(),
    rows.map((row) => lineOf(row.scope, row.dimension, row.quantity)).sort(),
  );
  assert.equal(
    submitted.reduce((sum, one) => sum + one.differentResends, 0),
    0,
    'nothing was sent twice with another quantity',
  );
  const carried = (await deal.rows('usage_cursor')).reduce(
    (sum, row) => sum + Math.round(Number(row.fraction) * 100),
    0,
  );
  assert.equal(submitted.reduce((sum, one) => sum + one.quantity * 100, 0) + carried, accepted * 100);
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

  it('when the process dies before or after the marketplace received it', async () => {
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
      // Failed due work is retried by wall time.
      await deal.until('everything is submitted', async () => {
        await deal.settle();
        return (await deal.rows('usage_record_item')).every((item) => item.state === 'REPORTED');
      });
      await check(accepted);
    }
  });
});

describe('usage with tags, credit and prices', () => {
  const ownerOf = () =>
    deal.rows('entitlement_term').then((terms) => terms.find((term) => term.entitlement_id === entitlementIds[0]));
  const write = (statement: ReturnType<typeof sql>): Promise<unknown> =>
    deal.database.write(deal.orgId, (db) => statement.execute(db.raw));
  const setDimensions = (dimensions: object[]): Promise<unknown> =>
    write(sql`
      update entitlement set info = info || ${JSON.stringify({ dimensions })}::jsonb
      where org_id = ${deal.orgId} and id = ${entitlementIds[0]}`);
  const grant = (credit: string): Promise<unknown> =>
    write(sql`
      update entitlement_term set credit_amount = used_credit_amount + ${credit}::numeric
      where org_id = ${deal.orgId} and entitlement_id = ${entitlementIds[0]}`);
  const submit = (requests: number, usageAllocations?: object): Promise<unknown> =>
    deal.act('report', (call) =>
      reportUsageBatch(call, {
        body: [
          {
            entitlementID: encodeId('ent', entitlementIds[0] as string),
            records: { requests },
            timestamp: deal.simulator.now().toISOString(),
            ...(usageAllocations ? { usageAllocations } : {}),
          },
        ],
      }),
    );
  /** Lets hours pass until the last record of the entitlement's license is a new one. */
  const nextRecord = async (): Promise<SubmittedRecord> => {
    const own = async () => {
      const license = (await ownerOf())?.aws_license_arn;
      return (await journal()).filter((one) => one.licenseArn === license);
    };
    const before = (await own()).length;
    await pass(2);
    const records = await own();
    assert.equal(records.length, before + 1);
    return records.toSorted((left, right) => left.timestamp.localeCompare(right.timestamp)).at(-1) as SubmittedRecord;
  };

  it('tags reach the marketplace and add up, even when the same usage is sent again', async () => {
    const tags = (team: string) => [{ key: 'team', value: team }];
    await submit(7.5, {
      requests: [
        { quantity: 2.5, tags: tags('a') },
        { quantity: 3, tags: tags('b') },
      ],
    });
    await fault('timeout-after', { count: 2 });
    const record = await nextRecord();
    const parts = (record.usageAllocations ?? []).map(
      (one) => `${one.Tags?.[0]?.Value ?? ''} ${one.AllocatedUsageQuantity}`,
    );
    await deal.until('it was sent again', async () => {
      await pass(1);
      return (await journal()).some(
        (one) => one.timestamp === record.timestamp && one.licenseArn === record.licenseArn && one.identicalResends > 0,
      );
    });
    assert.equal(
      record.usageAllocations?.reduce((sum, one) => sum + one.AllocatedUsageQuantity, 0),
      record.quantity,
    );
    assert.ok(parts.includes('b 3') && parts.some((part) => part === 'a 2' || part === 'a 3'), parts.join());
  });

  it('credit covers part of an hour, and the rest is submitted', async () => {
    const rate = 0.01;
    await setDimensions([{ key: 'requests', rate }]);
    await grant('1');
    const [cursor] = (await deal.rows('usage_cursor')).filter((row) => row.entitlement_id === entitlementIds[0]);
    await submit(150);
    const record = await nextRecord();
    assert.equal(record.quantity, 50 + Math.floor(Number(cursor?.fraction ?? 0)));
    const term = await ownerOf();
    assert.equal(term?.used_credit_amount, term?.credit_amount);
    assert.deepEqual(findImbalances(await balanceOf(deal.database.read(deal.orgId))), []);
  });

  it('usage without a known price waits while there is credit, and is submitted when a price is known', async () => {
    await setDimensions([{ key: 'requests' }]);
    await grant('1');
    const before = (await journal()).length;
    await submit(150);
    await pass(2);
    assert.equal((await journal()).length, before);
    const held = (await deal.rows('usage_record_item')).filter((item) => item.cause === 'NO_PRICE');
    assert.equal(held.length, 1);
    await setDimensions([{ key: 'requests', rate: 0.02 }]);
    assert.equal((await nextRecord()).quantity, 100);
    assert.deepEqual(findImbalances(await balanceOf(deal.database.read(deal.orgId))), []);
  });
});
