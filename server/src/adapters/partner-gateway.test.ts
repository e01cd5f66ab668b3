import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConnectionAccess, createPartnerGateway, type Verification } from './partner-gateway.ts';

const access: ConnectionAccess = {
  partner: 'STRIPE',
  service: 'PAYMENT',
  accountId: '',
  endpoint: undefined,
  region: '',
  credentials: { apiKey: 'sk_live_secret' },
};

const hears = (verification: Verification): Promise<Verification> =>
  createPartnerGateway({ 'STRIPE/PAYMENT': async () => verification }).verify(access, AbortSignal.timeout(5000));

const endless = `sk_live_secret\u0000\r\n\ud800${'x'.repeat(100_000)}`;

test('the message of a partner is short, on one line, and repeats no secret', async () => {
  for (const verification of [
    { ok: true, accountId: endless, detail: endless },
    { ok: false, code: endless, message: 'No.', partnerMessage: endless },
  ] as const) {
    const texts = Object.values(await hears(verification)).filter((value) => typeof value === 'string');
    assert.ok(texts.length >= 2);
    for (const text of texts) {
      assert.ok(text.length <= 500);
      assert.doesNotMatch(text, /\p{Cc}|sk_live_secret/u);
      assert.ok(text.isWellFormed());
    }
  }
  const good = await hears({ ok: true, accountId: endless, detail: '' });
  assert.equal(good.ok && good.accountId?.length, 255);
});

test('a partner error code that is named like a member of every object is treated as unknown', async () => {
  for (const code of ['constructor', 'toString', '__proto__']) {
    const verifier = async () => {
      throw Object.assign(new Error('no'), { code });
    };
    const heard = await createPartnerGateway({ 'STRIPE/PAYMENT': verifier }).verify(access, AbortSignal.timeout(5000));
    assert.deepEqual(heard, {
      ...{ ok: false, code: 'UNREACHABLE', message: 'The partner could not be reached.' },
      partnerMessage: 'no',
    });
  }
});
