import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBench, openInbox } from '../stripe.test-support.ts';

test('what was paid is paid out, and the movements of a payout can be listed', async (t) => {
  const bench = await openBench(t);
  const { stripe, account } = bench;
  const inbox = await openInbox(t);
  await bench.control('PUT', `/account/${account.id}/message-target`, {
    url: inbox.url,
    enabledEvents: ['payout.paid'],
  });
  const { id: customer } = await stripe.customers.create({ name: 'Initech' });
  const method = await bench.control<{ id: string }>('POST', `/customer/${customer}/payment-method`, {
    token: 'pm_card_visa',
  });
  const paid = await stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'usd',
    customer,
    payment_method: method.id,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    confirm: true,
  });
  assert.equal(paid.managed_payments, null);
  const payOut = () => bench.control<{ payout: { id: string } | null }>('POST', `/account/${account.id}/payout`);
  assert.equal((await payOut()).payout, null, 'nothing is available before two days are over');
  await bench.clock.advance(3 * 86_400_000);
  const { payout } = await payOut();
  const { data: on } = await stripe.payouts.list();
  assert.deepEqual(
    on.map(({ id, amount, status, reconciliation_status: told }) => [id, amount, status, told]),
    [[payout?.id, 9680, 'in_transit', 'in_progress']],
  );
  await bench.clock.advance(3 * 86_400_000);
  const arrived = await stripe.payouts.retrieve(payout?.id ?? '', { expand: ['balance_transaction'] });
  assert.deepEqual(
    [arrived.status, arrived.reconciliation_status, arrived.trace_id?.status],
    ['paid', 'completed', 'supported'],
  );
  const { data: movements } = await stripe.balanceTransactions.list({ payout: arrived.id });
  assert.deepEqual(
    movements.map(({ type, net }) => [type, net]),
    [
      ['payout', -9680],
      ['charge', 9680],
    ],
  );
  assert.equal((await payOut()).payout, null, 'nothing is paid out twice');
  await inbox.until((all) => all.length === 1);
});
