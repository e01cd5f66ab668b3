import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { createLocalJWKSet, createRemoteJWKSet, importX509, jwtVerify } from 'jose';
import { askToken, assertion, buy, cloudPlatform, type Doc, openBench, seedProduct } from './gcp.test-support.ts';

const commercePartner = '/gcp/robot/v1/metadata/x509/cloud-commerce-partner@system.gserviceaccount.com';

test('a token is issued only for a valid assertion, and opens the APIs', async (t) => {
  const bench = await openBench(t);
  const { url, seller } = bench;
  const refusal = async (claims: Doc): Promise<unknown> => {
    const { status, body } = await askToken(url, await assertion(seller, claims));
    return [status, body.error];
  };
  const now = Math.floor(Date.now() / 1000);
  assert.deepEqual(await refusal({ iss: 'nobody@acme.iam.gserviceaccount.com' }), [400, 'invalid_grant']);
  assert.deepEqual(await refusal({ aud: 'https://example.com/token' }), [400, 'invalid_grant']);
  assert.deepEqual(await refusal({ exp: now + 7200 }), [400, 'invalid_grant']);
  assert.deepEqual(await refusal({ iat: now - 900, exp: now - 600 }), [400, 'invalid_grant']);
  assert.deepEqual(await refusal({ scope: '' }), [400, 'invalid_scope']);
  assert.equal((await askToken(url, await assertion(seller, { aud: `${url}/gcp/token` }))).status, 200);
  const other = await bench.control<typeof seller>('POST', '/account', { id: 'other-public' });
  const forged = await assertion({ ...seller, privateKey: other.privateKey });
  assert.equal((await askToken(url, forged)).body.error_description, 'Invalid JWT Signature.');

  const path = '/gcp/procurement/v1/providers/acme-public/accounts';
  const statusWith = async (token?: string) => (await bench.ask('GET', path, undefined, token)).status;
  assert.equal(await statusWith(bench.token), 200);
  assert.equal(await statusWith(), 401);
  assert.equal(await statusWith('ya29.unknown'), 401);
  const narrow = await askToken(url, await assertion(seller, { scope: 'https://www.googleapis.com/auth/pubsub' }));
  assert.equal(await statusWith(String(narrow.body.access_token)), 403);
  const foreign = await askToken(url, await assertion(other, { scope: cloudPlatform }));
  const refused = await bench.ask('GET', path, undefined, String(foreign.body.access_token));
  assert.deepEqual([refused.status, (refused.body.error as Doc).status], [403, 'PERMISSION_DENIED']);
});

test('requesting an account again returns the same credentials', async (t) => {
  const bench = await openBench(t);
  const again = await bench.ask<Doc>('POST', '/control/gcp/account', { id: 'acme-public' }, bench.controlToken);
  assert.deepEqual([again.status, again.body.privateKey], [200, bench.seller.privateKey]);
});

test('the sign-up token verifies with the published certificate and with the key set', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench, { multipleOrders: true });
  await bench.control('PUT', '/account/acme-public/sign-up', { url: 'https://app.acme.example/signup' });
  const order = await buy(bench, product);
  const signed = await bench.control<Doc>('POST', `/order/${order.id}/sign-up-token`);
  assert.deepEqual([signed.url, signed.field], ['https://app.acme.example/signup', 'x-gcp-marketplace-token']);
  const issuer = 'https://www.googleapis.com/robot/v1/metadata/x509/cloud-commerce-partner@system.gserviceaccount.com';
  const wanted = { issuer, audience: 'app.acme.example' };

  const certificates = (await bench.ask<Record<string, string>>('GET', commercePartner)).body;
  const [keyId = '', pem = ''] = Object.entries(certificates)[0] ?? [];
  const certificate = new X509Certificate(pem);
  assert.ok(certificate.verify(createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }))));
  assert.ok(Date.parse(certificate.validTo) > Date.now());
  const { payload, protectedHeader } = await jwtVerify(String(signed.token), await importX509(pem, 'RS256'), wanted);
  assert.equal(protectedHeader.kid, keyId);
  assert.equal(payload.sub, order.buyerAccountId);
  assert.deepEqual((payload.google as Doc).orders, [order.id]);
  assert.equal(Number(payload.exp) - Number(payload.iat), 300);

  const { body: keySet } = await bench.ask('GET', commercePartner.replace('x509', 'jwk'));
  await jwtVerify(
    String(signed.token),
    createLocalJWKSet(keySet as unknown as Parameters<typeof createLocalJWKSet>[0]),
    wanted,
  );
  const wrongKeys = createRemoteJWKSet(new URL(`${bench.url}/gcp/oauth2/v3/certs`));
  await assert.rejects(jwtVerify(String(signed.token), wrongKeys, wanted));

  const page = await fetch(`${bench.url}/gcp/console/sign-up/${order.buyerAccountId}`, {
    headers: { authorization: `Bearer ${bench.controlToken}` },
  });
  const html = await page.text();
  assert.match(html, /action="https:\/\/app\.acme\.example\/signup"/);
  assert.match(html, /name="x-gcp-marketplace-token"/);
});
