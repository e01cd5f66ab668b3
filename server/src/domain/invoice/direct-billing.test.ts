import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openWorld, type World } from '../../../test/factories/commerce.ts';
import type { ChargeRead, DisputeRead, RefundRead } from '../../adapters/payment/port.ts';
import { big } from '../../kit/decimal.ts';
import { isRefusal } from '../../kit/errors.ts';
import { encodeId } from '../../kit/ids.ts';
import { addMonths } from '../../kit/months.ts';
import { uuidOf } from '../buyer/buyer.test-support.ts';
import { cancelEntitlement } from '../entitlement/cancellation/actions/cancel-entitlement.ts';
import { scheduleEntitlementCancellation } from '../entitlement/cancellation/actions/schedule-cancellation.ts';
import { CancellationSchedule } from '../entitlement/cancellation/schema.ts';
import { divideEntitlementCommit } from '../entitlement/divided-commit/actions/divide-entitlement-commit.ts';
import { updateEntitlementPriceModel } from '../entitlement/price-model/actions/update-entitlement-price-model.ts';
import { reportUsage } from '../metering/usage-record-group/actions/report-usage.ts';
import { billEntitlement } from './actions/bill-entitlement.ts';
import { cancelInvoice } from './actions/cancel-invoice.ts';
import { finalizeInvoice } from './actions/finalize-invoice.ts';
import { retryInvoicePayment } from './actions/pay-invoice.ts';
import {
  loadPayment,
  notePaymentUnknown,
  recordPayment,
  takeChargeMessage,
  takeDisputeMessage,
} from './actions/record-payment.ts';
import { loadRefund, type RefundMessage, recordInvoiceRefund, takeRefundMessage } from './actions/record-refund.ts';
import { settleInvoicePayment } from './actions/settle-payment.ts';
import {
  aBilledMetric,
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

let world: World;
let buyer: { id: string; externalId: string };
let buyerId: string;

before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  await newTenant();
});

const newTenant = async (): Promise<void> => {
  await newDirectSeller(world);
  buyer = await aDirectBuyer(world);
  buyerId = buyer.id;
};

const rows = (table: string) => rowsOf(world, table);
const dueRows = () => dueWork(world);
const runDue = () => runDueWork(world);

/** The clock also advances on its own. */
const moveTo = (ms: number): void => world.clock.advance(Math.max(0, ms - world.clock.now().getTime()));

/** Advances time, stopping wherever something is due. */
const passDays = async (days: number): Promise<void> => {
  const end = world.clock.now().getTime() + days * dayMs;
  for (;;) {
    await runDue();
    const [next] = await dueRows();
    if (!next || next.due_time.getTime() > end) break;
    moveTo(next.due_time.getTime());
  }
  moveTo(end);
  await runDue();
};

const aCard = () => giveCard(world, buyer);
const grant = (totalAmount: number) => grantCredit(world, buyerId, { totalAmount });

/** A purchase for a year that begins now. */
const buy = async (info: object, days: number | null = 365, startDate?: string): Promise<string> => {
  const offerId = await aDirectOffer(world, { info });
  const endDate = days === null ? undefined : new Date(world.clock.now().getTime() + days * dayMs).toISOString();
  const entitlementId = await aDirectPurchase(world, { buyerId, offerId, startDate, endDate });
  await runDue();
  return entitlementId;
};

/** The purchase ends now. */
const end = async (entitlementId: string): Promise<void> => {
  await world.act((call) => endPurchaseNow(call, entitlementId));
  await runDue();
};

/** Ends the runs in progress, whatever their result. */
const endRuns = () =>
  world.act((call) => sql`update operation set status = 'COMPLETED' where org_id = ${call.orgId}`.execute(call.db.raw));

/** The provider's response to the charge in progress. */
const answer = async (read: ChargeRead = { state: 'SUCCEEDED', chargeId: 'pi_1' }): Promise<void> => {
  const invoice = (await rows('invoice')).find((row) => row.payment_status === 'PROCESSING' && row.refund_of === null);
  const payment = await world.act((call) => loadPayment(call, invoice.id));
  assert.ok(payment);
  await world.act((call) => recordPayment(call, { invoiceId: invoice.id, chargeId: payment.charge.id, read }));
};

const shown = async () =>
  (await rows('invoice')).map((row) => [row.type, row.status, row.payment_status, big(row.amount).toFixed()].join(' '));
const only = async (type: string) => {
  const found = (await rows('invoice')).filter((row) => row.type === type);
  assert.equal(found.length, 1, type);
  return found[0];
};
const path = ({ id }: { id: string }) => ({ params: { invoiceId: id } });
const actOn = (act: typeof cancelInvoice, invoice: { id: string }) => world.act((call) => act(call, path(invoice)));
const refusalOf = async (doing: Promise<unknown>): Promise<string> => {
  try {
    await doing;
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
  return '';
};

const monthly = { commits: [{ key: 'base', name: 'Base', rate: 100, length: 1, timeUnit: 'MONTH' }] };

test('an invoice is paid from credit first, and the rest by the default payment method, once', async () => {
  await aCard();
  await grant(30);
  await buy(monthly);
  assert.deepEqual(await shown(), ['COMMIT FINALIZED PROCESSING 100']);
  const [charge] = await rows('wallet_charge');
  assert.equal(charge.amount, '70');
  assert.deepEqual(world.started.at(-1)?.name, 'invoice.pay');
  await answer();
  const invoice = await only('COMMIT');
  assert.deepEqual([invoice.payment_status, invoice.credit_amount, invoice.charged_amount], ['SUCCESS', '30', '70']);
  await passDays(20);
  assert.equal((await rows('invoice')).length, 1);
  assert.equal((await rows('wallet_charge')).length, 1);
  await passDays(20);
  assert.equal((await rows('invoice')).length, 2, 'the next month');
});

test('credit with a fraction of a cent leaves a rest that can be charged', async () => {
  await aCard();
  await grant(30.005);
  await buy(monthly);
  const [charge] = await rows('wallet_charge');
  assert.equal(charge.amount, '70');
  await answer();
  const { payment_status: status, credit_amount: credit, charged_amount: charged } = await only('COMMIT');
  assert.deepEqual([status, credit, charged], ['SUCCESS', '30', '70']);
});

// docs.stripe.com/currencies: a charge of less than 0.50 USD is refused (amount_too_small).
test('credit leaves a rest that is large enough for the provider to charge', async () => {
  await aCard();
  await grant(99.8);
  await buy(monthly);
  const [charge] = await rows('wallet_charge');
  assert.equal(charge.amount, '0.5');
  await answer();
  const { payment_status: status, credit_amount: credit, charged_amount: charged } = await only('COMMIT');
  assert.deepEqual([status, credit, charged], ['SUCCESS', '99.5', '0.5']);
});

test('credit that covers an invoice pays it without a charge', async () => {
  await grant(150);
  await buy(monthly);
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 100']);
  assert.deepEqual(await rows('wallet_charge'), []);
});

test('a draft waits for its grace period, and its payment for the net terms', async () => {
  await grant(1000);
  await buy({ ...monthly, gracePeriodInDays: 3, netTermsInDays: 10 });
  assert.deepEqual(await shown(), ['COMMIT DRAFT PENDING 100']);
  await passDays(3);
  assert.deepEqual(await shown(), ['COMMIT FINALIZED PENDING 100']);
  await passDays(9);
  assert.deepEqual(await shown(), ['COMMIT FINALIZED PENDING 100']);
  await passDays(1);
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 100']);
});

test('a failed payment is retried after 1, 3, 5 and 7 days, and then no more', async () => {
  await aCard();
  await buy({ commitAmount: 500 });
  const tried: number[] = [];
  const begin = world.clock.now().getTime();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    tried.push(Math.round((world.clock.now().getTime() - begin) / dayMs));
    await answer({ state: 'FAILED', chargeId: null, code: 'card_declined', message: 'Declined.' });
    const { next_attempt_time: next, attempts, error } = await only('COMMIT');
    assert.deepEqual([attempts, error.code], [attempt, 'card_declined']);
    if (next) await passDays((next.getTime() - world.clock.now().getTime()) / dayMs);
  }
  assert.deepEqual(tried, [0, 1, 4, 9, 16]);
  await passDays(60);
  assert.deepEqual(await shown(), ['COMMIT FINALIZED FAILED 500']);
  const events = await world.events(encodeId('invoice', (await only('COMMIT')).id));
  assert.equal(events.filter(({ name }) => name === 'invoice.payment_failed').length, 5);
  // The seller may still ask for it.
  await actOn(retryInvoicePayment, await only('COMMIT'));
  await answer();
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 500']);
});

describe('credit that is granted after a failed attempt', () => {
  const declined: ChargeRead = { state: 'FAILED', chargeId: 'pi_1', code: 'card_declined', message: 'Declined.' };
  const charges = async () =>
    (await rows('wallet_charge')).map(({ amount, status }) => `${amount} ${status}`).sort((a, b) => (a < b ? -1 : 1));
  const paid = async () => {
    const { payment_status: status, credit_amount: credit, charged_amount: charged } = await only('COMMIT');
    const used = (await rows('wallet')).reduce((sum, wallet) => sum.plus(wallet.used_amount ?? 0), big(0));
    assert.equal(used.toFixed(), credit, 'what the wallets have paid');
    return [status, credit, charged].join(' ');
  };
  const late = async (attempt = 1): Promise<void> => {
    const invoice = await only('COMMIT');
    const charge = (await rows('wallet_charge')).find(({ reference }) => reference.endsWith(` ${attempt}`));
    const read: ChargeRead = { state: 'SUCCEEDED', chargeId: `pi_late_${attempt}` };
    await world.act((call) => recordPayment(call, { invoiceId: invoice.id, chargeId: charge.id, read }));
    await runDue();
  };
  const told = async () => (await world.events(encodeId('invoice', (await only('COMMIT')).id))).at(-1)?.name;

  beforeEach(async () => {
    await aCard();
    await grant(20);
    await buy({ commitAmount: 500 });
    await answer(declined);
  });

  test('pays what is open at the next attempt, in parts that are returned together', async () => {
    await grant(100);
    await passDays(1);
    assert.equal(await paid(), 'PROCESSING 120 0');
    await answer(declined);
    await grant(50);
    await passDays(3);
    await answer();
    assert.equal(await paid(), 'SUCCESS 170 330');
    assert.deepEqual(await charges(), ['330 SUCCEEDED', '380 FAILED', '480 FAILED']);
    const [bought] = await rows('entitlement');
    await end(bought.id);
    const { charged_amount: charged, credit_amount: credit, amount } = await only('REFUND');
    assert.deepEqual([charged, big(credit).plus(330).eq(amount), big(credit).gt(120)], ['330', true, true]);
  });

  test('pays all of it without a charge, if it covers the open amount', async () => {
    await grant(480);
    await actOn(retryInvoicePayment, await only('COMMIT'));
    assert.equal(await paid(), 'SUCCESS 500 0');
    assert.deepEqual(await charges(), ['480 FAILED']);
  });

  test('is returned when the earlier charge succeeded after all', async () => {
    await grant(100);
    await passDays(1);
    await answer(declined);
    await late();
    assert.equal(await paid(), 'SUCCESS 20 480');
    assert.equal(await told(), 'invoice.paid');
  });

  test('is returned even when it had paid the invoice', async () => {
    await grant(480);
    await passDays(1);
    await late();
    assert.equal(await paid(), 'SUCCESS 20 480');
    assert.equal(await told(), 'invoice.paid');
    const [bought] = await rows('entitlement');
    await end(bought.id);
    assert.equal((await only('REFUND')).charged_amount, '480', 'the charge is what can be given back');
  });

  test('is not returned while another charge pays: the seller is notified', async () => {
    await grant(100);
    await passDays(1);
    await late();
    assert.equal(await told(), 'invoice.charged_again');
    await answer();
    assert.equal(await paid(), 'SUCCESS 120 380');
  });

  test('when a charge succeeded while another one failed, no further charge follows', async () => {
    await passDays(1);
    await late();
    assert.equal(await told(), 'invoice.charged_again');
    await answer(declined);
    await passDays(60);
    assert.deepEqual([await paid(), await charges()], ['FAILED 20 0', ['480 FAILED', '480 SUCCEEDED']]);
  });

  test('when a charge succeeded late and was taken back, the next attempt has a new number', async () => {
    await passDays(1);
    await answer(declined);
    await late();
    const about = { disputeId: 'dp_1', amount: '480', currency: 'USD', time: null };
    const dispute: DisputeRead = { ...about, state: 'RETURNED', code: 'fraudulent', message: 'Lost.' };
    const [charge] = (await rows('wallet_charge')).filter(({ status }) => status === 'SUCCEEDED');
    const reference = charge.reference as string;
    await world.act((call) => takeDisputeMessage(call, { partner: 'STRIPE', reference, read: dispute }));
    await grant(80);
    await actOn(retryInvoicePayment, await only('COMMIT'));
    assert.deepEqual([await paid(), (await only('COMMIT')).attempts], ['PROCESSING 100 0', 3]);
    await answer();
    assert.equal(await paid(), 'SUCCESS 100 400');
    const again: DisputeRead = { ...about, state: 'REINSTATED' };
    await world.act((call) => takeDisputeMessage(call, { partner: 'STRIPE', reference, read: again }));
    assert.equal(await told(), 'invoice.charged_again');
  });
});

test('without a payment method the payment fails, is shown, and succeeds once there is one', async () => {
  await buy({ commitAmount: 500 });
  assert.equal((await only('COMMIT')).error.code, 'NO_PAYMENT_METHOD');
  await aCard();
  await passDays(1);
  await answer();
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 500']);
});

test('money paid in advance for time after the end is refunded: first from the charge, then from the credit', async () => {
  await aCard();
  const wallet = await grant(400);
  const bought = await buy({ commitAmount: 730 });
  await answer();
  await passDays(73);
  await end(bought);
  const refund = await only('REFUND');
  assert.deepEqual([refund.amount, refund.charged_amount, refund.credit_amount], ['584', '330', '254']);
  assert.deepEqual(world.started.at(-1)?.name, 'invoice.refund');
  const loaded = await world.act((call) => loadRefund(call, refund.id));
  assert.deepEqual([loaded?.amount, loaded?.chargeId], ['330', 'pi_1']);
  const read = { state: 'SUCCEEDED', refundId: 're_1' } as const;
  const given = { invoiceId: refund.id, refundId: loaded?.refundId ?? '', read };
  await world.act((call) => recordInvoiceRefund(call, given));
  assert.equal((await only('REFUND')).payment_status, 'SUCCESS');
  assert.equal((await only('COMMIT')).refunded_amount, '584');
  const credit = (await rows('wallet')).find(({ id }) => encodeId('wallet', id) === wallet.id);
  assert.equal(credit.used_amount, '146');
  await passDays(30);
  assert.equal((await rows('invoice')).length, 2, 'given back once');
});

describe('a refund that is returned', () => {
  const failed: RefundRead = { state: 'FAILED', code: 'lost_or_stolen_card', message: 'The bank returned it.' };
  const begun = async (): Promise<{ id: string; refundId: string; reference: string }> => {
    const refund = await only('REFUND');
    const loaded = await world.act((call) => loadRefund(call, refund.id));
    return { id: refund.id, refundId: loaded?.refundId ?? '', reference: loaded?.reference ?? '' };
  };
  const give = async (read: RefundRead): Promise<void> => {
    const { id: invoiceId, refundId } = await begun();
    await world.act((call) => recordInvoiceRefund(call, { invoiceId, refundId, read }));
    await endRuns();
  };
  const take = (said: Partial<RefundMessage>) =>
    world.act((call) =>
      takeRefundMessage(call, {
        ...{ partner: 'STRIPE', refundId: 're_1', chargeId: 'pi_1', reference: null, read: failed },
        ...said,
      }),
    );
  const state = async () => {
    const { payment_status: status, charged_amount: charged, paid_time: paid } = await only('REFUND');
    const { refunded_amount: refunded } = await only('COMMIT');
    assert.equal(paid !== null, status === 'SUCCESS');
    return [status, charged, refunded].join(' ');
  };

  beforeEach(async () => {
    await aCard();
    await grant(400);
    const bought = await buy({ commitAmount: 730 });
    await answer();
    await passDays(73);
    await end(bought);
  });

  test('counts as not refunded, once, and can be tried again', async () => {
    await give({ state: 'SUCCEEDED', refundId: 're_1' });
    assert.equal(await state(), 'SUCCESS 330 584');
    for (const other of [{ partner: 'ADYEN' }, { refundId: 're_2' }, { chargeId: 'pi_2' }])
      assert.deepEqual(await take(other), { isOurs: false, toRead: null });
    const { toRead } = await take({ read: null });
    assert.equal(toRead?.externalId, 're_1', 'a hint is read before it counts');
    assert.equal(await state(), 'SUCCESS 330 584');
    for (let count = 0; count < 2; count += 1) assert.deepEqual(await take({}), { isOurs: true, toRead: null });
    assert.equal(await state(), 'FAILED 0 0');
    const refund = await only('REFUND');
    assert.deepEqual([refund.error.code, refund.next_attempt_time], ['lost_or_stolen_card', null]);
    const told = (await world.events(encodeId('invoice', refund.id))).map(({ name }) => name);
    assert.deepEqual(told.slice(-2), ['invoice.paid', 'invoice.payment_failed']);
    await passDays(60);
    assert.equal(await state(), 'FAILED 0 0', 'it is not tried again by itself');

    await actOn(retryInvoicePayment, refund);
    await give({ state: 'SUCCEEDED', refundId: 're_2' });
    await take({});
    assert.equal(await state(), 'SUCCESS 330 584');
    const [credit] = (await rows('wallet')).filter(({ type }) => type === 'credit');
    assert.equal(credit.used_amount, '146', 'credit came back once');
  });

  test('before the response to its request is recorded, makes that response ineffective', async () => {
    const { reference, refundId, id: invoiceId } = await begun();
    assert.equal((await take({ reference: 'invoice_0 1' })).isOurs, false);
    assert.equal((await take({ reference })).isOurs, true);
    assert.equal(await state(), 'FAILED 0 0');
    await endRuns();
    await actOn(retryInvoicePayment, await only('REFUND'));
    const late = { invoiceId, refundId, read: { state: 'SUCCEEDED', refundId: 're_1' } } as const;
    await world.act((call) => recordInvoiceRefund(call, late));
    assert.equal(await state(), 'PROCESSING 330 0', 'the second attempt waits for its own answer');
  });

  test('a message of success settles a refund whose outcome was unknown', async () => {
    const { reference, id } = await begun();
    await world.act((call) => notePaymentUnknown(call, id, { message: 'No answer.' }));
    await take({ reference, read: { state: 'SUCCEEDED', refundId: 're_1' } });
    assert.equal(await state(), 'SUCCESS 330 584');
  });
});

describe('money that the bank of a buyer takes back', () => {
  const about = { disputeId: 'dp_1', amount: '730', currency: 'USD', time: null };
  const said = { code: 'insufficient_funds', message: 'It was taken back.' };
  const returned: DisputeRead = { ...about, state: 'RETURNED', ...said };
  const reinstated: DisputeRead = { ...about, state: 'REINSTATED' };
  const take = async (read: DisputeRead, partner = 'STRIPE', attempt = 1) => {
    const reference = `${encodeId('invoice', (await only('COMMIT')).id)} ${attempt}`;
    return world.act((call) => takeDisputeMessage(call, { partner, reference, read }));
  };
  const state = async () => {
    const { payment_status: status, charged_amount: charged, paid_time: paid, attempts } = await only('COMMIT');
    assert.equal(paid !== null, status === 'SUCCESS');
    return [status, charged, attempts].join(' ');
  };
  const at = (days: number) => new Date(world.clock.now().getTime() + days * dayMs).toISOString();
  const toldOf = async (name: string) =>
    (await world.events(encodeId('invoice', (await only('COMMIT')).id))).filter((event) => event.name === name).length;
  const bought = async (): Promise<string> => {
    await aCard();
    const id = await buy({ commitAmount: 730 });
    await answer();
    await endRuns();
    return id;
  };

  test('leaves the invoice unpaid until it is charged again, or the money is reinstated', async () => {
    await bought();
    assert.deepEqual(await take(returned, 'ADYEN'), { isOurs: false, toRead: null });
    await take({ ...returned, disputeId: 'dp_0', amount: '729.99' });
    assert.equal(await state(), 'SUCCESS 730 1', 'a part was taken back');
    for (let count = 0; count < 2; count += 1) assert.equal((await take(returned)).isOurs, true);
    assert.equal(await state(), 'FAILED 0 1');
    assert.equal((await only('COMMIT')).error.code, 'insufficient_funds');
    assert.equal(await toldOf('invoice.payment_failed'), 1);
    await passDays(60);
    assert.equal(await state(), 'FAILED 0 1', 'it is not charged again by itself');
    await take(reinstated);
    assert.equal(await state(), 'SUCCESS 730 1');
    await passDays(1);
    await take(returned);
    await actOn(retryInvoicePayment, await only('COMMIT'));
    await answer({ state: 'SUCCEEDED', chargeId: 'pi_2' });
    assert.equal(await state(), 'SUCCESS 730 2');
    await passDays(1);
    await take(reinstated);
    assert.deepEqual(
      [await state(), await toldOf('invoice.charged_again')],
      ['SUCCESS 730 2', 1],
      'the seller has it twice',
    );
  });

  test('counts in the order in which it happened, whatever the order of the messages', async () => {
    await bought();
    await take({ ...returned, time: at(1) });
    await take({ ...reinstated, time: at(3) });
    await take({ ...returned, time: at(2) });
    assert.equal(await state(), 'SUCCESS 730 1');
    await take({ ...reinstated, time: at(3.5) });
    await take({ ...returned, time: at(3.2) });
    assert.equal(await state(), 'SUCCESS 730 1', 'reinstated before it was known to be taken back');
    await take({ ...returned, time: at(4) });
    assert.equal(await state(), 'FAILED 0 1');
  });

  test('is read from the provider where the message does not state it', async () => {
    await bought();
    const take = (chargeId: string) =>
      world.act((call) => takeDisputeMessage(call, { partner: 'STRIPE', chargeId, read: null }));
    assert.deepEqual(await take('pi_0'), { isOurs: false, toRead: null });
    assert.equal((await take('pi_1')).toRead?.externalId, 'pi_1');
    assert.equal(await state(), 'SUCCESS 730 1');
  });

  test('is owed for the used part, if the purchase ends', async () => {
    const id = await bought();
    await take(returned);
    await passDays(73);
    await end(id);
    assert.deepEqual(await shown(), ['COMMIT CANCELED FAILED 730', 'FINAL FINALIZED PROCESSING 146']);
  });
});

test('an unpaid invoice of a purchase that ends is replaced by the used part', async () => {
  const bought = await buy({ commitAmount: 730, netTermsInDays: 90 });
  await passDays(73);
  await end(bought);
  assert.deepEqual(await shown(), ['COMMIT CANCELED PENDING 730', 'FINAL FINALIZED PENDING 146']);
});

test('a payment still in progress at the end is refunded if it succeeds, and dropped if it fails', async () => {
  for (const [read, expected] of [
    [{ state: 'SUCCEEDED', chargeId: 'pi_1' }, ['COMMIT FINALIZED SUCCESS 730', 'REFUND FINALIZED PROCESSING 584']],
    [
      { state: 'FAILED', chargeId: 'pi_1', code: 'insufficient_funds', message: 'No.' },
      ['COMMIT CANCELED FAILED 730', 'REFUND CANCELED PENDING 584', 'FINAL FINALIZED PENDING 146'],
    ],
  ] as [ChargeRead, string[]][]) {
    await newTenant();
    await aCard();
    const bought = await buy({ commitAmount: 730, netTermsInDays: 73 });
    await passDays(73);
    await end(bought);
    assert.deepEqual(await shown(), ['COMMIT FINALIZED PROCESSING 730', 'REFUND FINALIZED PENDING 584']);
    await answer(read);
    await passDays(0.3);
    const now = await shown();
    assert.deepEqual(
      now.map((line) => line.replace('FINAL FINALIZED PROCESSING', 'FINAL FINALIZED PENDING')),
      expected,
    );
  }
});

test('a purchase paid in arrears ends with an invoice for the used part', async () => {
  await grant(1000);
  const commits = [{ key: 'base', rate: 100, length: 30, timeUnit: 'DAY' }];
  const bought = await buy({ commits, paymentSchedule: 'POSTPAY' });
  await passDays(45);
  await end(bought);
  await runDue();
  const amounts = (await rows('invoice')).map(({ amount, payment_status: paid }) => `${amount} ${paid}`);
  assert.deepEqual(amounts, ['100 SUCCESS', '50 SUCCESS']);
});

test('installments of a purchase that ends early are settled against the value of its used part', async () => {
  const chargeOn = (days: number) => new Date(world.clock.now().getTime() + days * dayMs).toISOString();
  await grant(5000);
  const installments = [
    { amount: 1000, chargeOn: chargeOn(0) },
    { amount: 460, chargeOn: chargeOn(200) },
  ];
  const early = await buy({ paymentInstallments: installments });
  await passDays(73);
  await end(early);
  assert.equal((await only('REFUND')).amount, '708');
  await newTenant();
  await grant(5000);
  const later = [
    { amount: 100, chargeOn: chargeOn(0) },
    { amount: 1360, chargeOn: chargeOn(200) },
  ];
  const late = await buy({ paymentInstallments: later });
  await passDays(73);
  await end(late);
  assert.equal((await only('FINAL')).amount, '192');
  assert.deepEqual((await rows('invoice')).length, 2);
});

test('a provider’s message settles its own charge once, or has it read at once; a message from another provider has no effect', async () => {
  await aCard();
  await buy({ commitAmount: 500 });
  const invoice = await only('COMMIT');
  const reference = `${encodeId('invoice', invoice.id)} 1`;
  const take = async (partner: string, read: ChargeRead | null, about = reference) =>
    (await world.act((call) => takeChargeMessage(call, { partner, reference: about, read }))).isOurs;
  const paid: ChargeRead = { state: 'SUCCEEDED', chargeId: 'pi_1' };
  assert.equal(await take('ADYEN', paid), false, 'another provider');
  assert.equal(await take('STRIPE', paid, `${encodeId('invoice', randomUUID())} 1`), false, 'no invoice');
  assert.equal(await take('STRIPE', paid, `${encodeId('invoice', invoice.id)} 2`), false, 'no such attempt');
  assert.deepEqual(await shown(), ['COMMIT FINALIZED PROCESSING 500']);
  assert.equal(await take('STRIPE', null), true);
  const due = (await dueRows()).find(({ kind }) => kind === 'invoice.pay');
  assert.ok(due.due_time <= world.clock.now(), 'it is read at once');
  for (let count = 0; count < 2; count += 1) assert.equal(await take('STRIPE', paid), true);
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 500']);
  const events = await world.events(encodeId('invoice', invoice.id));
  assert.equal(events.filter(({ name }) => name === 'invoice.paid').length, 1);
});

describe('a charge that had failed and then succeeds after all', () => {
  const failed: ChargeRead = { state: 'FAILED', chargeId: 'pi_1', code: 'card_declined', message: 'Declined.' };
  const rescued: ChargeRead = { state: 'SUCCEEDED', chargeId: 'pi_1' };
  const take = (invoice: { id: string }, read: ChargeRead | null) =>
    world.act((call) =>
      takeChargeMessage(call, { partner: 'STRIPE', reference: `${encodeId('invoice', invoice.id)} 1`, read }),
    );
  const toldOf = async ({ id }: { id: string }) =>
    (await world.events(encodeId('invoice', id))).filter(({ name }) => name === 'invoice.charged_again').length;

  test('pays its invoice, even if another attempt has failed since', async () => {
    await aCard();
    await buy({ commitAmount: 500 });
    await answer(failed);
    await passDays(1);
    await answer({ ...failed, chargeId: 'pi_2' });
    const invoice = await only('COMMIT');
    assert.deepEqual([invoice.payment_status, invoice.attempts], ['FAILED', 2]);
    const { toRead } = await take(invoice, null);
    assert.deepEqual([toRead?.invoiceId, toRead?.externalId], [invoice.id, 'pi_1'], 'a hint is read before it counts');
    for (let count = 0; count < 2; count += 1) await take(invoice, rescued);
    const paid = await only('COMMIT');
    assert.deepEqual([paid.payment_status, paid.charged_amount, paid.attempts], ['SUCCESS', '500', 1]);
    await passDays(30);
    assert.equal((await rows('wallet_charge')).length, 2, 'and it is not charged once more');
    assert.equal(await toldOf(invoice), 0);
  });

  test('is announced if the invoice was canceled or is being paid by another attempt', async () => {
    await aCard();
    await buy({ commitAmount: 500 });
    await answer(failed);
    const invoice = await only('COMMIT');
    await passDays(1);
    assert.deepEqual(await shown(), ['COMMIT FINALIZED PROCESSING 500']);
    for (let count = 0; count < 2; count += 1) await take(invoice, rescued);
    assert.equal(await toldOf(invoice), 1);
    await answer({ state: 'SUCCEEDED', chargeId: 'pi_2' });
    assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 500']);
    await newTenant();
    await aCard();
    await buy({ commitAmount: 500 });
    await answer(failed);
    const canceled = await only('COMMIT');
    await actOn(cancelInvoice, canceled);
    await take(canceled, rescued);
    assert.deepEqual([await shown(), await toldOf(canceled)], [['COMMIT CANCELED FAILED 500'], 1]);
  });
});

test('a message about a partial authorization does not settle the charge', async () => {
  await aCard();
  await buy({ commitAmount: 500 });
  const [{ reference }] = await rows('wallet_charge');
  const say = (amount: string) => {
    const read: ChargeRead = { state: 'SUCCEEDED', chargeId: 'pi_1', amount };
    return world.act((call) => takeChargeMessage(call, { partner: 'STRIPE', reference, read }));
  };
  assert.deepEqual(await say('499.99'), { isOurs: true, toRead: null });
  assert.deepEqual(await shown(), ['COMMIT FINALIZED PROCESSING 500']);
  await say('500.00');
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 500']);
});

test('a charge with an unknown outcome is never repeated, and is settled by what an ADMIN found', async () => {
  await aCard();
  await buy({ commitAmount: 500 });
  const invoice = await only('COMMIT');
  await world.act((call) => notePaymentUnknown(call, invoice.id, { message: 'timeout' }));
  await passDays(3);
  assert.equal((await rows('wallet_charge')).length, 1);
  assert.equal((await only('COMMIT')).error.code, 'OUTCOME_UNKNOWN');
  assert.equal(await refusalOf(actOn(retryInvoicePayment, invoice)), 'Conflict');
  const body = { outcome: 'MADE', externalId: 'pi_7' } as const;
  const settling = () => world.act((call) => settleInvoicePayment(call, { ...path(invoice), body }));
  assert.equal(await refusalOf(settling()), 'Conflict', 'a run may be about to charge it');
  await endRuns();
  await settling();
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 500']);
  assert.equal((await rows('wallet_charge'))[0].external_id, 'pi_7');
  assert.equal(await refusalOf(settling()), 'Conflict');
});

test('a seller finalizes a draft early, and cancels an unpaid invoice', async () => {
  await grant(1000);
  await buy({ ...monthly, gracePeriodInDays: 30 });
  const draft = await only('COMMIT');
  await actOn(finalizeInvoice, draft);
  assert.equal(await refusalOf(actOn(finalizeInvoice, draft)), 'Conflict');
  await runDue();
  assert.deepEqual(await shown(), ['COMMIT FINALIZED SUCCESS 100']);
  assert.equal(await refusalOf(actOn(cancelInvoice, draft)), 'Conflict');
  await newTenant();
  await buy({ ...monthly, gracePeriodInDays: 10 });
  await actOn(cancelInvoice, await only('COMMIT'));
  await passDays(20);
  assert.deepEqual(await shown(), ['COMMIT CANCELED PENDING 100'], 'and it is not billed again');
});

const aMetric = () => aBilledMetric(world);
const use = (entitlementId: string, key: string, quantity: number) =>
  world.act((call) =>
    reportUsage(call, {
      params: { entitlementId },
      body: { timestamp: call.now.toISOString(), billableRecords: [{ key, quantity, properties: {} }] },
    }),
  );
const tiers = {
  category: 'tiered',
  priceModelTiered: {
    tiers: [
      { firstUnit: 0, lastUnit: 100, unitAmount: 1 },
      { firstUnit: 100, unitAmount: 0.5 },
    ],
  },
};

test('usage is billed when its period ends, each unit once, with every step of its price', async () => {
  await grant(1000);
  const metric = await aMetric();
  const bought = await buy({
    billableDimensions: [{ billableMetricId: metric, name: 'Calls', length: 30, timeUnit: 'DAY', ...tiers }],
  });
  await passDays(1);
  await use(bought, metric, 60);
  await passDays(10);
  await use(bought, metric, 100);
  await passDays(20);
  const [first] = await rows('invoice');
  assert.deepEqual(
    [first.type, first.status, first.payment_status, first.amount],
    ['USAGE', 'FINALIZED', 'SUCCESS', '130'],
  );
  const [line] = first.lines;
  assert.deepEqual([line.name, line.quantity, line.amount], ['Calls', '160', '130']);
  assert.deepEqual(
    line.steps.map(({ quantity, rate, amount }: Record<string, string>) => [quantity, rate, amount]),
    [
      ['100', '1', '100'],
      ['60', '0.5', '30'],
    ],
  );
  // Late usage for a billed hour is on the next invoice.
  await use(bought, metric, 7);
  await end(bought);
  await passDays(1);
  const amounts = (await rows('invoice')).map(({ type, amount }) => `${type} ${amount}`);
  assert.deepEqual(amounts, ['USAGE 130', 'USAGE 7']);
});

test('the LAST quantity of a period is that of the most recent usage, even if earlier usage was counted in a later hour', async () => {
  await grant(1000);
  const [weekly, state] = [await aMetric(), await aBilledMetric(world, { name: 'Seats', aggregationType: 'LAST' })];
  const priced = { category: 'basic', priceModelBasic: { unitAmount: 1 }, timeUnit: 'DAY' };
  const bought = await buy({
    billableDimensions: [
      { billableMetricId: weekly, name: 'Calls', length: 7, ...priced },
      { billableMetricId: state, name: 'Seats', length: 28, ...priced },
    ],
  });
  const start = (await rows('entitlement_term'))[0].start_time.getTime();
  const seatsOf = (day: number, quantity: number) =>
    world.act((call) =>
      reportUsage(call, {
        params: { entitlementId: bought },
        body: {
          timestamp: new Date(start + day * dayMs).toISOString(),
          billableRecords: [{ key: state, quantity, properties: {} }],
        },
      }),
    );
  await passDays(6.5);
  await seatsOf(6, 5);
  // The bill of the first week closes its hours for both metrics: late usage counts in the first open hour.
  await passDays(1);
  await seatsOf(3, 100);
  await passDays(22);
  const seats = (await rows('invoice')).find(({ lines }) => lines[0]?.name === 'Seats');
  assert.equal(seats.amount, '5');
});

test('usage in a trial is free, even if it is reported after the first invoice', async () => {
  await grant(1000);
  const metric = await aMetric();
  const bought = await buy({
    billableDimensions: [{ billableMetricId: metric, name: 'Calls', length: 30, timeUnit: 'DAY', ...tiers }],
    trialConfig: { trialPeriod: 10, trialPeriodUnit: 'DAY' },
  });
  const start = (await rows('entitlement_term'))[0].start_time.getTime();
  const useAt = (days: number, quantity: number) =>
    world.act((call) =>
      reportUsage(call, {
        params: { entitlementId: bought },
        body: {
          timestamp: new Date(start + days * dayMs).toISOString(),
          billableRecords: [{ key: metric, quantity, properties: {} }],
        },
      }),
    );
  const hourDays = 1 / 24;
  await passDays(12);
  await useAt(5, 1);
  await useAt(10 - 2 * hourDays, 2);
  await useAt(10 + 2 * hourDays, 4);
  await passDays(30);
  await useAt(5, 8);
  await useAt(10 - 2 * hourDays, 16);
  await useAt(10 + 2 * hourDays, 32);
  await useAt(38, 64);
  await passDays(1);
  await end(bought);
  await passDays(1);
  const amounts = (await rows('invoice')).map(({ type, amount }) => `${type} ${amount}`);
  assert.deepEqual(amounts, ['USAGE 4', 'USAGE 96']);
});

test('the credit of the term, and then its commitment, pay for usage before money does', async () => {
  await grant(1000);
  const metric = await aMetric();
  const bought = await buy({
    commitAmount: 50,
    isMeteringOverageCommit: true,
    billableDimensions: [{ billableMetricId: metric, name: 'Calls', length: 30, timeUnit: 'DAY', ...tiers }],
  });
  await world.act((call) =>
    call.db
      .updateTable('entitlement_term')
      .set({ credit_amount: '20' })
      .where('entitlement_term.entitlement_id', '=', bought)
      .execute(),
  );
  await use(bought, metric, 90);
  await passDays(31);
  const usage = await only('USAGE');
  assert.equal(usage.amount, '20');
  assert.deepEqual(
    usage.lines.map(({ kind, amount }: Record<string, string>) => `${kind} ${amount}`),
    ['USAGE 90', 'TERM_CREDIT -20', 'TERM_COMMIT -50'],
  );
  const [term] = await rows('entitlement_term');
  assert.deepEqual([term.used_credit_amount, term.used_commit_amount], ['20', '50']);
});

test('credit of a term that includes an unchargeable fraction leaves a rest that can be charged', async () => {
  await aCard();
  const metric = await aMetric();
  const billableDimensions = [{ billableMetricId: metric, name: 'Calls', length: 30, timeUnit: 'DAY', ...tiers }];
  await buy({ commitAmount: 5.255, isMeteringOverageCommit: true, billableDimensions });
  await answer();
  const [{ entitlement_id: bought }] = await rows('entitlement_term');
  await world.act((call) =>
    call.db
      .updateTable('entitlement_term')
      .set({ credit_amount: '20.002' })
      .where('entitlement_term.entitlement_id', '=', bought)
      .execute(),
  );
  await use(bought, metric, 90);
  await passDays(31);
  const usage = await only('USAGE');
  assert.deepEqual(
    [
      usage.payment_status,
      usage.amount,
      ...usage.lines.map(({ kind, amount }: Record<string, string>) => `${kind} ${amount}`),
    ],
    ['PROCESSING', '64.75', 'USAGE 90', 'TERM_CREDIT -20.002', 'TERM_COMMIT -5.248'],
  );
  const [term] = await rows('entitlement_term');
  assert.deepEqual([term.used_credit_amount, term.used_commit_amount], ['20.002', '5.248']);
});

test('usage is rounded once, to what the provider can charge, and the steps of its price add up to it', async () => {
  const info = JSON.stringify({ paymentConfig: { currency: 'KWD' } });
  await world.act((call) =>
    call.db.updateTable('buyer').set({ info }).where('buyer.id', '=', uuidOf('buyer', buyerId)).execute(),
  );
  const metric = await aMetric();
  const priced = { category: 'basic', priceModelBasic: { unitAmount: 0.0149 } };
  const billableDimensions = [{ billableMetricId: metric, name: 'Calls', length: 30, timeUnit: 'DAY', ...priced }];
  const bought = await buy({ currency: 'KWD', billableDimensions });
  await use(bought, metric, 1);
  await passDays(31);
  const [line] = (await only('USAGE')).lines;
  // Rounding to thousandths first would give 0.015, and then 0.02.
  assert.equal(line.amount, '0.01');
  const steps = line.steps.reduce(
    (sum: ReturnType<typeof big>, step: { amount: string }) => sum.plus(step.amount),
    big(0),
  );
  assert.equal(steps.toFixed(), '0.01');
});

test('a purchase that ended before it was recorded is not billed', async () => {
  const offerId = await aDirectOffer(world, { info: { commitAmount: 100 } });
  await aDirectPurchase(world, { buyerId, offerId, startDate: '2025-01-01', endDate: '2025-06-01' });
  await passDays(10);
  assert.deepEqual(await rows('invoice'), []);
});

test('credit that paid part of an invoice is returned when the invoice is replaced at the end', async () => {
  await aCard();
  await grant(100);
  const bought = await buy({ commitAmount: 730 });
  await answer({ state: 'FAILED', chargeId: null, code: 'card_declined', message: 'Declined.' });
  await world.act((call) => cancelEntitlement(call, { params: { entitlementId: bought }, body: undefined }));
  await runDue();
  assert.deepEqual(await shown(), ['COMMIT CANCELED FAILED 730']);
  const returned = (await rows('wallet')).find(({ type }) => type === 'credit');
  assert.equal(returned.used_amount, '0');
  await newTenant();
  await aCard();
  await grant(100);
  const used = await buy({ commitAmount: 730, netTermsInDays: 70 });
  await passDays(70);
  await answer({ state: 'FAILED', chargeId: null, code: 'card_declined', message: 'Declined.' });
  moveTo(world.clock.now().getTime() + 3 * 3_600_000);
  await end(used);
  const final = await only('FINAL');
  assert.equal((await only('COMMIT')).status, 'CANCELED');
  const credit = (await rows('wallet')).find(({ type }) => type === 'credit');
  assert.equal(credit.used_amount, '0');
  await passDays(70);
  assert.equal((await only('FINAL')).credit_amount, '100');
  assert.equal((await rows('wallet_charge')).at(-1).amount, big(final.amount).minus(100).toFixed());
});

test('a trial that is cancelled costs nothing, and its installments are not charged', async () => {
  const bought = await buy({
    paymentInstallments: [{ amount: 1000 }, { amount: 460 }],
    trialConfig: { trialPeriod: 30, trialPeriodUnit: 'DAY' },
  });
  await passDays(20);
  await end(bought);
  await passDays(400);
  assert.deepEqual(await shown(), []);
});

test('installments that were due before we billed the purchase count as paid when it ends early', async () => {
  const chargeOn = (days: number) => new Date(world.clock.now().getTime() + days * dayMs).toISOString();
  await grant(5000);
  const bought = await buy({
    paymentInstallments: [
      { amount: 1000, chargeOn: chargeOn(100) },
      { amount: 460, chargeOn: chargeOn(200) },
    ],
  });
  await world.act((call) =>
    sql`update entitlement_price set from_time = ((from_time at time zone 'UTC') + interval '150 days') at time zone 'UTC' where org_id = ${call.orgId}`.execute(
      call.db.raw,
    ),
  );
  await passDays(292);
  await end(bought);
  assert.deepEqual(
    (await rows('invoice')).map(({ type, amount }) => `${type} ${amount}`),
    ['INSTALLMENT 460', 'REFUND 292'],
  );
});

test('scheduled prices apply from their time, even if an earlier bill is drafted first', async () => {
  await grant(10_000);
  const metric = await aMetric();
  const dimension = { billableMetricId: metric, name: 'Calls', length: 30, timeUnit: 'DAY' as const };
  const bought = await buy({
    billableDimensions: [{ ...dimension, category: 'basic', priceModelBasic: { unitAmount: 1 } }],
  });
  await passDays(1);
  const begin = world.clock.now().getTime() - dayMs;
  const body = {
    applyTime: new Date(begin + 40 * dayMs),
    billableDimensions: [{ ...dimension, category: 'basic' as const, priceModelBasic: { unitAmount: 2 } }],
  };
  await world.act((call) => updateEntitlementPriceModel(call, { params: { entitlementId: bought }, body }));
  // Nothing has run for a while: the bill of day 30 comes before the prices of day 40.
  moveTo(begin + 50 * dayMs);
  await use(bought, metric, 10);
  moveTo(begin + 65 * dayMs);
  await runDue();
  const usage = (await rows('invoice')).map(({ period_start: from, period_end: to, amount }) =>
    [from, to].map((time) => Math.abs(Math.round((time.getTime() - begin) / dayMs))).concat(Number(amount)),
  );
  assert.deepEqual(
    usage.sort(([left = 0], [right = 0]) => left - right),
    [
      [0, 30, 0],
      [30, 40, 0],
      [40, 60, 20],
    ],
  );
});

test('a purchase that began long ago is drafted in many transactions, with each invoice once', async () => {
  const commits = [{ key: 'base', rate: 1, length: 1, timeUnit: 'DAY' }];
  const startDate = new Date(world.clock.now().getTime() - 250 * dayMs).toISOString();
  await buy({ commits, gracePeriodInDays: 1000 }, 1, startDate);
  const drafted = Map.groupBy(await rows('invoice'), ({ creation_time: time }) => time.getTime());
  assert.deepEqual(
    [...drafted.values()].map(({ length }) => length),
    [100, 100, 51],
  );
});

test('the share of a divided commit pays for usage in its own part, and a renewed term has the whole commit', async () => {
  await grant(1000);
  const metric = await aMetric();
  const bought = await buy(
    {
      commitAmount: 100,
      autoRenew: true,
      isMeteringOverageCommit: true,
      billableDimensions: [{ billableMetricId: metric, name: 'Calls', length: 30, timeUnit: 'DAY', ...tiers }],
    },
    60,
  );
  const begin = (await rows('entitlement_term'))[0].start_time.getTime();
  const body = { startDates: [new Date(begin), new Date(begin + 30 * dayMs)] };
  await world.act((call) => divideEntitlementCommit(call, { params: { entitlementId: bought }, body }));
  await use(bought, metric, 70);
  await passDays(31);
  assert.equal((await only('USAGE')).amount, '20');
  await passDays(30);
  await use(bought, metric, 90);
  await passDays(31);
  const usage = (await rows('invoice')).filter(({ type }) => type === 'USAGE');
  assert.deepEqual(
    usage.map(({ amount }) => amount),
    ['20', '0', '0'],
  );
});

test('an invoice cancelled by the seller needs no refund', async () => {
  await aCard();
  const bought = await buy({ commitAmount: 730, netTermsInDays: 73 });
  await passDays(73);
  await end(bought);
  await answer({ state: 'FAILED', chargeId: null, code: 'card_declined', message: 'Declined.' });
  await actOn(cancelInvoice, await only('COMMIT'));
  await passDays(1);
  assert.deepEqual(await shown(), ['COMMIT CANCELED FAILED 730', 'REFUND CANCELED PENDING 584']);
});

test('amounts are rounded to what the provider can charge in their currency', async () => {
  const info = JSON.stringify({ paymentConfig: { currency: 'KWD' } });
  await world.act((call) =>
    call.db.updateTable('buyer').set({ info }).where('buyer.id', '=', uuidOf('buyer', buyerId)).execute(),
  );
  await buy({ currency: 'KWD', billingCycle: 'MONTH_FIRST_DAY', ...monthly, gracePeriodInDays: 1 });
  const { amount, lines } = await only('COMMIT');
  // Stripe counts in thousandths of a dinar, and accepts only multiples of ten.
  assert.equal(big(amount).round(2).toFixed(), big(amount).toFixed());
  assert.equal(big(lines[0].amount).toFixed(), big(amount).toFixed());
});

/** The sum of all invoices that count. */
const billedInAll = async () =>
  (await rows('invoice'))
    .filter((row) => row.status !== 'CANCELED')
    .reduce((sum, row) => sum[row.refund_of === null ? 'plus' : 'minus'](row.amount), big(0));

test('a scheduled end takes effect at its time, however late it is noticed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('PREPAY', 'POSTPAY'),
      fc.constantFrom(
        { commits: [{ key: 'base', rate: 36_500_000, length: 1, timeUnit: 'MONTH' }] },
        { commitAmount: 36_500_000 },
        {
          paymentInstallments: [{ amount: 30_000_000 }, { amount: 6_500_000, chargeOnStr: '2200-01-01' }],
        },
      ),
      fc.constantFrom(1, 17, 31, 59, 300, 364),
      fc.constantFrom(0, 1500, 3_600_000, 40 * dayMs, 80 * dayMs),
      fc.boolean(),
      async (paymentSchedule, priced, days, lateMs, billsFirst) => {
        await newTenant();
        await grant(1_000_000_000);
        const bought = await buy({ ...priced, paymentSchedule });
        const [term] = await rows('entitlement_term');
        const at = new Date(term.start_time.getTime() + days * dayMs);
        const params = { entitlementId: bought };
        const body = CancellationSchedule.parse({ type: 'SpecificDate', cancelDate: at.toISOString() });
        await world.act((call) => scheduleEntitlementCancellation(call, { params, body }));
        await passDays(Math.max(0, days - 0.5));
        moveTo(at.getTime() + lateMs);
        if (billsFirst) {
          await world.act((call) => billEntitlement(call, { entitlementId: bought }));
          // Nothing ends, and what is billed meanwhile is paid.
          for (const { id, status } of await rows('invoice'))
            if (status === 'DRAFT') await actOn(finalizeInvoice, { id });
        }
        await passDays(60);
        const [ended] = await rows('entitlement_term');
        assert.equal(ended.end_time.toISOString(), at.toISOString());
        const [entitlement] = await rows('entitlement');
        assert.deepEqual([entitlement.status, entitlement.end_time], ['CANCELLED', at]);
        const used = days / 365;
        const months = priced.commits === undefined ? null : 36_500_000;
        let worth = 36_500_000 * used;
        if (months !== null) {
          worth = 0;
          for (let from = term.start_time, index = 1; from < at; index += 1) {
            const until = addMonths(term.start_time, index);
            const part = Math.min(until.getTime(), at.getTime()) - from.getTime();
            worth += (months * part) / (until.getTime() - from.getTime());
            from = until;
          }
        }
        const inAll = await billedInAll();
        assert.ok(inAll.minus(worth).abs().lte(0.02), `${inAll} ${worth}`);
        const spent = (await rows('wallet')).reduce((sum, row) => sum.plus(row.used_amount), big(0));
        assert.equal(spent.toFixed(), inAll.toFixed(), 'the credit that was spent');
      },
    ),
    { numRuns: 25 },
  );
});

test('whatever happens, a buyer ends up paying what the used time is worth', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('PREPAY', 'POSTPAY'),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 40 }),
      fc.boolean(),
      async (paymentSchedule, length, used, netTermsInDays, withCredit) => {
        await newTenant();
        await aCard();
        if (withCredit) await grant(130);
        const commits = [{ key: 'base', rate: 365, length, timeUnit: 'MONTH' }];
        const bought = await buy({ commits, paymentSchedule, netTermsInDays }, 365);
        const start = world.clock.now();
        const settle = async (): Promise<void> => {
          for (let count = 0; count < 100; count += 1) {
            await runDue();
            const busy = (await rows('invoice')).find((row) => row.payment_status === 'PROCESSING');
            if (!busy) return;
            if (busy.refund_of === null) await answer({ state: 'SUCCEEDED', chargeId: `pi_${busy.id}` });
            else {
              const loaded = await world.act((call) => loadRefund(call, busy.id));
              const read = { state: 'SUCCEEDED', refundId: `re_${busy.id}` } as const;
              const given = { invoiceId: busy.id, refundId: loaded?.refundId ?? '', read };
              await world.act((call) => recordInvoiceRefund(call, given));
            }
          }
        };
        for (let passed = 0; passed < used; passed += 10) {
          await settle();
          await passDays(Math.min(10, used - passed));
        }
        await settle();
        if (used < 365) await end(bought);
        for (let rest = 0; rest < 6; rest += 1) {
          await settle();
          await passDays(10);
        }
        const invoices = await rows('invoice');
        for (const row of invoices) {
          const settledAs = row.status === 'CANCELED' ? 'PENDING' : 'SUCCESS';
          assert.equal(row.payment_status, settledAs, `${row.type} ${row.reference}`);
        }
        const signed = invoices
          .filter((row) => row.status === 'FINALIZED')
          .reduce((sum, row) => sum[row.refund_of === null ? 'plus' : 'minus'](row.amount), big(0));
        // By the used days of each interval.
        const ended = new Date(start.getTime() + Math.min(used, 365) * dayMs);
        let worth = 0;
        for (let index = 0; ; index += 1) {
          const at = (count: number) => {
            const time = new Date(start);
            time.setUTCMonth(time.getUTCMonth() + count * length);
            // In a shorter month without that day: its last day.
            if (time.getUTCDate() !== start.getUTCDate()) time.setUTCDate(0);
            return time;
          };
          const [from, until] = [at(index), at(index + 1)];
          if (from >= ended) break;
          worth +=
            (365 * (Math.min(until.getTime(), ended.getTime()) - from.getTime())) / (until.getTime() - from.getTime());
        }
        assert.ok(signed.minus(worth).abs().lte(0.02), `${signed} ${worth}`);
        const moved = (await rows('wallet_charge'))
          .filter(({ status }) => status === 'SUCCEEDED')
          .reduce((sum, row) => sum.plus(row.amount), big(0));
        const back = (await rows('wallet_refund')).reduce((sum, row) => sum.plus(row.amount), big(0));
        const spent = (await rows('wallet')).reduce((sum, row) => sum.plus(row.used_amount), big(0));
        assert.equal(moved.minus(back).plus(spent).toFixed(), signed.toFixed(), 'the money that moved');
      },
    ),
    { numRuns: 8 },
  );
});
