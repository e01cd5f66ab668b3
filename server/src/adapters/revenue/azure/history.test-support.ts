import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Bench, seedSubscription } from '../../../../../simulators/azure/azure.test-support.ts';
import { Big } from '../../../kit/decimal.ts';
import { dayMs, type openReader } from './feed-bench.test-support.ts';

/** A charge as the control API shows it. */
export type Charge = {
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
/** What may happen to a publisher. */
export const stepOf = fc.oneof(
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
export type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;
type Reader = Awaited<ReturnType<typeof openReader>>;
export type Context = { bought: { id: string; planId: string }[]; read: () => Promise<void> };

export const chargesOf = async ({ control }: Pick<Bench, 'control'>): Promise<Charge[]> =>
  (await control('GET', '/charge')).charges;

/** What the simulator refuses does not happen. */
export const take = async (reader: Reader, step: Step, { bought, read }: Context): Promise<void> => {
  const { control, clock } = reader;
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

export const plans = [
  { planId: 'silver', name: 'Silver', isPerSeat: true, maxQuantity: 50, prices: [{ termUnit: 'P1M', price: 9.99 }] },
  { planId: 'gold', name: 'Gold', isPerSeat: true, maxQuantity: 50, prices: [{ termUnit: 'P1Y', price: 123.45 }] },
  { planId: 'metered', name: 'Metered', prices: [{ termUnit: 'P1M', price: 0 }], meters: { requests: 0.0137 } },
];
