import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openWorld, type World } from '../../../test/factories/commerce.ts';
import type { ChargeRead } from '../../adapters/payment/port.ts';
import { big } from '../../kit/decimal.ts';
import { encodeId } from '../../kit/ids.ts';
import { retryInvoicePayment } from './actions/pay-invoice.ts';
import { loadPayment, recordPayment } from './actions/record-payment.ts';
import {
  aDirectBuyer,
  aDirectOffer,
  aDirectPurchase,
  dayMs,
  dueWork,
  endPurchaseNow,
  giveCard,
  grantCredit,
  newDirectSeller,
  rowsOf,
  runDueWork,
} from './direct-world.test-support.ts';

// Invoices below the minimum charge of the provider (decision 0234): 0.50 USD at Stripe.

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
const invoices = async () => (await rows('invoice')).sort((left, right) => left.creation_time - right.creation_time);
const shown = async () =>
  (await invoices()).map((row) => [row.type, row.status, row.payment_status, big(row.amount).toFixed()].join(' '));
const charges = async () => (await rows('wallet_charge')).map(({ amount, status }) => `${amount} ${status}`).sort();
const toldOf = async ({ id }: { id: string }) => (await world.events(encodeId('invoice', id))).map(({ name }) => name);

const refused: ChargeRead = { state: 'FAILED', chargeId: null, code: 'amount_too_small', message: 'Too small.' };
const answer = async (read: ChargeRead = { state: 'SUCCEEDED', chargeId: 'pi_1' }): Promise<void> => {
  const invoice = (await rows('invoice')).find((row) => row.payment_status === 'PROCESSING');
  const payment = await world.act((call) => loadPayment(call, invoice.id));
  assert.ok(payment);
  await world.act((call) => recordPayment(call, { invoiceId: invoice.id, chargeId: payment.charge.id, read }));
  await runDueWork(world);
};
const passDays = async (days: number): Promise<void> => {
  const end = world.clock.now().getTime() + days * dayMs;
  for (;;) {
    await runDueWork(world);
    const [next] = await dueWork(world);
    if (!next || next.due_time.getTime() > end) break;
    world.clock.advance(Math.max(0, next.due_time.getTime() - world.clock.now().getTime()));
  }
  world.clock.advance(Math.max(0, end - world.clock.now().getTime()));
  await runDueWork(world);
};
const buy = async (info: object, days = 365): Promise<string> => {
  const offerId = await aDirectOffer(world, { info });
  const endDate = new Date(world.clock.now().getTime() + days * dayMs).toISOString();
  const id = await aDirectPurchase(world, { buyerId, offerId, endDate });
  await runDueWork(world);
  return id;
};
const end = async (entitlementId: string): Promise<void> => {
  await world.act(async (call) => {
    await endPurchaseNow(call, entitlementId);
    await call.db
      .updateTable('entitlement')
      .set({ status: 'CANCELLED' })
      .where('entitlement.id', '=', entitlementId)
      .execute();
  });
  await runDueWork(world);
};
const each = (rate: number, timeUnit = 'MONTH') => ({ key: timeUnit, rate, length: 1, timeUnit });

test('waits, accumulates, and is charged with the invoice that makes the amount large enough', async () => {
  await buy({ commits: [each(0.2)] });
  assert.deepEqual(await shown(), ['COMMIT FINALIZED PENDING 0.2']);
  const [first] = await invoices();
  assert.deepEqual([first.error.code, first.next_attempt_time, first.attempts], ['amount_too_small', null, 0]);
  await passDays(31);
  assert.deepEqual(await shown(), ['COMMIT CANCELED PENDING 0.2', 'COMMIT FINALIZED PENDING 0.4']);
  await passDays(30);
  await answer();
  assert.deepEqual((await shown()).slice(1), ['COMMIT CANCELED PENDING 0.4', 'COMMIT FINALIZED SUCCESS 0.6']);
  const [one, two, three] = await invoices();
  assert.deepEqual([one.carried_to, two.carried_to, three.carried_to], [two.id, three.id, null]);
  const lines = (three.lines as { kind: string; key: string; amount: string }[]).map(({ kind, key, amount }) => [
    ...[kind, key, amount],
  ]);
  assert.deepEqual(lines, [
    ['COMMIT', 'MONTH', '0.2'],
    ['CARRIED_OVER', encodeId('invoice', two.id), '0.4'],
  ]);
  assert.deepEqual(await charges(), ['0.6 SUCCEEDED']);
  assert.deepEqual((await toldOf(one)).slice(-1), ['invoice.carried_over']);
});

test('is paid from credit, and charged when the seller asks', async () => {
  await buy({ commits: [each(0.3, 'YEAR')] });
  const [waiting] = await invoices();
  const params = { invoiceId: waiting.id };
  await world.act((call) => retryInvoicePayment(call, { params }));
  await answer(refused);
  assert.deepEqual(await shown(), ['COMMIT FINALIZED PENDING 0.3']);
  await grantCredit(world, buyerId, { totalAmount: 1 });
  await passDays(30);
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 0.3']);
});

test('is charged on its own once the purchase has ended, and written off if that is refused', async () => {
  for (const [read, left] of [
    [{ state: 'SUCCEEDED', chargeId: 'pi_1' }, 'COMMIT FINALIZED SUCCESS 0.3'],
    [refused, 'COMMIT CANCELED FAILED 0.3'],
  ] as const) {
    await newDirectSeller(world);
    const buyer = await aDirectBuyer(world);
    buyerId = buyer.id;
    await giveCard(world, buyer);
    await buy({ commitAmount: 0.3 }, 30);
    await passDays(29);
    assert.deepEqual(await shown(), ['COMMIT FINALIZED PENDING 0.3']);
    await passDays(32);
    await answer(read);
    assert.deepEqual(await shown(), [left]);
    const [invoice] = await invoices();
    const told = (await toldOf(invoice)).at(-1);
    assert.equal(told, read === refused ? 'invoice.written_off' : 'invoice.paid');
    await passDays(100);
    assert.deepEqual(await shown(), [left]);
    assert.equal((await charges()).length, 1);
  }
});

test('an early end refunds its unused part, through the invoice that it was carried to', async () => {
  const bought = await buy({ commits: [each(0.365, 'YEAR'), each(310)] });
  await answer();
  // Billed together; alone it would wait.
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 310', 'COMMIT FINALIZED PENDING 0.36']);
  await passDays(31);
  await answer({ state: 'SUCCEEDED', chargeId: 'pi_2' });
  const [small] = (await invoices()).filter(({ amount }) => amount === '0.36');
  const [into] = (await invoices()).filter(({ amount }) => amount === '310.36');
  assert.equal(small.carried_to, into.id);
  await end(bought);
  const refunds = (await invoices()).filter(({ type }) => type === 'REFUND');
  const parts = refunds.map(({ refund_of: of, amount }) => [of === into.id, amount]).sort();
  // 334 of 365 days of 0.36, and nothing of the 310 that it was billed with.
  assert.deepEqual(
    parts.map(([isOf]) => isOf),
    [true, true],
  );
  assert.ok(parts.some(([, amount]) => amount === '0.33'));
  assert.ok(parts.every(([, amount]) => big(String(amount)).lte(310)));
});

test('one that waits at an early end is replaced by its used part', async () => {
  const bought = await buy({ commits: [each(0.4, 'YEAR')] });
  await passDays(182.5);
  await end(bought);
  assert.deepEqual(await shown(), ['COMMIT CANCELED PENDING 0.4', 'FINAL FINALIZED PROCESSING 0.2']);
  await answer(refused);
  assert.deepEqual((await shown()).at(-1), 'FINAL CANCELED FAILED 0.2');
});

test('an installment that was carried to another invoice counts as billed when the term ends early', async () => {
  const at = (days: number) => new Date(world.clock.now().getTime() + days * dayMs).toISOString();
  const bought = await buy({ paymentInstallments: [{ amount: 0.4 }, { amount: 99.6, chargeOn: at(1) }] }, 100);
  await passDays(2);
  await answer();
  assert.deepEqual(await shown(), ['INSTALLMENT CANCELED PENDING 0.4', 'INSTALLMENT FINALIZED SUCCESS 100']);
  await passDays(48);
  await end(bought);
  const back = (await invoices())
    .filter(({ type }) => type === 'REFUND')
    .reduce((sum, row) => sum.plus(row.amount), big(0));
  assert.equal(back.round(0).toFixed(), '50');
});

test('both are refunded, even if credit has paid part of the invoice that it was carried to', async () => {
  const bought = await buy({ commits: [each(0.365, 'YEAR'), each(310)] });
  await answer();
  await grantCredit(world, buyerId, { totalAmount: 300 });
  await passDays(31);
  await answer({ state: 'SUCCEEDED', chargeId: 'pi_2' });
  await end(bought);
  await passDays(1);
  const refunds = (await invoices()).filter(({ type }) => type === 'REFUND');
  assert.equal(refunds.length, 2);
  const sum = (name: string) => refunds.reduce((all, row) => all.plus(row[name]), big(0)).toFixed();
  assert.deepEqual([sum('charged_amount'), big(sum('credit_amount')).plus(10.36).toFixed()], ['10.36', sum('amount')]);
});

test('is carried to another invoice without waiting for its own due time', async () => {
  const bought = await buy({ commits: [each(0.3)], netTermsInDays: 40, paymentSchedule: 'POSTPAY' }, 61);
  await passDays(61);
  await end(bought);
  await passDays(41);
  const open = (await invoices()).filter(({ status, amount }) => status !== 'CANCELED' && amount !== '0');
  assert.deepEqual(
    open.map(({ amount, payment_status: payment }) => [big(amount).gte(0.6), payment]),
    [[true, 'PROCESSING']],
  );
});
