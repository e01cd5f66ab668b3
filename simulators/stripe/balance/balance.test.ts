import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { type Bench, failureOf, openBench, openInbox, openPayer } from '../stripe.test-support.ts';

const dayMs = 86_400_000;
const monday = '2026-03-02T10:00:00Z';

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Reads everything that belongs to a balance. */
const readBooks = async ({ stripe }: Bench) => {
  const transactions: Stripe.BalanceTransaction[] = [];
  for await (const one of stripe.balanceTransactions.list({ limit: 100 })) transactions.push(one);
  const payouts: Stripe.Payout[] = [];
  for await (const one of stripe.payouts.list({ limit: 100 })) payouts.push(one);
  return { transactions, payouts, balance: await stripe.balance.retrieve() };
};

const checkBooks = async (bench: Bench): Promise<void> => {
  const { transactions, payouts, balance } = await readBooks(bench);
  for (const { currency, amount } of balance.available) {
    const available = transactions.filter((one) => one.currency === currency && one.status === 'available');
    const moved = available.filter(({ type }) => !type.startsWith('payout'));
    const out = payouts.filter((one) => one.currency === currency && !['failed', 'canceled'].includes(one.status));
    assert.equal(sum(available.map(({ net }) => net)), amount);
    assert.equal(sum(moved.map(({ net }) => net)) - sum(out.map((one) => one.amount)), amount);
  }
  for (const { currency, amount } of balance.pending) {
    const pending = transactions.filter((one) => one.currency === currency && one.status === 'pending');
    assert.equal(sum(pending.map(({ net }) => net)), amount);
  }
  for (const { amount, fee, fee_details, net } of transactions) {
    assert.equal(net, amount - fee);
    assert.equal(fee, sum(fee_details.map((detail) => detail.amount)));
  }
  const seen = new Set<string>();
  for (const { id, amount, automatic, reconciliation_status: known } of payouts) {
    if (!automatic || known !== 'completed') continue;
    const { data } = await bench.stripe.balanceTransactions.list({ payout: id, limit: 100 });
    assert.equal(sum(data.filter(({ source }) => source !== id).map(({ net }) => net)), amount);
    for (const one of data) {
      assert.ok(!seen.has(one.id), `${one.id} is in two payouts`);
      seen.add(one.id);
    }
  }
};

const step = fc.oneof(
  fc.record({ act: fc.constant('pay' as const), amount: fc.integer({ min: 50, max: 900_000 }), pick: fc.nat(2) }),
  fc.record({
    act: fc.constantFrom(
      'refund',
      'dispute',
      'dispute',
      'step',
      'close',
      'fail',
      'arrive',
      'manual',
      'fee',
      'refund-fails',
    ),
    amount: fc.integer({ min: 1, max: 5000 }),
    pick: fc.nat(20),
  }),
  fc.record({ act: fc.constant('wait' as const), amount: fc.integer({ min: 1, max: 5 * 24 }), pick: fc.constant(0) }),
);

test('the balance is what has become available less what was paid out, whatever happens', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const bench = await openBench(t, { startsAt: monday });
      const { stripe, account } = bench;
      await bench.control('PUT', `/account/${account.id}/terms`, {
        conversions: { eur: { currency: 'usd', rate: '1.0837' } },
      });
      const pay = await openPayer(bench);
      const tried = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined);
      const pickOf = <T extends { id: string }>({ data }: { data: T[] }, pick: number): string =>
        data[pick % Math.max(data.length, 1)]?.id ?? 'none';
      for (const { act, amount, pick } of steps) {
        const charge = async () => pickOf(await stripe.charges.list({ limit: 100 }), pick);
        const payout = async () => pickOf(await stripe.payouts.list({ limit: 100 }), pick);
        if (act === 'pay') await pay(amount, ['usd', 'jpy', 'eur'][pick]);
        else if (act === 'wait') await bench.clock.advance(amount * 3_600_000);
        else if (act === 'refund') await tried(stripe.refunds.create({ charge: await charge(), amount }));
        else if (act === 'dispute') {
          const asked = { ...(pick % 3 === 0 ? {} : { amount }), isInquiry: pick % 4 === 1 };
          await tried(bench.control('POST', `/charge/${await charge()}/dispute`, asked));
        } else if (act === 'step') {
          const dispute = pickOf(await stripe.disputes.list({ limit: 100 }), pick);
          await tried(bench.control('POST', `/dispute/${dispute}/${amount % 2 === 0 ? 'escalate' : 'answer'}`));
        } else if (act === 'fail') await tried(bench.control('POST', `/payout/${await payout()}/fail`));
        else if (act === 'arrive') await tried(bench.control('POST', `/payout/${await payout()}/arrive`));
        else if (act === 'manual') await tried(stripe.payouts.create({ amount, currency: 'usd' }));
        else if (act === 'fee') await bench.control('POST', `/account/${account.id}/fee`, { amount });
        else if (act === 'refund-fails') {
          const refund = pickOf(await stripe.refunds.list({ limit: 100 }), pick);
          await tried(bench.control('POST', `/refund/${refund}/fail`));
        } else {
          const dispute = pickOf(await stripe.disputes.list({ limit: 100 }), pick);
          const outcome = amount % 2 === 0 ? 'won' : 'lost';
          await tried(bench.control('POST', `/dispute/${dispute}/close`, { outcome }));
        }
        await checkBooks(bench);
      }
      await bench.clock.advance(20 * dayMs);
      await checkBooks(bench);
      await bench.close();
    }),
    { numRuns: 12 },
  );
});

test('a dispute takes the amount and a fee; a won dispute returns the amount only', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { stripe } = bench;
  const inbox = await openInbox(t);
  await stripe.webhookEndpoints.create({
    url: inbox.url,
    enabled_events: ['charge.dispute.created', 'charge.dispute.funds_reinstated', 'charge.dispute.closed'],
  });
  const charge = await (await openPayer(bench))(10_000);
  const { id } = await bench.control<{ id: string }>('POST', `/charge/${charge}/dispute`, { reason: 'duplicate' });
  assert.equal((await stripe.charges.retrieve(charge)).disputed, true);
  assert.equal((await failureOf(stripe.refunds.create({ charge }))).code, 'charge_disputed');
  await bench.clock.advance(3 * dayMs);
  const open = await stripe.disputes.retrieve(id);
  assert.deepEqual(
    open.balance_transactions.map(({ type, reporting_category: category, net, status }) => [
      type,
      category,
      net,
      status,
    ]),
    [['adjustment', 'dispute', -11_500, 'available']],
  );
  await bench.control('POST', `/dispute/${id}/close`, { outcome: 'won' });
  const { data } = await stripe.balanceTransactions.list({ source: id, expand: ['data.source'] });
  assert.deepEqual(
    data.map(({ net, reporting_category: category }) => [net, category]),
    [
      [10_000, 'dispute_reversal'],
      [-11_500, 'dispute'],
    ],
  );
  assert.equal((data[0]?.source as Stripe.Dispute | undefined)?.status, 'won');
  const closed = await bench.control('POST', `/dispute/${id}/close`, { outcome: 'lost' }).catch((e) => e.status);
  assert.equal(closed, 409);
  await inbox.until((all) => all.length === 3);
});

test('a charge has several disputes, each with its own course; an inquiry takes nothing until it becomes a dispute', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { stripe, control } = bench;
  const inbox = await openInbox(t);
  await stripe.webhookEndpoints.create({ url: inbox.url, enabled_events: ['*'] });
  const charge = await (await openPayer(bench))(10_000);
  const dispute = async (fields: object) =>
    (await control<{ id: string }>('POST', `/charge/${charge}/dispute`, fields)).id;
  const refused = (doing: Promise<unknown>) => doing.catch((error) => error.status);
  const [inquiry, other] = [await dispute({ amount: 6000, isInquiry: true }), await dispute({ amount: 3000 })];
  assert.equal(await refused(dispute({ amount: 1001 })), 409, 'more than is left of the charge');
  const netOf = async (id: string) => {
    const { balance_transactions: moved, status } = await stripe.disputes.retrieve(id);
    return [status, ...moved.map(({ amount }) => amount)].join(' ');
  };
  assert.deepEqual([await netOf(inquiry), await netOf(other)], ['warning_needs_response', 'needs_response -3000']);
  await control('POST', `/dispute/${inquiry}/answer`);
  assert.equal(await netOf(inquiry), 'warning_under_review');
  await control('POST', `/dispute/${inquiry}/escalate`);
  assert.equal(await netOf(inquiry), 'needs_response -6000');
  assert.equal(await refused(control('POST', `/dispute/${inquiry}/escalate`)), 409);
  await control('POST', `/dispute/${other}/answer`);
  assert.equal(await refused(control('POST', `/dispute/${other}/answer`)), 409);
  await control('POST', `/dispute/${other}/close`, { outcome: 'won' });
  await control('POST', `/dispute/${inquiry}/close`, { outcome: 'lost' });
  assert.deepEqual([await netOf(inquiry), await netOf(other)], ['lost -6000', 'won -3000 3000']);
  const last = await dispute({ isInquiry: true });
  await control('POST', `/dispute/${last}/close`, { outcome: 'lost' });
  assert.equal(await netOf(last), 'warning_closed');
  const told = (id: string) => (all: typeof inbox.messages) =>
    all.flatMap(({ body }) => {
      const { type, data } = JSON.parse(String(body)) as { type: string; data: { object: { id: string } } };
      return data.object.id === id ? [type.replace('charge.dispute.', '')] : [];
    });
  const all = await inbox.until((found) => told(last)(found).length === 2 && told(other)(found).length === 5);
  assert.deepEqual(told(other)(all).sort(), ['closed', 'created', 'funds_reinstated', 'funds_withdrawn', 'updated']);
  assert.deepEqual(told(inquiry)(all).sort(), ['closed', 'created', 'funds_withdrawn', 'updated', 'updated']);
  assert.deepEqual(told(last)(all).sort(), ['closed', 'created']);
});

test('a refund after the payout is in the next one; without funds the balance stays negative', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { stripe } = bench;
  const pay = await openPayer(bench);
  const charge = await pay(10_000);
  await bench.clock.advance(4 * dayMs);
  const refund = await stripe.refunds.create({ charge, amount: 4000 });
  await bench.clock.advance(5 * dayMs);
  assert.equal((await stripe.balance.retrieve()).available[0]?.amount, -4000);
  assert.equal((await stripe.payouts.list()).data.length, 1);
  await pay(10_000);
  await bench.clock.advance(7 * dayMs);
  const [second] = (await stripe.payouts.list()).data;
  assert.equal(second?.amount, 9680 - 4000);
  const { data } = await stripe.balanceTransactions.list({ payout: second?.id ?? '', type: 'refund' });
  assert.deepEqual(
    data.map(({ source, fee }) => [source, fee]),
    [[refund.id, 0]],
  );
});

test('amounts are whole numbers in the smallest unit of every currency, even when converted', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  const { stripe, account } = bench;
  await bench.control('PUT', `/account/${account.id}/terms`, {
    conversions: { eur: { currency: 'usd', rate: '1.0834' }, jpy: { currency: 'usd', rate: '0.0069' } },
  });
  const pay = await openPayer(bench);
  const booked = async (amount: number, currency: string) => {
    const [one] = (await stripe.balanceTransactions.list({ source: await pay(amount, currency) })).data;
    return [one?.amount, one?.fee, one?.currency, one?.exchange_rate];
  };
  assert.deepEqual(await booked(10_001, 'eur'), [10_835, 344 + 108, 'usd', 1.0834]);
  assert.deepEqual(await booked(10_000, 'jpy'), [6900, 230 + 69, 'usd', 0.0069]);
  assert.deepEqual(await booked(10_000, 'krw'), [10_000, 320, 'krw', null]);
  assert.deepEqual(await booked(12_340, 'kwd'), [12_340, 358 + 300, 'kwd', null]);
  assert.equal((await failureOf(pay(12_345, 'kwd'))).statusCode, 400);
  const terms = { cardFee: { basisPoints: 150, fixed: 25 } };
  await bench.control('PUT', `/account/${account.id}/terms`, terms);
  assert.deepEqual(await booked(10_000, 'gbp'), [10_000, 175, 'gbp', null]);
  const refused = await bench.control('PUT', `/account/${account.id}/terms`, { fee: 1 }).catch((e) => e.status);
  assert.equal(refused, 400);
});

test('a restart loses no funds, and scheduled events still happen', async (t) => {
  const bench = await openBench(t, { startsAt: monday });
  await (await openPayer(bench))(10_000);
  await bench.clock.advance(40 * 3_600_000);
  const before = bench.snapshot();
  await bench.close();
  const again = await openBench(t, { dataDir: bench.dataDir, startsAt: monday });
  assert.deepEqual(again.snapshot(), before);
  await again.clock.advance(4 * dayMs);
  const [payout] = (await again.stripe.payouts.list()).data;
  assert.deepEqual([payout?.status, payout?.amount], ['paid', 9680]);
  await checkBooks(again);
});
