import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { systemClock } from '../kit/clock.ts';
import { isRefusal, type Refusal } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { silentLog } from '../kit/log.ts';
import { fingerprintOfApiKey, hashApiKey } from './api-key.ts';
import type { ApiClientType } from './api-key-store.ts';
import {
  anAuth,
  anOrganization,
  authUrl,
  bearer,
  ids,
  movableWallClock,
  openTestDatabase,
  publicUrl,
  secretKeys,
} from './auth.test-support.ts';
import type { Auth } from './auth.ts';
import { createAuth } from './auth.ts';
import { permissionsOfRole } from './permissions.ts';
import { createSecretKeys } from './secrets.ts';

let database: Database;
let auth: Auth;
let orgId: string;
before(async () => {
  database = await openTestDatabase();
  orgId = await anOrganization(database);
  auth = anAuth(database);
  await auth.start();
});
after(async () => {
  await auth.stop();
  await database.close();
});

type Wanted = { type?: ApiClientType; role?: 'VIEWER' | 'EDITOR'; org?: string; secret?: string };

const anApiClient = async ({ type = 'API_KEY', role = 'EDITOR', org = orgId, secret }: Wanted = {}) => {
  const key = secret ?? randomBytes(16).toString('hex');
  const id = ids.next();
  const clientId = encodeId('apikey', id);
  const now = systemClock.now();
  await database.write(org, (db) =>
    db
      .insertInto('api_client', {
        id,
        type,
        role,
        client_id: clientId,
        fingerprint: fingerprintOfApiKey(key),
        secret_hash: hashApiKey(secretKeys, key),
        created_by: 'test',
        creation_time: now,
        last_update_time: now,
      })
      .execute(),
  );
  return { id, clientId, key };
};

const deleteClient = (id: string, org = orgId) =>
  database.write(org, (db) =>
    db.updateTable('api_client').set({ deleted_time: systemClock.wallNow() }).where('api_client.id', '=', id).execute(),
  );

/** Each test has its own address, so that its wrong keys do not count against other tests. */
let hosts = 0;
const anAddress = (): string => {
  hosts += 1;
  return `198.51.100.${hosts}`;
};

const withKey = (key: string, address = '192.0.2.1', scheme = 'Key') => ({
  rawHeaders: ['Authorization', `${scheme} ${key}`],
  url: '/org',
  address,
});

const refusalOf = async (promise: Promise<unknown>): Promise<Refusal> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(isRefusal(error), `not refused: ${error}`);
  return error;
};

const exchange = (client: { clientId: string; key: string }, { at = auth, org = orgId, address = '192.0.2.1' } = {}) =>
  at.issueApiClientToken({ organizationID: encodeId('org', org), id: client.clientId, secret: client.key }, address);

test('a key authenticates its client with the permissions of its role, whatever the case of its digits and of the scheme', async () => {
  for (const role of ['VIEWER', 'EDITOR'] as const) {
    const { key, clientId } = await anApiClient({ role });
    for (const [text, scheme] of [
      [key, 'Key'],
      [key.toUpperCase(), 'KEY'],
    ]) {
      const principal = await auth.authenticate(withKey(`${text}`, '192.0.2.1', scheme));
      assert.deepEqual(principal.actor.type, 'apikey');
      assert.equal(principal.actor.id, clientId);
      assert.deepEqual([...principal.memberships.keys()], [orgId]);
      assert.deepEqual(principal.memberships.get(orgId)?.permissions, permissionsOfRole(role));
    }
  }
});

test('a key that two organizations brought along is a key of both, and of the other one when one deletes it', async () => {
  const other = await anOrganization(database);
  const { key, id } = await anApiClient();
  const there = await anApiClient({ org: other, secret: key, role: 'VIEWER' });
  const both = await auth.authenticate(withKey(key));
  assert.deepEqual(new Set(both.memberships.keys()), new Set([orgId, other]));
  assert.equal(both.memberships.get(other)?.actor.id, there.clientId);
  await deleteClient(id);
  assert.deepEqual([...(await auth.authenticate(withKey(key))).memberships.keys()], [other]);
});

test('a deleted key is refused by the next call, on every replica', async () => {
  const other = anAuth(database);
  await other.start();
  const { key, id } = await anApiClient();
  for (const replica of [auth, other]) await replica.authenticate(withKey(key));
  await deleteClient(id);
  for (const replica of [auth, other]) await refusalOf(replica.authenticate(withKey(key, anAddress())));
  await other.stop();
});

test('every key that does not belong to an existing client is refused in the same way', async () => {
  const { key } = await anApiClient();
  const { key: forTokens } = await anApiClient({ type: 'BEARER_TOKEN' });
  const address = anAddress();
  for (const wrong of [randomBytes(16).toString('hex'), forTokens, key.slice(1), `${key}0`, '', 'x', `${key} ${key}`]) {
    const { code, message, headers } = await refusalOf(auth.authenticate(withKey(wrong, address)));
    assert.deepEqual([code, message], ['Unauthorized', 'The API key is not valid.']);
    assert.match(headers['www-authenticate'] ?? '', /^Key realm=/);
  }
  const two = { rawHeaders: ['Authorization', `Key ${key}`, 'authorization', `Key ${key}`], url: '/org', address };
  assert.equal((await refusalOf(auth.authenticate(two))).code, 'Unauthorized');
});

test('wrong keys are counted by address over all replicas, and lock out nobody else', async () => {
  const clock = movableWallClock({ stopped: true });
  const [here, there] = [anAuth(database, { clock }), anAuth(database, { clock })];
  await here.start();
  await there.start();
  const { key } = await anApiClient();
  const address = anAddress();
  for (let count = 0; count < 30; count += 1) {
    await refusalOf(here.authenticate(withKey(randomBytes(16).toString('hex'), address)));
  }
  await here.throttle.flush();
  for (const replica of [here, there]) {
    const { code, headers } = await refusalOf(replica.authenticate(withKey(key, address)));
    assert.equal(code, 'TooManyRequests');
    assert.ok(Number(headers['retry-after']) >= 1);
  }
  await there.authenticate(withKey(key, anAddress()));
  clock.move(4_000);
  await there.authenticate(withKey(key, address));
  await here.stop();
  await there.stop();
});

test('a secret is exchanged for a token of an hour, which is its client', async () => {
  const client = await anApiClient({ type: 'BEARER_TOKEN', role: 'VIEWER' });
  const began = Math.floor(systemClock.wallNow().getTime() / 1000);
  const answer = await exchange(client);
  assert.deepEqual([answer.token_type, answer.expires_in], ['Bearer', 3600]);
  // A text with a time: the reference's clients for Go refuse a number, and those for TypeScript would read it as milliseconds.
  assert.match(answer.expires_on, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  const expiresOn = Date.parse(answer.expires_on) / 1000;
  assert.ok(expiresOn >= began + 3600 && expiresOn <= began + 3602);
  const principal = await auth.authenticate(bearer(answer.access_token));
  assert.deepEqual([principal.actor.type, principal.actor.id], ['apikey', client.clientId]);
  assert.deepEqual(principal.memberships.get(orgId)?.permissions, permissionsOfRole('VIEWER'));
});

test('whatever is wrong in an exchange, the response is the same', async () => {
  const client = await anApiClient({ type: 'BEARER_TOKEN' });
  const other = await anOrganization(database);
  const forKeys = await anApiClient({ type: 'API_KEY' });
  const wrong: Parameters<typeof exchange>[] = [
    [{ ...client, key: randomBytes(16).toString('hex') }],
    [{ ...client, clientId: encodeId('apikey', ids.next()) }],
    [{ ...client, clientId: 'nonsense' }],
    [client, { org: other }],
    [forKeys],
  ];
  for (const [given, where] of wrong) {
    const { code, message } = await refusalOf(exchange(given, { address: anAddress(), ...where }));
    assert.deepEqual([code, message], ['Unauthorized', 'Client authentication failed.']);
  }
});

test('wrong secrets in an exchange lock out the sender, and not the client elsewhere', async () => {
  const client = await anApiClient({ type: 'BEARER_TOKEN' });
  const address = anAddress();
  for (let count = 0; count < 10; count += 1) await refusalOf(exchange({ ...client, key: 'f00d' }, { address }));
  assert.equal((await refusalOf(exchange(client, { address }))).code, 'TooManyRequests');
  await exchange(client, { address: anAddress() });
});

test('tokens of a deleted client stop on every replica within a second, on one that never saw them too', async () => {
  const other = anAuth(database);
  await other.start();
  const client = await anApiClient({ type: 'BEARER_TOKEN' });
  const [seen, unseen] = [(await exchange(client)).access_token, (await exchange(client)).access_token];
  for (const replica of [auth, other]) await replica.authenticate(bearer(seen));
  await deleteClient(client.id);
  await wait(1000);
  for (const replica of [auth, other]) {
    for (const token of [seen, unseen]) {
      assert.equal((await refusalOf(replica.authenticate(bearer(token)))).code, 'Unauthorized');
    }
  }
  await refusalOf(exchange(client, { address: anAddress() }));
  await other.stop();
});

test('a key under a retiring pepper works, and its next use moves it to the one in force', async () => {
  const { key, id } = await anApiClient();
  const current = 'another key of more than thirty-two characters';
  const at = (...masters: [string, ...string[]]): Auth =>
    createAuth({
      database,
      clock: systemClock,
      log: silentLog,
      secretKeys: createSecretKeys(masters[0], masters.slice(1)),
      authUrl,
      publicUrl,
    });
  const rotating = at(current, 'a test key of more than thirty-two characters');
  await rotating.authenticate(withKey(key));
  await rotating.apiClientUsage.flush();
  await at(current).authenticate(withKey(key));
  await refusalOf(auth.authenticate(withKey(key, anAddress())));
  await deleteClient(id);
});

test('the time of last use is written outside the request, and is no change of the client', async () => {
  const client = await anApiClient();
  const row = () =>
    database
      .read(orgId)
      .selectFrom('api_client')
      .select(['api_client.last_used_time', 'api_client.version'])
      .where('api_client.id', '=', client.id)
      .executeTakeFirstOrThrow();
  await auth.authenticate(withKey(client.key));
  assert.equal((await row()).last_used_time, null);
  await auth.apiClientUsage.flush();
  const { last_used_time, version } = await row();
  assert.ok(last_used_time !== null && version === 1);
});
