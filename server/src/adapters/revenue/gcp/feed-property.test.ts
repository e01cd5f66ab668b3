import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { activeOrder, type Order, type Product, seedProduct } from '../../../../../simulators/gcp/gcp.test-support.ts';
import { foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { Big } from '../../../kit/decimal.ts';
import type { MoneyLine } from '../port.ts';
import { figuresOf, linesOf, type Rows, readFeed, shuffleBy, sumOf } from '../read-feed.test-support.ts';
import { dayMs, everything, openReader } from './feed-bench.test-support.ts';

type Reader = Awaited<ReturnType<typeof openReader>>;
type Charge = { id: string; entitlementId: string; kind: string; amount: string; googleShare: string; status: string };

const which = fc.nat(20);
const kind = <K extends string>(name: K) => fc.constant(name);
const stepOf = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: kind('buy'), plan: fc.constantFrom('pro', 'payg'), account: fc.nat(3) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kind('use'), which, units: fc.integer({ min: 1, max: 99_999 }), daysAgo: fc.nat(45) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('standing'),
      which,
      state: fc.constantFrom('good', 'good', 'probation', 'probation', 'closed'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('refund'), which, cents: fc.option(fc.integer({ min: 1, max: 9999 })) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('price'), which, price: fc.constantFrom('0.0001', '0.25', '33.333') }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('wait'), days: fc.integer({ min: 1, max: 25 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('spoil'),
      name: fc.constantFrom(
        ...['report-late-row', 'report-restated-row', 'report-column-order', 'report-new-column', 'report-half'],
      ),
      operation: fc.constantFrom('DetailedDisbursements', 'Disbursements', 'ChargesAndUsage', 'CustomerInsights'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('rewrite'), month: fc.constantFrom('2026-09', '2026-10', '2026-11') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('read') }) },
);
type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;

type Seller = { reader: Reader; product: Product; orders: Order[]; rows: Rows };

const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(items.length, 1)];

const use = async ({ reader, product, orders }: Seller, step: Extract<Step, { kind: 'use' }>, number: number) => {
  const order = pick(
    orders.filter(({ entitlement }) => entitlement.plan === 'payg'),
    step.which,
  );
  if (!order) return;
  const time = new Date(reader.clock.now() - step.daysAgo * dayMs).toISOString();
  const metricValueSets = [{ metricName: product.metrics[1], metricValues: [{ int64Value: String(step.units) }] }];
  const consumerId = order.entitlement.usageReportingId;
  const operation = { operationId: `op-${number}`, operationName: 'usage', startTime: time, endTime: time };
  await reader.api('POST', `/servicecontrol/v1/services/${product.id}:report`, {
    operations: [{ ...operation, consumerId, metricValueSets }],
  });
};

/** Reads what there is now; a spoiled report is left for later. */
const readNow = async ({ reader, rows }: Seller): Promise<void> => {
  const { feed, access } = reader;
  for (const part of await reader.parts())
    await readFeed(feed, { access, window: everything }, { into: rows, arrange: () => [part] }).catch((error) => {
      assert.match(String(error), /csv, line \d+: /);
    });
};

/** Does a step; what is not possible is refused and changes nothing. */
const take = async (seller: Seller, step: Step, number: number): Promise<void> => {
  const { reader, product, orders } = seller;
  const attempt = async (method: string, path: string, body: unknown): Promise<void> => {
    const { status } = await reader.ask(method, `/control/gcp${path}`, body, reader.controlToken);
    assert.ok(status < 300 || status === 409, `${path}: ${status}`);
  };
  if (step.kind === 'wait') await reader.clock.advance(step.days * dayMs);
  else if (step.kind === 'buy') {
    const more = { plan: step.plan, billingAccount: `00000${step.account}-C4D5E6-F70819` };
    orders.push(await activeOrder(reader, product, step.plan === 'payg' ? more : { ...more, termMonths: 1 }));
  } else if (step.kind === 'use') await use(seller, step, number);
  else if (step.kind === 'refund') {
    const charge = pick(await chargesOf(reader), step.which);
    const body = step.cents === null ? {} : { amount: (step.cents / 100).toFixed(2) };
    if (charge) await attempt('POST', `/charge/${charge.id}/refund`, body);
  } else if (step.kind === 'standing') {
    const order = pick(orders, step.which);
    if (order) await attempt('PUT', `/buyer-account/${order.buyerAccountId}/standing`, { state: step.state });
  } else if (step.kind === 'price') {
    const sku = pick(product.skus, step.which);
    if (sku) await attempt('PUT', `/sku/${sku.id}/price`, { price: step.price });
  } else if (step.kind === 'spoil') await reader.fault(step.name, { operation: step.operation });
  else if (step.kind === 'rewrite') {
    const isWritten = (await reader.parts()).some(({ name }) => name.startsWith(`${step.month}-01 Detailed`));
    const body = { kind: 'detailed-disbursements', of: step.month };
    if (isWritten) await attempt('POST', '/account/acme-public/report', body);
  } else await readNow(seller);
};

const chargesOf = async (reader: Reader): Promise<Charge[]> =>
  (await reader.control<{ charges: Charge[] }>('GET', '/charge')).charges;

const total = (amounts: readonly (string | undefined)[]): string =>
  amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Big(0)).toFixed();

const zero: Record<string, string> = {};

/** Compares what lines amount to with charges that were reported. */
const compare = (lines: readonly MoneyLine[], charges: readonly Charge[], what: string): void => {
  const all = foldLines(lines);
  assert.ok(all.length <= 1, 'one currency');
  const figures = all[0] ?? zero;
  const amount = (value: string | undefined): string => value ?? '0';
  assert.equal(amount(figures.billed), total(charges.map((row) => row.amount)), `${what}: billed`);
  assert.equal(amount(figures.fee), total(charges.map((row) => row.googleShare)), `${what}: fee`);
  const refunds = charges.filter(({ kind }) => kind === 'REFUND');
  assert.equal(new Big(amount(figures.refunded)).times(-1).toFixed(), total(refunds.map((row) => row.amount)), what);
  assert.equal(amount(figures.adjusted), '0', `${what}: adjusted`);
  const due = (...statuses: string[]): string =>
    charges
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, row) => sum.plus(row.amount).minus(row.googleShare), new Big(0))
      .toFixed();
  assert.equal(amount(figures.disbursed), due('PAID', 'RELEASED'), `${what}: disbursed`);
  assert.equal(amount(figures.collected), due('PAID', 'RELEASED'), `${what}: collected`);
  assert.equal(amount(figures.forgiven), due('ABANDONED'), `${what}: forgiven`);
  assert.equal(amount(figures.outstanding), due('WITHHELD'), `${what}: outstanding`);
};

test('whatever happens, however it is read, lines add up to what Google charged, kept, paid and withheld', async (t) => {
  const history = fc.asyncProperty(
    fc.array(stepOf, { minLength: 15, maxLength: 35 }),
    fc.infiniteStream(fc.nat(1_000_000)),
    async (steps, numbers) => {
      const reader = await openReader(t);
      const product = await seedProduct(reader, { multipleOrders: true });
      await reader.control('PUT', '/account/acme-public/settlement', { googleSharePercent: '3.5' });
      const seller: Seller = { reader, product, orders: [], rows: new Map() };
      const first = ['pro', 'payg'].map((plan, account) => ({ kind: 'buy', plan, account }) as Step);
      for (const [number, step] of [...first, ...steps].entries()) await take(seller, step, number);
      await reader.control('DELETE', '/fault');
      // Until all usage has been billed and settled, and what was spoiled is right.
      await reader.clock.advance(80 * dayMs);

      const { feed, access } = reader;
      const arrange = shuffleBy(numbers[Symbol.iterator]());
      const fresh = await readFeed(feed, { access, window: everything }, { arrange });
      const { rows } = seller;
      for (let times = 0; times < 2; times += 1)
        await readFeed(feed, { access, window: everything }, { into: rows, arrange });
      const lines = linesOf(feed, rows);
      assert.deepEqual(figuresOf(lines), figuresOf(linesOf(feed, fresh)), 'what was read before leaves nothing behind');

      const charges = (await chargesOf(reader)).filter(({ status }) => status !== 'OPEN');
      compare(lines, charges, 'all');
      for (const { id } of seller.orders) {
        const own = lines.filter(({ recordId }) => recordId === id);
        compare(
          own,
          charges.filter(({ entitlementId }) => entitlementId === id),
          id,
        );
      }
      type Sent = { disbursements: { amount: string }[] };
      const { disbursements } = await reader.control<Sent>('GET', '/disbursement');
      const sent = total(disbursements.map(({ amount }) => amount));
      assert.equal(sumOf(lines, ({ kind }) => kind === 'PAYOUT').toFixed(), sent, 'payouts are what was sent');
      await reader.close();
    },
  );
  await fc.assert(history, { numRuns: 10, endOnFailure: true });
});
