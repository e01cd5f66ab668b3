import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { openWorld, type World } from '../../../test/factories/commerce.ts';
import type { ChargeRead, DisputeRead } from '../../adapters/payment/port.ts';
import { big } from '../../kit/decimal.ts';
import { isRefusal } from '../../kit/errors.ts';
import { encodeId } from '../../kit/ids.ts';
import { beginRefund } from '../buyer/wallet/actions/begin-refund.ts';
import { historyOf } from '../buyer/wallet/charge/histories.test-support.ts';
import { invoiceCharges } from '../revenue/reconciliation/expected-charges.ts';
import { loadChargedInvoices } from './actions/load-charged-invoices.ts';
import { retryInvoicePayment } from './actions/pay-invoice.ts';
import { loadPayment, recordInvoiceDisputes, recordPayment, takeDisputeMessage } from './actions/record-payment.ts';
import { loadRefund, recordInvoiceRefund } from './actions/record-refund.ts';
import {
  aDirectBuyer,
  aDirectOffer,
  aDirectPurchase,
  dayMs,
  endPurchaseNow,
  giveCard,
  grantCredit,
  newDirectSeller,
  rowsOf,
  runDueWork,
} from './direct-world.test-support.ts';
import { viewInvoice } from './view.ts';

// Disputes of parts of charges (decision 0251).

let world: World;
let buyerId: string;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  await newDirectSeller(world);
  const buyer = await aDirectBuyer(world);
  buyerId = buyer.id;
  await giveCard(world, buyer);
});

const rows = (table: string) => rowsOf(world, table);
const only = async (type: string) => {
  const found = (await rows('invoice')).filter((row) => row.type === type);
  assert.equal(found.length, 1, type);
  return found[0];
};
const said = async (type = 'COMMIT') => {
  const { payment_status: status, charged_amount: charged, lost_amount: lost } = await only(type);
  return `${status} ${charged} ${big(lost).toFixed()}`;
};
const told = async (type = 'COMMIT') =>
  (await world.events(encodeId('invoice', (await only(type)).id))).map(({ name }) => name);

const buy = async (amount: number): Promise<string> => {
  const offerId = await aDirectOffer(world, { info: { commitAmount: amount } });
  const endDate = new Date(world.clock.now().getTime() + 365 * dayMs).toISOString();
  const bought = await aDirectPurchase(world, { buyerId, offerId, endDate });
  await runDueWork(world);
  return bought;
};
const answer = async (read: ChargeRead = { state: 'SUCCEEDED', chargeId: 'pi_1' }): Promise<void> => {
  const invoice = (await rows('invoice')).find((row) => row.payment_status === 'PROCESSING' && row.refund_of === null);
  const payment = await world.act((call) => loadPayment(call, invoice.id));
  assert.ok(payment);
  await world.act((call) => recordPayment(call, { invoiceId: invoice.id, chargeId: payment.charge.id, read }));
};
const bought = async (amount = 730): Promise<string> => {
  const id = await buy(amount);
  await answer();
  return id;
};
const passDays = async (days: number): Promise<void> => {
  world.clock.advance(days * dayMs);
  await runDueWork(world);
};
const end = async (entitlementId: string): Promise<void> => {
  await world.act((call) => endPurchaseNow(call, entitlementId));
  await runDueWork(world);
};
const endRefund = async (state: 'SUCCEEDED' | 'FAILED' = 'SUCCEEDED'): Promise<void> => {
  const refund = await only('REFUND');
  const loaded = await world.act((call) => loadRefund(call, refund.id));
  const refundId = loaded?.refundId ?? (await rows('wallet_refund'))[0]?.id;
  const read =
    state === 'SUCCEEDED' ? { state, refundId: 're_1' } : { state, code: 'card_closed', message: 'It came back.' };
  await world.act((call) => recordInvoiceRefund(call, { invoiceId: refund.id, refundId, read }));
};

const about = { disputeId: 'dp_1', amount: '300', currency: 'USD', time: null };
const returned: DisputeRead = { ...about, state: 'RETURNED', code: 'fraudulent', message: 'It was taken back.' };
const reinstated: DisputeRead = { ...about, state: 'REINSTATED' };
const take = async (read: DisputeRead, attempt = 1): Promise<void> => {
  const reference = `${encodeId('invoice', (await only('COMMIT')).id)} ${attempt}`;
  const taken = await world.act((call) => takeDisputeMessage(call, { partner: 'STRIPE', reference, read }));
  assert.equal(taken.isOurs, true);
};

test('an invoice shows how much of it is lost, and the seller is notified when that amount grows', async () => {
  await bought();
  await take(returned);
  await take(returned);
  assert.equal(await said(), 'SUCCESS 730 300');
  assert.equal(viewInvoice(world.orgId, await only('COMMIT')).lostAmount?.toString(), '300');
  assert.deepEqual((await told()).slice(-2), ['invoice.paid', 'invoice.partly_disputed']);
  await take({ ...returned, disputeId: 'dp_2', amount: '200' });
  assert.equal(await said(), 'SUCCESS 730 500');
  await take(reinstated);
  assert.equal(await said(), 'SUCCESS 730 200');
  await take({ ...reinstated, disputeId: 'dp_2', amount: '200' });
  assert.equal(await said(), 'SUCCESS 730 0');
  assert.equal('lostAmount' in viewInvoice(world.orgId, await only('COMMIT')), false);
  assert.equal((await told()).filter((name) => name === 'invoice.partly_disputed').length, 2);
});

test('disputes that together take all of it leave the invoice unpaid; when one is won, its amount is restored', async () => {
  await bought();
  await take(returned);
  await take({ ...returned, disputeId: 'dp_2', amount: '430' });
  assert.equal(await said(), 'FAILED 0 0');
  assert.equal((await told()).at(-1), 'invoice.payment_failed');
  await take(reinstated);
  assert.equal(await said(), 'SUCCESS 730 430');
  assert.equal((await told()).at(-1), 'invoice.paid');
});

test('losses of an earlier charge do not count against a repeated one', async () => {
  await bought();
  await take({ ...returned, amount: '730' });
  const { id } = await only('COMMIT');
  await world.act((call) => retryInvoicePayment(call, { params: { invoiceId: id } }));
  await answer({ state: 'SUCCEEDED', chargeId: 'pi_2' });
  assert.equal(await said(), 'SUCCESS 730 0');
  await take({ ...returned, disputeId: 'dp_2', amount: '10' }, 1);
  assert.equal(await said(), 'SUCCESS 730 0', 'of the first charge');
  await take({ ...returned, disputeId: 'dp_3', amount: '10' }, 2);
  assert.equal(await said(), 'SUCCESS 730 10');
});

test('all disputes that a provider lists are recorded together, including those that have ended', async () => {
  await bought();
  const { id: invoiceId } = await only('COMMIT');
  const [{ id: chargeId }] = await rows('wallet_charge');
  const list = (reads: DisputeRead[]) =>
    world.act((call) => recordInvoiceDisputes(call, { invoiceId, chargeId, reads, isAll: true }));
  await list([returned, { ...returned, disputeId: 'dp_2', amount: '100' }]);
  assert.equal(await said(), 'SUCCESS 730 400');
  const { version } = await only('COMMIT');
  await list([returned, { ...reinstated, disputeId: 'dp_2', amount: '100' }]);
  assert.equal(await said(), 'SUCCESS 730 300');
  assert.equal(Number((await only('COMMIT')).version), Number(version) + 1);
  await list([{ ...returned, time: new Date(0).toISOString() }]);
  assert.equal(await said(), 'SUCCESS 730 300', 'a read from before');
});

test('a dispute that is reported before the payment counts once the payment is known', async () => {
  for (const [amount, expected] of [
    ['300', 'SUCCESS 730 300'],
    ['730', 'FAILED 0 0'],
  ] as const) {
    await newDirectSeller(world);
    const buyer = await aDirectBuyer(world);
    buyerId = buyer.id;
    await giveCard(world, buyer);
    await buy(730);
    await take({ ...returned, amount });
    await answer();
    assert.equal(await said(), expected);
  }
  assert.equal((await only('COMMIT')).next_attempt_time, null, 'it is not tried again by itself');
  await take({ ...reinstated, amount: '730' });
  assert.equal(await said(), 'SUCCESS 730 0');
});

describe('an early end', () => {
  test('refunds no more than what is left of the charge', async () => {
    const id = await bought();
    await take(returned);
    await passDays(73);
    await end(id);
    const refund = await only('REFUND');
    assert.deepEqual([refund.amount, refund.charged_amount, refund.lost_amount], ['584', '430', '154']);
    await endRefund();
    assert.equal(await said('REFUND'), 'SUCCESS 430 154');
    assert.equal((await only('COMMIT')).refunded_amount, '430');
    await endRefund('FAILED');
    assert.equal(await said('REFUND'), 'FAILED 0 154');
    assert.equal((await only('COMMIT')).refunded_amount, '0');
    await take(reinstated);
    await world.act((call) => retryInvoicePayment(call, { params: { invoiceId: refund.id } }));
    assert.equal(await said('REFUND'), 'PROCESSING 584 0', 'there is all of it again');
  });

  test('refunds everything where enough is left, and nothing where nothing is left', async () => {
    const id = await bought();
    await take({ ...returned, amount: '146' });
    await passDays(73);
    await end(id);
    assert.equal(await said('REFUND'), 'PROCESSING 584 0');
    const [{ id: chargeId }] = await rows('wallet_charge');
    const more = { chargeId, amount: '0.01', reference: 'x', basis: 'x' };
    await assert.rejects(
      world.act((call) => beginRefund(call, more)),
      (error) => isRefusal(error) && error.code === 'Conflict',
    );
  });

  test('refunds the credit its own part, without the loss of the charge', async () => {
    await grantCredit(world, buyerId, { totalAmount: 400 });
    const id = await bought();
    await take({ ...returned, amount: '100' });
    await passDays(73);
    await end(id);
    const refund = await only('REFUND');
    assert.deepEqual(
      [refund.amount, refund.charged_amount, refund.credit_amount, refund.lost_amount],
      ['584', '230', '254', '100'],
    );
  });
});

test('a refund that is returned after disputes have taken everything leaves the invoice unpaid, in either order', async () => {
  for (const isDisputedFirst of [true, false])
    for (const states of [['SUCCEEDED', 'FAILED'], ['FAILED']] as const) {
      await newDirectSeller(world);
      const buyer = await aDirectBuyer(world);
      buyerId = buyer.id;
      await giveCard(world, buyer);
      const id = await bought();
      await passDays(73);
      await end(id);
      const dispute = () => take({ ...returned, amount: '730' });
      if (isDisputedFirst) await dispute();
      for (const state of states) await endRefund(state);
      if (!isDisputedFirst) await dispute();
      assert.equal(await said(), 'FAILED 0 0');
      assert.equal((await told()).at(-1), 'invoice.payment_failed');
      assert.equal((await only('COMMIT')).refunded_amount, '0');
      assert.equal((await rows('wallet_charge'))[0]?.status, 'RETURNED');
      await take({ ...reinstated, amount: '730' });
      assert.equal(await said(), 'SUCCESS 730 0');
    }
});

test('a retried refund gives back what it owes, however its invoice has been paid since', async () => {
  await grantCredit(world, buyerId, { totalAmount: 400 });
  const id = await bought();
  await passDays(73);
  await end(id);
  const refund = await only('REFUND');
  assert.deepEqual([refund.charged_amount, refund.credit_amount], ['330', '254']);
  await endRefund('FAILED');
  await take({ ...returned, amount: '330' });
  assert.equal(await said(), 'FAILED 0 0');
  await grantCredit(world, buyerId, { totalAmount: 330 });
  const retry = async (type: string) => {
    const { id: invoiceId } = await only(type);
    await world.act((call) => retryInvoicePayment(call, { params: { invoiceId } }));
  };
  await retry('COMMIT');
  assert.equal(await said(), 'SUCCESS 0 0');
  await retry('REFUND');
  const { payment_status: status, charged_amount: charged, credit_amount: credit } = await only('REFUND');
  assert.deepEqual([status, charged, credit], ['SUCCESS', '0', '584']);
  assert.equal((await only('COMMIT')).refunded_amount, '584');
  const used = (await rows('wallet')).reduce((sum, row) => sum.plus(row.used_amount ?? 0), big(0));
  assert.equal(used.toFixed(), '146', 'what the used part costs');
});

test('the amount that a channel is expected to show for an invoice excludes what is lost', async () => {
  const id = await bought();
  await take(returned);
  const given = { entitlementIds: [id], since: new Date(0) };
  const [found] = await world.act((call) => loadChargedInvoices(call, given));
  assert.deepEqual([found?.charged, found?.refunded, found?.lost], ['730', '0', '300']);
});

test('for a charge that is entirely lost, a channel is expected to show nothing, however its invoice is paid since', async () => {
  const id = await bought();
  const expected = async () => {
    const given = { entitlementIds: [id], since: new Date(0) };
    const found = await world.act((call) => loadChargedInvoices(call, given));
    return invoiceCharges('STRIPE', found).map(({ amount, whole }) => `${amount} of ${whole}`);
  };
  const { id: invoiceId } = await only('COMMIT');
  await take({ ...returned, amount: '730' });
  assert.deepEqual(await expected(), ['0 of 730']);
  await world.act((call) => retryInvoicePayment(call, { params: { invoiceId } }));
  assert.deepEqual(await expected(), ['0 of 730'], 'while it is charged again');
  await answer({ state: 'FAILED', chargeId: 'pi_2', code: 'declined', message: 'Declined.' });
  assert.deepEqual(await expected(), ['0 of 730'], 'another attempt has failed');
  await grantCredit(world, buyerId, { totalAmount: 730 });
  await world.act((call) => retryInvoicePayment(call, { params: { invoiceId } }));
  assert.equal(await said(), 'SUCCESS 0 0');
  assert.deepEqual(await expected(), ['0 of 730'], 'credit has paid it');
});

test('a charge stored before disputes were distinguished is migrated unchanged', async () => {
  await bought();
  await take({ ...returned, amount: '730' });
  await world.act((call) => call.db.deleteFrom('charge_dispute').execute());
  await take({ ...reinstated, amount: '730', time: new Date(0).toISOString() });
  assert.equal(await said(), 'FAILED 0 0', 'it happened before');
  await take({ ...reinstated, amount: '730' });
  assert.equal(await said(), 'SUCCESS 730 0');
});

test('random histories of disputes, reported in any order, twice and with gaps, end in the same state', async () => {
  const from = world.clock.now().getTime();
  await fc.assert(
    fc.asyncProperty(historyOf({ charged: 1000, from }), async ({ arrived, lost }) => {
      await newDirectSeller(world);
      const buyer = await aDirectBuyer(world);
      buyerId = buyer.id;
      await giveCard(world, buyer);
      await bought(10);
      for (const read of arrived) await take(read);
      const [charge] = await rows('wallet_charge');
      const isGone = lost === 1000;
      assert.equal(charge.status, isGone ? 'RETURNED' : 'SUCCEEDED');
      assert.equal(await said(), isGone ? 'FAILED 0 0' : `SUCCESS 10 ${big(lost).div(100).toFixed()}`);
    }),
    { numRuns: 25 },
  );
});

/** The events of a purchase of 730, in any order; one that is impossible at the time is refused and changes nothing. */
const happening = fc.oneof(
  fc.record({
    act: fc.constant('dispute' as const),
    which: fc.constantFrom('dp_1', 'dp_2'),
    amount: fc.constantFrom(100, 330, 630, 730),
    isBack: fc.boolean(),
  }),
  fc.record({ act: fc.constant('refund ends' as const), isMade: fc.boolean() }),
  fc.record({ act: fc.constant('charge ends' as const), isMade: fc.boolean() }),
  fc.record({ act: fc.constantFrom('pay again' as const, 'refund again' as const) }),
  fc.record({ act: fc.constant('grant' as const), amount: fc.constantFrom(50, 330, 730) }),
);

test('random histories of disputes, refunds, attempts and credit: nothing is refunded twice, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 0, 100, 400),
      fc.constantFrom(1, 73, 300),
      fc.array(happening, { maxLength: 3 }),
      fc.array(happening, { minLength: 3, maxLength: 14 }),
      async (credit, days, before, after) => {
        await newDirectSeller(world);
        const buyer = await aDirectBuyer(world);
        buyerId = buyer.id;
        await giveCard(world, buyer);
        if (credit > 0) await grantCredit(world, buyerId, { totalAmount: credit });
        const id = await bought();
        const [{ amount: firstAmount }] = await rows('wallet_charge');
        let made = 1;
        const happen = async (one: (typeof after)[number]): Promise<void> => {
          const all = await rows('invoice');
          const commit = all.find((row) => row.type === 'COMMIT');
          const refund = all.find((row) => row.type === 'REFUND');
          if (one.act === 'dispute') {
            const amount = String(Math.min(one.amount, Number(firstAmount)));
            const about = { disputeId: `${one.which} ${amount}`.replace(' ', '_'), amount };
            await take(one.isBack ? { ...reinstated, ...about } : { ...returned, ...about });
          } else if (one.act === 'refund ends') {
            const begun = (await rows('wallet_refund')).find((row) => row.status !== 'FAILED');
            if (!refund || !begun) return;
            const read = one.isMade
              ? ({ state: 'SUCCEEDED', refundId: `re_${begun.id}` } as const)
              : ({ state: 'FAILED', code: 'card_closed', message: 'It came back.' } as const);
            await world.act((call) => recordInvoiceRefund(call, { invoiceId: refund.id, refundId: begun.id, read }));
          } else if (one.act === 'charge ends') {
            made += 1;
            if (commit.payment_status === 'PROCESSING')
              await answer(
                one.isMade
                  ? { state: 'SUCCEEDED', chargeId: `pi_${made}` }
                  : { state: 'FAILED', chargeId: `pi_${made}`, code: 'declined', message: 'Declined.' },
              );
          } else if (one.act === 'grant') await grantCredit(world, buyerId, { totalAmount: one.amount });
          else {
            const asked = one.act === 'pay again' ? commit : refund;
            if (!asked) return;
            await world
              .act((call) => retryInvoicePayment(call, { params: { invoiceId: asked.id } }))
              .catch((error) => assert.ok(isRefusal(error) && error.code === 'Conflict', String(error)));
          }
        };
        const check = async (): Promise<void> => {
          const all = await rows('invoice');
          const commit = all.find((row) => row.type === 'COMMIT');
          const back = all.filter((row) => row.type === 'REFUND' && row.payment_status === 'SUCCESS');
          const sum = (list: readonly object[], ...names: string[]) =>
            list.reduce<ReturnType<typeof big>>(
              (total, row) =>
                names.reduce((part, name) => part.plus((row as Record<string, string>)[name] ?? 0), total),
              big(0),
            );
          for (const row of back)
            assert.equal(
              sum([row], 'charged_amount', 'credit_amount', 'lost_amount').toFixed(),
              row.amount,
              'a refund adds up',
            );
          assert.equal(
            commit.refunded_amount,
            sum(back, 'charged_amount', 'credit_amount').toFixed(),
            'the invoice says what was given back',
          );
          if (commit.payment_status === 'SUCCESS')
            assert.equal(
              sum([commit], 'charged_amount', 'credit_amount').toFixed(),
              '730',
              'an invoice is paid by what it says',
            );
          const refunds = (await rows('wallet_refund')).filter((row) => row.status !== 'FAILED');
          const isGone = big(commit.charged_amount).gt(0) && big(commit.lost_amount).eq(commit.charged_amount);
          assert.ok(!isGone || refunds.length > 0, 'an invoice whose charge is all gone is unpaid');
          for (const charge of await rows('wallet_charge'))
            assert.ok(
              sum(
                refunds.filter((row) => row.charge_id === charge.id),
                'amount',
              ).lte(charge.amount),
            );
          const wallets = (await rows('wallet')).filter((row) => row.type === 'credit');
          const entries = await rows('wallet_entry');
          const standing = all.filter((row) => row.type !== 'REFUND' && row.status !== 'CANCELED');
          const returned = commit.status === 'CANCELED' ? [] : all.filter((row) => row.type === 'REFUND');
          assert.equal(
            sum(wallets, 'used_amount').toFixed(),
            sum(standing, 'credit_amount').minus(sum(returned, 'credit_amount')).toFixed(),
            'credit is used for what invoices say',
          );
          for (const wallet of wallets) {
            const left = big(wallet.total_amount).minus(wallet.used_amount);
            assert.ok(left.gte(0) && left.lte(wallet.total_amount), 'credit is between nothing and all of it');
            assert.equal(
              sum(
                entries.filter((row) => row.wallet_id === wallet.id),
                'amount',
              ).toFixed(),
              left.toFixed(),
            );
          }
        };
        for (const one of before) {
          await happen(one);
          await check();
        }
        await passDays(days);
        await end(id);
        await check();
        for (const one of after) {
          await happen(one);
          await runDueWork(world);
          await check();
        }
      },
    ),
    { numRuns: 40 },
  );
});
