import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startApp, type TestApp, type TestCaller, type TestOrganization } from '../app.ts';

// A revocation applies to requests in progress, and to machines as well as people.

let app: TestApp;
let partner: Server;
let origin: string;
/** Happens at the partner while it is asked. */
let meanwhile: () => Promise<unknown> = async () => {};
before(async () => {
  partner = createServer(async (_request, reply) => {
    await meanwhile();
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 'acct_1' }));
  }).listen(0, '127.0.0.1');
  await once(partner, 'listening');
  origin = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`;
  app = await startApp({}, { idle: true, outgoing: { allowedOrigins: [origin] } });
});
after(async () => {
  partner.close();
  await app.close();
});

/** Sends the headers and a bit of the body, and the rest when something has happened. */
const sendSlowly = (path: string, { token }: TestCaller, body: object, between: () => Promise<unknown>) =>
  new Promise<number>((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    const sent = request(`${app.url}/org/${app.acme.id}${path}`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.write(text.slice(0, 1));
    wait(200)
      .then(between)
      .then(() => wait(600))
      .then(() => sent.end(text.slice(1)), reject);
  });

const userOf = async (caller: TestCaller): Promise<string> => {
  const { body } = await caller.call('POST', '/role?dryRun=true', {
    body: { name: 'Who', permissions: ['offer:read'] },
  });
  return (body as { createdBy: string }).createdBy;
};

const invited = async (email: string): Promise<boolean> => {
  const users = (await app.acme.owner.call('GET', '/user')).body as { email: string }[];
  return users.some((user) => user.email === email);
};

test('a request whose body comes slowly does not act for a person who was removed or demoted meanwhile', async () => {
  const { owner, addPerson } = app.acme;
  const takings: [string, number, (id: string) => Promise<{ status: number }>][] = [
    ['removed', 404, (id) => owner.call('DELETE', `/user/${id}`)],
    ['demoted', 403, (id) => owner.call('PATCH', `/user/${id}`, { body: { role: 'EDITOR' } })],
  ];
  for (const [name, status, take] of takings) {
    const admin = await addPerson('ADMIN');
    const id = await userOf(admin);
    const email = `${name}@evil.test`;
    const between = async () => assert.equal((await take(id)).status, 200);
    assert.equal(await sendSlowly('/user', admin, { email, role: 'ADMIN' }, between), status, name);
    assert.equal(await invited(email), false, name);
  }
  const stays = await addPerson('ADMIN');
  assert.equal(await sendSlowly('/user', stays, { email: 'slow@acme.test', role: 'ADMIN' }, async () => {}), 200);
});

test('a request that waits for a partner does not act for a person who was removed meanwhile', async () => {
  const { owner, addPerson } = app.acme;
  const body = { partner: 'STRIPE', service: 'PAYMENT', endpoint: origin, credentials: { apiKey: 'sk_test_one' } };
  const { id } = (await owner.call('POST', '/integration', { body })).body as { id: string };
  const admin = await addPerson('ADMIN');
  const user = await userOf(admin);
  meanwhile = async () => {
    assert.equal((await owner.call('DELETE', `/user/${user}`)).status, 200);
    await wait(600);
  };
  assert.equal((await admin.call('POST', `/integration/${id}/verify`)).status, 404);
  meanwhile = async () => {};
  const { lastVerifiedTime } = (await owner.call('GET', `/integration/${id}`)).body as { lastVerifiedTime?: string };
  assert.equal(lastVerifiedTime, undefined);
});

const tokenRequest = ({ clientId, clientSecret }: TestCaller) =>
  fetch(`${app.authUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });

const setStatus = ({ uuid }: TestOrganization, status: string) =>
  app.database.system((system) =>
    system
      .updateTable('organization')
      .set({ status: status as 'ACTIVE' })
      .where('id', '=', uuid)
      .execute(),
  );

test('a closed organization serves no machine: neither apps nor keys nor tokens, within a second', async () => {
  const { globex } = app;
  const made = async (type: string) =>
    (await globex.owner.call('POST', '/apiClient', { body: { type, role: 'EDITOR' } })).body as {
      id: string;
      secret: string;
    };
  const [key, client] = [await made('API_KEY'), await made('BEARER_TOKEN')];
  const exchange = () =>
    app.anonymous('POST', '/public/apiClient/accessToken', {
      body: { organizationID: globex.id, id: client.id, secret: client.secret },
    });
  const { access_token: legacy } = (await exchange()).body as { access_token: string };
  const listWith = (authorization: string) =>
    app.anonymous('GET', `/org/${globex.id}/contact`, { headers: { authorization } });
  const statuses = async () => [
    (await listWith(`Bearer ${globex.editor.token}`)).status,
    (await listWith(`Bearer ${legacy}`)).status,
    (await listWith(`Key ${key.secret}`)).status,
    (await exchange()).status,
    (await tokenRequest(globex.editor)).status,
  ];
  assert.deepEqual(await statuses(), [200, 200, 200, 200, 200]);
  await setStatus(globex, 'DISABLED');
  await wait(1000);
  assert.deepEqual(await statuses(), [401, 401, 401, 401, 401]);
  assert.equal((await app.acme.editor.call('GET', '/contact')).status, 200);
  await setStatus(globex, 'ACTIVE');
  await wait(1000);
  assert.deepEqual(await statuses(), [200, 200, 200, 200, 200]);
});
