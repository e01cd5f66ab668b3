import assert from 'node:assert/strict';
import fc from 'fast-check';
import { activeOrder, type Order, type Product } from '../../../../../simulators/gcp/gcp.test-support.ts';
import { dayMs, type openReader } from './feed-bench.test-support.ts';

type Reader = Awaited<ReturnType<typeof openReader>>;
/** A charge as the control API shows it. */
export type Charge = {
  id: string;
  entitlementId: string;
  kind: string;
  amount: string;
  googleShare: string;
  status: string;
};

const which = fc.nat(20);
const kind = <K extends string>(name: K) => fc.constant(name);
/** What may happen to a seller. */
export const stepOf = fc.oneof(
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
export type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;

/** `read`: what a step does that reads. */
export type Seller = { reader: Reader; product: Product; orders: Order[]; read: () => Promise<void> };

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

/** Does a step; what is not possible is refused and changes nothing. */
export const take = async (seller: Seller, step: Step, number: number): Promise<void> => {
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
  } else await seller.read();
};

export const chargesOf = async (reader: Reader): Promise<Charge[]> =>
  (await reader.control<{ charges: Charge[] }>('GET', '/charge')).charges;
