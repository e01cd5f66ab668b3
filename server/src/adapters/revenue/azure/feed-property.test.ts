import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Bench, seedProduct, seedSubscription } from '../../../../../simulators/azure/azure.test-support.ts';
import { Big } from '../../../kit/decimal.ts';
import type { FeedRow } from '../port.ts';
import { figuresOf, keepRow, linesOf, type Rows, shuffleBy, sumOf } from '../read-feed.test-support.ts';
import { dayMs, openReader } from './feed-bench.test-support.ts';

type Charge = {
  id: string;
  subscriptionId: string;
  buyerId: string;
  purchaseRecordId: string;
  amount: string;
  fee: string;
  earning: string;
  status: 'Uncollected' | 'Unprocessed' | 'Upcoming' | 'Sent';
};

const index = fc.nat(20);
const stepOf = fc.oneof(
  fc.record({
    act: fc.constant('buy' as const),
    plan: fc.constantFrom('silver', 'gold', 'metered'),
    seats: fc.integer({ min: 1, max: 40 }),
    buyer: fc.nat(2),
  }),
  fc.record({ act: fc.constant('meter' as const), which: index, quantity: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.record({
    act: fc.constant('habit' as const),
    buyer: fc.nat(2),
    payDays: fc.constantFrom(0, 5, 45, 200, null),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('correct' as const),
      which: index,
      how: fc.constantFrom('refund', 'refund-part', 'adjust', 'restate', 'pay'),
      cents: fc.integer({ min: 1, max: 5000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  fc.record({
    act: fc.constant('spoil' as const),
    name: fc.constantFrom(
      ...['report-half', 'report-column-order', 'report-new-column', 'report-wrong-header', 'report-late-row'],
      'report-restated-row',
    ),
    operation: fc.constantFrom('ReportFile', 'PayoutFile'),
  }),
  fc.record({ act: fc.constant('read' as const) }),
);
type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;
type Reader = Awaited<ReturnType<typeof openReader>>;
type Context = { bought: { id: string; planId: string }[]; read: () => Promise<void> };

const chargesOf = async ({ control }: Pick<Bench, 'control'>): Promise<Charge[]> =>
  (await control('GET', '/charge')).charges;

const take = async (reader: Reader, step: Step, { bought, read }: Context): Promise<void> => {
  const { control, clock } = reader;
  // What the simulator refuses does not happen.
  const tried = (method: string, path: string, body: unknown): Promise<unknown> =>
    control(method, path, body).catch((error: { status?: number }) => assert.equal(error.status, 409));
  if (step.act === 'read') await read();
  else if (step.act === 'wait') await clock.advance(step.days * dayMs);
  else if (step.act === 'spoil') await reader.fault(step.name, { operation: step.operation });
  else if (step.act === 'buy') {
    const order = { planId: step.plan, billingAccountId: `buyer-${step.buyer}` };
    bought.push(await seedSubscription(reader, step.plan === 'metered' ? order : { ...order, quantity: step.seats }));
  } else if (step.act === 'habit') {
    await control('POST', '/buyer', { id: `buyer-${step.buyer}` });
    await tried('PUT', `/buyer/buyer-${step.buyer}/payment`, { payDays: step.payDays });
  } else if (step.act === 'meter') {
    const metered = bought.filter(({ planId }) => planId === 'metered');
    const found = metered[step.which % Math.max(metered.length, 1)];
    if (!found) return;
    const effectiveStartTime = new Date(clock.now()).toISOString();
    const event = { resourceId: found.id, quantity: step.quantity / 1000, dimension: 'requests', planId: 'metered' };
    await reader.api('POST', '/usageEvent', { ...event, effectiveStartTime });
  } else {
    const charges = await chargesOf(reader);
    const charge = charges[step.which % Math.max(charges.length, 1)];
    if (!charge) return;
    const amount = new Big(step.cents).div(100).toFixed(2);
    const [path, body] = {
      refund: ['refund', {}],
      'refund-part': ['refund', { amount }],
      adjust: ['adjust', { amount: step.cents % 2 === 0 ? amount : `-${amount}` }],
      restate: ['restate', { amount }],
      pay: ['pay', {}],
    }[step.how] as [string, object];
    await tried('POST', `/charge/${charge.id}/${path}`, body);
  }
};

const total = (values: readonly string[]): string =>
  values.reduce((sum, value) => sum.plus(value), new Big(0)).toFixed();

const plans = [
  { planId: 'silver', name: 'Silver', isPerSeat: true, maxQuantity: 50, prices: [{ termUnit: 'P1M', price: 9.99 }] },
  { planId: 'gold', name: 'Gold', isPerSeat: true, maxQuantity: 50, prices: [{ termUnit: 'P1Y', price: 123.45 }] },
  { planId: 'metered', name: 'Metered', prices: [{ termUnit: 'P1M', price: 0 }], meters: { requests: 0.0137 } },
];

test("whatever happens and however it is read, the figures are those of Microsoft's books", async (t) => {
  const history = fc.array(stepOf, { minLength: 5, maxLength: 25 });
  const order = fc.infiniteStream(fc.nat(1000));
  await fc.assert(
    fc.asyncProperty(history, order, fc.boolean(), async (steps, numbers, isSplit) => {
      const reader = await openReader(t);
      const { control, clock, feed, newFeed, parts, waitFor, readInto } = reader;
      await seedProduct(reader, { plans });
      await control('PUT', '/account/contoso/billing', { feePercent: '3.5', minimumPayout: '1', holdDays: 10 });
      // Whether a correction is a part of the line that it corrects.
      await control('POST', '/settings', { correctionLines: isSplit ? 'same' : 'own' });
      await parts();
      // Everything that is ever read, some of it twice.
      const all: FeedRow[] = [];
      const read = () => readInto(all);
      const context: Context = { bought: [], read };
      const first = ['silver', 'gold', 'metered'] as const;
      await control('POST', '/buyer', { id: 'buyer-2', salesChannel: 'Enterprise' });
      for (const plan of first) await take(reader, { act: 'buy', plan, seats: 3, buyer: 0 }, context);
      for (const step of steps) await take(reader, step, context);

      await control('DELETE', '/fault');
      await waitFor(/everything/);
      const charges = await chargesOf(reader);
      const balance = await control('GET', '/account/contoso/balance');
      const { payouts } = await control('GET', '/payout');
      // A feed that remembers no requests makes new ones.
      const late = newFeed();
      await late.listParts(reader.access, reader.everything);
      await clock.advance(2000);
      await readInto(all, late);
      const rows: Rows = new Map();
      for (const row of shuffleBy(numbers)([...all, ...all.slice(0, 100)])) keepRow(rows, row);

      const lines = linesOf(feed, rows);
      const figures = figuresOf(lines);
      const records = Map.groupBy(charges, (one) => `${one.purchaseRecordId}/${one.subscriptionId} USD`);
      assert.ok([...figures.keys()].every((record) => records.has(record)));
      for (const [record, own] of records) {
        const {
          billed = '0',
          refunded = '0',
          fee = '0',
          collected = '0',
          disbursed = '0',
          outstanding = '0',
        } = figures.get(record) ?? {};
        const isPaidFirst = own.some(({ buyerId }) => buyerId === 'buyer-2');
        const isCollected = ({ status }: Charge): boolean =>
          isPaidFirst ? status === 'Sent' : status !== 'Uncollected';
        const of = (part: 'amount' | 'fee' | 'earning', counts: (charge: Charge) => boolean = () => true) =>
          total(own.filter(counts).map((charge) => charge[part]));
        assert.deepEqual(
          [billed, fee, collected, disbursed, outstanding],
          [
            of('amount'),
            of('fee'),
            of('earning', isCollected),
            of('earning', ({ status }) => status === 'Sent'),
            of('earning', (charge) => !isCollected(charge)),
          ],
        );
        const back = of('amount', ({ amount }) => new Big(amount).lt(0));
        if (!isSplit) assert.equal(refunded, new Big(back).times(-1).toFixed());
      }
      const sumsOf = (name: 'billed' | 'fee' | 'disbursed') =>
        total([...figures.values()].map((figure) => figure[name]));
      assert.deepEqual(
        [sumsOf('billed'), sumsOf('fee'), sumsOf('disbursed')],
        [balance.billed, balance.fee, balance.sent].map((amount) => total([amount])),
      );
      const paid = sumOf(lines, ({ kind }) => kind === 'PAYOUT').toFixed();
      assert.equal(paid, total(payouts.map(({ amount }: { amount: string }) => amount)), 'what the bank received');
      await reader.close();
    }),
    { numRuns: 12 },
  );
});
