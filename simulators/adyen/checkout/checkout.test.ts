import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bench, card, charging, openBench, storing } from '../adyen.test-support.ts';

const stored = async (bench: Bench, shopper = 'buyer-1', method: object = card): Promise<string> => {
  const { body } = await bench.checkout('POST', '/payments', storing(shopper, method));
  assert.equal(body.resultCode, 'Authorised');
  return body.additionalData['tokenization.storedPaymentMethodId'];
};

const list = (bench: Bench, shopper = 'buyer-1') =>
  bench.checkout('GET', `/storedPaymentMethods?merchantAccount=${bench.account.id}&shopperReference=${shopper}`);

test('a card is stored without a payment, listed, charged while the shopper is absent, and deleted', async (t) => {
  const bench = await openBench(t);
  const id = await stored(bench);
  const [method] = (await list(bench)).body.storedPaymentMethods;
  assert.deepEqual(
    { id: method?.id, brand: method?.brand, lastFour: method?.lastFour, year: method?.expiryYear },
    { id, brand: 'visa', lastFour: '1111', year: '2040' },
  );
  const methods = await bench.checkout('POST', '/paymentMethods', { shopperReference: 'buyer-1' });
  assert.equal(methods.body.storedPaymentMethods[0]?.id, id);

  const paid = await bench.checkout('POST', '/payments', charging('buyer-1', id));
  assert.equal(paid.body.resultCode, 'Authorised');
  assert.match(paid.body.pspReference, /^[A-Z0-9]{16}$/);

  const path = `/storedPaymentMethods/${id}?merchantAccount=${bench.account.id}&shopperReference=buyer-1`;
  assert.equal((await bench.checkout('DELETE', path)).status, 204);
  assert.deepEqual((await list(bench)).body.storedPaymentMethods, []);
  const again = await bench.checkout('DELETE', path);
  assert.deepEqual([again.status, again.body.errorCode], [422, '800']);
  const gone = await bench.checkout('POST', '/payments', charging('buyer-1', id));
  assert.deepEqual([gone.status, gone.body.errorCode, gone.body.message], [422, '800', 'Contract not found']);
});

test('the same card keeps its token; another shopper cannot use it', async (t) => {
  const bench = await openBench(t);
  const id = await stored(bench);
  const second = await bench.checkout('POST', '/payments', storing('buyer-1'));
  assert.equal(second.body.additionalData['tokenization.store.operationType'], 'alreadyExisting');
  assert.equal(second.body.additionalData['tokenization.storedPaymentMethodId'], id);
  await stored(bench, 'buyer-2', { ...card, number: '5555444433331111' });
  const other = await bench.checkout('POST', '/payments', charging('buyer-2', id));
  assert.deepEqual([other.status, other.body.errorCode], [422, '803']);
});

test('cardholder test names and control switches cause refusals', async (t) => {
  const bench = await openBench(t);
  const refused = await bench.checkout('POST', '/payments', storing('buyer-1', { ...card, holderName: 'DECLINED' }));
  assert.equal(refused.status, 200);
  assert.deepEqual(
    [refused.body.resultCode, refused.body.refusalReason, refused.body.refusalReasonCode],
    ['Refused', 'Refused', '2'],
  );
  assert.deepEqual((await list(bench)).body.storedPaymentMethods, []);
  const id = await stored(bench);
  await bench.control('POST', `/stored-payment-method/${id}/behaviour`, { refusal: 'NOT_ENOUGH_BALANCE' });
  const poor = await bench.checkout('POST', '/payments', charging('buyer-1', id));
  assert.equal(poor.body.refusalReasonCode, '12');
  await bench.control('POST', `/stored-payment-method/${id}/behaviour`, { refusal: 'SUCCEED' });
  await bench.control('POST', `/stored-payment-method/${id}/expire`);
  const expired = await bench.checkout('POST', '/payments', charging('buyer-1', id));
  assert.equal(expired.body.refusalReason, 'Expired Card');
  const number = { ...charging('buyer-1', id), additionalData: { RequestedTestAcquirerResponseCode: '4' } };
  assert.equal((await bench.checkout('POST', '/payments', number)).body.resultCode, 'Error');
});

test('requests are checked: key, account, amount, shopper, card, parsing', async (t) => {
  const bench = await openBench(t);
  const code = async (body: object, headers = {}) => {
    const answer = await bench.checkout('POST', '/payments', body, headers);
    return [answer.status, answer.body.errorCode, answer.body.errorType];
  };
  const good = storing('buyer-1');
  assert.deepEqual(await code(good, { 'x-api-key': 'wrong' }), [401, '000', 'security']);
  assert.deepEqual(await code({ ...good, merchantAccount: 'Other' }), [403, '901', 'security']);
  await bench.control('POST', '/account', { id: 'OtherECOM', companyName: 'Other' });
  assert.deepEqual(await code({ ...good, merchantAccount: 'OtherECOM' }), [403, '901', 'security']);
  assert.deepEqual(await code({ ...good, amount: undefined }), [422, '100', 'validation']);
  // A currency that Adyen's own table does not have.
  assert.deepEqual(await code({ ...good, amount: { currency: 'BIF', value: 1 } }), [422, '138', 'validation']);
  assert.deepEqual(await code({ ...good, amount: { currency: 'QQQ', value: 1 } }), [422, '138', 'validation']);
  assert.deepEqual(await code({ ...good, shopperReference: 'ab' }), [422, '128', 'validation']);
  assert.deepEqual(await code({ ...good, reference: undefined }), [422, '130', 'validation']);
  assert.deepEqual(await code(storing('buyer-1', { ...card, number: '4111111111111112' })), [422, '101', 'validation']);
  assert.deepEqual(await code({ ...good, amount: 'ten' }), [400, '702', 'validation']);
  assert.deepEqual(await code({ ...good, shopperInteraction: 'ContAuth' }), [422, '14_018', 'validation']);
  const encrypted = {
    type: 'scheme',
    encryptedCardNumber: 'test_5555444433331111',
    encryptedExpiryMonth: 'test_03',
    encryptedExpiryYear: 'test_2040',
    encryptedSecurityCode: 'test_737',
  };
  assert.equal(
    (await bench.checkout('POST', '/payments', storing('buyer-9', encrypted))).body.paymentMethod.brand,
    'mc',
  );
});

test('a session is opened, completed on its page, and stores the entered card', async (t) => {
  const bench = await openBench(t);
  const { paymentMethod: _method, shopperInteraction: _interaction, ...request } = storing('buyer-1');
  const session = await bench.checkout('POST', '/sessions', { ...request, mode: 'hosted' });
  assert.equal(session.status, 201);
  assert.match(session.body.url, /^https:/);
  const done = await bench.control('POST', `/session/${session.body.id}/complete`, { type: 'sepadirectdebit' });
  assert.equal(done.resultCode, 'Received');
  const [method] = (await list(bench)).body.storedPaymentMethods;
  assert.equal(method?.type, 'sepadirectdebit');
  assert.match(method?.iban ?? '', /^NL\*+6789$/);
  const result = await bench.checkout('GET', `/sessions/${session.body.id}?sessionResult=${done.sessionResult}`);
  assert.equal(result.body.status, 'completed');
  await assert.rejects(bench.control('POST', `/session/${session.body.id}/complete`), { status: 409 });
});

test('an idempotency key makes a request happen once', async (t) => {
  const bench = await openBench(t);
  const id = await stored(bench);
  const key = { 'idempotency-key': 'pay-1' };
  const pay = (value = 1000) => bench.checkout('POST', '/payments', charging('buyer-1', id, value), key);
  await bench.control('POST', '/fault', { name: 'timeout-after', operation: 'payments' });
  await assert.rejects(pay());
  const second = await pay();
  assert.equal((await pay()).body.pspReference, second.body.pspReference);
  assert.equal(second.headers.get('idempotency-key'), 'pay-1');
  const other = await pay(2000);
  assert.deepEqual([other.status, other.body.errorCode], [422, '704']);
  const payments = bench.snapshot().payments as { reference: string }[];
  assert.equal(payments.filter(({ reference }) => reference === 'invoice-1').length, 1);

  await bench.control('POST', '/fault', { name: 'hold-key', delayMs: 200 });
  const held = bench.checkout('POST', '/payments', charging('buyer-1', id), { 'idempotency-key': 'pay-2' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const busy = await bench.checkout('POST', '/payments', charging('buyer-1', id), { 'idempotency-key': 'pay-2' });
  assert.equal(busy.headers.get('transient-error'), 'true');
  assert.equal((await held).status, 200);
});

test('the Management API describes the key, with and without its name in the path', async (t) => {
  const bench = await openBench(t);
  await bench.control('POST', '/account', { id: 'AcmePOS', companyName: 'Acme' });
  for (const path of ['/adyen/v3/me', '/adyen/management/v3/me']) {
    const { body } = await bench.send('GET', path, undefined, bench.auth);
    assert.deepEqual(body.associatedMerchantAccounts, ['AcmeECOM', 'AcmePOS']);
    assert.equal(body.companyName, 'Acme');
    assert.equal(body.active, true);
  }
  const page = await bench.send('GET', '/adyen/management/v3/merchants?pageSize=1', undefined, bench.auth);
  assert.deepEqual([page.body.itemsTotal, page.body.pagesTotal, page.body.data.length], [2, 2, 1]);
  const wrong = await bench.send('GET', '/adyen/v3/me', undefined, { 'x-api-key': 'no' });
  assert.deepEqual([wrong.status, wrong.body.title], [401, 'Unauthorized']);
});
