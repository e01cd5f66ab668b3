import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { IncomingMessage } from '../../marketplace/messages.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError, type PartnerError } from '../../partner-error.ts';
import type { PaymentAccess, Payments } from '../port.ts';
import { createAdyenPayments } from './payments.ts';
import { type AdyenBench, startAdyen } from './simulator.test-support.ts';

let bench: AdyenBench;
let adyen: Payments;
before(async () => {
  bench = await startAdyen();
  const outgoing = createOutgoing({ allowedOrigins: [bench.url, 'http://127.0.0.1:9'], answerMs: 1500 });
  adyen = createAdyenPayments(outgoing.request, { publicUrl: 'https://api.example' });
});
after(() => bench.close());

let count = 0;
const nextShopper = (): string => {
  count += 1;
  return `buyer_${count}`;
};
const read = (shopper: string, access: PaymentAccess = bench.access) => adyen.readCustomer(access, shopper);
const errorOf = async (doing: Promise<unknown>): Promise<PartnerError> => {
  try {
    await doing;
  } catch (error) {
    if (isPartnerError(error)) return error;
    throw error;
  }
  throw new Error('it should have failed');
};

test('the stored methods of a shopper are read with their kind; an unknown shopper has none', async () => {
  const shopper = nextShopper();
  assert.deepEqual((await read(shopper))?.methods, []);
  const ids = [];
  for (const type of ['scheme', 'sepadirectdebit', 'ach', 'directdebit_GB'])
    ids.push(await bench.addMethod(shopper, type));
  const customer = await read(shopper);
  const types = new Map(customer?.methods.map(({ externalId, type }) => [externalId, type]));
  assert.deepEqual(
    ids.map((id) => types.get(id)),
    ['card', 'sepa_debit', 'ach_debit', 'bacs_debit'],
  );
  assert.equal(customer?.methods.find(({ type }) => type === 'card')?.name, 'VISA •••• 1111');
  assert.deepEqual([customer?.defaultMethodId, customer?.document], [undefined, { shopperId: shopper }]);
  assert.equal(await adyen.listChangedCustomers(bench.access, new Date()), null);
});

test('a method is removed once, even if it is already gone', async () => {
  const shopper = nextShopper();
  const methodId = await bench.addMethod(shopper);
  const detach = () => adyen.detachMethod(bench.access, { customerId: shopper, methodId }, 'key');
  await bench.fault('timeout-after', { operation: 'deleteStoredPaymentMethod' });
  assert.deepEqual((await errorOf(detach())).outcome, 'UNKNOWN');
  await detach();
  await detach();
  assert.deepEqual((await read(shopper))?.methods, []);
});

test('a charge and its refund, each once; a refusal is a response; a direct debit is pending', async () => {
  const customerId = nextShopper();
  const methodId = await bench.addMethod(customerId);
  const charge = {
    customerId,
    methodId,
    methodType: 'card' as const,
    amount: '12.34',
    currency: 'EUR',
    reference: 'invoice-1',
  };
  await bench.fault('timeout-after', { operation: 'payments' });
  assert.equal((await errorOf(adyen.charge(bench.access, charge, 'pay-1'))).outcome, 'UNKNOWN');
  const done = await adyen.charge(bench.access, charge, 'pay-1');
  assert.equal(done.state, 'SUCCEEDED');
  assert.deepEqual(await adyen.charge(bench.access, charge, 'pay-1'), done);
  const back = { chargeId: done.chargeId ?? '', amount: '2.34', currency: 'EUR', reference: 'credit-1' };
  assert.match(await adyen.refund(bench.access, back, 'refund-1'), /^[A-Z0-9]{16}$/);
  await bench.control('POST', `/stored-payment-method/${methodId}/behaviour`, { refusal: 'NOT_ENOUGH_BALANCE' });
  const refused = await adyen.charge(bench.access, charge, 'pay-2');
  assert.deepEqual([refused.state, refused.state === 'FAILED' && refused.code], ['FAILED', '12']);
  const debit = await bench.addMethod(customerId, 'sepadirectdebit');
  const slow = { ...charge, methodId: debit, methodType: 'sepa_debit' as const };
  assert.equal((await adyen.charge(bench.access, slow, 'pay-3')).state, 'PENDING');
  assert.equal((await errorOf(adyen.charge(bench.access, { ...charge, amount: '0.001' }, 'x'))).outcome, 'NOT_SENT');
});

test('a partly authorized payment is given back, and has failed; a message about a part is not about the whole', async () => {
  const sent: { path: string; key: string | undefined; body: Record<string, unknown> }[] = [];
  let reversal = 503;
  const scripted = createAdyenPayments(
    async ({ url, headers, body }) => {
      sent.push({ path: new URL(url).pathname, key: headers['idempotency-key'], body: JSON.parse(String(body)) });
      const isReversal = url.endsWith('/reversals');
      const said = isReversal ? { pspReference: 'PSP2', status: 'received' } : { resultCode: 'PartiallyAuthorised' };
      const refused = { errorCode: '167', errorType: 'validation', message: 'Original pspReference required' };
      const status = isReversal ? reversal : 200;
      const answer = status >= 400 ? refused : { pspReference: 'PSP1', ...said };
      return { status, headers: {}, body: JSON.stringify(answer) };
    },
    { publicUrl: 'https://api.example' },
  );
  const charge = { customerId: 'b', methodId: 'm', methodType: 'card' as const, amount: '12.34', currency: 'EUR' };
  const pay = () => scripted.charge(bench.access, { ...charge, reference: 'invoice_1 1' }, 'pay-1');
  for (const [status, isRetryable] of [
    [503, true],
    [422, false],
  ] as const) {
    reversal = status;
    const { outcome, retryable } = await errorOf(pay());
    assert.deepEqual([outcome, retryable], ['UNKNOWN', isRetryable], 'the part may have been kept');
  }
  reversal = 201;
  const read = await pay();
  assert.deepEqual([read.state, read.state === 'FAILED' && read.code], ['FAILED', 'PartiallyAuthorised']);
  assert.deepEqual(sent[0]?.body.additionalData, { allowPartialAuth: 'false' });
  const [first, last] = [sent[0], sent.at(-1)];
  assert.equal(last?.path.endsWith('/payments/PSP1/reversals'), true);
  assert.deepEqual(last?.body, { merchantAccount: 'AcmeECOM', reference: 'invoice_1 1' });
  assert.equal(new Set(sent.map(({ key }) => key)).size, 2, 'each order has its own key, every time');
  assert.notEqual(first?.key, last?.key);
  const item = {
    ...{ eventCode: 'AUTHORISATION', pspReference: 'PSP1', merchantAccountCode: 'AcmeECOM', success: 'true' },
    ...{ merchantReference: `invoice_${'0'.repeat(26)} 1`, amount: { value: 500, currency: 'EUR' } },
  };
  const hint = adyen.messages.readHint(item) as { read?: { amount?: string } };
  assert.equal(hint.read?.amount, '5');
});

test('a key that was used for another request proves nothing about that request', async () => {
  const customerId = nextShopper();
  const methodId = await bench.addMethod(customerId);
  const methodType = 'card' as const;
  const charge = { customerId, methodId, methodType, amount: '12.34', currency: 'EUR', reference: 'invoice-2' };
  assert.equal((await adyen.charge(bench.access, charge, 'used')).state, 'SUCCEEDED');
  const error = await errorOf(adyen.charge(bench.access, { ...charge, amount: '12.35' }, 'used'));
  assert.deepEqual([error.outcome, error.partnerCode, error.retryable], ['UNKNOWN', '704', false]);
});

test('failures are distinguished: refused, not sent, unknown', async () => {
  const shopper = nextShopper();
  const wrongKey = { ...bench.access, credentials: { apiKey: 'wrong' } };
  const refused = await errorOf(read(shopper, wrongKey));
  assert.deepEqual([refused.outcome, refused.partnerCode, refused.retryable], ['REFUSED', 'Unauthorized', false]);
  const other = await errorOf(read(shopper, { ...bench.access, accountId: 'OtherECOM' }));
  assert.deepEqual([other.outcome, other.partnerCode], ['REFUSED', '901']);
  const away = await errorOf(read(shopper, { ...bench.access, endpoint: 'http://127.0.0.1:9' }));
  assert.deepEqual([away.outcome, away.partnerCode, away.retryable], ['NOT_SENT', 'ECONNREFUSED', true]);
  for (const credentials of [{}, { apiKey: 'x' }])
    assert.equal(
      (await errorOf(read(shopper, { ...bench.access, accountId: '', credentials }))).partnerCode,
      'MissingCredentials',
    );
  for (const name of ['throttle', 'internal-error', 'timeout-before', 'timeout-after', 'half-answer', 'rubbish']) {
    await bench.fault(name, { operation: 'listStoredPaymentMethods' });
    const error = await errorOf(read(shopper));
    assert.deepEqual([error.outcome, error.retryable], [name === 'throttle' ? 'REFUSED' : 'UNKNOWN', true], name);
  }
});

const hmac = (text: string | Buffer, key = bench.access.credentials.hmacKey ?? ''): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('base64');
const incoming = (body: object, headers = {}): IncomingMessage => {
  const raw = Buffer.from(JSON.stringify(body));
  return { headers, raw, body, url: '', now: new Date() };
};
const knows = (message: IncomingMessage) => adyen.messages.isAuthentic!(message, bench.access);

test('standard webhooks are verified by the signature of every item', async () => {
  const plain = {
    eventCode: 'RECURRING_CONTRACT',
    pspReference: 'PSP1',
    originalReference: 'PSP0',
    merchantAccountCode: 'AcmeECOM',
    originalPsp: 'PSP0',
    merchantReference: 'invoice_9',
    amount: { currency: 'EUR', value: 0 },
    success: 'true',
  };
  const signature = hmac('PSP1:PSP0:AcmeECOM:invoice_9:0:EUR:RECURRING_CONTRACT:true');
  const item = { ...plain, additionalData: { 'recurring.shopperReference': 'buyer_9', hmacSignature: signature } };
  const batch = (...items: object[]) => ({
    live: 'false',
    notificationItems: items.map((one) => ({ NotificationRequestItem: one })),
  });
  assert.equal(await knows(incoming(batch(item))), true);
  assert.equal(await knows(incoming(batch(item, { ...item, success: 'false' }))), false);
  assert.equal(await knows(incoming(batch(plain))), false);
  const foreign = { ...plain, merchantAccountCode: 'Other' };
  const signed = { hmacSignature: hmac('PSP1:PSP0:Other:invoice_9:0:EUR:RECURRING_CONTRACT:true') };
  assert.equal(await knows(incoming(batch({ ...foreign, additionalData: signed }))), false);
  const text = 'PSP1::AcmeECOM:invoice_9 1:100:EUR:AUTHORISATION:true:5:USD:CAPTURE:false';
  const other = { ...plain, originalReference: null, additionalData: { hmacSignature: hmac(text) } };
  const whole = { amount: { value: 5, currency: 'USD' }, eventCode: 'CAPTURE', success: 'false' };
  const reference = 'invoice_9 1:100:EUR:AUTHORISATION:true';
  assert.equal(await knows(incoming(batch({ ...other, ...whole, merchantReference: reference }))), true);
  for (const split of [
    { merchantReference: 'invoice_9 1', amount: { value: 100, currency: 'EUR' }, eventCode: 'AUTHORISATION' },
    { merchantReference: 'invoice_9 1', amount: { value: 100, currency: 'EUR:AUTHORISATION:true:5:USD' } },
  ]) {
    const success = split.eventCode === undefined ? 'false' : 'true:5:USD:CAPTURE:false';
    const made = { ...other, ...whole, ...split, success };
    assert.equal(await knows(incoming(batch(made))), false, 'another item with the same signed text');
  }
  const envelopes = adyen.messages.readEnvelopes(batch(item)) ?? [];
  assert.deepEqual(
    envelopes.map(({ id, type }) => [id, type]),
    [['RECURRING_CONTRACT PSP1 true', 'RECURRING_CONTRACT']],
  );
  assert.deepEqual(adyen.messages.readHint(envelopes[0]?.body), { about: 'BUYER', externalId: 'buyer_9' });
  assert.deepEqual(adyen.messages.readHint(plain), { about: 'NOTHING' }, 'the reference is the payment’s');
  assert.equal(adyen.messages.acknowledgement?.body, '[accepted]');
});

test('a report that is announced again is another message, and both say that there is revenue to read', () => {
  const announce = (eventDate: string, success = 'true') => {
    const item = {
      ...{ eventCode: 'REPORT_AVAILABLE', pspReference: 'settlement_detail_report_batch_1.csv', eventDate, success },
      ...{ merchantAccountCode: 'AcmeECOM', amount: { value: 0, currency: 'EUR' } },
    };
    return { notificationItems: [{ NotificationRequestItem: item }] };
  };
  const envelopeOf = (body: unknown) => adyen.messages.readEnvelopes(body)?.[0];
  const first = envelopeOf(announce('2026-03-05T01:00:00+01:00'));
  const again = envelopeOf(announce('2026-03-06T01:00:00+01:00'));
  assert.equal(envelopeOf(announce('2026-03-05T01:00:00+01:00'))?.id, first?.id);
  assert.notEqual(again?.id, first?.id);
  assert.deepEqual(adyen.messages.readHint(first?.body), { about: 'REVENUE' });
  const failed = envelopeOf(announce('2026-03-05T01:00:00+01:00', 'false'));
  assert.deepEqual(adyen.messages.readHint(failed?.body), { about: 'NOTHING' });
});

test('a message reports the outcome of a refund: at once, or when the money came back days later', () => {
  // The examples of Webhooks-v1.
  const item = {
    ...{ pspReference: 'QFQTPCQ8HXSKGK82', originalReference: '9913140798220028', merchantAccountCode: 'AcmeECOM' },
    ...{ merchantReference: 'YOUR_MERCHANT_REFERENCE', amount: { currency: 'EUR', value: 1000 }, success: 'true' },
  };
  const hintOf = (given: object) => {
    const body = { notificationItems: [{ NotificationRequestItem: { ...item, ...given } }] };
    return adyen.messages.readHint(adyen.messages.readEnvelopes(body)?.[0]?.body);
  };
  const about = {
    ...{ about: 'REFUND', refundId: 'QFQTPCQ8HXSKGK82', chargeId: '9913140798220028', reference: null },
  };
  const failed = (code: string, message: string) => ({ ...about, read: { state: 'FAILED', code, message } });
  assert.deepEqual(hintOf({ eventCode: 'REFUND' }), {
    ...about,
    read: { state: 'SUCCEEDED', refundId: 'QFQTPCQ8HXSKGK82' },
  });
  const uncaptured = "Transaction hasn't been captured, refund not possible";
  assert.deepEqual(hintOf({ eventCode: 'REFUND', success: 'false', reason: uncaptured }), failed('REFUND', uncaptured));
  assert.deepEqual(
    hintOf({ eventCode: 'REFUND_FAILED', reason: 'Refund Failed' }),
    failed('REFUND_FAILED', 'Refund Failed'),
  );
  assert.deepEqual(
    hintOf({ eventCode: 'REFUNDED_REVERSED', reason: '012345:1111:03/2030' }),
    failed('REFUNDED_REVERSED', 'The refund was returned.'),
  );
  assert.deepEqual(hintOf({ eventCode: 'REFUNDED_REVERSED', success: 'false' }), { about: 'NOTHING' });
  const reference = `invoice_${'0'.repeat(26)} 3`;
  assert.equal(
    (hintOf({ eventCode: 'REFUND', merchantReference: reference }) as { reference?: string }).reference,
    reference,
  );
});

describe('a message about a dispute', () => {
  const reference = `invoice_${'0'.repeat(26)} 1`;
  // Modelled on the examples of Webhooks-v1: messages that follow a chargeback have no originalReference.
  const item = {
    ...{ pspReference: 'QFQTPCQ8HXSKGK82', merchantAccountCode: 'AcmeECOM', merchantReference: reference },
    ...{ amount: { currency: 'EUR', value: 1000 }, success: 'true', eventDate: '2021-01-01T01:00:00+01:00' },
  };
  const envelopeOf = (given: object) => {
    const body = { notificationItems: [{ NotificationRequestItem: { ...item, ...given } }] };
    return adyen.messages.readEnvelopes(body)?.[0];
  };
  const hintOf = (given: object) => adyen.messages.readHint(envelopeOf(given)?.body);

  test('says which payment it is about, how much was taken back or reinstated, and when', () => {
    const told = {
      ...{ disputeId: 'QFQTPCQ8HXSKGK82', amount: '10', currency: 'EUR' },
      time: '2021-01-01T00:00:00.000Z',
    };
    for (const eventCode of ['CHARGEBACK', 'SECOND_CHARGEBACK', 'CAPTURE_FAILED']) {
      const stage = eventCode === 'SECOND_CHARGEBACK' ? 3 : 1;
      const read = { ...told, stage, state: 'RETURNED', code: eventCode, message: 'No funds' };
      assert.deepEqual(hintOf({ eventCode, reason: 'No funds' }), { about: 'DISPUTE', reference, read });
    }
    const read = { ...told, stage: 2, state: 'REINSTATED' };
    assert.deepEqual(hintOf({ eventCode: 'CHARGEBACK_REVERSED' }), { about: 'DISPUTE', reference, read });
    for (const other of [
      { eventCode: 'CHARGEBACK', success: 'false' },
      { eventCode: 'CHARGEBACK', merchantReference: 'somebody else’s' },
      { eventCode: 'CHARGEBACK', amount: { currency: 'EUR', value: 0 } },
    ])
      assert.deepEqual(hintOf(other), { about: 'NOTHING' });
  });

  test('counts whatever its date says, which is not signed', () => {
    const { read } = hintOf({ eventCode: 'CHARGEBACK', eventDate: 'yesterday' }) as { read: { time: null } };
    assert.equal(read.time, null);
  });

  test('moves no money where it only reports the stage of the dispute', () => {
    for (const eventCode of [
      ...['NOTIFICATION_OF_FRAUD', 'REQUEST_FOR_INFORMATION', 'NOTIFICATION_OF_CHARGEBACK', 'INFORMATION_SUPPLIED'],
      ...['ISSUER_COMMENTS', 'DISPUTE_DEFENSE_PERIOD_ENDED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED'],
      ...['PREARBITRATION_OPEN', 'PREARBITRATION_ACCEPTED', 'PREARBITRATION_DECLINED', 'PREARBITRATION_WON'],
      ...['PREARBITRATION_ISSUER_WITHDRAWN', 'PREARBITRATION_LOST', 'SCHEME_ARBITRATION'],
      ...['SCHEME_ARBITRATION_WON', 'SCHEME_ARBITRATION_LOST'],
    ])
      assert.deepEqual(hintOf({ eventCode }), { about: 'NOTHING' }, eventCode);
  });

  test('is distinguished by its date where it names only the payment, which may have several disputes', () => {
    const idOf = (given: object) => envelopeOf({ eventCode: 'CHARGEBACK_REVERSED', ...given })?.id;
    const later = { eventDate: '2021-01-02T01:00:00+01:00' };
    assert.notEqual(idOf({}), idOf(later));
    const named = { originalReference: '9913140798220028' };
    assert.equal(idOf(named), idOf({ ...named, ...later }), 'the same event of the same dispute');
  });
});

test('messages about stored methods are verified by the signature of the whole', async () => {
  const body = {
    type: 'recurring.token.disabled',
    eventId: 'E1',
    data: { merchantAccount: 'AcmeECOM', shopperReference: 'buyer_9', storedPaymentMethodId: 'T1' },
  };
  const message = incoming(body);
  assert.equal(await knows({ ...message, headers: { hmacsignature: hmac(message.raw) } }), true);
  assert.equal(await knows({ ...message, headers: { hmacsignature: hmac(message.raw, 'ab'.repeat(32)) } }), false);
  assert.equal(await knows(message), false);
  const foreign = incoming({ ...body, data: { ...body.data, merchantAccount: 'OtherECOM' } });
  assert.equal(await knows({ ...foreign, headers: { hmacsignature: hmac(foreign.raw) } }), false, 'of another account');
  const [envelope] = adyen.messages.readEnvelopes(body) ?? [];
  assert.equal(envelope?.id, 'recurring.token.disabled E1 T1');
  assert.deepEqual(adyen.messages.readHint(envelope?.body), { about: 'BUYER', externalId: 'buyer_9' });
  assert.equal(adyen.messages.readEnvelopes({ type: 'other' }), null);
});

test('what is stored of a message says whom it is about, and nothing about people or cards', () => {
  const item = {
    eventCode: 'AUTHORISATION',
    pspReference: 'PSP2',
    merchantAccountCode: 'AcmeECOM',
    merchantReference: 'invoice',
    amount: { currency: 'EUR', value: 0 },
    success: 'true',
    reason: '012345:1111:03/2030',
    additionalData: {
      cardBin: '411111',
      cardHolderName: 'Ann Payer',
      hmacSignature: 'sig',
      'recurring.shopperReference': 'buyer_9',
    },
  };
  const [envelope] = adyen.messages.readEnvelopes({ notificationItems: [{ NotificationRequestItem: item }] }) ?? [];
  assert.doesNotMatch(JSON.stringify(envelope), /1111|Ann|sig/);
  assert.deepEqual(adyen.messages.readHint(envelope?.body), { about: 'BUYER', externalId: 'buyer_9' });
});
