import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openWorld, type World } from '../../../test/factories/commerce.ts';
import type { ChargeRead } from '../../adapters/payment/port.ts';
import type { ActCall } from '../../contract/call.ts';
import { big } from '../../kit/decimal.ts';
import { isRefusal } from '../../kit/errors.ts';
import { decodeId } from '../../kit/ids.ts';
import { uuidOf } from '../buyer/buyer.test-support.ts';
import { beginRefund } from '../buyer/wallet/actions/begin-refund.ts';
import { deleteWallet } from '../buyer/wallet/actions/delete-wallet.ts';
import { returnCredit } from '../buyer/wallet/actions/return-credit.ts';
import { spendCredit } from '../buyer/wallet/actions/spend-credit.ts';
import { updateCreditWallet } from '../buyer/wallet/actions/update-credit-wallet.ts';
import { directBillKind } from '../entitlement/direct-purchase/direct-purchase.ts';
import { billEntitlement } from './actions/bill-entitlement.ts';
import { cancelInvoice } from './actions/cancel-invoice.ts';
import { finalizeInvoice } from './actions/finalize-invoice.ts';
import { payDueInvoice, retryInvoicePayment } from './actions/pay-invoice.ts';
import { loadPayment, recordPayment, takeChargeMessage } from './actions/record-payment.ts';
import { loadRefund, recordInvoiceRefund } from './actions/record-refund.ts';
import {
  aDirectBuyer,
  aDirectOffer,
  aDirectPurchase,
  dayMs,
  endPurchaseNow,
  giveCard,
  grantCredit,
  handleDue,
  newDirectSeller,
  rowsOf,
} from './direct-world.test-support.ts';

// Whatever happens at the same moment, money moves once. On PostgreSQL the acts run side by side; the embedded database has one connection.

let world: World;
let buyer: { id: string; externalId: string };
let buyerId: string;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(() => newTenant());

const newTenant = async (): Promise<void> => {
  await newDirectSeller(world);
  buyer = await aDirectBuyer(world);
  buyerId = buyer.id;
};

const rows = (table: string) => rowsOf(world, table);
const sum = (found: readonly { amount: string }[]): string =>
  found.reduce((total, { amount }) => total.plus(amount), big(0)).toFixed();

/** Runs all at the same time; a refusal is a code, anything else fails the test. */
const atOnce = async (acts: readonly ((call: ActCall) => Promise<unknown>)[]): Promise<string[]> => {
  const ended = await Promise.allSettled(acts.map((act) => world.act(act)));
  return ended.map((one) => {
    if (one.status === 'fulfilled') return 'done';
    if (isRefusal(one.reason)) return one.reason.code;
    throw one.reason;
  });
};

/** A purchase that was billed; its invoice is a draft with a grace period of `days`, or final. */
const buy = async (amount: number, info: object = {}): Promise<string> => {
  const offerId = await aDirectOffer(world, { info: { commitAmount: amount, ...info } });
  const endDate = new Date(world.clock.now().getTime() + 365 * dayMs).toISOString();
  const entitlementId = await aDirectPurchase(world, { buyerId, offerId, endDate });
  await world.act((call) => handleDue(call, directBillKind, entitlementId, world.clock.now()));
  return entitlementId;
};

const invoices = () => rows('invoice');
const path = ({ id }: { id: string }) => ({ params: { invoiceId: id } });
/** Drafts become final, unpaid. */
const finalizeAll = async (): Promise<void> => {
  for (const invoice of await invoices())
    if (invoice.status === 'DRAFT') await world.act((call) => finalizeInvoice(call, path(invoice)));
};

const cardOf = async () => (await rows('wallet')).find(({ type }) => type === 'card');
const aCard = () => giveCard(world, buyer);
const grant = (totalAmount: number) => grantCredit(world, buyerId, { totalAmount });

/** Wallets and ledger agree, and no credit is spent beyond what was granted. */
const checkCredit = async (): Promise<void> => {
  const entries = await rows('wallet_entry');
  for (const wallet of (await rows('wallet')).filter(({ type }) => type === 'credit')) {
    const own = entries.filter(({ wallet_id: id, reason }) => id === wallet.id && reason !== 'GRANT');
    assert.equal(big(sum(own)).times(-1).toFixed(), big(wallet.used_amount).toFixed());
    assert.ok(big(wallet.used_amount).gte(0) && big(wallet.used_amount).lte(wallet.total_amount));
  }
};

test('credit pays many invoices at the same time and is spent once; each invoice is charged the rest once', async () => {
  await aCard();
  await grant(100);
  await grant(25);
  for (let count = 0; count < 5; count += 1) await buy(40, { netTermsInDays: 30 });
  await finalizeAll();
  const all = await invoices();
  await atOnce(
    all.flatMap(({ id }) => [
      (call) => payDueInvoice(call, { invoiceId: id }),
      (call) => retryInvoicePayment(call, path({ id })),
      (call) => payDueInvoice(call, { invoiceId: id }),
    ]),
  );
  await checkCredit();
  const charges = await rows('wallet_charge');
  const paid = await invoices();
  for (const invoice of paid) {
    const own = charges.filter(({ reference }) => decodeId('invoice', reference.split(' ')[0]) === invoice.id);
    assert.ok(own.length <= 1);
    assert.equal(big(sum(own)).plus(invoice.credit_amount).toFixed(), '40');
  }
  assert.equal(sum(charges), '75');
});

test('an invoice that is paid, cancelled and finalized at the same time ends as exactly one of these', async () => {
  await aCard();
  await grant(10);
  for (let round = 0; round < 4; round += 1) {
    await buy(40, { netTermsInDays: 30 });
    const invoice = (await invoices()).at(-1);
    const acts = [
      (call: ActCall) => cancelInvoice(call, path(invoice)),
      (call: ActCall) => finalizeInvoice(call, path(invoice)),
      (call: ActCall) => payDueInvoice(call, { invoiceId: invoice.id }),
      (call: ActCall) => retryInvoicePayment(call, path(invoice)),
      (call: ActCall) => cancelInvoice(call, path(invoice)),
    ];
    await atOnce(round % 2 === 0 ? acts : acts.toReversed());
    const ended = (await invoices()).find(({ id }) => id === invoice.id);
    const charges = (await rows('wallet_charge')).filter(
      ({ reference }) => decodeId('invoice', reference.split(' ')[0]) === invoice.id,
    );
    if (ended.status === 'CANCELED') assert.deepEqual([charges.length, ended.credit_amount], [0, '0']);
    await checkCredit();
  }
});

const inProgress = async () => {
  const [invoice] = (await invoices()).filter((row) => row.payment_status === 'PROCESSING' && row.refund_of === null);
  const payment = await world.act((call) => loadPayment(call, invoice.id));
  return { invoice, charge: payment?.charge ?? assert.fail('no charge') };
};

const succeeded: ChargeRead = { state: 'SUCCEEDED', chargeId: 'pi_1' };
const refused: ChargeRead = { state: 'FAILED', chargeId: 'pi_1', code: 'declined', message: 'No.' };

test('the response, the message and its repetitions pay an invoice once, in any order or all at once', async () => {
  await aCard();
  for (const reads of [
    [succeeded, succeeded, succeeded],
    [refused, succeeded, { state: 'PENDING', chargeId: 'pi_1' } as const],
    [succeeded, refused, succeeded],
  ]) {
    await buy(40);
    await finalizeAll();
    const unpaid = (await invoices()).find(({ payment_status: status }) => status === 'PENDING');
    if (unpaid) await world.act((call) => payDueInvoice(call, { invoiceId: unpaid.id }));
    const { invoice, charge } = await inProgress();
    await atOnce(
      reads.flatMap((read) => [
        (call: ActCall) => recordPayment(call, { invoiceId: invoice.id, chargeId: charge.id, read }),
        (call: ActCall) => takeChargeMessage(call, { partner: 'STRIPE', reference: charge.reference, read }),
      ]),
    );
    const ended = (await invoices()).find(({ id }) => id === invoice.id);
    assert.deepEqual([ended.payment_status, ended.charged_amount], ['SUCCESS', '40']);
    const said = (await rows('outbox')).filter(
      ({ name, payload }) => name === 'invoice.paid' && decodeId('invoice', payload.id) === invoice.id,
    );
    assert.equal(said.length, 1);
    assert.equal((await rows('wallet_charge')).filter(({ reference }) => reference === charge.reference).length, 1);
  }
});

test('credit that pays, is returned, expires and is deleted at the same time agrees with its ledger', async () => {
  for (let round = 0; round < 3; round += 1) {
    await newTenant();
    const { id } = await grant(100);
    const params = { buyerId: uuidOf('buyer', buyerId), walletId: uuidOf('wallet', id) };
    const spend = (reference: string) => (call: ActCall) =>
      spendCredit(call, {
        buyerId: params.buyerId,
        currency: 'USD',
        amount: '40',
        digits: 2,
        least: '0',
        time: call.now,
        reference,
      });
    const giveBack = (amount: string, reference: string) => (call: ActCall) =>
      returnCredit(call, { buyerId: params.buyerId, spent: 'a', amount, reference });
    await world.act(spend('a'));
    const body = { expireTime: new Date(world.clock.now().getTime() - 1), startTime: undefined };
    const ended = await atOnce([
      spend('b'),
      giveBack('30', 'x'),
      spend('c'),
      giveBack('30', 'x'),
      (call) => updateCreditWallet(call, { params, body }),
      giveBack('30', 'y'),
      spend('b'),
      (call) => deleteWallet(call, { params }),
      spend('d'),
    ]);
    assert.ok(ended.every((end) => end === 'done' || end === 'Conflict' || end === 'BadRequest'));
    await checkCredit();
    const entries = await rows('wallet_entry');
    const returned = entries.filter(({ reason }) => reason === 'RETURN');
    assert.equal(sum(returned), '40', 'never more than was paid');
    const spent = entries.filter(({ reason }) => reason === 'SPEND').map(({ reference }) => reference);
    assert.equal(new Set(spent).size, spent.length);
  }
});

test('a payment method that is removed just before it is charged is either charged or removed', async () => {
  await aCard();
  await buy(40, { netTermsInDays: 30 });
  await finalizeAll();
  const [invoice] = await invoices();
  const card = await cardOf();
  const params = { buyerId: uuidOf('buyer', buyerId), walletId: card.id };
  await atOnce([
    (call) => payDueInvoice(call, { invoiceId: invoice.id }),
    (call) => deleteWallet(call, { params }),
    (call) => retryInvoicePayment(call, path(invoice)),
  ]);
  const [{ payment_status: status }] = await invoices();
  const removed = (await cardOf()).status === 'DELETED';
  assert.deepEqual([status, (await rows('wallet_charge')).length], removed ? ['FAILED', 0] : ['PROCESSING', 1]);
});

/** A purchase for a year, paid by credit and card, that ends after 73 days: a refund of 584 is due. */
const aRefund = async () => {
  await aCard();
  await grant(400);
  const bought = await buy(730);
  await finalizeAll();
  const [first] = await invoices();
  if (first.payment_status === 'PENDING') await world.act((call) => payDueInvoice(call, { invoiceId: first.id }));
  return { bought, ...(await inProgress()) };
};

test('a purchase that ends while its payment arrives is refunded once, however often that is tried', async () => {
  for (let round = 0; round < 3; round += 1) {
    await newTenant();
    const { bought, invoice, charge } = await aRefund();
    world.clock.advance(73 * dayMs);
    await world.act((call) => endPurchaseNow(call, bought));
    const bill = (call: ActCall) => billEntitlement(call, { entitlementId: bought } as never);
    await atOnce([
      bill,
      (call) => recordPayment(call, { invoiceId: invoice.id, chargeId: charge.id, read: succeeded }),
      bill,
      (call) => cancelInvoice(call, path(invoice)),
    ]);
    const given = (await invoices()).filter(({ refund_of: of }) => of === invoice.id);
    assert.equal(given.length, 1);
    const [refund] = given;
    const finalize = (call: ActCall) => finalizeInvoice(call, path(refund));
    if (refund.status === 'DRAFT') await atOnce([finalize, finalize]);
    const give = (call: ActCall) => payDueInvoice(call, { invoiceId: refund.id });
    await atOnce([give, give, (call) => retryInvoicePayment(call, path(refund)), give]);
    const begun = await rows('wallet_refund');
    assert.equal(begun.filter(({ charge_id: id }) => id === charge.id).length, 1);
    const loaded = (await world.act((call) => loadRefund(call, refund.id))) ?? assert.fail('no refund');
    const record = (call: ActCall) =>
      recordInvoiceRefund(call, {
        invoiceId: refund.id,
        refundId: loaded.refundId,
        read: { state: 'SUCCEEDED', refundId: 're_1' },
      });
    await atOnce([record, give, record, (call) => retryInvoicePayment(call, path(refund)), record]);
    const original = (await invoices()).find(({ id }) => id === invoice.id);
    assert.equal(original.refunded_amount, '584');
    const gone = (await rows('wallet_refund')).filter(({ charge_id: id }) => id === charge.id);
    assert.deepEqual(
      gone.map(({ status, amount }) => [status, amount]),
      [['SUCCEEDED', original.charged_amount]],
    );
    await checkCredit();
  }
});

test('concurrent refunds of parts of a charge never add up to more than the charge', async () => {
  await aCard();
  await buy(100);
  await finalizeAll();
  const [first] = await invoices();
  if (first.payment_status === 'PENDING') await world.act((call) => payDueInvoice(call, { invoiceId: first.id }));
  const { invoice, charge } = await inProgress();
  await world.act((call) => recordPayment(call, { invoiceId: invoice.id, chargeId: charge.id, read: succeeded }));
  const ended = await atOnce(
    Array.from(
      { length: 8 },
      (_, index) => (call: ActCall) =>
        beginRefund(call, {
          chargeId: charge.id,
          amount: '30',
          reference: `part ${index % 5}`,
          basis: `part ${index % 5}`,
        }),
    ),
  );
  const refunds = await rows('wallet_refund');
  assert.deepEqual([refunds.length, sum(refunds)], [3, '90']);
  assert.equal(new Set(refunds.map(({ reference }) => reference)).size, 3);
  assert.ok(ended.includes('Conflict'));
});
