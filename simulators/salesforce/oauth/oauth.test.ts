import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { assertion, codesOf, type Doc, jwtBearer, openBench, version } from '../salesforce.test-support.ts';

const errorOf = ({ status, body }: { status: number; body: Doc }) => [status, body.error, body.error_description];
const wallNow = Math.floor(Date.now() / 1000);

test('an independent OAuth client gets a session with client credentials at the host of the org', async (t) => {
  const bench = await openBench(t);
  const host = `${bench.url}${bench.account.domainPath}`;
  const server = { issuer: host, token_endpoint: `${host}/services/oauth2/token` };
  const client = { client_id: bench.account.clientId };
  for (const authenticate of [
    oauth.ClientSecretPost(bench.account.clientSecret),
    oauth.ClientSecretBasic(bench.account.clientSecret),
  ]) {
    const response = await oauth.clientCredentialsGrantRequest(server, client, authenticate, new URLSearchParams(), {
      [oauth.allowInsecureRequests]: true,
    });
    const token = await oauth.processClientCredentialsResponse(server, client, response);
    assert.equal(token.instance_url, host);
    assert.equal(token.expires_in, undefined);
    const answer = await fetch(`${host}${version}/limits`, {
      headers: { authorization: `Bearer ${token.access_token}` },
    });
    assert.equal(answer.status, 200);
  }
});

test('client credentials are refused at the common host, with a wrong secret, or without a user to run as', async (t) => {
  const bench = await openBench(t);
  const { credentials, account } = bench;
  const at = (path: string, more: Record<string, string> = {}) => bench.askToken(path, { ...credentials, ...more });
  assert.deepEqual(errorOf(await at('/salesforce/login')), [
    400,
    'invalid_grant',
    'request not supported on this domain',
  ]);
  assert.deepEqual(errorOf(await at(account.domainPath, { client_secret: 'wrong' })), [
    400,
    'invalid_client',
    'invalid client credentials',
  ]);
  assert.equal((await at(account.domainPath, { client_id: 'nobody' })).body.error, 'invalid_client_id');
  assert.equal((await at(account.domainPath, { grant_type: 'magic' })).body.error, 'unsupported_grant_type');
  await bench.control('POST', `/account/${account.id}/app`, { runAs: null });
  assert.equal((await at(account.domainPath)).body.error_description, 'no client credentials user enabled');
});

test('a signed assertion for an approved user opens a session, also at the common host, without a lifetime', async (t) => {
  const bench = await openBench(t);
  const signed = await assertion(bench, { exp: wallNow + 120 });
  const server = {
    issuer: `${bench.url}/salesforce/login`,
    token_endpoint: `${bench.url}/salesforce/login/services/oauth2/token`,
  };
  const client = { client_id: bench.account.clientId };
  const response = await oauth.genericTokenEndpointRequest(
    server,
    client,
    oauth.None(),
    jwtBearer,
    new URLSearchParams({ assertion: signed }),
    { [oauth.allowInsecureRequests]: true },
  );
  const token = await oauth.processGenericTokenEndpointResponse(server, client, response);
  assert.deepEqual([token.expires_in, token.refresh_token, token.token_type], [undefined, undefined, 'bearer']);
  assert.equal(token.instance_url, `${bench.url}${bench.account.domainPath}`);
});

test('an assertion is refused with a message that says what is wrong with it', async (t) => {
  const bench = await openBench(t);
  const ask = async (claims: Doc) => {
    const signed = await assertion(bench, { exp: wallNow + 120, ...claims });
    const answer = await bench.askToken('/salesforce/login', { grant_type: jwtBearer, assertion: signed });
    return [answer.status, answer.body.error, answer.body.error_description];
  };
  assert.deepEqual(await ask({ aud: 'https://example.com' }), [400, 'invalid_grant', 'audience is invalid']);
  assert.deepEqual(await ask({ aud: 'https://test.salesforce.com' }), [400, 'invalid_grant', 'audience is invalid']);
  assert.deepEqual(await ask({ exp: wallNow - 1 }), [400, 'invalid_grant', 'expired authorization code']);
  assert.deepEqual(await ask({ exp: wallNow + 3600 }), [400, 'invalid_grant', 'invalid assertion']);
  const notApproved = [400, 'invalid_grant', "user hasn't approved this consumer"];
  assert.deepEqual(await ask({ sub: 'nobody@acme.example' }), notApproved);
  assert.deepEqual(await ask({ sub: 'sales@acme.example' }), notApproved);
  assert.deepEqual(await ask({ iss: 'other' }), [400, 'invalid_client_id', 'client identifier invalid']);
  await bench.control('POST', `/account/${bench.account.id}/app`, { approved: ['sales@acme.example'] });
  assert.equal((await ask({ sub: 'sales@acme.example' }))[0], 200);
  assert.deepEqual(await ask({}), notApproved);
  const signed = await assertion(bench, { exp: wallNow + 120, sub: 'sales@acme.example' });
  const forged = `${signed.slice(0, -8)}AAAAAAAA`;
  const answer = await bench.askToken('/salesforce/login', { grant_type: jwtBearer, assertion: forged });
  assert.deepEqual(errorOf(answer), [400, 'invalid_grant', 'invalid assertion']);
});

test('a session ends by a control call, or after its lifetime without use', async (t) => {
  const bench = await openBench(t);
  const ended = [401, 'INVALID_SESSION_ID'];
  const status = async () => codesOf(await bench.api('GET', '/limits'));
  assert.equal((await status())[0], 200);
  await bench.control('POST', `/account/${bench.account.id}/expire-sessions`);
  assert.deepEqual(await status(), ended);
  await bench.logInAgain();
  // Use in the second half of its lifetime extends it.
  await bench.clock.advance(70 * 60_000);
  assert.equal((await status())[0], 200);
  await bench.clock.advance(110 * 60_000);
  assert.equal((await status())[0], 200);
  await bench.clock.advance(121 * 60_000);
  assert.deepEqual(await status(), ended);
});

test('after a migration the org responds at its new host only', async (t) => {
  const bench = await openBench(t);
  await bench.control('POST', `/account/${bench.account.id}/move`, { domain: 'acme-new' });
  assert.equal((await bench.api('GET', '/limits')).status, 404);
  const { body } = await bench.askToken('/salesforce/acme-new', bench.credentials);
  assert.equal(body.instance_url, `${bench.url}/salesforce/acme-new`);
});

test('the versions need no session, and a retired one is refused', async (t) => {
  const bench = await openBench(t);
  const listed = await bench.call<Doc[]>('GET', '/services/data', undefined, { authorization: '' });
  assert.deepEqual(listed.body.at(-1), { label: "Winter '27", url: '/services/data/v68.0', version: '68.0' });
  assert.deepEqual(codesOf(await bench.call('GET', '/services/data/v20.0/limits')), [410, 'UNSUPPORTED_API_VERSION']);
  assert.deepEqual(codesOf(await bench.call('GET', '/services/data/v99.0/limits')), [404, 'NOT_FOUND']);
});

test('every response counts the calls of the org, and calls beyond its limit are refused', async (t) => {
  const bench = await openBench(t, { account: { dailyApiRequests: 3 } });
  const ask = () => bench.api('GET', '/limits');
  assert.equal((await ask()).headers.get('sforce-limit-info'), 'api-usage=1/3');
  assert.deepEqual((await ask()).body, { DailyApiRequests: { Max: 3, Remaining: 1 } });
  await ask();
  assert.deepEqual(codesOf(await ask()), [403, 'REQUEST_LIMIT_EXCEEDED']);
  await bench.clock.advance(25 * 3_600_000);
  await bench.logInAgain();
  assert.equal((await ask()).headers.get('sforce-limit-info'), 'api-usage=1/3');
});
