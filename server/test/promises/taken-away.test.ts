import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../app.ts';
import { anAwsProduct } from '../factories/product.ts';

// What is taken away is gone with the answer that says so, and nobody takes away what they do not hold.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const tokenOf = async (clientId: string, clientSecret: string): Promise<string> => {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${app.authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const statusWith = async (authorization: string): Promise<number> =>
  (await app.anonymous('GET', `/org/${app.acme.id}/contact`, { headers: { authorization } })).status;

const madeApp = async () => {
  const made = await app.acme.owner.call('POST', '/oauthApp', { body: { name: 'Meter', accessLevel: 'EDITOR' } });
  const { id, clientId, clientSecret } = made.body as { id: string; clientId: string; clientSecret: string };
  return { id, token: await tokenOf(clientId, clientSecret) };
};

test('the next call of a deleted app is refused, whenever the process polled last', async () => {
  for (let count = 0; count < 8; count += 1) {
    const { id, token } = await madeApp();
    assert.equal(await statusWith(`Bearer ${token}`), 200);
    assert.equal((await app.acme.owner.call('DELETE', `/oauthApp/${id}`)).status, 200);
    assert.equal(await statusWith(`Bearer ${token}`), 401);
  }
});

test('a token is taken as it was issued, and in no other form', async () => {
  const { token } = await madeApp();
  const [head = '', claims = '', signature = ''] = token.split('.');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // 256 bytes end in a letter that carries four bits of them, and two bits of nothing.
  const last = alphabet.indexOf(signature.at(-1) ?? '');
  const twins = [1, 2, 3].map((bits) => `${signature.slice(0, -1)}${alphabet[(last & ~3) | ((last + bits) & 3)]}`);
  for (const other of [
    ...twins.filter((one) => one !== signature).map((one) => `${head}.${claims}.${one}`),
    `${token}=`,
    `${token}==`,
    `${head}=.${claims}.${signature}`,
    `${token}.`,
    `${token}.x`,
    `.${token}`,
    `${token}%20`,
    `${token} x`,
    `${head}.${claims}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+`,
    `${head}.${claims}.${signature.slice(0, 10)} ${signature.slice(10)}`,
    `${head}.${claims}.${signature.slice(0, 10)}\t${signature.slice(10)}`,
    `"${token}"`,
  ])
    assert.equal(await statusWith(`Bearer ${other}`), 401, other.slice(-30));
  assert.equal(await statusWith(`Bearer ${token}`), 200);
});

test('access:write alone takes away nothing that it could not make', async () => {
  const role = await app.acme.owner.call('POST', '/role', {
    body: { name: 'Gatekeeper', permissions: ['access:read', 'access:write', 'organization:read'] },
  });
  const keeper = await app.acme.addPerson('CUSTOM', (await roleUuid((role.body as { id: string }).id)) ?? undefined);
  const client = await app.acme.owner.call('POST', '/apiClient', { body: { type: 'API_KEY', role: 'EDITOR' } });
  const connection = { partner: 'STRIPE', service: 'PAYMENT', credentials: { apiKey: 'sk_test_one' } };
  const connected = await app.acme.owner.call('POST', '/integration', { body: connection });
  const editors = await app.acme.owner.call('POST', '/role', {
    body: { name: 'Seller', permissions: ['offer:write'] },
  });
  const made = await madeApp();
  const idOf = ({ body }: { body: never }): string => (body as { id: string }).id;
  for (const [method, path, body] of [
    ['DELETE', `/oauthApp/${made.id}`],
    ['POST', `/oauthApp/${made.id}/rotateSecret`],
    ['DELETE', `/apiClient/${idOf(client)}`],
    ['DELETE', `/integration/${idOf(connected)}?force=true`],
    ['PATCH', `/integration/${idOf(connected)}`, { credentials: { apiKey: 'sk_test_two' } }],
    ['POST', '/integration', { partner: 'HUBSPOT', service: 'CRM', credentials: { accessToken: 'a' } }],
    ['DELETE', `/role/${idOf(editors)}`],
    ['PATCH', `/role/${idOf(editors)}`, { permissions: ['offer:read'] }],
    ['POST', '/user', { email: 'new@acme.test', role: 'EDITOR' }],
  ] as const) {
    const reply = await keeper.call(method, path, body ? { body } : {});
    assert.equal(reply.status, 403, `${method} ${path}: ${reply.text}`);
  }
  assert.equal(await statusWith(`Bearer ${made.token}`), 200);
  // Who is an OWNER may, and the client's key is refused from then on.
  const { secret } = client.body as { secret: string };
  assert.equal(await statusWith(`Key ${secret}`), 200);
  assert.equal((await app.acme.owner.call('DELETE', `/apiClient/${idOf(client)}`)).status, 200);
  assert.equal(await statusWith(`Key ${secret}`), 401);
});

const roleUuid = async (id: string): Promise<string | null> =>
  (await import('../../src/kit/ids.ts')).decodeId('role', id);

test('a name is kept to the letter, or refused', async () => {
  const name = ' Acme  API ';
  for (const [path, body] of [
    ['/draftProduct', anAwsProduct({ name })],
    ['/contact', { name, emailAddress: 'robin@acme.example' }],
    ['/role', { name, permissions: ['offer:read'] }],
    ['/oauthApp', { name, accessLevel: 'VIEWER' }],
    ['/user', { email: 'spaces@acme.example', firstName: ' A ', role: 'VIEWER' }],
  ] as const) {
    const reply = await app.acme.owner.call('POST', path, { body });
    if (reply.status === 400) assert.match(reply.text, /name/i, path);
    else {
      assert.equal(reply.status, 200, `${path} ${reply.text}`);
      const shown = reply.body as { name?: string; firstName?: string };
      assert.ok(shown.name === name || shown.firstName === ' A ', `${path} ${reply.text}`);
    }
  }
});
