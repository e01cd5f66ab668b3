import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, exportJWK, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { createDatabase, type Database } from '../db/database.ts';
import { systemClock } from '../kit/clock.ts';
import { chooseFreePort } from '../kit/free-port.ts';
import { encodeId } from '../kit/ids.ts';
import { silentLog } from '../kit/log.ts';
import { createOAuthAppWithKeys, deleteOAuthApp, lockOAuthApp, rotateOAuthAppSecret } from './apps.ts';
import {
  anApp,
  anAuth,
  anOrganization,
  authUrl,
  bearer,
  formOf,
  openTestDatabase,
  publicUrl,
  secretKeys,
  tools,
} from './auth.test-support.ts';
import { type Auth, createAuth } from './auth.ts';
import { readClientKeys } from './client-keys.ts';
import { createSecretKeys } from './secrets.ts';
import { createTokenServer } from './token-endpoint.ts';

let database: Database;
let auth: Auth;
let server: FastifyInstance;
let orgId: string;
let client: Awaited<ReturnType<typeof anApp>>;
before(async () => {
  database = await openTestDatabase();
  auth = anAuth(database);
  await auth.start();
  server = createTokenServer({ auth });
  orgId = await anOrganization(database);
  client = await anApp(database, orgId);
});
after(async () => {
  await server.close();
  await auth.stop();
  await database.close();
});

const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (payload: string, more: InjectOptions = {}) =>
  server.inject({ method: 'POST', url: '/oauth2/token', payload, ...more, headers: { ...formType, ...more.headers } });
const basicOf = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const grant = { grant_type: 'client_credentials' };
const credentials = () => ({ client_id: client.clientId, client_secret: client.clientSecret });

test('a token has the form of RFC 9068 and the answer that of RFC 6749, 5.1', async () => {
  const answer = await post(formOf({ ...grant, ...credentials(), resource: publicUrl }));
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers.pragma, 'no-cache');
  const { access_token: token, ...rest } = answer.json();
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600 });
  const { kid, ...header } = decodeProtectedHeader(token);
  assert.deepEqual(header, { alg: 'RS256', typ: 'at+jwt' });
  assert.equal(kid, auth.ring.signer(auth.now()).kid);
  const { iat = 0, exp = 0, jti, ...claims } = decodeJwt(token);
  assert.deepEqual(claims, {
    iss: authUrl,
    aud: publicUrl,
    sub: client.clientId,
    client_id: client.clientId,
    org_id: encodeId('org', orgId),
  });
  assert.equal(exp - iat, 3600);
  assert.ok(Math.abs(iat - systemClock.wallNow().getTime() / 1000) < 5);
  assert.ok(jti);
  assert.equal((await auth.authenticate(bearer(token))).actor.id, client.clientId);
});

test('what a client may vary', async (t) => {
  const { client_id, client_secret } = credentials();
  const authorization = basicOf(client_id, client_secret);
  const cases: Record<string, [string, InjectOptions?]> = {
    'no resource': [formOf({ ...grant, ...credentials() })],
    'an empty resource': [formOf({ ...grant, ...credentials(), resource: '' })],
    'a resource with a slash at the end': [formOf({ ...grant, ...credentials(), resource: `${publicUrl}/` })],
    'the resource twice': [
      `${formOf({ ...grant, ...credentials() })}&${formOf({ resource: publicUrl })}&${formOf({ resource: publicUrl })}`,
    ],
    'a scope, which is ignored': [formOf({ ...grant, ...credentials(), scope: 'offer:read' })],
    'an unknown parameter': [formOf({ ...grant, ...credentials(), audience: 'x' })],
    'a charset': [
      formOf({ ...grant, ...credentials() }),
      { headers: { 'content-type': `${formType['content-type']}; charset=UTF-8` } },
    ],
    Basic: [formOf(grant), { headers: { authorization } }],
    'Basic and the same client_id': [formOf({ ...grant, client_id }), { headers: { authorization } }],
    'Basic with both halves form-encoded': [
      formOf(grant),
      { headers: { authorization: basicOf(client_id.replaceAll('_', '%5F'), client_secret.replaceAll('_', '%5f')) } },
    ],
  };
  for (const [name, [payload, more]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const answer = await post(payload, more);
      assert.equal(answer.statusCode, 200, answer.body);
      await auth.authenticate(bearer(answer.json().access_token));
    });
  }
});

test('each error of RFC 6749, 5.2 and RFC 8707, 2', async (t) => {
  const { client_id, client_secret } = credentials();
  const full = { ...grant, ...credentials() };
  const authorization = basicOf(client_id, client_secret);
  const wrong = `${client_secret.slice(0, -2)}${client_secret.endsWith('AA') ? 'BB' : 'AA'}`;
  const json = { headers: { 'content-type': 'application/json' } };
  const invalidRequest = [400, 'invalid_request'] as const;
  const invalidClient = [401, 'invalid_client'] as const;
  const cases: Record<string, [readonly [number, string], string, InjectOptions?]> = {
    'no body': [invalidRequest, ''],
    'a JSON body': [invalidRequest, JSON.stringify(full), json],
    'no content type': [invalidRequest, formOf(full), { headers: { 'content-type': '' } }],
    'a content type that only begins like it': [
      invalidRequest,
      formOf(full),
      { headers: { 'content-type': `${formType['content-type']}x` } },
    ],
    'a compressed body': [[415, 'invalid_request'], formOf(full), { headers: { 'content-encoding': 'gzip' } }],
    'a body that only says it is compressed not': [
      [415, 'invalid_request'],
      formOf(full),
      { headers: { 'content-encoding': 'identity' } },
    ],
    'no grant_type': [invalidRequest, formOf(credentials())],
    'an empty grant_type': [invalidRequest, formOf({ ...credentials(), grant_type: '' })],
    'grant_type twice': [invalidRequest, `${formOf(full)}&grant_type=client_credentials`],
    'client_secret twice': [invalidRequest, `${formOf(full)}&client_secret=x`],
    'an unknown parameter twice': [invalidRequest, `${formOf(full)}&x=1&x=1`],
    'form fields and Basic': [invalidRequest, formOf(full), { headers: { authorization } }],
    'Basic and another client_id': [
      invalidRequest,
      formOf({ ...grant, client_id: 'x' }),
      { headers: { authorization } },
    ],
    'credentials in the query': [invalidRequest, formOf(grant), { url: `/oauth2/token?${formOf(credentials())}` }],
    'all in the query': [invalidRequest, '', { url: `/oauth2/token?${formOf(full)}` }],
    'grant password': [[400, 'unsupported_grant_type'], formOf({ ...full, grant_type: 'password' })],
    'grant of another case': [[400, 'unsupported_grant_type'], formOf({ ...full, grant_type: 'Client_Credentials' })],
    'another resource': [[400, 'invalid_target'], formOf({ ...full, resource: 'http://elsewhere.test' })],
    'a resource below ours': [[400, 'invalid_target'], formOf({ ...full, resource: `${publicUrl}/org` })],
    'one resource of two is another': [
      [400, 'invalid_target'],
      `${formOf({ ...full, resource: publicUrl })}&resource=http%3A%2F%2Felsewhere.test`,
    ],
    'no client': [invalidClient, formOf(grant)],
    'no secret': [invalidClient, formOf({ ...grant, client_id })],
    'an empty secret': [invalidClient, formOf({ ...grant, client_id, client_secret: '' })],
    'a wrong secret': [invalidClient, formOf({ ...full, client_secret: wrong })],
    'a wrong secret by Basic': [
      invalidClient,
      formOf(grant),
      { headers: { authorization: basicOf(client_id, wrong) } },
    ],
    'an unknown client': [invalidClient, formOf({ ...full, client_id: encodeId('app', tools.ids.next()) })],
    'a client id that is none': [invalidClient, formOf({ ...full, client_id: "'; drop table oauth_app; --\0" })],
    'Basic that is no base64': [invalidClient, formOf(grant), { headers: { authorization: 'Basic ???' } }],
    'Basic without a colon': [invalidClient, formOf(grant), { headers: { authorization: 'Basic eHh4' } }],
    'Basic with a broken escape': [invalidClient, formOf(grant), { headers: { authorization: basicOf('%zz', 'x') } }],
    'another scheme': [invalidClient, formOf(grant), { headers: { authorization: 'Bearer x' } }],
    'a body above 16 KiB': [[413, 'invalid_request'], formOf({ ...full, x: 'x'.repeat(16 * 1024) })],
  };
  for (const [name, [[status, error], payload, more]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const answer = await post(payload, more);
      assert.equal(answer.statusCode, status, answer.body);
      const body = answer.json();
      assert.deepEqual(Object.keys(body), ['error', 'error_description']);
      assert.equal(body.error, error);
      assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers.pragma, 'no-cache');
      assert.match(String(answer.headers['content-type']), /^application\/json/);
      assert.equal(/^Basic realm="/.test(String(answer.headers['www-authenticate'])), status === 401);
      const everything = JSON.stringify(answer.headers) + answer.body;
      for (const secret of [client_secret, wrong, client_id]) assert.ok(!everything.includes(secret));
    });
  }
});

test('the metadata of RFC 8414 names the endpoints and how clients authenticate at each', async () => {
  const metadata = (await server.inject({ url: '/.well-known/oauth-authorization-server' })).json();
  const ways = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];
  const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
  assert.deepEqual(metadata, {
    issuer: authUrl,
    token_endpoint: `${authUrl}/oauth2/token`,
    introspection_endpoint: `${authUrl}/oauth2/introspect`,
    revocation_endpoint: `${authUrl}/oauth2/revoke`,
    jwks_uri: `${authUrl}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    ...Object.fromEntries(
      ['token', 'introspection', 'revocation'].flatMap((name) => [
        [`${name}_endpoint_auth_methods_supported`, ways],
        [`${name}_endpoint_auth_signing_alg_values_supported`, algorithms],
      ]),
    ),
  });
});

test('behind proxies the address that counts is the one they report, and nobody else can report one', async () => {
  for (const [trustProxy, remoteAddress, forwarded, refused] of [
    [false, '192.0.2.50', (turn: number) => `198.51.100.${turn}`, true],
    [1, '192.0.2.51', (turn: number) => `198.51.100.${turn}`, false],
    [1, '192.0.2.52', (turn: number) => `198.51.100.${turn}, 203.0.113.7`, true],
    [['192.0.2.0/24'], '192.0.2.53', (turn: number) => `198.51.100.${turn}`, false],
    [['10.0.0.0/8'], '192.0.2.54', (turn: number) => `198.51.100.${turn}`, true],
  ] as const) {
    const behind = createTokenServer({ auth, trustProxy: trustProxy as false | number | string[] });
    const { clientId } = await anApp(database, orgId);
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const answer = await behind.inject({
        method: 'POST',
        url: '/oauth2/token',
        remoteAddress,
        headers: { ...formType, 'x-forwarded-for': forwarded(turn) },
        payload: formOf({ ...grant, client_id: clientId, client_secret: 'wrong' }),
      });
      statuses.push(answer.statusCode);
    }
    assert.equal(statuses.includes(429), refused, JSON.stringify([trustProxy, statuses]));
    await behind.close();
  }
});

test('an unknown client and a wrong secret cannot be told apart', async () => {
  const { client_id } = credentials();
  const known = await post(formOf({ ...grant, client_id, client_secret: 'wrong' }));
  const unknown = await post(
    formOf({ ...grant, client_id: encodeId('app', tools.ids.next()), client_secret: 'wrong' }),
  );
  const { date: _, ...knownHeaders } = known.headers;
  const { date: __, ...unknownHeaders } = unknown.headers;
  assert.equal(known.body, unknown.body);
  assert.deepEqual(knownHeaders, unknownHeaders);
});

test('other methods and addresses', async () => {
  for (const [url, allow] of [
    ['/oauth2/token', 'POST'],
    ['/oauth2/introspect', 'POST'],
    ['/oauth2/revoke', 'POST'],
    ['/.well-known/jwks.json', 'GET, HEAD'],
    ['/.well-known/oauth-authorization-server?x=1', 'GET, HEAD'],
  ] as const) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const) {
      if (allow.includes(method)) continue;
      const answer = await server.inject({ method, url });
      assert.equal(answer.statusCode, 405, `${method} ${url}`);
      assert.equal(answer.headers.allow, allow);
    }
  }
  for (const url of ['/', '/oauth2', '/oauth2/token/', '/OAUTH2/token', '/oauth2/token/x', '/%', '/__proto__']) {
    const answer = await server.inject({ method: 'POST', url });
    assert.ok([400, 404].includes(answer.statusCode), url);
    assert.equal(answer.headers.server, undefined);
    assert.equal(answer.headers['x-powered-by'], undefined);
    assert.equal(answer.json().error, 'invalid_request');
  }
});

test('a rotated secret is refused at once and the new one works at once', async () => {
  const { app, clientId, clientSecret } = await anApp(database, orgId);
  const status = async (secret: string): Promise<number> =>
    (await post(formOf({ ...grant, client_id: clientId, client_secret: secret }))).statusCode;
  assert.equal(await status(clientSecret), 200);
  const rotated = await database.system((system) => rotateOAuthAppSecret(system, tools, { orgId, id: app.id }));
  assert.equal(await status(clientSecret), 401);
  assert.equal(await status(rotated?.clientSecret ?? ''), 200);
  assert.equal(rotated?.app.version, 2);
});

test('a deleted app gets no token and cannot be rotated or deleted again', async () => {
  const { app, clientId, clientSecret } = await anApp(database, orgId);
  const key = { orgId, id: app.id };
  await database.system((system) => deleteOAuthApp(system, key));
  const answer = await post(formOf({ ...grant, client_id: clientId, client_secret: clientSecret }));
  assert.equal(answer.statusCode, 401);
  const left = await database.system(async (system) => ({
    locked: await lockOAuthApp(system, key),
    rotated: await rotateOAuthAppSecret(system, tools, key),
    deleted: await deleteOAuthApp(system, key),
  }));
  assert.equal(left.locked, undefined);
  assert.equal(left.rotated, undefined);
  assert.equal(left.deleted, undefined);
});

test('an act of one organization makes its own apps, and neither sees nor touches those of another', async () => {
  const other = await anOrganization(database);
  const made = await database.write(orgId, (db) =>
    rotateOAuthAppSecret(db.raw, tools, { orgId, id: client.app.id }).then(async (rotated) => {
      client = { ...client, clientSecret: rotated?.clientSecret ?? '' };
      return rotated;
    }),
  );
  assert.ok(made);
  const key = { orgId, id: client.app.id };
  await database.write(other, async (db) => {
    assert.equal(await lockOAuthApp(db.raw, key), undefined);
    assert.equal(await rotateOAuthAppSecret(db.raw, tools, key), undefined);
    assert.equal(await deleteOAuthApp(db.raw, key), undefined);
  });
});

test('no secret is in the database', async () => {
  const rows = await database.system((system) => system.selectFrom('oauth_app').selectAll().execute());
  assert.ok(rows.length > 0);
  for (const row of rows) {
    if (row.jwks !== null) continue;
    assert.equal(row.secret_hash?.length, 8 + 32);
    assert.ok(!row.secret_hash?.includes(client.clientSecret));
  }
  assert.ok(!JSON.stringify(rows).includes(client.clientSecret));
});

test('a secret survives the change of SECRET_KEY, and is hashed anew with the new one', async () => {
  const { app, clientId, clientSecret } = await anApp(database, orgId);
  const newer = 'a newer key of more than thirty-two characters';
  const older = 'a test key of more than thirty-two characters';
  const changed = createAuth({
    database,
    clock: systemClock,
    log: silentLog,
    secretKeys: createSecretKeys(newer, [older]),
    authUrl,
    publicUrl,
  });
  await changed.start();
  const listener = createTokenServer({ auth: changed });
  const payload = formOf({ ...grant, client_id: clientId, client_secret: clientSecret });
  const hashOf = () =>
    database.system((system) =>
      system.selectFrom('oauth_app').select('secret_hash').where('id', '=', app.id).executeTakeFirstOrThrow(),
    );
  const before = await hashOf();
  const ask = () => listener.inject({ method: 'POST', url: '/oauth2/token', headers: formType, payload });
  assert.equal((await ask()).statusCode, 200);
  await changed.usage.flush();
  assert.notDeepEqual(await hashOf(), before);
  assert.equal((await ask()).statusCode, 200);
  await listener.close();
  await changed.stop();
  assert.notEqual(secretKeys[0].id, createSecretKeys(newer)[0].id);
});

test('a database that cannot be asked answers 503 or 500 without details', async () => {
  const serverOver = (pool: object) => {
    const whole = { options: { max: 1 }, waitingCount: 0, ...pool } as unknown as Database['pool'];
    const { reads } = createDatabase({ kind: 'postgres', pool: whole, strictReads: false });
    return createTokenServer({ auth: { ...auth, database: { ...database, reads } } });
  };
  const busy = serverOver({
    connect: () => Promise.reject(new Error('timeout exceeded when trying to connect')),
  });
  const payload = formOf({ ...grant, ...credentials() });
  const answer = await busy.inject({ method: 'POST', url: '/oauth2/token', headers: formType, payload });
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.headers['retry-after'], '1');
  for (const [code, status] of [
    ['57P01', 503],
    ['ECONNREFUSED', 503],
    ['57014', 503],
    ['42P01', 500],
  ] as const) {
    const failure = Object.assign(new Error('secret detail'), { code });
    const client = { query: () => Promise.reject(failure), release: () => {} };
    const failing = serverOver({ connect: async () => client });
    const second = await failing.inject({ method: 'POST', url: '/oauth2/token', headers: formType, payload });
    assert.equal(second.statusCode, status);
    assert.ok(!second.body.includes('detail'));
    await failing.close();
  }
  await busy.close();
});

test('clients of other makers discover the endpoint, get tokens and verify them', async (t) => {
  const port = await chooseFreePort();
  const issuer = new URL(`http://127.0.0.1:${port}`);
  const here = anAuth(database, { at: issuer.href });
  await here.start();
  const listener = createTokenServer({ auth: here });
  await listener.listen({ port, host: '127.0.0.1' });
  const { client_id, client_secret } = credentials();
  const verify = async (token: string, jwksUri: string | undefined) => {
    const keys = createRemoteJWKSet(new URL(jwksUri ?? ''));
    const { payload } = await jwtVerify(token, keys, { issuer: issuer.origin, audience: publicUrl, typ: 'at+jwt' });
    assert.equal(payload.client_id, client_id);
    await here.authenticate(bearer(token));
  };

  const http = { [oauth.allowInsecureRequests]: true };
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...http });
  const metadata = await oauth.processDiscoveryResponse(new URL(issuer.origin), found);
  for (const [name, way] of [
    ['oauth4webapi, form fields', oauth.ClientSecretPost(client_secret)],
    ['oauth4webapi, Basic', oauth.ClientSecretBasic(client_secret)],
  ] as const) {
    await t.test(name, async () => {
      const parameters = new URLSearchParams({ resource: publicUrl });
      const response = await oauth.clientCredentialsGrantRequest(metadata, { client_id }, way, parameters, http);
      const answer = await oauth.processClientCredentialsResponse(metadata, { client_id }, response);
      assert.equal(answer.expires_in, 3600);
      await verify(answer.access_token, metadata.jwks_uri);

      const call = new Request('http://api.test/org', {
        headers: { authorization: `Bearer ${answer.access_token}` },
      });
      const claims = await oauth.validateJwtAccessToken(metadata, call, publicUrl, http);
      assert.equal(claims.sub, client_id);
    });
  }
  await t.test('oauth4webapi understands the refusal of a wrong secret', async () => {
    const way = oauth.ClientSecretBasic('wrong');
    const response = await oauth.clientCredentialsGrantRequest(metadata, { client_id }, way, {}, http);
    await assert.rejects(
      oauth.processClientCredentialsResponse(metadata, { client_id }, response),
      (error: unknown) => error instanceof oauth.WWWAuthenticateChallengeError && error.status === 401,
    );
  });
  for (const [name, way] of [
    ['openid-client, form fields', openid.ClientSecretPost(client_secret)],
    ['openid-client, Basic', openid.ClientSecretBasic(client_secret)],
  ] as const) {
    await t.test(name, async () => {
      const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
      const config = await openid.discovery(issuer, client_id, undefined, way, options);
      const answer = await openid.clientCredentialsGrant(config, { resource: publicUrl });
      assert.equal(answer.token_type, 'bearer');
      await verify(answer.access_token, config.serverMetadata().jwks_uri);
    });
  }
  const pair = await oauth.generateKeyPair('EdDSA', { extractable: true });
  const key = { key: pair.privateKey, kid: 'one' };
  const read = readClientKeys({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: key.kid }] });
  assert.ok('jwks' in read);
  const wanted = { orgId, name: 'Keys', accessLevel: 'EDITOR', createdBy: 'test' } as const;
  const { clientId: keyed } = await database.system((system) =>
    createOAuthAppWithKeys(system, tools, wanted, read.jwks),
  );
  await t.test('oauth4webapi: private_key_jwt, introspection and revocation', async () => {
    const own = { client_id: keyed };
    const way = oauth.PrivateKeyJwt(key);
    const response = await oauth.clientCredentialsGrantRequest(metadata, own, way, { resource: publicUrl }, http);
    const { access_token: token } = await oauth.processClientCredentialsResponse(metadata, own, response);
    const look = async () =>
      oauth.processIntrospectionResponse(
        metadata,
        own,
        await oauth.introspectionRequest(metadata, own, way, token, http),
      );
    assert.equal((await look()).active, true);
    await oauth.processRevocationResponse(await oauth.revocationRequest(metadata, own, way, token, http));
    assert.equal((await look()).active, false);
  });
  await t.test('openid-client: private_key_jwt, introspection and revocation', async () => {
    const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
    const config = await openid.discovery(issuer, keyed, undefined, openid.PrivateKeyJwt(key), options);
    const { access_token: token } = await openid.clientCredentialsGrant(config, { resource: publicUrl });
    const { active, client_id: of } = await openid.tokenIntrospection(config, token);
    assert.deepEqual([active, of], [true, keyed]);
    await openid.tokenRevocation(config, token);
    assert.equal((await openid.tokenIntrospection(config, token)).active, false);
  });
  await t.test('two Authorization headers on the wire are refused, also when the first is good', async () => {
    const authorization = basicOf(client_id, client_secret);
    const headers = ['Host', issuer.host, 'Content-Type', formType['content-type'], 'Authorization', authorization];
    const status = await new Promise((resolve, reject) => {
      request(new URL('/oauth2/token', issuer), {
        method: 'POST',
        headers: [...headers, 'Authorization', authorization],
      })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(formOf(grant));
    });
    assert.equal(status, 400);
  });
  await listener.close();
  await here.stop();
});
