import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { systemClock } from '../kit/clock.ts';
import { isRefusal } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { deleteOAuthApp, rotateOAuthAppSecret } from './apps.ts';
import {
  anApp,
  anAuth,
  anOrganization,
  aRole,
  authUrl,
  bearer,
  changeRole,
  movableWallClock,
  openTestDatabase,
  publicUrl,
  tools,
  useOf,
} from './auth.test-support.ts';
import type { Auth } from './auth.ts';
import type { CredentialSource } from './authenticate.ts';
import { signAccessToken } from './jwt.ts';
import { permissionsOfRole } from './permissions.ts';

let database: Database;
let auth: Auth;
let orgId: string;
before(async () => {
  database = await openTestDatabase();
  auth = anAuth(database);
  await auth.start();
  orgId = await anOrganization(database);
});
after(async () => {
  await auth.stop();
  await database.close();
});

const tokenOf = (clientId: string, of = auth): Promise<string> =>
  signAccessToken(of.ring.signer(of.now()), of, { clientId, orgId: encodeId('org', orgId), now: of.now() });

const refusalOf = async (source: CredentialSource, by = auth) => {
  const error = await by.authenticate(source).then(
    () => assert.fail('it was accepted'),
    (reason: unknown) => reason,
  );
  assert.ok(isRefusal(error), String(error));
  assert.equal(error.code, 'Unauthorized');
  return error;
};

test('an app is who its token says, with the permissions of its access level in its own organization only', async () => {
  for (const accessLevel of ['VIEWER', 'EDITOR'] as const) {
    const { clientId } = await anApp(database, orgId, { accessLevel, name: accessLevel });
    const principal = await auth.authenticate(bearer(await tokenOf(clientId)));
    assert.deepEqual(principal.actor, { type: 'app', id: clientId, name: accessLevel });
    assert.deepEqual([...principal.memberships.keys()], [orgId]);
    assert.deepEqual(principal.memberships.get(orgId)?.permissions, permissionsOfRole(accessLevel));
  }
});

test('the scheme is written in any case', async () => {
  const { clientId } = await anApp(database, orgId);
  const token = await tokenOf(clientId);
  for (const [name, scheme] of [
    ['authorization', 'bearer'],
    ['AUTHORIZATION', 'BEARER'],
  ]) {
    await auth.authenticate({ rawHeaders: ['accept', '*/*', `${name}`, `${scheme} ${token}`], url: '/org' });
  }
});

test('an app with a custom role holds what the role says, of what there is', async () => {
  const roleId = await aRole(database, orgId, ['offer:read', 'contact:write', 'moon:read']);
  const { clientId } = await anApp(database, orgId, { accessLevel: { customRoleId: roleId } });
  const membership = (await auth.authenticate(bearer(await tokenOf(clientId)))).memberships.get(orgId);
  assert.equal(membership?.role, 'CUSTOM');
  assert.deepEqual(membership?.permissions, new Set(['offer:read', 'contact:write']));
});

test('a change of a custom role reaches every process within a second, also for tokens it knows', async () => {
  const other = anAuth(database);
  await other.start();
  const roleId = await aRole(database, orgId, ['offer:read']);
  const { clientId } = await anApp(database, orgId, { accessLevel: { customRoleId: roleId } });
  const token = await tokenOf(clientId);
  const permissionsAt = async (replica: Auth) =>
    (await replica.authenticate(bearer(token))).memberships.get(orgId)?.permissions;
  for (const replica of [auth, other]) assert.deepEqual(await permissionsAt(replica), new Set(['offer:read']));
  for (const permissions of [['offer:read', 'offer:write'], ['contact:read']]) {
    await changeRole(database, orgId, roleId, permissions);
    await wait(1000);
    for (const replica of [auth, other]) assert.deepEqual(await permissionsAt(replica), new Set(permissions));
  }
  await other.stop();
});

test('a custom role stays while an app holds it, and can go when the app is deleted', async () => {
  const roleId = await aRole(database, orgId, ['offer:read']);
  const { app } = await anApp(database, orgId, { accessLevel: { customRoleId: roleId } });
  const remove = () =>
    database.write(orgId, (db) => sql`delete from role where org_id = ${orgId} and id = ${roleId}`.execute(db.raw));
  await assert.rejects(remove(), { code: '23503' });
  await database.system((system) => deleteOAuthApp(system, { orgId, id: app.id }));
  await remove();
  await assert.rejects(anApp(database, orgId, { accessLevel: { customRoleId: roleId } }), { code: '23503' });
});

test('a role of another organization cannot be held', async () => {
  const roleId = await aRole(database, await anOrganization(database), ['offer:read']);
  await assert.rejects(anApp(database, orgId, { accessLevel: { customRoleId: roleId } }), { code: '23503' });
});

test('without credentials the challenge names the scheme and no error', async () => {
  for (const rawHeaders of [[], ['Authorization', 'Basic YTpi'], ['Authorization', ''], ['X-Api-Key', 'x']]) {
    const { headers } = await refusalOf({ rawHeaders, url: '/org' });
    assert.equal(headers['www-authenticate'], 'Bearer realm="marketplace-operations"');
  }
});

test('two Authorization headers are refused, also when both are good', async () => {
  const { clientId } = await anApp(database, orgId);
  const header = `Bearer ${await tokenOf(clientId)}`;
  for (const other of [header, 'Bearer x', '']) {
    for (const pair of [
      [header, other],
      [other, header],
    ]) {
      const rawHeaders = ['Authorization', `${pair[0]}`, 'authorization', `${pair[1]}`];
      const { headers } = await refusalOf({ rawHeaders, url: '/org' });
      assert.match(headers['www-authenticate'] ?? '', /^Bearer error="invalid_request"/);
    }
  }
});

test('a token in the address is refused, also beside a good header, and is not repeated', async () => {
  const { clientId } = await anApp(database, orgId);
  const token = await tokenOf(clientId);
  for (const name of ['access_token', 'access%5Ftoken', '%61ccess_token']) {
    for (const source of [
      bearer(token, `/org?x=1&${name}=${token}`),
      { rawHeaders: [], url: `/org?${name}=${token}` },
    ]) {
      const { headers, message } = await refusalOf(source);
      assert.match(headers['www-authenticate'] ?? '', /^Bearer error="invalid_request"/);
      assert.ok(!message.includes(token) && !JSON.stringify(headers).includes(token));
    }
  }
  await auth.authenticate(bearer(token, '/org?page_token=abc&q=100%25'));
});

test('every forged, foreign, altered or untimely token is refused alike', async (t) => {
  const { clientId } = await anApp(database, orgId);
  const { clientId: elsewhere } = await anApp(database, await anOrganization(database));
  const key = auth.ring.signer(auth.now());
  const now = Math.floor(systemClock.wallNow().getTime() / 1000);
  const claims: Record<string, unknown> = {
    iss: authUrl,
    aud: publicUrl,
    sub: clientId,
    client_id: clientId,
    org_id: encodeId('org', orgId),
    iat: now,
    exp: now + 3600,
    jti: 'one',
  };
  const header = { alg: 'RS256', kid: key.kid, typ: 'at+jwt' };
  const signed = (
    changedClaims: object,
    changedHeader: object = {},
    by: Parameters<SignJWT['sign']>[0] = key.privateKey,
  ) => new SignJWT({ ...claims, ...changedClaims }).setProtectedHeader({ ...header, ...changedHeader }).sign(by);
  const without = (name: string): Promise<string> => {
    const { [name]: _, ...rest } = claims;
    return new SignJWT(rest).setProtectedHeader(header).sign(key.privateKey);
  };
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const strangerJwk = stranger.publicKey.export({ format: 'jwk' });
  const publicPem = Buffer.from(key.publicKey.export({ type: 'spki', format: 'pem' }));
  const good = await signed({});
  const [goodHeader = '', goodClaims = '', signature = ''] = good.split('.');
  await auth.authenticate(bearer(good));

  const bad: Record<string, string | Promise<string>> = {
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg none with kid and typ': `${encode({ ...header, alg: 'none' })}.${goodClaims}.`,
    'alg none with the signature': `${encode({ ...header, alg: 'none' })}.${goodClaims}.${signature}`,
    'HS256 with the public key': signed({}, { alg: 'HS256' }, publicPem),
    'HS256 with the modulus': signed({}, { alg: 'HS256' }, Buffer.from(key.jwk.n ?? '', 'base64url')),
    RS512: signed({}, { alg: 'RS512' }),
    PS256: signed({}, { alg: 'PS256' }),
    'another key under our kid': signed({}, {}, stranger.privateKey),
    'unknown kid': signed({}, { kid: 'nobody' }),
    'no kid': signed({}, { kid: undefined }),
    'a key in the header': signed({}, { kid: undefined, jwk: strangerJwk }, stranger.privateKey),
    'our kid and a key in the header': signed({}, { jwk: strangerJwk }, stranger.privateKey),
    'a key at an address': signed({}, { jku: 'http://127.0.0.1:9/jwks.json' }, stranger.privateKey),
    'an unknown critical header': `${encode({ ...header, crit: ['b64'], b64: true })}.${goodClaims}.${signature}`,
    'wrong issuer': signed({ iss: 'http://elsewhere.test' }),
    'wrong audience': signed({ aud: 'http://elsewhere.test' }),
    'audience with another path': signed({ aud: `${publicUrl}/more` }),
    'typ JWT': signed({}, { typ: 'JWT' }),
    'no typ': signed({}, { typ: undefined }),
    'not yet valid': signed({ nbf: now + 60 }),
    'expiry is no number': signed({ exp: 'never' }),
    'unknown client': signed({ client_id: encodeId('app', tools.ids.next()), sub: encodeId('app', tools.ids.next()) }),
    'client id is no id': signed({ client_id: "x' or 1=1", sub: "x' or 1=1" }),
    'client id is no text': signed({ client_id: { $ne: '' } }),
    'subject is another client': signed({ sub: elsewhere }),
    'another organization': signed({ client_id: elsewhere, sub: elsewhere }),
    'altered claims': `${goodHeader}.${encode({ ...claims, jti: 'two' })}.${signature}`,
    'altered signature': `${goodHeader}.${goodClaims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'no signature': `${goodHeader}.${goodClaims}.`,
    'two parts': `${goodHeader}.${goodClaims}`,
    'four parts': `${good}.x`,
    'header is no JSON': `${Buffer.from('{').toString('base64url')}.${goodClaims}.${signature}`,
    'claims are no JSON': `${goodHeader}.${Buffer.from('[').toString('base64url')}.${signature}`,
    'not a token': 'x',
    'dots only': '..',
    empty: '',
    'a U+0000': `${good}\0`,
    'two tokens': `${good} ${good}`,
    'too long': `${good}${'A'.repeat(10_000)}`,
  };
  for (const name of Object.keys(claims)) bad[`without ${name}`] = without(name);

  for (const [name, token] of Object.entries(bad)) {
    await t.test(name, async () => {
      const text = await token;
      const { headers, message } = await refusalOf(bearer(text));
      assert.equal(message, 'The access token is not valid.');
      assert.match(headers['www-authenticate'] ?? '', /^Bearer error="invalid_token"/);
    });
  }
  await t.test('expired', async () => {
    const { headers, message } = await refusalOf(bearer(await signed({ iat: now - 3601, exp: now - 1 })));
    assert.equal(message, 'The access token has expired.');
    assert.match(headers['www-authenticate'] ?? '', /^Bearer error="invalid_token"/);
  });
});

test('an accepted token stops working when its hour is over', async () => {
  const clock = movableWallClock();
  const here = anAuth(database, { clock });
  await here.start();
  const { clientId } = await anApp(database, orgId);
  const token = await tokenOf(clientId, here);
  await here.authenticate(bearer(token));
  clock.move(3_599_000 - 2_000);
  await here.authenticate(bearer(token));
  clock.move(3_000);
  assert.equal((await refusalOf(bearer(token), here)).message, 'The access token has expired.');
  await here.stop();
});

test('tokens of a deleted app stop on every replica within a second, on one that never saw them too', async () => {
  const other = anAuth(database);
  await other.start();
  const { app, clientId } = await anApp(database, orgId);
  const [seen, unseen] = [await tokenOf(clientId), await tokenOf(clientId)];
  await auth.authenticate(bearer(seen));
  await other.authenticate(bearer(seen));
  assert.ok(await database.system((system) => deleteOAuthApp(system, { orgId, id: app.id })));
  await wait(1000);
  for (const replica of [auth, other]) {
    await refusalOf(bearer(seen), replica);
    await refusalOf(bearer(unseen), replica);
  }
  const later = anAuth(database);
  await later.start();
  await refusalOf(bearer(seen), later);
  await later.stop();
  await other.stop();
});

test('a process whose polling has stopped reads the database for each request instead', async () => {
  const clock = movableWallClock();
  const here = anAuth(database, { clock });
  await here.start();
  const { app, clientId } = await anApp(database, orgId);
  const token = await tokenOf(clientId, here);
  await here.authenticate(bearer(token));
  await here.stop();
  await database.system((system) => deleteOAuthApp(system, { orgId, id: app.id }));
  clock.move(1000);
  await refusalOf(bearer(token), here);
});

test('rotating a secret leaves tokens alone', async () => {
  const { app, clientId } = await anApp(database, orgId);
  const token = await tokenOf(clientId);
  await database.system((system) => rotateOAuthAppSecret(system, tools, { orgId, id: app.id }));
  await wait(300);
  await auth.authenticate(bearer(token));
});

test('the time of last use is written outside the request, at most once a minute over all replicas', async () => {
  const { app, clientId } = await anApp(database, orgId);
  const lastUsed = async () => (await useOf(database, app.id)).lastUsedTime;
  await auth.authenticate(bearer(await tokenOf(clientId)));
  assert.equal(await lastUsed(), undefined);
  await auth.usage.flush();
  const first = await lastUsed();
  assert.ok(first !== undefined);
  const clock = movableWallClock();
  const other = anAuth(database, { clock });
  await other.start();
  const token = await tokenOf(clientId, other);
  clock.move(30_000);
  await other.authenticate(bearer(token));
  await other.usage.flush();
  assert.equal(await lastUsed(), first);
  clock.move(40_000);
  await other.authenticate(bearer(token));
  await other.stop();
  assert.ok(((await lastUsed()) ?? 0) > first + 60_000);
  assert.equal((await useOf(database, app.id)).version, 1);
});

test('calls are counted by day over all replicas, refused tokens and other tries are not, and old days go', async () => {
  const { app, clientId } = await anApp(database, orgId);
  const clock = movableWallClock({ stopped: true });
  const other = anAuth(database, { clock });
  await other.start();
  const token = await tokenOf(clientId);
  for (let call = 0; call < 3; call += 1) await auth.authenticate(bearer(token));
  for (let call = 0; call < 2; call += 1) await other.authenticate(bearer(token));
  await refusalOf(bearer(`${token}x`));
  await auth.usage.flush();
  await other.usage.flush();
  const today = systemClock.wallNow().toISOString().slice(0, 10);
  const { calls } = await useOf(database, app.id);
  assert.equal(
    calls.reduce((sum, { count }) => sum + count, 0),
    5,
  );
  assert.equal(calls.at(-1)?.day, today);
  clock.move(86_400_000);
  await other.authenticate(bearer(await tokenOf(clientId, other)));
  await other.usage.flush();
  assert.equal((await useOf(database, app.id)).calls.at(-1)?.count, 1);
  clock.move(33 * 86_400_000);
  await other.usage.flush();
  assert.notDeepEqual((await useOf(database, app.id)).calls, [], 'the clock of one process deletes nothing');
  await database.system((db) => sql`update oauth_app_call set day = day - 33`.execute(db));
  await other.usage.flush();
  assert.deepEqual((await useOf(database, app.id)).calls, []);
  await other.stop();
});

test('calls that could not be written are written the next time', async () => {
  const { app, clientId } = await anApp(database, orgId);
  let broken = true;
  const failing: Database = {
    ...database,
    system: (work) => (broken ? Promise.reject(new Error('away')) : database.system(work)),
  };
  const here = anAuth(failing);
  broken = false;
  await here.start();
  broken = true;
  const token = await tokenOf(clientId);
  await here.authenticate(bearer(token));
  await assert.rejects(here.usage.flush(), /away/);
  broken = false;
  await here.authenticate(bearer(token));
  await here.stop();
  assert.equal((await useOf(database, app.id)).calls[0]?.count, 2);
});
