import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type Database } from '../db/database.ts';
import { encodeId } from '../kit/ids.ts';
import { anApp, anAuth, anOrganization, formOf, ids, movableWallClock, openTestDatabase } from './auth.test-support.ts';
import { bucketsOf } from './throttle.ts';
import { createTokenServer } from './token-endpoint.ts';

let database: Database;
let orgId: string;
before(async () => {
  database = await openTestDatabase();
  orgId = await anOrganization(database);
});
after(() => database.close());

const clock = movableWallClock({ stopped: true });

/** One replica, and a function that calls it from any address. */
const aReplica = async (over = database) => {
  const auth = anAuth(over, { clock });
  await auth.start();
  const server = createTokenServer({ auth });
  const ask = (clientId: string, clientSecret: string, remoteAddress = '192.0.2.1') =>
    server.inject({
      method: 'POST',
      url: '/oauth2/token',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: formOf({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    });
  const close = async (): Promise<void> => {
    await server.close();
    await auth.stop();
  };
  return { ask, auth, close };
};

test('wrong secrets are counted over all replicas, and their owner is refused for seconds, not for ever', async () => {
  const [here, there] = [await aReplica(), await aReplica()];
  const { clientId, clientSecret } = await anApp(database, orgId);
  for (let count = 0; count < 10; count += 1) {
    assert.equal((await (count % 2 ? here : there).ask(clientId, 'wrong')).statusCode, 401);
  }
  for (const { auth } of [here, there]) await auth.throttle.flush();
  for (const { ask } of [here, there]) {
    const answer = await ask(clientId, clientSecret);
    assert.equal(answer.statusCode, 429);
    assert.equal(answer.json().error, 'invalid_client');
    const seconds = Number(answer.headers['retry-after']);
    assert.ok(seconds >= 1 && seconds <= 6, `${seconds}`);
  }
  assert.equal((await there.ask(clientId, clientSecret, '192.0.2.2')).statusCode, 200);
  clock.move(6_000);
  assert.equal((await there.ask(clientId, clientSecret)).statusCode, 200);
  assert.equal((await here.ask(clientId, 'wrong')).statusCode, 401);
  await here.auth.throttle.flush();
  assert.equal((await there.ask(clientId, clientSecret)).statusCode, 429);
  await here.close();
  await there.close();
});

test('one address that tries many clients is refused', async () => {
  const { ask, close } = await aReplica();
  const statuses = [];
  for (let count = 0; count < 32; count += 1) {
    statuses.push((await ask(encodeId('app', ids.next()), 'wrong', '198.51.100.7')).statusCode);
  }
  assert.deepEqual(statuses, [...new Array(30).fill(401), 429, 429]);
  await close();
});

test('an attacker who knows a client id locks its owner out nowhere else, however many addresses are used', async () => {
  const { ask, close } = await aReplica();
  const { clientId, clientSecret } = await anApp(database, orgId);
  for (let count = 0; count < 120; count += 1) {
    assert.equal((await ask(clientId, 'wrong', `203.0.113.${count}`)).statusCode, 401);
  }
  assert.equal((await ask(clientId, clientSecret, '203.0.113.200')).statusCode, 200);
  await close();
});

test('concurrent attempts are all counted', async () => {
  const { ask, close } = await aReplica();
  const { clientId } = await anApp(database, orgId);
  await Promise.all(Array.from({ length: 12 }, () => ask(clientId, 'wrong', '192.0.2.77')));
  assert.equal((await ask(clientId, 'wrong', '192.0.2.77')).statusCode, 429);
  await close();
});

test('concurrent attempts fill a bucket without overflowing it: nobody is refused for long', async () => {
  const [here, there] = [await aReplica(), await aReplica()];
  const { clientId, clientSecret } = await anApp(database, orgId);
  await Promise.all(Array.from({ length: 60 }, () => here.ask(clientId, 'wrong', '192.0.2.78')));
  await Promise.all(Array.from({ length: 60 }, () => there.ask(clientId, 'wrong', '192.0.2.78')));
  for (const { auth } of [here, there]) await auth.throttle.flush();
  for (const { ask } of [here, there, await aReplica()]) {
    const answer = await ask(clientId, clientSecret, '192.0.2.78');
    assert.equal(answer.statusCode, 429);
    assert.ok(Number(answer.headers['retry-after']) <= 6, String(answer.headers['retry-after']));
  }
  await here.close();
  await there.close();
});

test('a thousand wrong secrets cost a few statements, and a caller known to be refused costs none', async () => {
  const asked = { reads: 0, writes: 0 };
  const pool = {
    options: { max: 8 },
    waitingCount: 0,
    connect: async () => ({
      query: async (config: { text: string }) => {
        if (/auth_throttle/.test(config.text)) asked.reads += 1;
        // Simulates a database in another process.
        await wait(2);
        return database.pool.query(config);
      },
      release: () => {},
    }),
  } as unknown as Database['pool'];
  const counting: Database = {
    ...database,
    reads: createDatabase({ kind: database.kind, pool, strictReads: false }).reads,
    system: (work) => {
      asked.writes += 1;
      return database.system(work);
    },
  };
  const { ask, auth, close } = await aReplica(counting);
  asked.writes = 0;
  for (let at = 0; at < 1000; at += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(encodeId('app', ids.next()), 'wrong', `10.1.${at / 50}.${index}`)),
    );
  }
  await auth.throttle.flush();
  assert.ok(asked.writes < 300, `${asked.writes} writes`);
  assert.ok(asked.reads > 0 && asked.reads <= 1000 / 5, `${asked.reads} reads`);
  const victim = encodeId('app', ids.next());
  for (let index = 0; index < 10; index += 1) await ask(victim, 'wrong', '10.2.0.1');
  await auth.throttle.flush();
  Object.assign(asked, { reads: 0, writes: 0 });
  for (let index = 0; index < 500; index += 1) {
    assert.equal((await ask(victim, 'wrong', '10.2.0.1')).statusCode, 429);
  }
  assert.deepEqual(asked, { reads: 0, writes: 0 });
  await close();
});

test('drained buckets are removed', async () => {
  const { ask, auth, close } = await aReplica();
  await ask(encodeId('app', ids.next()), 'wrong', '192.0.2.99');
  await auth.throttle.flush();
  clock.move(3_600_000);
  await auth.usage.flush();
  const rows = await database.system((system) => system.selectFrom('auth_throttle').selectAll().execute());
  assert.deepEqual(rows, []);
  await close();
});

test('an IPv6 address counts by its /64, a mapped IPv4 address as IPv4', () => {
  const network = (address: string): string | undefined => bucketsOf('x', address)[1]?.key;
  assert.equal(network('2001:db8::1'), network('2001:0db8:0:0:ffff::2'));
  assert.equal(network('2001:db8::1'), network('2001:DB8:0:0:1:2:3:4'));
  assert.notEqual(network('2001:db8::1'), network('2001:db8:0:1::1'));
  assert.equal(network('fe80::1%eth0'), network('fe80::2'));
  assert.equal(network('::ffff:192.0.2.1'), network('192.0.2.1'));
  assert.notEqual(network('192.0.2.1'), network('192.0.2.2'));
});

test('a replica whose clock is a day ahead locks nobody out of the others', async () => {
  const here = await aReplica();
  const { clientId, clientSecret } = await anApp(database, orgId);
  const buckets = bucketsOf(clientId, '192.0.2.77');
  const day = 86_400_000;
  clock.move(day);
  for (let count = 0; count < 12; count += 1) here.auth.throttle.fail(buckets, clock.wallNow());
  await here.auth.throttle.flush();
  clock.move(-day);
  assert.equal(here.auth.throttle.secondsToWait(buckets, clock.wallNow()), 0, 'what it knows itself');
  const there = await aReplica();
  assert.equal((await there.ask(clientId, clientSecret, '192.0.2.77')).statusCode, 200);
  for (let count = 0; count < 10; count += 1) {
    assert.equal((await there.ask(clientId, 'wrong', '192.0.2.77')).statusCode, 401, `${count}`);
  }
  await there.auth.throttle.flush();
  assert.equal((await there.ask(clientId, clientSecret, '192.0.2.77')).statusCode, 429, 'and it counts on');
  await here.close();
  await there.close();
});

test('a replica whose clock is a little ahead gives nobody a fresh burst at the others, and locks nobody out for longer', async () => {
  for (const aheadMs of [90_000, 1_800_000]) {
    const [ahead, behind] = [await aReplica(), await aReplica()];
    const { clientId, clientSecret } = await anApp(database, orgId);
    const address = `192.0.2.${aheadMs / 90_000 + 100}`;
    const buckets = bucketsOf(clientId, address);
    const fillAhead = async (): Promise<void> => {
      clock.move(aheadMs);
      for (let count = 0; count < 12; count += 1) ahead.auth.throttle.fail(buckets, clock.wallNow());
      await ahead.auth.throttle.flush();
      clock.move(-aheadMs);
    };
    await fillAhead();
    const statusOf = async (secret: string): Promise<number> =>
      (await behind.ask(clientId, secret, address)).statusCode;
    assert.equal(await statusOf('wrong'), 429, 'it is full');
    clock.move(6_000);
    assert.equal(await statusOf('wrong'), 401, 'one interval later it has room for one');
    await behind.auth.throttle.flush();
    assert.equal(await statusOf('wrong'), 429, 'and for no more');
    await fillAhead();
    clock.move(6_000);
    assert.equal(await statusOf('wrong'), 429, 'nor is the next one a fresh burst');
    clock.move(6_000);
    assert.equal(await statusOf(clientSecret), 200, 'though nobody has written the row since');
    await ahead.close();
    await behind.close();
  }
});

test('buckets that were filled with a clock that is far ahead are removed', async () => {
  const { ask, auth, close } = await aReplica();
  const day = 86_400_000;
  const victim = bucketsOf(encodeId('app', ids.next()), '192.0.2.98');
  clock.move(day);
  auth.throttle.fail(victim, clock.wallNow());
  await auth.throttle.flush();
  clock.move(-day);
  for (let write = 0; write < 100; write += 1) {
    await ask(encodeId('app', ids.next()), 'wrong', `10.9.0.${write}`);
    await auth.throttle.flush();
  }
  const keys = victim.map(({ key }) => key);
  const rows = await database.system((system) =>
    system.selectFrom('auth_throttle').select('auth_throttle.key').where('auth_throttle.key', 'in', keys).execute(),
  );
  assert.deepEqual(rows, []);
  await close();
});
