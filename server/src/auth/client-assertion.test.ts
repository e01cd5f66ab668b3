import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { createOAuthAppWithKeys, type OAuthApp, replaceOAuthAppKeys, rotateOAuthAppSecret } from './apps.ts';
import {
  anApp,
  anAuth,
  anOrganization,
  authUrl,
  formOf,
  movableWallClock,
  openTestDatabase,
  tools,
} from './auth.test-support.ts';
import type { Auth } from './auth.ts';
import { assertionType } from './client-assertion.ts';
import { type ClientKeys, readClientKeys } from './client-keys.ts';
import { createTokenServer } from './token-endpoint.ts';

const pairs = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: generateKeyPairSync('ed25519'),
};
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

const setOf = async (...keys: KeyObject[]): Promise<ClientKeys> => {
  const read = readClientKeys({ keys: await Promise.all(keys.map((key) => exportJWK(key))) });
  assert.ok('jwks' in read);
  return read.jwks;
};

/** A stopped clock, so that tests can be early or late to the second. */
const clock = movableWallClock({ stopped: true });
let database: Database;
let orgId: string;
let app: OAuthApp;
let replicas: { auth: Auth; server: FastifyInstance }[];
let address = 0;

before(async () => {
  database = await openTestDatabase();
  orgId = await anOrganization(database);
  const jwks = await setOf(...Object.values(pairs).map(({ publicKey }) => publicKey));
  const wanted = { orgId, name: 'Robot', accessLevel: 'EDITOR', createdBy: 'test' } as const;
  app = await database.system((system) => createOAuthAppWithKeys(system, tools, wanted, jwks));
  replicas = await Promise.all(
    [0, 1].map(async () => {
      const auth = anAuth(database, { clock });
      await auth.start();
      return { auth, server: createTokenServer({ auth }) };
    }),
  );
});
after(async () => {
  for (const { auth, server } of replicas) {
    await server.close();
    await auth.stop();
  }
  await database.close();
});

const seconds = (): number => Math.floor(clock.wallNow().getTime() / 1000);
const claimsOf = (changes: object = {}): Record<string, unknown> => ({
  iss: app.clientId,
  sub: app.clientId,
  aud: authUrl,
  exp: seconds() + 60,
  iat: seconds(),
  jti: randomUUID(),
  ...changes,
});
const signed = (changes: object = {}, header: object = {}, key: KeyObject = pairs.ES256.privateKey): Promise<string> =>
  new SignJWT(claimsOf(changes)).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);

const ask = (assertion: string, fields: Record<string, string> = {}, replica = 0) => {
  address += 1;
  const { server } = replicas[replica] ?? assert.fail();
  return server.inject({
    method: 'POST',
    url: '/oauth2/token',
    // From its own address, so that the throttle does not interfere.
    remoteAddress: `10.0.${address >> 8}.${address & 255}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: formOf({
      grant_type: 'client_credentials',
      client_assertion_type: assertionType,
      client_assertion: assertion,
      ...fields,
    }),
  });
};

test('an assertion of each algorithm gets a token, with client_id or without', async () => {
  for (const [alg, pair] of [
    ['RS256', pairs.RS256],
    ['PS256', pairs.RS256],
    ['ES256', pairs.ES256],
    ['EdDSA', pairs.EdDSA],
    ['Ed25519', pairs.EdDSA],
  ] as const) {
    const answer = await ask(await signed({}, { alg }, pair.privateKey));
    assert.equal(answer.statusCode, 200, `${alg}: ${answer.body}`);
  }
  assert.equal((await ask(await signed(), { client_id: app.clientId })).statusCode, 200);
});

test('what an assertion may vary', async () => {
  for (const [changes, header] of [
    [{ iat: undefined }],
    [{ nbf: seconds() + 20, iat: seconds() + 20 }],
    [{ exp: seconds() + 600 }],
    [{ exp: seconds() - 20 }],
    [{}, { typ: 'JWT' }],
    [{}, { typ: 'client-authentication+jwt' }],
    [{}, { typ: 'application/Client-Authentication+JWT' }],
  ] as const) {
    const answer = await ask(await signed(changes, header));
    assert.equal(answer.statusCode, 200, `${JSON.stringify([changes, header])}: ${answer.body}`);
  }
});

test('an assertion is accepted once, on one replica, whatever the outcome of its request', async () => {
  const first = await signed();
  assert.equal((await ask(first)).statusCode, 200);
  assert.equal((await ask(first)).statusCode, 401);
  assert.equal((await ask(first, {}, 1)).statusCode, 401);
  const second = await signed();
  const statuses = (await Promise.all([0, 1, 0, 1, 0, 1].map((replica) => ask(second, {}, replica)))).map(
    ({ statusCode }) => statusCode,
  );
  assert.deepEqual(statuses.sort(), [200, 401, 401, 401, 401, 401]);
});

test('an identifier is of one client, and is remembered until its assertion has expired', async () => {
  const jti = randomUUID();
  const now = seconds();
  assert.equal((await ask(await signed({ jti }))).statusCode, 200);
  await replicas[0]?.auth.usage.flush();
  clock.move(59_000);
  assert.equal((await ask(await signed({ jti }))).statusCode, 401);
  clock.move(32_000);
  await replicas[0]?.auth.usage.flush();
  assert.equal((await ask(await signed({ jti, exp: now + 60 }))).statusCode, 401);
  clock.move(60_000);
  await replicas[0]?.auth.usage.flush();
  assert.equal(
    (await ask(await signed({ jti }))).statusCode,
    401,
    'a clock that is ahead of the database’s forgets nothing',
  );
  const ended = await database.system(async (system) => {
    const all = await system.selectFrom('used_assertion').selectAll().execute();
    await sql`delete from used_assertion`.execute(system);
    return all.map((row) => ({ ...row, expire_time: new Date(row.expire_time.getTime() - 3_600_000) }));
  });
  await database.system((system) => system.insertInto('used_assertion').values(ended).execute());
  await replicas[0]?.auth.usage.flush();
  const rows = await database.system((system) => system.selectFrom('used_assertion').selectAll().execute());
  assert.ok(rows.every(({ expire_time: time }) => time > clock.wallNow()));
  assert.equal((await ask(await signed({ jti }))).statusCode, 200);
});

test('every other assertion is refused alike', async (t) => {
  const good = await signed();
  const [head = '', body = '', signature = ''] = good.split('.');
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const secretOf = (key: KeyObject): Buffer => Buffer.from(key.export({ type: 'spki', format: 'pem' }));
  const hmac = new SignJWT(claimsOf()).setProtectedHeader({ alg: 'HS256' });
  const { clientId: other } = await anApp(database, orgId);
  const cases: Record<string, string | Promise<string>> = {
    'the token endpoint as audience': signed({ aud: `${authUrl}/oauth2/token` }),
    'the issuer with a slash': signed({ aud: `${authUrl}/` }),
    'a list of audiences with the issuer alone': signed({ aud: [authUrl] }),
    'a list of audiences': signed({ aud: [authUrl, 'http://elsewhere.test'] }),
    'another server': signed({ aud: 'http://elsewhere.test' }),
    'no audience': signed({ aud: undefined }),
    expired: signed({ exp: seconds() - 31 }),
    'no expiry': signed({ exp: undefined }),
    'an expiry too far away': signed({ exp: seconds() + 631 }),
    'made in the future': signed({ iat: seconds() + 31 }),
    'iat is no number': signed({ iat: 'now' }),
    'not yet valid': signed({ nbf: seconds() + 31 }),
    'no jti': signed({ jti: undefined }),
    'an empty jti': signed({ jti: '' }),
    'a long jti': signed({ jti: 'x'.repeat(256) }),
    'a jti that is no text': signed({ jti: 7 }),
    'another issuer': signed({ iss: 'x' }),
    'another subject': signed({ sub: other }),
    'issuer and subject of another client': signed({ iss: other, sub: other }),
    'no subject': signed({ sub: undefined }),
    'a key of a stranger': signed({}, { alg: 'RS256' }, stranger.privateKey),
    'an unknown key id': signed({}, { kid: 'nobody' }),
    'alg none': new UnsecuredJWT(claimsOf()).encode(),
    'HS256 with the public key': hmac.sign(secretOf(pairs.ES256.publicKey)),
    'RS512, which is not offered': signed({}, { alg: 'RS512' }, pairs.RS256.privateKey),
    'the algorithm of another key': `${encode({ alg: 'RS256' })}.${body}.${signature}`,
    'another type': signed({}, { typ: 'at+jwt' }),
    'altered claims': `${head}.${encode(claimsOf())}.${signature}`,
    'no signature': `${head}.${body}.`,
    'no token': 'x',
    'header is no JSON': `e30x.${body}.${signature}`,
  };
  for (const [name, assertion] of Object.entries(cases)) {
    await t.test(name, async () => {
      const answer = await ask(await assertion);
      assert.equal(answer.statusCode, 401, answer.body);
      assert.deepEqual(answer.json(), { error: 'invalid_client', error_description: 'Client authentication failed.' });
    });
  }
  await t.test('another client_id beside it', async () => {
    assert.equal((await ask(await signed(), { client_id: other })).statusCode, 401);
  });
});

test('one way to authenticate at a time', async () => {
  const assertion = await signed();
  const form = async (fields: Record<string, string>) => (await ask(assertion, fields)).json().error;
  assert.equal(await form({ client_secret: 'x' }), 'invalid_request');
  assert.equal(await form({ client_assertion_type: '' }), 'invalid_request');
  assert.equal(await form({ client_assertion: '' }), 'invalid_request');
  assert.equal(
    await form({ client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' }),
    'invalid_client',
  );
  const basic = await replicas[0]?.server.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic eDp5' },
    payload: formOf({
      grant_type: 'client_credentials',
      client_assertion_type: assertionType,
      client_assertion: assertion,
    }),
  });
  assert.equal(basic?.json().error, 'invalid_request');
  assert.equal((await ask(assertion)).statusCode, 200);
});

test('keys or a secret: what was replaced is refused at once, and the other way is closed', async () => {
  const { app: robot, clientId, clientSecret } = await anApp(database, orgId);
  const own = { iss: clientId, sub: clientId };
  const key = { orgId, id: robot.id };
  const bySecret = (secret: string) =>
    ask('', { client_assertion_type: '', client_id: clientId, client_secret: secret }).then(
      (answer) => answer.statusCode,
    );
  const byKey = async (pair: { privateKey: KeyObject }, alg: string) =>
    (await ask(await signed(own, { alg }, pair.privateKey))).statusCode;
  assert.equal(await byKey(pairs.EdDSA, 'EdDSA'), 401);
  assert.equal(await bySecret(clientSecret), 200);
  const replaceBy = async (pair: { publicKey: KeyObject }) => {
    const jwks = await setOf(pair.publicKey);
    await database.system((system) => replaceOAuthAppKeys(system, tools, key, jwks));
  };
  await replaceBy(pairs.EdDSA);
  assert.equal(await bySecret(clientSecret), 401);
  assert.equal(await byKey(pairs.EdDSA, 'EdDSA'), 200);
  await replaceBy(pairs.ES256);
  assert.equal(await byKey(pairs.EdDSA, 'EdDSA'), 401);
  assert.equal(await byKey(pairs.ES256, 'ES256'), 200);
  const rotated = await database.system((system) => rotateOAuthAppSecret(system, tools, key));
  assert.equal(await byKey(pairs.ES256, 'ES256'), 401);
  assert.equal(await bySecret(rotated?.clientSecret ?? ''), 200);
});
