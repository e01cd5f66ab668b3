import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchMeterUsageCommand } from '@aws-sdk/client-marketplace-metering';
import Big from 'big.js';
import fc from 'fast-check';
import {
  type BillView,
  type FeedBench,
  type FeedRow,
  latest,
  openFeedBench,
  sell,
  upfront,
} from '../feeds/feed-bench.test-support.ts';
import { buyer, seedAgreement, seedProduct } from '../simulator.test-support.ts';

const startsAt = '2027-03-20T12:30:00Z';
const prices = { requests: '0.0375', bytes: '0.00333333' };
type Dimension = keyof typeof prices;

const stepOf = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), cents: fc.integer({ min: 1, max: 999_999 }) }),
  fc.record({
    kind: fc.constant('meter' as const),
    dimension: fc.constantFrom<Dimension>('requests', 'bytes'),
    units: fc.integer({ min: 0, max: 100_000 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 35 }) }),
  fc.record({
    kind: fc.constant('return' as const),
    bill: fc.nat(20),
    percent: fc.integer({ min: 1, max: 100 }),
    memo: fc.constantFrom('REFUND', 'CREDIT'),
    withFee: fc.boolean(),
  }),
  fc.record({ kind: fc.constantFrom('pay' as const, 'never' as const, 'forgive' as const), bill: fc.nat(20) }),
  fc.record({ kind: fc.constant('restate' as const), bill: fc.nat(20), hold: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('fail-payout' as const, 'payout' as const, 'adjust' as const) }),
);
type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;

const sum = (rows: readonly FeedRow[]): Big => rows.reduce((total, row) => total.plus(row.amount ?? 0), Big(0));

/** Runs one step; returns the accepted units of a metering step. What the simulator refuses does not happen. */
const run = async (bench: FeedBench, step: Step, place: { productId: string; licenseArn: string; buyers: number }) => {
  const { id } = bench.seller;
  const attempt = (call: Promise<unknown>) =>
    call.catch((error: { status?: number }) => assert.equal(error.status, 409));
  const { bills } = await bench.get<{ bills: (BillView & { originalId: string | null })[] }>('/aws/bill');
  const invoices = bills.filter(({ originalId }) => originalId === null);
  const bill = 'bill' in step ? invoices[step.bill % Math.max(invoices.length, 1)] : undefined;
  const at = `/aws/bill/${bill?.invoiceId}`;
  if (step.kind === 'sell') {
    const account = String(200_000_000_000 + place.buyers);
    await sell(bench, place.productId, [upfront(Big(step.cents).div(100).toFixed())], account);
  } else if (step.kind === 'wait') await bench.post('/clock', { advance: `P${step.days}D` });
  else if (step.kind === 'fail-payout') await bench.post('/aws/fault', { name: 'payout-failure', accountId: id });
  else if (step.kind === 'payout') await bench.post(`/aws/account/${id}/payout`);
  else if (step.kind === 'adjust') await bench.post(`/aws/account/${id}/balance-adjustment`, { amount: '-1.25' });
  else if (step.kind === 'meter') return meter(bench, step, place.licenseArn);
  else if (!bill) return null;
  else if (step.kind === 'pay') await attempt(bench.post(`${at}/payment`, { when: 'NOW' }));
  else if (step.kind === 'never') await attempt(bench.post(`${at}/payment`, { when: 'NEVER' }));
  else if (step.kind === 'forgive') await attempt(bench.post(`${at}/forgive`));
  else if (step.kind === 'return') {
    const amount = Big(bill.amount).times(step.percent).div(100).round(2, 3).toFixed();
    await attempt(bench.post(`${at}/return`, { amount, kind: step.memo, withFee: step.withFee }));
  } else if (step.kind === 'restate') {
    const [event] = bill.eventIds;
    const [action, body] = step.hold ? (['hold', { days: 3 }] as const) : (['restate', {}] as const);
    await attempt(bench.post(`/aws/billing-event/${event}/${action}`, body));
  }
  return null;
};

const meter = async (bench: FeedBench, step: { dimension: Dimension; units: number }, licenseArn: string) => {
  await bench.post('/clock', { advance: 'PT1H' });
  const Timestamp = new Date(bench.clock.now() - 60_000);
  const record = {
    Timestamp,
    Dimension: step.dimension,
    Quantity: step.units,
    CustomerAWSAccountId: buyer,
    LicenseArn: licenseArn,
  };
  const answer = await bench.metering.send(new BatchMeterUsageCommand({ UsageRecords: [record] })).catch(() => null);
  const isTaken = answer?.Results?.[0]?.Status === 'Success';
  return isTaken ? { month: Timestamp.toISOString().slice(0, 7), ...step } : null;
};

/** What a month's units cost, in whole hundred-millionths and rounded to the cent: computed without the simulator. */
const costOf = (used: { dimension: Dimension; units: number }[]): string => {
  const parts = { requests: 3_750_000n, bytes: 333_333n };
  const exact = used.reduce((total, { dimension, units }) => total + parts[dimension] * BigInt(units), 0n);
  const cents = (exact + 500_000n) / 1_000_000n;
  return Big(String(cents)).div(100).toFixed();
};

const checkPayouts = (rows: readonly FeedRow[], failed: ReadonlySet<string | undefined>): void => {
  const byId = new Map(rows.map((row) => [row.billing_event_id, row]));
  const covered = new Set<string>();
  for (const row of rows.filter((one) => one.action === 'DISBURSED' && one.disbursement_billing_event_id !== '')) {
    const parent = byId.get(row.parent_billing_event_id);
    assert.ok(parent, 'a disbursed row has the row that it pays');
    assert.equal(sum([row, parent]).toFixed(), '0', 'a disbursed row mirrors it');
    assert.equal(row.transaction_type, parent.transaction_type);
    if (failed.has(row.disbursement_billing_event_id)) continue;
    assert.ok(!covered.has(parent.billing_event_id ?? ''), 'no row is paid twice');
    covered.add(parent.billing_event_id ?? '');
  }
  for (const payout of rows.filter(({ transaction_type }) => transaction_type === 'DISBURSEMENT')) {
    const paid = rows.filter((row) => row.disbursement_billing_event_id === payout.billing_event_id);
    assert.equal(sum([payout, ...paid]).toFixed(), '0', 'a payout is the sum of what it pays');
    assert.ok(Big(payout.amount ?? 0).gt(0));
  }
};

const checkForgiven = (rows: readonly FeedRow[]): void => {
  const seen = new Set<string>();
  for (const row of rows.filter(({ action }) => action === 'FORGIVEN')) {
    const parent = rows.find((other) => other.billing_event_id === row.parent_billing_event_id);
    assert.equal(sum([row, parent ?? {}]).toFixed(), '0', 'a forgiven row reverses its invoiced row');
    assert.equal(parent?.action, 'INVOICED');
    assert.ok(!seen.has(parent.billing_event_id ?? ''));
    seen.add(parent.billing_event_id ?? '');
  }
};

const checkUsage = (rows: readonly FeedRow[], used: { month: string; dimension: Dimension; units: number }[]): void => {
  const invoiced = rows
    .filter((row) => row.action === 'INVOICED' && row.transaction_type === 'SELLER_REV_SHARE')
    .filter((row) => /-01T00:00:00Z$/.test(row.usage_period_start_date ?? ''));
  const months = [...new Set(used.map(({ month }) => month))];
  const expected = months.map((month) => [month, costOf(used.filter((one) => one.month === month))]);
  assert.deepEqual(
    invoiced.map((row) => [row.usage_period_start_date?.slice(0, 7), row.amount]),
    expected.filter(([, cost]) => cost !== '0'),
    'metered units times their price is invoiced to the cent',
  );
};

test('whatever happens, the rows of the feed add up, and a replay of the journal gives the same rows', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepOf, { minLength: 1, maxLength: 14 }), async (steps) => {
      const bench = await openFeedBench(t, { startsAt });
      await bench.put(`/aws/account/${bench.seller.id}/billing`, {
        listingFeePercent: '2.75',
        tax: { party: 'Seller', percent: '7.25' },
      });
      const dimensions = Object.entries(prices).map(([key, price]) => ({ key, types: ['Metered'], price }));
      const seats = { key: 'seats', types: ['Entitled'] };
      const { productId, publicOfferId } = await seedProduct(bench, { dimensions: [...dimensions, seats] });
      const { licenseArn } = await seedAgreement(bench, publicOfferId);
      const used: { month: string; dimension: Dimension; units: number }[] = [];
      for (const [buyers, step] of steps.entries()) {
        const taken = await run(bench, step, { productId, licenseArn, buyers });
        if (taken) used.push(taken);
      }
      await bench.post('/clock', { advance: 'P2M' });
      await bench.post(`/aws/account/${bench.seller.id}/feed-delivery`);

      const rows = latest(await bench.feed('billingeventfeed_v1'));
      const failures = rows.filter(({ transaction_type }) => transaction_type === 'DISBURSEMENT_FAILURE');
      const failed = new Set(failures.map((row) => row.parent_billing_event_id));
      checkPayouts(rows, failed);
      checkForgiven(rows);
      checkUsage(rows, used);
      const counted = rows.filter(
        (row) => row.balance_impacting === '1' && !failed.has(row.disbursement_billing_event_id),
      );
      const { balance } = await bench.get<{ balance: { USD?: string } }>(`/aws/account/${bench.seller.id}/billing`);
      assert.equal(sum(counted).toFixed(), Big(balance.USD ?? 0).toFixed(), 'the balance is what no payout covers');

      const before = bench.snapshot();
      await bench.close();
      const reopened = await openFeedBench(t, { startsAt, reopen: bench });
      assert.deepEqual(reopened.snapshot(), before);
      await reopened.close();
    }),
    { numRuns: 12 },
  );
});
