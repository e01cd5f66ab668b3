import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { IncomingMessage } from '../../marketplace/messages.ts';
import { isPartnerError, type PartnerError } from '../../partner-error.ts';
import type { CustomerFields, Payments } from '../port.ts';
import { createStripePayments } from './payments.ts';
import { type StripeBench, startStripe } from './simulator.test-support.ts';
import { readDisputes, refundIdOf } from './translate.ts';

let bench: StripeBench;
let stripe: Payments;
before(async () => {
  bench = await startStripe();
  stripe = createStripePayments({ answerTimeoutMs: 2000 });
});
after(() => bench.close());

let count = 0;
const nextKey = (): string => {
  count += 1;
  return `key-${count}`;
};

const fields: CustomerFields = {
  buyerId: 'buyer_1',
  name: 'Initech',
  description: 'Paper',
  email: 'pay@initech.example',
  address: { line1: '1 Main St', city: 'Austin', country: 'US' },
  defaultMethodId: null,
};

const make = (more: Partial<CustomerFields> = {}, key = nextKey()) =>
  stripe.createCustomer!(bench.access, { ...fields, ...more }, key);
const read = (id: string) => stripe.readCustomer(bench.access, id);
const errorOf = async (doing: Promise<unknown>): Promise<PartnerError> => {
  try {
    await doing;
  } catch (error) {
    if (isPartnerError(error)) return error;
    throw error;
  }
  throw new Error('it should have failed');
};

test('a customer is created once per key, and reads back as it was created', async () => {
  const id = await make({}, 'once');
  assert.equal(await make({}, 'once'), id);
  const customer = await read(id);
  assert.deepEqual(
    { ...customer, document: null },
    {
      externalId: id,
      isDeleted: false,
      name: 'Initech',
      description: 'Paper',
      email: 'pay@initech.example',
      defaultMethodId: null,
      buyerId: 'buyer_1',
      methods: [],
      document: null,
    },
  );
  assert.deepEqual((customer?.document.address as { city: string } | undefined)?.city, 'Austin');
  assert.equal(await read('cus_nobody'), null);
});

test('an update clears fields that are left out', async () => {
  const id = await make();
  const method = await bench.addMethod(id);
  await stripe.updateCustomer!(bench.access, id, { ...fields, name: 'New', defaultMethodId: method }, nextKey());
  assert.deepEqual([(await read(id))?.name, (await read(id))?.defaultMethodId], ['New', method]);
  const bare = { ...fields, description: '', email: null, address: null };
  await stripe.updateCustomer!(bench.access, id, bare, nextKey());
  const cleared = await read(id);
  assert.deepEqual([cleared?.email, cleared?.defaultMethodId, cleared?.document.address], [null, null, undefined]);
});

test('payment methods are read with their kind, and one that awaits verification with its setup', async () => {
  const id = await make();
  const card = await bench.addMethod(id);
  const bank = await bench.addMethod(id, 'pm_usBankAccount_success');
  const sepa = await bench.addMethod(id, 'pm_sepaDebit_success');
  const methods = (await read(id))?.methods ?? [];
  const shown = new Map(methods.map((method) => [method.externalId, method]));
  assert.deepEqual(
    [card, bank, sepa].map((one) => shown.get(one)?.type),
    ['card', 'ach_debit', 'sepa_debit'],
  );
  assert.match(shown.get(card)?.name ?? '', /^Visa •••• 4242$/);
  const { card: details, ...document } = shown.get(card)?.document ?? {};
  assert.deepEqual(Object.keys(document), ['id', 'object', 'created', 'livemode']);
  assert.deepEqual(
    Object.keys(details as object).join(' '),
    'brand country display_brand exp_month exp_year fingerprint funding last4',
    'nothing else of a card is kept',
  );
  for (const { isVerified, setupIntentId } of methods) assert.deepEqual([isVerified, setupIntentId], [true, null]);
  const setup = await bench.addUnproved(id);
  const waiting = (await read(id))?.methods.find(({ setupIntentId }) => setupIntentId === setup);
  assert.deepEqual([waiting?.type, waiting?.isVerified], ['ach_debit', false], 'small deposits prove it');
  await bench.control('POST', `/setup-intent/${setup}/authenticate`);
  const proved = (await read(id))?.methods.find(({ externalId }) => externalId === waiting?.externalId);
  assert.equal(proved?.isVerified, true);
});

test('a method is detached once, even if it is already gone', async () => {
  const id = await make();
  const methodId = await bench.addMethod(id);
  const detach = (key: string) => stripe.detachMethod(bench.access, { customerId: id, methodId }, key);
  await detach('detach');
  await detach('detach');
  await detach(nextKey());
  await stripe.detachMethod(bench.access, { customerId: id, methodId: 'pm_nobody' }, nextKey());
  assert.deepEqual((await read(id))?.methods, []);
});

test('customers that changed are listed, whatever changed', async () => {
  const since = new Date(Date.now() - 60_000);
  const renamed = await make();
  const richer = await make();
  const poorer = await make();
  const gone = await make();
  const method = await bench.addMethod(poorer);
  await bench.addMethod(richer);
  await bench.control('POST', `/payment-method/${method}/remove`);
  await bench.control('POST', `/customer/${gone}/delete`);
  const changed = (await stripe.listChangedCustomers(bench.access, since)) ?? [];
  for (const id of [renamed, richer, poorer, gone]) assert.ok(changed.includes(id));
  assert.equal(new Set(changed).size, changed.length);
  assert.equal((await read(gone))?.isDeleted, true);
});

test('a charge and its refund, each once; a decline is a response', async () => {
  const customerId = await make();
  const methodId = await bench.addMethod(customerId);
  const methodType = 'card' as const;
  const charge = { customerId, methodId, methodType, amount: '12.34', currency: 'USD', reference: 'invoice-1' };
  const done = await stripe.charge(bench.access, charge, 'charge-1');
  assert.equal(done.state, 'SUCCEEDED');
  assert.deepEqual(await stripe.charge(bench.access, charge, 'charge-1'), done);
  const chargeId = done.chargeId ?? '';
  const back = { chargeId, amount: '2.34', currency: 'USD', reference: 'credit-1' };
  assert.match(await stripe.refund(bench.access, back, 'refund-1'), /^re_/);
  await bench.control('POST', `/payment-method/${methodId}/behaviour`, {
    outcome: 'decline',
    reason: 'insufficient_funds',
  });
  const declined = await stripe.charge(bench.access, charge, nextKey());
  assert.deepEqual([declined.state, declined.state === 'FAILED' && declined.code], ['FAILED', 'insufficient_funds']);
  const bank = await bench.addMethod(customerId, 'pm_sepaDebit_success');
  const slow = await stripe.charge(bench.access, { ...charge, methodId: bank, currency: 'EUR' }, nextKey());
  assert.equal(slow.state, 'PENDING');
  await bench.control('POST', `/payment-intent/${slow.chargeId}/settle`, { outcome: 'succeed' });
  assert.equal((await stripe.readCharge!(bench.access, slow.chargeId ?? '')).state, 'SUCCEEDED');
  const fine = await errorOf(stripe.charge(bench.access, { ...charge, amount: '0.001' }, nextKey()));
  assert.deepEqual([fine.outcome, fine.partnerCode], ['NOT_SENT', 'AmountTooFine']);
});

test('an amount that Stripe does not charge is refused with what to do', async () => {
  const customerId = await make();
  const methodId = await bench.addMethod(customerId, 'pm_sepaDebit_success');
  const charge = { customerId, methodId, methodType: 'sepa_debit' as const, currency: 'EUR', reference: 'invoice-3' };
  for (const [amount, code, said] of [
    ['0.49', 'amount_too_small', /smallest that Stripe charges .* cancel the invoice/],
    ['1000000', 'amount_too_large', /exceeds what Stripe accepts in one charge .* settle the invoice/],
  ] as const) {
    const error = await errorOf(stripe.charge(bench.access, { ...charge, amount }, nextKey()));
    assert.deepEqual([error.outcome, error.partnerCode, error.retryable], ['REFUSED', code, false]);
    assert.match(stripe.prettifyError({ code, message: error.message }), said);
  }
});

test('a key that was used for another request proves nothing about that request', async () => {
  const customerId = await make();
  const methodId = await bench.addMethod(customerId);
  const methodType = 'card' as const;
  const charge = { customerId, methodId, methodType, amount: '12.34', currency: 'USD', reference: 'invoice-2' };
  assert.equal((await stripe.charge(bench.access, charge, 'used')).state, 'SUCCEEDED');
  const error = await errorOf(stripe.charge(bench.access, { ...charge, amount: '12.35' }, 'used'));
  assert.deepEqual([error.outcome, error.partnerCode, error.retryable], ['UNKNOWN', 'idempotency_error', false]);
});

test('a refund that Stripe created only to fail it does not count', async () => {
  const refund = { id: 're_1', status: 'failed', failure_reason: 'lost_or_stolen_card' };
  const failed = await errorOf((async () => refundIdOf(refund))());
  assert.deepEqual([failed.outcome, failed.partnerCode, failed.retryable], ['REFUSED', 'lost_or_stolen_card', false]);
  const canceled = await errorOf((async () => refundIdOf({ ...refund, status: 'canceled', failure_reason: null }))());
  assert.equal(canceled.partnerCode, 'refund_canceled');
  for (const status of ['succeeded', 'pending', 'requires_action', null])
    assert.equal(refundIdOf({ ...refund, status, failure_reason: null }), 're_1');
});

test('a refund that the bank returned is read, listed and reported as such', async () => {
  const since = new Date();
  const customerId = await make();
  const methodId = await bench.addMethod(customerId);
  const charge = { customerId, methodId, methodType: 'card' as const, amount: '12.34', currency: 'USD' };
  const reference = `invoice_${'0'.repeat(26)} 1`;
  const { chargeId } = await stripe.charge(bench.access, { ...charge, reference }, nextKey());
  const back = { chargeId: chargeId ?? '', amount: '2.34', currency: 'USD', reference };
  const refundId = await stripe.refund(bench.access, back, nextKey());
  assert.deepEqual(await stripe.readRefund!(bench.access, refundId), { state: 'SUCCEEDED', refundId });
  assert.deepEqual(await stripe.listFailedRefunds!(bench.access, since), []);
  await bench.control('POST', `/refund/${refundId}/fail`, { reason: 'lost_or_stolen_card' });
  const read = await stripe.readRefund!(bench.access, refundId);
  assert.deepEqual([read.state, read.state === 'FAILED' && read.code], ['FAILED', 'lost_or_stolen_card']);
  assert.deepEqual(await stripe.listFailedRefunds!(bench.access, since), [{ refundId, chargeId, reference }]);
});

test('a disputed payment is listed and read: taken back while the dispute is open or lost, reinstated when it is won', async () => {
  const since = new Date();
  const customerId = await make();
  const methodId = await bench.addMethod(customerId);
  const charge = {
    customerId,
    methodId,
    methodType: 'card' as const,
    amount: '12.34',
    currency: 'USD',
    reference: 'x',
  };
  const { chargeId } = await stripe.charge(bench.access, charge, nextKey());
  const read = () => stripe.readDisputes!(bench.access, chargeId ?? '');
  assert.deepEqual(await read(), []);
  const intent = await bench.client.paymentIntents.retrieve(chargeId ?? '');
  const path = `/charge/${intent.latest_charge}/dispute`;
  const inquiry = await bench.control<{ id: string }>('POST', path, { amount: 34, isInquiry: true });
  assert.deepEqual(await read(), [], 'an inquiry takes nothing');
  const [one, other] = [
    await bench.control<{ id: string }>('POST', path, { amount: 1000 }),
    await bench.control<{ id: string }>('POST', path, { amount: 200, reason: 'duplicate' }),
  ];
  const said = (id: string, amount: string) => ({ disputeId: id, amount, currency: 'USD', time: null });
  const taken = (id: string, amount: string, code: string) => ({
    ...said(id, amount),
    ...{ state: 'RETURNED', code, message: `The buyer's bank took the money back: ${code}.` },
  });
  const byId = async () => (await read()).sort((left, right) => Number(left.amount) - Number(right.amount));
  assert.deepEqual(await byId(), [taken(other.id, '2', 'duplicate'), taken(one.id, '10', 'fraudulent')]);
  assert.deepEqual(await stripe.listDisputed!(bench.access, since), [chargeId]);
  await bench.control('POST', `/dispute/${one.id}/close`, { outcome: 'won' });
  await bench.control('POST', `/dispute/${inquiry.id}/escalate`, {});
  assert.deepEqual(await byId(), [
    taken(inquiry.id, '0.34', 'fraudulent'),
    taken(other.id, '2', 'duplicate'),
    { ...said(one.id, '10'), state: 'REINSTATED' },
  ]);
});

test('of a lost dispute, the reinstated part is not lost, as when a part was refunded before', async () => {
  const customerId = await make();
  const methodId = await bench.addMethod(customerId);
  const charge = { customerId, methodId, methodType: 'card' as const, amount: '7.30', currency: 'USD', reference: 'x' };
  const { chargeId } = await stripe.charge(bench.access, charge, nextKey());
  const refund = { chargeId: chargeId ?? '', amount: '5.84', currency: 'USD', reference: 'y' };
  await stripe.refund(bench.access, refund, nextKey());
  const intent = await bench.client.paymentIntents.retrieve(chargeId ?? '');
  const path = `/charge/${intent.latest_charge}/dispute`;
  const { id } = await bench.control<{ id: string }>('POST', path, { amount: 730 });
  const read = async () =>
    (await stripe.readDisputes!(bench.access, chargeId ?? '')).map(({ state, amount }) => `${state} ${amount}`);
  assert.deepEqual(await read(), ['RETURNED 7.3']);
  await bench.control('POST', `/dispute/${id}/close`, { outcome: 'lost' });
  assert.deepEqual(await read(), ['RETURNED 1.46']);
});

test('the loss from a dispute is what was withdrawn and not reinstated, in the currency of the charge', () => {
  const dispute = { id: 'du_1', status: 'lost', amount: 1000, currency: 'eur', reason: null };
  const lostOf = (moved: readonly number[], currency = 'eur') =>
    readDisputes([{ ...dispute, balance_transactions: moved.map((amount) => ({ amount, currency })) }]).map(
      ({ state, amount }) => `${state} ${amount}`,
    );
  assert.deepEqual(lostOf([]), ['RETURNED 10']);
  assert.deepEqual(lostOf([-1000]), ['RETURNED 10']);
  assert.deepEqual(lostOf([-1000, 250]), ['RETURNED 7.5']);
  assert.deepEqual(lostOf([-1000, 1000]), ['REINSTATED 10']);
  // The account settles in another currency: the same share of the amount.
  assert.deepEqual(lostOf([-1084], 'usd'), ['RETURNED 10']);
  assert.deepEqual(lostOf([-1084, 361], 'usd'), ['RETURNED 6.67']);
});

test('each status of a dispute says whether its money is gone, is back, or has not moved', () => {
  const dispute = { id: 'du_1', amount: 500, currency: 'jpy', reason: null };
  const stateOf = (status: string) => readDisputes([{ ...dispute, status }]).map(({ state }) => state);
  for (const status of ['warning_needs_response', 'warning_under_review', 'warning_closed', 'a_new_one'])
    assert.deepEqual(stateOf(status), [], status);
  for (const status of ['won', 'prevented']) assert.deepEqual(stateOf(status), ['REINSTATED'], status);
  for (const status of ['needs_response', 'under_review', 'lost']) assert.deepEqual(stateOf(status), ['RETURNED']);
  const [lost] = readDisputes([{ ...dispute, status: 'lost' }]);
  assert.deepEqual([lost?.amount, lost?.currency, lost?.state === 'RETURNED' && lost.code], ['500', 'JPY', 'disputed']);
  const object = { id: 'du_1', object: 'dispute', payment_intent: 'pi_7', evidence: { customer_name: 'Ann' } };
  const event = { id: 'evt_9', object: 'event', type: 'charge.dispute.closed', data: { object } };
  const [envelope] = stripe.messages.readEnvelopes(event) ?? [];
  assert.doesNotMatch(JSON.stringify(envelope), /Ann/);
  assert.deepEqual(stripe.messages.readHint(envelope?.body), { about: 'DISPUTE', chargeId: 'pi_7', read: null });
});

test('an event about a refund says which one to read, even for a refund that is not ours', () => {
  const { messages } = stripe;
  const refund = { id: 're_7', object: 'refund', payment_intent: 'pi_7', status: 'failed', destination_details: {} };
  for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated'])
    for (const reference of [`invoice_${'0'.repeat(26)} 2`, null]) {
      const metadata = reference === null ? { other: 'x' } : { reference };
      const event = { id: 'evt_7', object: 'event', type, data: { object: { ...refund, metadata } } };
      const [envelope] = messages.readEnvelopes(event) ?? [];
      assert.doesNotMatch(JSON.stringify(envelope), /destination|other/);
      const hint = { about: 'REFUND', refundId: 're_7', chargeId: 'pi_7', reference, read: null };
      assert.deepEqual(messages.readHint(envelope?.body), hint);
    }
  const ofCharge = { id: 'evt_8', object: 'event', type: 'refund.failed', data: { object: { id: 're_8' } } };
  assert.deepEqual(messages.readHint(ofCharge), { about: 'NOTHING' }, 'made without a payment intent: not by us');
});

test('failures are distinguished: refused, not sent, unknown', async () => {
  const wrongKey = { ...bench.access, connectionId: 'other', credentials: { apiKey: 'sk_test_wrong' } };
  const refused = await errorOf(stripe.readCustomer(wrongKey, 'cus_1'));
  assert.deepEqual([refused.outcome, refused.partnerCode, refused.retryable], ['REFUSED', 'Unauthorized', false]);
  const email = await errorOf(make({ email: 'nonsense' }));
  assert.deepEqual([email.outcome, email.partnerCode, email.retryable], ['REFUSED', 'email_invalid', false]);
  assert.equal((email.details as { fields: { name: string }[] }).fields[0]?.name, 'email');
  const nowhere = { ...bench.access, connectionId: 'nowhere', endpoint: 'http://127.0.0.1:9' };
  const away = await errorOf(stripe.readCustomer(nowhere, 'cus_1'));
  assert.deepEqual([away.outcome, away.partnerCode, away.retryable], ['NOT_SENT', 'ECONNREFUSED', true]);
  const noKey = { ...bench.access, connectionId: 'none', credentials: {} };
  assert.equal((await errorOf(stripe.readCustomer(noKey, 'cus_1'))).partnerCode, 'MissingCredentials');
  for (const name of ['throttle', 'internal-error', 'timeout-before', 'half-answer', 'rubbish']) {
    await bench.fault(name, { operation: 'customers.create', count: 1 });
    const key = nextKey();
    const error = await errorOf(make({}, key));
    assert.deepEqual([error.outcome, error.retryable], [name === 'throttle' ? 'REFUSED' : 'UNKNOWN', true], name);
    assert.match(await make({}, key), /^cus_/, 'asked again with the same key');
  }
  // The client itself sends the request again, with the same key.
  await bench.fault('timeout-after', { operation: 'customers.create', count: 1 });
  const key = nextKey();
  assert.equal(await make({}, key), await make({}, key));
});

const signed = (body: object, secret: string, at: Date): IncomingMessage => {
  const raw = Buffer.from(JSON.stringify(body));
  const time = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
  return { headers: { 'stripe-signature': `t=${time},v1=${mac}` }, raw, body, url: '', now: new Date() };
};

test('messages are verified by their signature, which expires', async () => {
  const { messages } = stripe;
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'payment_method.detached',
    request: { id: 'req_1' },
    data: { object: { id: 'pm_1', customer: null }, previous_attributes: { customer: 'cus_7' } },
  };
  const knows = (message: IncomingMessage) => messages.isAuthentic!(message, bench.access);
  assert.equal(await knows(signed(event, 'whsec_test', new Date())), true);
  assert.equal(await knows(signed(event, 'whsec_other', new Date())), false);
  assert.equal(await knows(signed(event, 'whsec_test', new Date(Date.now() - 600_000))), false);
  assert.equal(await knows(signed(event, 'whsec_test', new Date(Date.now() + 600_000))), false);
  assert.equal(await knows(signed(event, 'whsec_test', new Date(Date.now() + 60_000))), true);
  assert.equal(await knows({ ...signed(event, 'whsec_test', new Date()), raw: Buffer.from('{}') }), false);
  assert.equal(await knows({ ...signed(event, 'whsec_test', new Date()), headers: {} }), false);
  const [envelope] = messages.readEnvelopes(event) ?? [];
  assert.deepEqual([envelope?.id, envelope?.requestId, envelope?.type], ['evt_1', 'req_1', 'payment_method.detached']);
  assert.deepEqual(messages.readHint(envelope?.body), { about: 'BUYER', externalId: 'cus_7' });
  assert.deepEqual(messages.readHint({ ...event, type: 'invoice.paid' }), { about: 'NOTHING' });
  assert.equal(messages.readEnvelopes({ id: 1 }), null);
});

test('what is stored of an event says whom it is about, and nothing about people, cards or secrets', () => {
  const object = {
    id: 'seti_1',
    object: 'setup_intent',
    customer: 'cus_7',
    client_secret: 'seti_1_secret_x',
    card: { fingerprint: 'fp', iin: '42424242', last4: '4242' },
    billing_details: { name: 'Ann Payer', email: 'ann@payer.example' },
  };
  const event = {
    id: 'evt_2',
    object: 'event',
    type: 'setup_intent.succeeded',
    data: { object, previous_attributes: { billing_details: { name: 'Ann Prior' } } },
  };
  const [envelope] = stripe.messages.readEnvelopes(event) ?? [];
  assert.doesNotMatch(JSON.stringify(envelope), /secret_x|4242|Ann|fp/);
  assert.deepEqual(stripe.messages.readHint(envelope?.body), { about: 'BUYER', externalId: 'cus_7' });
});
