import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import {
  ask,
  askToken,
  askUserToken,
  graphScope,
  marketplaceScope,
  openBench,
  partnerResource,
} from '../azure.test-support.ts';

test('client credentials yield a token that names its audience, application and tenant', async (t) => {
  const { url, account } = await openBench(t);
  const { status, body } = await askToken(url, account, marketplaceScope);
  assert.equal(status, 200);
  assert.deepEqual([body.token_type, body.expires_in], ['Bearer', 3599]);
  const claims = decodeJwt(body.access_token);
  assert.equal(claims.aud, '20e940b3-4c77-4b0b-9a53-9e16a1b010a7');
  assert.deepEqual([claims.appid, claims.tid], [account.clientId, account.tenantId]);
  const direct = await fetch(`${url}/azure/${account.tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${account.clientId}:${account.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: marketplaceScope }),
  });
  assert.equal(direct.status, 200, 'also without /login, with the secret in a header');
  const first = await fetch(`${url}/azure/login/${account.tenantId}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: account.clientId,
      client_secret: account.clientSecret,
      resource: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
    }),
  });
  assert.equal(((await first.json()) as { expires_in: unknown }).expires_in, '3599', 'version 1 gives texts');
});

test('Entra refuses with its documented error codes', async (t) => {
  const { url, account } = await openBench(t);
  const other = '11111111-2222-4333-8444-555555555555';
  const refusals: [Awaited<ReturnType<typeof askToken>>, number, string, number][] = [
    [await askToken(url, { ...account, clientSecret: 'x' }, marketplaceScope), 401, 'invalid_client', 7000215],
    [await askToken(url, { ...account, clientId: other }, marketplaceScope), 400, 'unauthorized_client', 700016],
    [await askToken(url, { ...account, tenantId: other }, marketplaceScope), 400, 'invalid_request', 90002],
    [await askToken(url, account, 'https://graph.microsoft.com/User.Read'), 400, 'invalid_scope', 1002012],
    [await askToken(url, account, 'https://nowhere.example/.default'), 400, 'invalid_resource', 500011],
    [await askToken(url, account, '', { grant_type: 'password' }), 400, 'unsupported_grant_type', 70003],
  ];
  for (const [{ status, body }, wantedStatus, error, code] of refusals) {
    assert.deepEqual([status, body.error, body.error_codes], [wantedStatus, error, [code]]);
    assert.match(body.error_description, new RegExp(`^AADSTS${code}: .*\r\nTrace ID: `));
    assert.ok(body.trace_id && body.correlation_id && body.timestamp);
  }
});

test('an API accepts only tokens for its own audience', async (t) => {
  const bench = await openBench(t);
  const list = '/azure/api/saas/subscriptions?api-version=2018-08-31';
  const products = '/azure/graph/rp/product-ingestion/product?$version=2022-07-01';
  const withToken = async (path: string, token: string) =>
    (await ask('GET', `${bench.url}${path}`, { authorization: `Bearer ${token}` })).status;
  const [marketplace, graph] = [await bench.token(marketplaceScope), await bench.token(graphScope)];
  assert.equal(await withToken(list, marketplace), 200);
  assert.equal(await withToken(list, graph), 403);
  assert.equal(await withToken(list, `${marketplace}x`), 403);
  assert.equal(await withToken(products, graph), 200);
  assert.equal(await withToken(products, marketplace), 401);
  assert.equal((await ask('GET', `${bench.url}${products}`, {})).status, 401);
});

test('a refresh token yields a token for its person and a new refresh token, until the sign-in is revoked', async (t) => {
  const bench = await openBench(t);
  const { url, account, control } = bench;
  const path = `/account/${account.id}/user`;
  const user = await control('POST', path, { email: 'ada@contoso.example', name: 'Ada' });
  const { status, body } = await askUserToken(url, account, user.refreshToken);
  assert.equal(status, 200);
  assert.notEqual(body.refresh_token, user.refreshToken);
  const claims = decodeJwt(body.access_token);
  assert.deepEqual(
    [claims.aud, claims.oid, claims.scp, claims.appid, claims.idtyp],
    [partnerResource, user.id, 'user_impersonation', account.clientId, 'user'],
  );
  const scopes = { scope: `${partnerResource}/user_impersonation offline_access openid` };
  assert.equal((await askUserToken(url, account, body.refresh_token, scopes)).status, 200);
  assert.equal((await askUserToken(url, account, user.refreshToken)).status, 200, 'the old one remains valid');

  const other = await control('POST', '/account', { id: 'fabrikam' });
  const refusals = [
    await askUserToken(url, account, ''),
    await askUserToken(url, account, 'nonsense'),
    await askUserToken(url, other, user.refreshToken),
    await askUserToken(url, { ...account, clientSecret: 'x' }, user.refreshToken),
  ];
  assert.deepEqual(
    refusals.map(({ status, body }) => [status, body.error, body.error_codes[0]]),
    [
      [400, 'invalid_request', 900144],
      [400, 'invalid_grant', 50173],
      [400, 'invalid_grant', 50173],
      [401, 'invalid_client', 7000215],
    ],
  );
  await control('POST', `${path}/${user.id}/revoke`);
  assert.deepEqual((await askUserToken(url, account, body.refresh_token)).body.error, 'invalid_grant');
});
