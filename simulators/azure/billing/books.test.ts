import assert from 'node:assert/strict';
import { test } from 'node:test';
import Big from 'big.js';
import fc from 'fast-check';
import { type Bench, openBench, seedProduct, seedSubscription } from '../azure.test-support.ts';

const dayMs = 86_400_000;

type Step =
  | { kind: 'buy'; plan: string; seats: number; buyer: number }
  | { kind: 'meter'; which: number; quantity: number }
  | { kind: 'verdict'; which: number; quantity: number }
  | { kind: 'seats'; which: number; seats: number }
  | { kind: 'habit'; buyer: number; payDays: number | null }
  | { kind: 'correct'; which: number; how: 'refund' | 'refund-part' | 'adjust' | 'restate' | 'pay'; cents: number }
  | { kind: 'wait'; days: number };

const which = fc.nat(20);
const buyer = fc.nat(2);
const quantity = fc.integer({ min: 1000, max: 1_000_000 }).map((value) => value / 1000);
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('buy' as const),
        plan: fc.constantFrom('silver', 'gold', 'metered'),
        seats: fc.integer({ min: 1, max: 40 }),
        buyer,
      }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('meter' as const), which, quantity }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('verdict' as const), which, quantity }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('seats' as const), which, seats: fc.integer({ min: 1, max: 50 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('habit' as const), buyer, payDays: fc.constantFrom(0, 5, 45, null) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('correct' as const),
        which,
        how: fc.constantFrom('refund', 'refund-part', 'adjust', 'restate', 'pay'),
        cents: fc.integer({ min: 1, max: 5000 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  ),
  { minLength: 20, maxLength: 40 },
) as fc.Arbitrary<Step[]>;

/** Does a step; an impossible one, such as refunding twice, is refused and changes nothing. */
const take = async (bench: Bench, bought: { id: string; planId: string }[], step: Step): Promise<void> => {
  const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(items.length, 1)];
  const tryControl = (path: string, body: unknown, method = 'POST'): Promise<unknown> =>
    bench.control(method, path, body).catch((error: { status: number }) => assert.equal(error.status, 409));
  if (step.kind === 'wait') await bench.clock.advance(step.days * dayMs);
  else if (step.kind === 'buy') {
    const order = { planId: step.plan, billingAccountId: `buyer-${step.buyer}` };
    bought.push(await seedSubscription(bench, step.plan === 'metered' ? order : { ...order, quantity: step.seats }));
  } else if (step.kind === 'habit') {
    await bench.control('POST', '/buyer', { id: `buyer-${step.buyer}` });
    await tryControl(`/buyer/buyer-${step.buyer}/payment`, { payDays: step.payDays }, 'PUT');
  } else if (step.kind === 'correct') {
    const { charges } = await bench.control('GET', '/charge');
    const charge = pick<{ id: string; status: string }>(charges, step.which);
    const amount = (step.cents / 100).toFixed(2);
    const path = step.how === 'refund-part' ? 'refund' : step.how;
    const body = {
      refund: {},
      'refund-part': { amount },
      adjust: { amount: `-${amount}` },
      restate: { amount },
      pay: {},
    };
    if (charge) await tryControl(`/charge/${charge.id}/${path}`, body[step.how]);
  } else {
    const isMetered = step.kind !== 'seats';
    const found = pick(
      bought.filter(({ planId }) => (planId === 'metered') === isMetered),
      step.which,
    );
    if (!found) return;
    if (step.kind === 'seats') await bench.api('PATCH', `/saas/subscriptions/${found.id}`, { quantity: step.seats });
    else if (step.kind === 'meter') {
      const effectiveStartTime = new Date(bench.clock.now()).toISOString();
      const event = {
        resourceId: found.id,
        quantity: step.quantity,
        dimension: 'requests',
        effectiveStartTime,
        planId: 'metered',
      };
      await bench.api('POST', '/usageEvent', event);
    } else {
      const day = new Date(bench.clock.now()).toISOString().slice(0, 10);
      const line = { subscriptionId: found.id, dimension: 'requests', day };
      const body = { ...line, reconStatus: 'Mismatch', processedQuantity: step.quantity };
      await bench.control('POST', '/usage/verdict', body).catch((error) => assert.equal(error.status, 404));
    }
  }
};

const total = (values: readonly (string | undefined)[]): Big =>
  values.reduce((sum, value) => sum.plus(value ?? '0'), new Big(0));
const same = (left: Big, right: Big | string, what: string): void =>
  assert.equal(left.toFixed(), new Big(right).toFixed(), what);

test('whatever happens, the books add up', async (t) => {
  const history = fc.asyncProperty(steps, async (all) => {
    const bench = await openBench(t, { startsAt: '2026-08-10T12:00:00Z' });
    const plans = [
      {
        planId: 'silver',
        name: 'Silver',
        isPerSeat: true,
        maxQuantity: 50,
        prices: [{ termUnit: 'P1M', price: 9.99 }],
      },
      { planId: 'gold', name: 'Gold', isPerSeat: true, maxQuantity: 50, prices: [{ termUnit: 'P1Y', price: 123.45 }] },
      { planId: 'metered', name: 'Metered', prices: [{ termUnit: 'P1M', price: 0 }], meters: { requests: 0.0137 } },
    ];
    await seedProduct(bench, { plans });
    await bench.control('PUT', '/account/contoso/billing', { feePercent: '3.5', minimumPayout: '1', holdDays: 10 });
    const bought: { id: string; planId: string }[] = [];
    const first = ['silver', 'gold', 'metered'].map((plan): Step => ({ kind: 'buy', plan, seats: 3, buyer: 0 }));
    for (const step of [...first, ...all]) await take(bench, bought, step);

    const rows = await bench.report('SELECT LineItemId,Revenue,EarningAmountUSD,PayoutStatus FROM ISVRevenue');
    const { charges } = await bench.control('GET', '/charge');
    const balance = await bench.control('GET', '/account/contoso/balance');
    const { payouts } = await bench.control('GET', '/payout');
    const earned = (statuses: string[]) =>
      total(rows.filter((row) => statuses.includes(row.PayoutStatus ?? '')).map((row) => row.EarningAmountUSD));

    same(total(rows.map((row) => row.Revenue)), balance.billed, 'the rows of the report are all that was billed');
    for (const row of rows) {
      const { fee } = charges.find(({ id }: { id: string }) => id === row.LineItemId);
      same(
        new Big(row.Revenue ?? 0).minus(fee),
        row.EarningAmountUSD ?? '',
        'a row earns what Microsoft does not keep',
      );
    }
    const byDay = Map.groupBy(charges as Record<string, string>[], ({ billedAt = '' }) => billedAt.slice(0, 10));
    const days = [...byDay.values()].map((day) => total(day.map(({ amount }) => amount)).toFixed());
    same(total(days), balance.billed, 'the sums of the days are the sum of the rows');
    same(
      earned(['Unprocessed', 'Upcoming', 'Sent']),
      total([balance.unprocessed, balance.upcoming, balance.sent]),
      'what was collected is disbursed or held',
    );
    same(
      earned(['Sent']),
      total(payouts.map(({ amount }: { amount: string }) => amount)),
      'what was sent arrived in payments',
    );
    for (const payout of payouts) {
      const parts = charges.filter(({ payoutId }: { payoutId: string }) => payoutId === payout.id);
      same(
        total(parts.map(({ earning }: { earning: string }) => earning)),
        payout.amount,
        'a payment is the sum of its parts',
      );
    }

    const usage = await bench.report(
      'SELECT CustomerId,UsageDate,MonthStartDate,MeteredUsage,EstimatedExtendedChargeCC FROM ISVUsage',
    );
    for (const row of usage)
      same(
        new Big(row.MeteredUsage ?? 0).times('0.0137'),
        row.EstimatedExtendedChargeCC ?? '',
        'usage costs its price',
      );
    const { usageBilledUntil } = await bench.control('GET', '/account/contoso/billing');
    const billedUsage = usage.filter((row) => Date.parse(row.MonthStartDate ?? '') < usageBilledUntil);
    const usageLines = charges.filter(
      (row: Record<string, string>) => row.dimension !== null && row.kind === 'Purchase',
    );
    same(
      total(billedUsage.map((row) => row.MeteredUsage)),
      total(usageLines.map((row: Record<string, string>) => row.quantity)),
      'what was used by day is what was billed by month',
    );
    for (const charge of charges) {
      if (charge.dimension === null || charge.kind !== 'Purchase') continue;
      const exact = new Big(charge.quantity).times(charge.price);
      const restated = all.some((step) => step.kind === 'correct' && step.how === 'restate');
      if (!restated) assert.equal(charge.amount, exact.toFixed(2, Big.roundHalfEven), 'metered × price, to the cent');
    }
    for (const refunded of charges.filter(({ kind }: { kind: string }) => kind === 'Purchase')) {
      const parts = charges.filter(
        ({ correctsId, kind }: Record<string, string>) => correctsId === refunded.id && kind === 'Refund',
      );
      const back = total(parts.map(({ amount }: { amount: string }) => amount)).times(-1);
      const wasChanged = all.some((step) => step.kind === 'correct' && ['restate', 'adjust'].includes(step.how));
      if (!wasChanged) assert.ok(back.lte(refunded.amount), 'no more is refunded than was paid');
    }
    await bench.close();
  });
  await fc.assert(history, { numRuns: 15, endOnFailure: true });
});
