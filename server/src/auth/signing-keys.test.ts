import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type CompactJWSHeaderParameters, decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { until } from '../../test/until.ts';
import type { Database } from '../db/database.ts';
import { systemClock } from '../kit/clock.ts';
import { encodeId } from '../kit/ids.ts';
import { silentLog } from '../kit/log.ts';
import {
  anApp,
  anAuth,
  anOrganization,
  bearer,
  movableWallClock,
  openTestDatabase,
  secretKeys,
} from './auth.test-support.ts';
import { type Auth, createAuth } from './auth.ts';
import { signAccessToken } from './jwt.ts';
import { createSecretKeys } from './secrets.ts';
import { rotateSigningKey } from './signing-keys.ts';

let database: Database;
let orgId: string;
let clientId: string;
before(async () => {
  database = await openTestDatabase();
  orgId = await anOrganization(database);
  clientId = (await anApp(database, orgId)).clientId;
});
after(() => database.close());

const tokenOf = (auth: Auth): Promise<string> =>
  signAccessToken(auth.ring.signer(auth.now()), auth, { clientId, orgId: encodeId('org', orgId), now: auth.now() });

const kidOf = (token: string): CompactJWSHeaderParameters['kid'] => decodeProtectedHeader(token).kid;

test('replicas that start at once on an empty database agree on one key, kept sealed', async () => {
  const replicas = [anAuth(database), anAuth(database), anAuth(database)];
  await Promise.all(replicas.map((replica) => replica.start()));
  const tokens = await Promise.all(replicas.map(tokenOf));
  assert.equal(new Set(tokens.map(kidOf)).size, 1);
  for (const replica of replicas) for (const token of tokens) await replica.authenticate(bearer(token));
  const [jwk, ...more] = replicas[0]?.ring.published(systemClock.wallNow()) ?? [];
  assert.deepEqual(more, []);
  assert.deepEqual(Object.keys(jwk ?? {}).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  assert.equal(Buffer.from(jwk?.n ?? '', 'base64url').length, 256);
  const rows = await database.system((system) => system.selectFrom('signing_key').selectAll().execute());
  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes('PRIVATE KEY'));
  await Promise.all(replicas.map((replica) => replica.stop()));
});

test('the role that reads cannot read private keys, sealed or not', async () => {
  await assert.rejects(sql`select sealed_private_key from signing_key`.execute(database.reads), /permission denied/);
});

test('a rotated key is published before it signs, and the old one verifies until its last token has expired', async () => {
  const clock = movableWallClock();
  const [here, there] = [anAuth(database, { clock }), anAuth(database, { clock })];
  await here.start();
  await there.start();
  const before = await tokenOf(here);
  assert.equal(await rotateSigningKey({ database, clock, secretKeys }), true);
  for (const replica of [here, there]) {
    await until('the new key is published', () => replica.ring.published(clock.wallNow()).length === 2);
    assert.equal(kidOf(await tokenOf(replica)), kidOf(before));
  }
  clock.move(5.5 * 60_000);
  const lastOfOld = await tokenOf(here);
  assert.equal(kidOf(lastOfOld), kidOf(before));
  clock.move(1 * 60_000);
  const firstOfNew = await tokenOf(here);
  assert.notEqual(kidOf(firstOfNew), kidOf(before));
  for (const token of [before, lastOfOld, firstOfNew]) await there.authenticate(bearer(token));

  clock.move(58 * 60_000);
  await there.authenticate(bearer(lastOfOld));
  clock.move(4 * 60_000);
  await until('the old key is no longer published', () => there.ring.published(clock.wallNow()).length === 1);
  assert.equal(there.ring.published(clock.wallNow())[0]?.kid, kidOf(firstOfNew));
  const left = async (): Promise<string[]> => {
    await here.usage.flush();
    const rows = await database.system((system) => system.selectFrom('signing_key').select('kid').execute());
    return rows.map(({ kid }) => kid);
  };
  assert.equal(
    (await left()).length,
    2,
    'a clock that is ahead of the database’s removes no key that others verify with',
  );
  await database.system((system) =>
    sql`update signing_key set verifies_until = verifies_until - interval '1 day' where verifies_until is not null`.execute(
      system,
    ),
  );
  assert.deepEqual(await left(), [kidOf(firstOfNew)]);
  await here.stop();
  await there.stop();
});

test('a compromised key stops at once with its tokens, and its successor is known to a replica that has not polled', async () => {
  const [here, there] = [anAuth(database), anAuth(database)];
  await here.start();
  await there.start();
  const before = await tokenOf(here);
  await there.authenticate(bearer(before));
  await rotateSigningKey({ database, clock: systemClock, secretKeys }, { compromised: true });
  await here.ring.refresh();
  await wait(150);
  const next = await tokenOf(here);
  assert.notEqual(kidOf(next), kidOf(before));
  await there.authenticate(bearer(next));
  await assert.rejects(there.authenticate(bearer(before)), /not valid/);
  await here.stop();
  await there.stop();
});

test('of two rotations at the same time, one happens', async () => {
  const results = await Promise.all([1, 2].map(() => rotateSigningKey({ database, clock: systemClock, secretKeys })));
  assert.deepEqual(results.sort(), [false, true]);
});

test('a process with another SECRET_KEY does not start, and says why', async () => {
  const stranger = createAuth({
    database,
    clock: systemClock,
    log: silentLog,
    secretKeys: createSecretKeys('another key of more than thirty-two characters'),
    authUrl: 'http://auth.test',
    publicUrl: 'http://api.test',
  });
  await assert.rejects(stranger.start(), /SECRET_KEY does not contain/);
  await stranger.stop();
});
