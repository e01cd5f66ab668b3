import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { charging, isSigned, itemOf, type Message, openBench, openInbox, storing } from '../adyen.test-support.ts';

const accepted = () => ({ status: 200, body: '[accepted]' });

test('messages about the life of a token and of a payment are signed', async (t) => {
  const bench = await openBench(t, { account: { captureDelay: 'manual', recurringContract: true } });
  const inbox = await openInbox(t, accepted);
  const target = { url: inbox.url, username: 'hook', password: 'secret' };
  const { hmacKey } = await bench.control('PUT', `/account/${bench.account.id}/message-target`, target);
  const first = await bench.checkout('POST', '/payments', storing('buyer-1'));
  const id = first.body.additionalData['tokenization.storedPaymentMethodId'];
  const paid = await bench.checkout('POST', '/payments', charging('buyer-1', id));
  const psp = paid.body.pspReference;
  const amount = { currency: 'EUR', value: 400 };
  const captured = await bench.checkout('POST', `/payments/${psp}/captures`, { amount, reference: 'c1' });
  assert.deepEqual([captured.status, captured.body.status], [201, 'received']);
  await bench.checkout('POST', `/payments/${psp}/refunds`, { amount: { ...amount, value: 401 }, reference: 'r1' });
  await bench.checkout('POST', `/payments/${psp}/refunds`, { amount, reference: 'r2' });
  await bench.checkout('POST', `/payments/${psp}/cancels`, { reference: 'x1' });
  await bench.control('POST', `/stored-payment-method/${id}/renew`, { expiryMonth: '01', expiryYear: '2041' });
  await bench.control('POST', `/stored-payment-method/${id}/remove`);
  const messages = await inbox.until((all) => all.length === 10);

  const items = messages.flatMap(({ body }) => itemOf(body) ?? []);
  for (const item of items) assert.ok(isSigned(item, hmacKey), item.eventCode);
  const told = items.map(({ eventCode, success, merchantReference }) => `${eventCode} ${merchantReference} ${success}`);
  assert.deepEqual(told.sort(), [
    'AUTHORISATION invoice-1 true',
    'AUTHORISATION store-buyer-1 true',
    'CANCELLATION x1 false',
    'CAPTURE c1 true',
    'RECURRING_CONTRACT store-buyer-1 true',
    'REFUND r1 false',
    'REFUND r2 true',
  ]);
  const capture = items.find(({ eventCode }) => eventCode === 'CAPTURE');
  assert.deepEqual([capture?.originalReference, capture?.pspReference], [psp, captured.body.pspReference]);

  const tokens = messages.filter(({ body }) => String(body.type).startsWith('recurring.token.'));
  assert.deepEqual(tokens.map(({ body }) => body.type).sort(), [
    'recurring.token.created',
    'recurring.token.disabled',
    'recurring.token.updated',
  ]);
  for (const { text, headers, body } of tokens) {
    const mac = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(text).digest('base64');
    assert.equal(headers.hmacsignature, mac);
    assert.equal(headers.authorization, `Basic ${Buffer.from('hook:secret').toString('base64')}`);
    assert.equal(body.data?.storedPaymentMethodId, id);
    assert.equal(body.data?.shopperReference, 'buyer-1');
  }
});

test('a webhook is resent until it is accepted; a strict account requires [accepted]', async (t) => {
  const bench = await openBench(t);
  const inbox = await openInbox(t, (count) => (count === 1 ? { status: 200, body: 'ok' } : accepted()));
  await bench.control('PUT', `/account/${bench.account.id}/message-target`, { url: inbox.url, strict: true });
  await bench.control('POST', '/fault', { name: 'drop-message', operation: 'recurring.token.created' });
  await bench.checkout('POST', '/payments', storing('buyer-1'));
  const messages = await inbox.until((all) => all.length === 2);
  assert.equal(messages[0]?.text, messages[1]?.text);
});

test('a direct debit is received, and its bank responds days later', async (t) => {
  const bench = await openBench(t);
  const inbox = await openInbox(t, () => ({ status: 202, body: '' }));
  await bench.control('PUT', `/account/${bench.account.id}/message-target`, { url: inbox.url });
  const token = await bench.control('POST', `/account/${bench.account.id}/shopper/buyer-1/payment-method`, {
    type: 'sepadirectdebit',
  });
  const charge = {
    ...charging('buyer-1', token.id),
    paymentMethod: { type: 'sepadirectdebit', storedPaymentMethodId: token.id },
  };
  const good = await bench.checkout('POST', '/payments', { ...charge, reference: 'good' });
  const bad = await bench.checkout('POST', '/payments', { ...charge, reference: 'bad' });
  assert.equal(good.body.resultCode, 'Received');
  await bench.control('POST', `/payment/${bad.body.pspReference}/settle`, { failure: 'Insufficient funds' });
  await bench.clock.advance(3 * 86_400_000);
  const isOver = ({ body }: { body: Message }) => ['good', 'bad'].includes(itemOf(body)?.merchantReference ?? '');
  const messages = (await inbox.until((all) => all.filter(isOver).length === 2)).filter(isOver);
  const told = messages.map(({ body }) => `${itemOf(body)?.merchantReference} ${itemOf(body)?.success}`);
  assert.deepEqual(told.sort(), ['bad false', 'good true']);
});

test('a restart loses nothing', async (t) => {
  const bench = await openBench(t);
  await bench.checkout('POST', '/payments', storing('buyer-1'), { 'idempotency-key': 'one' });
  const before = bench.snapshot();
  await bench.close();
  const again = await openBench(t, { dataDir: bench.dataDir });
  assert.deepEqual(again.snapshot(), before);
  await again.checkout('POST', '/payments', storing('buyer-1'), { 'idempotency-key': 'one' });
  assert.deepEqual(again.snapshot(), before);
  assert.match(
    await (await fetch(`${again.url}/`, { headers: { authorization: `Bearer ${again.token}` } })).text(),
    /removed at Adyen/,
  );
});

test('the faults common to all simulators work here too', async (t) => {
  const bench = await openBench(t);
  const status = async (name: string) => {
    await bench.control('POST', '/fault', { name });
    return (await bench.checkout('POST', '/paymentMethods', {})).status;
  };
  assert.equal(await status('throttle'), 429);
  assert.equal(await status('internal-error'), 500);
  assert.equal((await bench.checkout('POST', '/paymentMethods', {})).status, 200);
});
