import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import type { Database } from '../db/database.ts';
import { isRefusal } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { deleteOAuthApp } from './apps.ts';
import {
  anApp,
  anAuth,
  anOrganization,
  authUrl,
  bearer,
  formOf,
  openTestDatabase,
  publicUrl,
} from './auth.test-support.ts';
import type { Auth } from './auth.ts';
import { createTokenServer } from './token-endpoint.ts';

type Client = Awaited<ReturnType<typeof anApp>>;

let database: Database;
let auth: Auth;
let other: Auth;
let server: FastifyInstance;
let orgId: string;
let client: Client;
let sibling: Client;
let foreigner: Client;
before(async () => {
  database = await openTestDatabase();
  [auth, other] = [anAuth(database), anAuth(database)];
  await Promise.all([auth.start(), other.start()]);
  server = createTokenServer({ auth });
  orgId = await anOrganization(database);
  client = await anApp(database, orgId);
  sibling = await anApp(database, orgId);
  foreigner = await anApp(database, await anOrganization(database));
});
after(async () => {
  await server.close();
  await auth.stop();
  await other.stop();
  await database.close();
});

const post = (path: string, { clientId, clientSecret }: Client, fields: Record<string, string>) =>
  server.inject({
    method: 'POST',
    url: `/oauth2/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: formOf({ client_id: clientId, client_secret: clientSecret, ...fields }),
  });
const tokenOf = async (of: Client): Promise<string> =>
  (await post('token', of, { grant_type: 'client_credentials' })).json().access_token;
const introspect = async (by: Client, token: string, more = {}): Promise<{ active: boolean }> => {
  const answer = await post('introspect', by, { token, ...more });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['cache-control'], 'no-store');
  return answer.json();
};
const isAccepted = (token: string, by: Auth): Promise<boolean> =>
  by.authenticate(bearer(token)).then(
    () => true,
    (error) => {
      assert.ok(isRefusal(error) && error.code === 'Unauthorized');
      return false;
    },
  );

test('a client learns the content of a token of its organization', async () => {
  const token = await tokenOf(sibling);
  const { iat = 0, exp = 0, jti } = decodeJwt(token);
  assert.deepEqual(await introspect(client, token, { token_type_hint: 'refresh_token' }), {
    active: true,
    token_type: 'Bearer',
    iss: authUrl,
    aud: publicUrl,
    sub: sibling.clientId,
    client_id: sibling.clientId,
    org_id: encodeId('org', orgId),
    iat,
    exp,
    jti,
  });
});

test('all other tokens are inactive, and nothing is said about them', async () => {
  const foreign = await tokenOf(foreigner);
  const good = await tokenOf(client);
  for (const token of [foreign, `${good}x`, good.slice(0, -20), 'x', '..', `${good}${'A'.repeat(9000)}`]) {
    assert.deepEqual(await introspect(client, token), { active: false });
  }
  const gone = await anApp(database, orgId);
  const late = await tokenOf(gone);
  assert.equal((await introspect(client, late)).active, true);
  await database.system((system) => deleteOAuthApp(system, { orgId, id: gone.app.id }));
  assert.deepEqual(await introspect(client, late), { active: false });
});

test('a token that its client gave back is refused on every replica within a second, others are not', async () => {
  const [seen, unseen, kept] = [await tokenOf(client), await tokenOf(client), await tokenOf(client)];
  for (const replica of [auth, other]) assert.ok(await isAccepted(seen, replica));
  for (const token of [seen, unseen, seen]) {
    const answer = await post('revoke', client, { token, token_type_hint: 'access_token' });
    assert.equal(answer.statusCode, 200, answer.body);
  }
  assert.deepEqual(await introspect(client, seen), { active: false });
  await wait(1000);
  const later = anAuth(database);
  await later.start();
  for (const replica of [auth, other, later]) {
    assert.ok(!(await isAccepted(seen, replica)));
    assert.ok(!(await isAccepted(unseen, replica)));
    assert.ok(await isAccepted(kept, replica));
  }
  await later.stop();
});

test('a client cannot take back the tokens of another one, of its own organization neither', async () => {
  for (const owner of [sibling, foreigner]) {
    const token = await tokenOf(owner);
    const answer = await post('revoke', client, { token });
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().error, 'invalid_grant');
    assert.equal((await introspect(owner, token)).active, true);
  }
});

test('revoking a token that is not ours succeeds', async () => {
  for (const token of ['x', '..', `${await tokenOf(client)}x`]) {
    assert.equal((await post('revoke', client, { token })).statusCode, 200);
  }
});

test('what is given back is bounded for each client', async () => {
  const busy = await anApp(database, orgId);
  const token = await tokenOf(busy);
  await database.system(async (system) => {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      org_id: orgId,
      app_id: busy.app.id,
      jti: `made-${index}`,
      expire_time: new Date(8e12),
    }));
    await system
      .insertInto('revoked_token')
      .values(rows as never)
      .execute();
  });
  const answer = await post('revoke', busy, { token });
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.json().error, 'temporarily_unavailable');
  assert.ok(await isAccepted(token, auth));
  assert.equal((await post('revoke', client, { token: await tokenOf(client) })).statusCode, 200);
});

test('both endpoints want a client, a form and a token', async () => {
  const token = await tokenOf(client);
  for (const path of ['introspect', 'revoke']) {
    assert.equal((await post(path, { ...client, clientSecret: 'wrong' }, { token })).statusCode, 401);
    assert.equal((await post(path, client, { token: '' })).json().error, 'invalid_request');
    assert.equal((await post(path, client, {})).json().error, 'invalid_request');
    const bySelf = await server.inject({
      method: 'POST',
      url: `/oauth2/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
      payload: formOf({ token }),
    });
    assert.equal(bySelf.statusCode, 401);
    const inAddress = await server.inject({ method: 'POST', url: `/oauth2/${path}?token=${token}` });
    assert.equal(inAddress.statusCode, 400);
  }
  assert.equal((await introspect(client, token)).active, true);
});

test('expired revocations and assertions go', async () => {
  await database.system((system) =>
    system
      .insertInto('revoked_token')
      .values({ org_id: orgId, app_id: client.app.id, jti: 'old', expire_time: new Date(0) } as never)
      .execute(),
  );
  await auth.usage.flush();
  const left = await database.system((system) =>
    system.selectFrom('revoked_token').select('jti').where('jti', '=', 'old').execute(),
  );
  assert.deepEqual(left, []);
});

test('what the HTTP parser refuses is an OAuth error too', async () => {
  const listener = createTokenServer({ auth });
  await listener.listen({ port: 0, host: '127.0.0.1' });
  const { port } = listener.server.address() as { port: number };
  const answerTo = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      connect(port, '127.0.0.1')
        .on('data', (chunk) => {
          answer += chunk.toString();
        })
        .on('close', () => resolve(answer))
        .on('error', reject)
        .end(text);
    });
  for (const [text, status] of [
    ['NONSENSE\r\n\r\n', 400],
    ['POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    [`POST /oauth2/token HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['POST /oauth2/token HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    ['GET /session HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['POST /session HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n', 400],
  ] as const) {
    const [head = '', body = ''] = (await answerTo(text)).split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(head, /\r\ncontent-type: application\/problem\+json/);
    assert.match(head, /\r\ncontent-security-policy: default-src 'none'/);
    assert.match(head, /\r\ncache-control: no-store/);
    assert.partialDeepStrictEqual(JSON.parse(body), { error: 'invalid_request', status });
    assert.equal(JSON.parse(body).detail, JSON.parse(body).error_description);
  }
  await listener.close();
});
