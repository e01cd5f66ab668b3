import assert from 'node:assert/strict';
import { test } from 'node:test';
import Big from 'big.js';
import fc from 'fast-check';
import { activeOrder, type Bench, type Order, openBench, type Product, seedProduct } from '../gcp.test-support.ts';

const dayMs = 86_400_000;

type Row = Record<string, string>;
type Step =
  | { kind: 'buy'; plan: string; account: number }
  | { kind: 'use'; which: number; units: number; daysAgo: number }
  | { kind: 'standing'; which: number; state: string }
  | { kind: 'refund'; which: number; cents: number | null }
  | { kind: 'cancel'; which: number }
  | { kind: 'wait'; days: number };

const which = fc.nat(20);
const oneOf = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const kind = <K extends string>(name: K) => fc.constant(name);
const steps = fc.array(
  fc.oneof(
    oneOf(2, fc.record({ kind: kind('buy'), plan: fc.constantFrom('pro', 'max', 'payg'), account: fc.nat(3) })),
    oneOf(6, fc.record({ kind: kind('use'), which, units: fc.integer({ min: 1, max: 99_999 }), daysAgo: fc.nat(45) })),
    oneOf(2, fc.record({ kind: kind('standing'), which, state: fc.constantFrom('good', 'probation', 'closed') })),
    oneOf(2, fc.record({ kind: kind('refund'), which, cents: fc.option(fc.integer({ min: 1, max: 9999 })) })),
    oneOf(1, fc.record({ kind: kind('cancel'), which })),
    oneOf(5, fc.record({ kind: kind('wait'), days: fc.integer({ min: 1, max: 20 }) })),
  ),
  { minLength: 15, maxLength: 35 },
) as fc.Arbitrary<Step[]>;

const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(items.length, 1)];
const billingAccount = (index: number): string => `00000${index}-C4D5E6-F70819`;

type Sold = { bench: Bench; product: Product; orders: Order[]; used: Big[] };

/** Does a step; an impossible one is refused and changes nothing. */
const take = async ({ bench, product, orders, used }: Sold, step: Step, number: number): Promise<void> => {
  const tryControl = async (method: string, path: string, body: unknown): Promise<void> => {
    const { status } = await bench.ask(method, `/control/gcp${path}`, body, bench.controlToken);
    assert.ok(status < 300 || status === 409, `${path}: ${status}`);
  };
  if (step.kind === 'wait') await bench.clock.advance(step.days * dayMs);
  else if (step.kind === 'buy') {
    const more = { plan: step.plan, billingAccount: billingAccount(step.account) };
    orders.push(await activeOrder(bench, product, step.plan === 'payg' ? more : { ...more, termMonths: 1 }));
  } else if (step.kind === 'refund') {
    const { charges } = await bench.control<{ charges: Row[] }>('GET', '/charge');
    const charge = pick(charges, step.which);
    const body = step.cents === null ? {} : { amount: (step.cents / 100).toFixed(2) };
    if (charge) await tryControl('POST', `/charge/${charge.id}/refund`, body);
  } else if (step.kind === 'cancel') {
    const order = pick(orders, step.which);
    if (order && orders.length > 3) await tryControl('POST', `/order/${order.id}/cancel`, { effective: 'IMMEDIATE' });
  } else if (step.kind === 'standing') {
    const order = pick(orders, step.which);
    if (order) await tryControl('PUT', `/buyer-account/${order.buyerAccountId}/standing`, { state: step.state });
  } else {
    const order = pick(
      orders.filter(({ entitlement }) => entitlement.plan === 'payg'),
      step.which,
    );
    if (!order) return;
    const time = new Date(bench.clock.now() - step.daysAgo * dayMs).toISOString();
    const metricValues = [{ int64Value: String(step.units) }];
    const { status, body } = await bench.api('POST', `/servicecontrol/v1/services/${product.id}:report`, {
      operations: [
        {
          ...{ operationId: `op-${number}`, operationName: 'usage', startTime: time, endTime: time },
          consumerId: order.entitlement.usageReportingId,
          metricValueSets: [{ metricName: product.metrics[1], metricValues }],
        },
      ],
    });
    assert.equal(status, 200);
    if (body.reportErrors === undefined) used.push(new Big(step.units));
  }
};

const total = (values: readonly (string | undefined)[]): Big =>
  values.reduce((sum, value) => sum.plus(value ?? '0'), new Big(0));
const same = (left: Big, right: Big | string | undefined, what: string): void =>
  assert.equal(left.toFixed(), new Big(right ?? '0').toFixed(), what);

test('whatever happens, the books add up', async (t) => {
  const history = fc.asyncProperty(steps, async (all) => {
    const bench = await openBench(t, { startsAt: '2026-08-10T18:00:00Z' });
    const product = await seedProduct(bench, { multipleOrders: true });
    await bench.control('PUT', '/account/acme-public/settlement', { googleSharePercent: '3.5' });
    const sold: Sold = { bench, product, orders: [], used: [] };
    const first = ['pro', 'payg'].map((plan, account): Step => ({ kind: 'buy', plan, account }));
    for (const [number, step] of [...first, ...all].entries()) await take(sold, step, number);
    // Until all usage has been billed and settled.
    await bench.clock.advance(80 * dayMs);

    const { charges } = await bench.control<{ charges: Row[] }>('GET', '/charge');
    const { disbursements } = await bench.control<{ disbursements: Row[] }>('GET', '/disbursement');
    const balance = await bench.control<Row>('GET', '/account/acme-public/balance');
    const { items = [] } = (await (await bench.storage('')).json()) as { items?: { name: string }[] };
    const rows = async (ending: string): Promise<Row[]> => {
      const found = items.filter(({ name }) => name.includes(ending));
      return (await Promise.all(found.map(({ name }) => bench.report(name)))).flat();
    };
    const usage = charges.filter((row) => row.kind === 'USAGE');
    same(
      total(usage.map((row) => row.quantity)),
      sold.used.reduce((sum, value) => sum.plus(value), new Big(0)),
      'all usage is billed once',
    );
    for (const row of usage) {
      const exact = new Big(row.quantity ?? 0).times(row.price ?? 0);
      assert.equal(row.amount, exact.toFixed(2, Big.roundHalfEven), 'metered × price, to the cent');
    }
    const due = total(charges.map((row) => row.due));
    same(total([balance.charged]).minus(balance.googleShare ?? 0), due, 'the seller is due what Google does not keep');
    const sent = total(disbursements.map((row) => row.amount));
    same(sent, total([balance.paid, balance.released]), 'what was disbursed is what was paid or released');
    same(sent.plus(total([balance.open, balance.withheld, balance.abandoned])), due, 'the rest is held or given up');

    const settled = (charge: Row) => charge.status !== 'OPEN';
    const report = await rows('Charges and Usage');
    const months = new Set(
      items.flatMap(({ name }) =>
        name.includes('Charges and Usage') ? [`${name.slice(0, 4)}-${name.slice(4, 6)}`] : [],
      ),
    );
    const reported = charges.filter(({ month = '' }) => months.has(month));
    same(
      total(report.map((row) => row.Charges)),
      total(reported.map((row) => row.amount)),
      'Charges and Usage has all charges of its months',
    );
    const detailed = await rows('Detailed Disbursements');
    const sums = (name: string): Big => total(detailed.map((row) => row[name]));
    const reportedDue = total(charges.filter(settled).map((row) => row.due));
    same(sums('cust_charges').minus(sums('marketplace_fee_amount')), reportedDue, 'each charge is in one file');
    same(sums('aggregated_payout'), sent, 'Detailed Disbursements has what was sent');
    same(sums('released_amount'), balance.released, 'and of it what was withheld before');
    same(sums('abandoned_amount'), balance.abandoned, 'and what was given up');
    const transfers = (await rows(' Disbursements.csv')).filter((row) => row.Entity !== 'Abandoned Payout');
    same(total(transfers.map((row) => row.Total)), sent, 'Disbursements has what was sent');
    const days = (await rows('Customer Insights')).filter((row) => row.unit !== 'mo');
    const metered = days.filter((row) => Number(row.usage) > 0);
    same(
      total(metered.map((row) => row.usage)),
      total(usage.map((row) => row.quantity)),
      'the sum of the days is the sum of the months',
    );
    await bench.close();
  });
  await fc.assert(history, { numRuns: 10, endOnFailure: true });
});
