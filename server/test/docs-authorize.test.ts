import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from './app.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

/** What a browser does for the page at /docs when the user presses "Authorize". */
const authorize = async (origin: string) => {
  const address = `${app.authUrl}/oauth2/token`;
  const asked = 'authorization,content-type,x-requested-with';
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': asked },
  });
  const { clientId, clientSecret } = app.acme.editor;
  const reply = await fetch(address, {
    method: 'POST',
    headers: { origin, authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return { preflight, reply };
};

test('Authorize of the reference gets a token, and a call with it succeeds', async () => {
  const page = await app.anonymous('GET', '/docs');
  assert.match(page.headers.get('content-security-policy') ?? '', new RegExp(`connect-src 'self' ${app.authUrl}`));
  const document = (await app.anonymous('GET', '/openapi.json')).body as {
    components: { securitySchemes: { oauth: { flows: { clientCredentials: { tokenUrl: string } } } } };
  };
  assert.equal(
    document.components.securitySchemes.oauth.flows.clientCredentials.tokenUrl,
    `${app.authUrl}/oauth2/token`,
  );
  const { preflight, reply } = await authorize(app.url);
  assert.equal(preflight.status, 204);
  for (const name of ['authorization', 'content-type', 'x-requested-with'])
    assert.ok(preflight.headers.get('access-control-allow-headers')?.includes(name), name);
  for (const answer of [preflight, reply]) assert.equal(answer.headers.get('access-control-allow-origin'), app.url);
  const { access_token: token } = (await reply.json()) as { access_token: string };
  const call = await app.anonymous('GET', `/org/${app.acme.id}/contact`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(call.status, 200);
});

test('no other page may ask for a token from a browser', async () => {
  const { preflight, reply } = await authorize('https://elsewhere.test');
  assert.equal(preflight.status, 405);
  for (const answer of [preflight, reply]) assert.equal(answer.headers.get('access-control-allow-origin'), null);
});
