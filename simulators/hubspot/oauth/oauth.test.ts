import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { type Doc, openBench, type Problem, problemOf } from '../hubspot.test-support.ts';

test('an independent OAuth client renews a token that is valid for half an hour, at the old address and the dated one', async (t) => {
  const bench = await openBench(t);
  for (const version of ['v1', '2026-03', '2026-09']) {
    const server = { issuer: bench.url, token_endpoint: `${bench.url}/hubspot/oauth/${version}/token` };
    const client = { client_id: bench.account.clientId };
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(bench.account.clientSecret),
      bench.account.refreshToken,
      { [oauth.allowInsecureRequests]: true },
    );
    const token = await oauth.processRefreshTokenResponse(server, client, response);
    // The refresh token stays the same.
    assert.deepEqual([token.expires_in, token.refresh_token], [1800, bench.account.refreshToken]);
    const answer = await bench.api('GET', '/account-info/v3/details', undefined, token.access_token);
    assert.deepEqual([answer.status, answer.body.portalId], [200, 45678901]);
    const described = await bench.api('GET', `/oauth/v1/access-tokens/${token.access_token}`);
    assert.deepEqual([described.body.hub_id, described.body.app_id], [45678901, bench.account.appId]);
  }
});

test('an app is installed with a code that works once, with the same redirect URL', async (t) => {
  const bench = await openBench(t);
  const redirectUri = 'https://app.example/callback';
  const { code } = await bench.control<{ code: string }>('POST', `/account/${bench.account.id}/authorize`, {
    redirectUri,
  });
  const ask = async (redirect: string) => {
    const { status, body } = await bench.askToken({
      grant_type: 'authorization_code',
      client_id: bench.account.clientId,
      client_secret: bench.account.clientSecret,
      redirect_uri: redirect,
      code,
    });
    return [status, body.status ?? body.refresh_token];
  };
  assert.deepEqual(await ask('https://evil.example'), [400, 'BAD_REDIRECT_URI']);
  assert.deepEqual(await ask(redirectUri), [200, bench.account.refreshToken]);
  assert.deepEqual(await ask(redirectUri), [400, 'BAD_AUTH_CODE']);
});

test('the token endpoint reports what is wrong', async (t) => {
  const bench = await openBench(t);
  const good = {
    grant_type: 'refresh_token',
    client_id: bench.account.clientId,
    client_secret: bench.account.clientSecret,
    refresh_token: bench.account.refreshToken,
  };
  const ask = async (more: Record<string, string>, path?: string) => {
    const { status, body } = await bench.askToken({ ...good, ...more }, path);
    return [status, body.error, body.status];
  };
  assert.deepEqual(await ask({ refresh_token: 'x' }), [400, 'invalid_grant', 'BAD_REFRESH_TOKEN']);
  assert.deepEqual(await ask({ client_id: 'x' }), [400, 'invalid_client', 'BAD_CLIENT_ID']);
  assert.deepEqual(await ask({ client_secret: 'x' }), [400, 'invalid_client', 'BAD_CLIENT_SECRET']);
  const appOnly = { grant_type: 'client_credentials' };
  assert.deepEqual(await ask(appOnly), [400, 'unsupported_grant_type', 'BAD_GRANT_TYPE']);
  const { status, body } = await bench.askToken({ ...good, ...appOnly }, '/oauth/2026-03/token');
  assert.deepEqual([status, body.refresh_token], [200, undefined]);
  // The app's own token gives no access to the records of a portal.
  const answer = await bench.api('GET', '/crm/v3/objects/deals', undefined, String(body.access_token));
  assert.deepEqual(problemOf(answer), [403, 'MISSING_SCOPES']);
});

test('a call without a token, or with an unknown, expired or insufficient one, is refused', async (t) => {
  const bench = await openBench(t, { account: { scopes: ['crm.objects.deals.read'] } });
  const list = (token?: string) => bench.api<Problem>('GET', '/crm/v3/objects/deals', undefined, token);
  assert.equal((await list()).status, 200);
  const none = await fetch(`${bench.url}/hubspot/crm/v3/objects/deals`);
  assert.deepEqual([none.status, ((await none.json()) as Problem).category], [401, 'INVALID_AUTHENTICATION']);
  assert.deepEqual(problemOf(await list('nonsense')), [401, 'INVALID_AUTHENTICATION']);
  const { body } = await bench.askToken({
    grant_type: 'refresh_token',
    client_id: bench.account.clientId,
    client_secret: bench.account.clientSecret,
    refresh_token: bench.account.refreshToken,
  });
  const token = String(body.access_token);
  assert.equal((await list(token)).status, 200);
  await bench.control('POST', `/account/${bench.account.id}/expire-tokens`);
  const expired = await list(token);
  assert.deepEqual(problemOf(expired), [401, 'EXPIRED_AUTHENTICATION']);
  assert.match(expired.body.message, /^The OAuth token used to make this call expired \d+ second\(s\) ago\.$/);
  assert.ok(Array.isArray(expired.body.context?.['expire time']));
  const write = await bench.api<Problem>('POST', '/crm/v3/objects/deals', { properties: {} });
  assert.deepEqual(problemOf(write), [403, 'MISSING_SCOPES']);
  assert.deepEqual(write.body.errors?.[0]?.context, { requiredGranularScopes: ['crm.objects.deals.write'] });
});

test('the limits per ten seconds and for searches refuse calls with their policy', async (t) => {
  const bench = await openBench(t, { account: { tenSecondlyLimit: 2, searchLimit: 1 } });
  const list = () => bench.api('GET', '/crm/v3/objects/deals');
  const first = await list();
  assert.deepEqual(
    ['max', 'remaining', 'interval-milliseconds'].map((name) => first.headers.get(`x-hubspot-ratelimit-${name}`)),
    ['2', '1', '10000'],
  );
  await list();
  const third = await list();
  assert.deepEqual(
    [third.status, third.body.policyName, third.body.errorType],
    [429, 'TEN_SECONDLY_ROLLING', 'RATE_LIMIT'],
  );
  await bench.search({});
  const search = await bench.search({});
  assert.deepEqual([search.status, (search.body as unknown as Doc).policyName], [429, 'SECONDLY']);
  await bench.control('POST', '/fault', { name: 'daily-limit' });
  assert.deepEqual((await list()).body.policyName, 'DAILY');
});
