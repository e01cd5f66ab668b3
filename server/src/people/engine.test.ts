import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { getAuthTables } from 'better-auth/db';
import { spawnService } from '../../test/process.ts';
import { ids, openTestDatabase, secretKeys } from '../auth/auth.test-support.ts';
import { createSecretKeys } from '../auth/secrets.ts';
import { insertSession } from '../auth/session-store.ts';
import { hashSessionToken, newSessionToken } from '../auth/session-token.ts';
import { createSessions } from '../auth/sessions.ts';
import { createThrottle } from '../auth/throttle.ts';
import type { Database } from '../db/database.ts';
import { silentLog } from '../kit/log.ts';
import { insertAccount } from './account-store.ts';
import { createEngineDatabase } from './engine-adapter.ts';
import { engineOptions } from './engine-options.ts';
import { hashRecoveryCodes, storedRecoveryCode } from './recovery-codes.ts';

describe('the account library', () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database.close());

  it('finds every column that it wants, and no other table', async () => {
    const secret = secretKeys[0].derive('accounts').toString('base64url');
    const parts = { ids, log: silentLog, secretKeys, authUrl: 'https://a.test', publicUrl: 'https://a.test' };
    const onReset = async () => {};
    const options = engineOptions(
      { ...parts, onReset, mayCreate: async () => true },
      secret,
      createEngineDatabase({ database, secretKeys, secret }),
    );
    const { rows } = await database.pool.query(
      `select attrelid::regclass::text as table, attname as column from pg_attribute
       where attrelid::regclass::text like 'account%' and attnum > 0 and not attisdropped`,
    );
    const there = new Set(rows.map(({ table, column }) => `${table}.${column}`));
    const wanted = Object.values(getAuthTables(options)).flatMap(({ modelName, fields }) => [
      `${modelName}.id`,
      ...Object.entries(fields).map(([name, field]) => `${modelName}.${field.fieldName ?? name}`),
    ]);
    assert.deepEqual(
      wanted.filter((column) => !there.has(column)),
      [],
    );
    assert.ok(wanted.length > 40);
  });

  it('leaves sessions and recovery codes good while the key that hashed them is being retired', async () => {
    const [old, next] = ['the old master key, long enough for this', 'the new master key, long enough for this'];
    const before = createSecretKeys(old);
    const both = createSecretKeys(next, [old]);
    const token = newSessionToken();
    const id = ids.next();
    await database.system(async (system) => {
      await insertAccount(system, { id, loginId: ids.next(), email: 'ada@byron.example', firstName: '', lastName: '' });
      const session = { id: ids.next(), account_id: id, network: null, user_agent: null };
      await insertSession(system, { ...session, token_hash: hashSessionToken(before, token) });
    });
    const throttle = createThrottle({ database, now: () => new Date(), log: silentLog });
    const under = (keys: typeof both) =>
      createSessions({ database, secretKeys: keys, log: silentLog, throttle, now: () => new Date() }).find(token, '');
    assert.equal((await under(both))?.account_id, id);
    assert.equal(await under(createSecretKeys(next)), undefined);
    const stored = hashRecoveryCodes(before, JSON.stringify(['abcde-fghjk']));
    assert.ok(!stored.includes('abcde'));
    assert.notEqual(storedRecoveryCode(both, stored, ' abcde-fghjk '), '');
    assert.equal(storedRecoveryCode(createSecretKeys(next), stored, 'abcde-fghjk'), '');
  });
});

test('no variable of the environment reaches the account library', async () => {
  const asked: string[] = [];
  const telemetry = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => telemetry.listen(0, '127.0.0.1', resolve));
  const dataDir = mkdtempSync(join(tmpdir(), 'mos-env-'));
  const service = spawnService({
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    BETTER_AUTH_SECRETS: '7:somebody elses secret that is long enough to be taken',
    BETTER_AUTH_URL: 'https://elsewhere.example',
    BETTER_AUTH_TELEMETRY: '1',
    BETTER_AUTH_TELEMETRY_ENDPOINT: `http://127.0.0.1:${(telemetry.address() as AddressInfo).port}/told`,
  });
  try {
    await service.started;
    const { authUrl, organizations } = JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8'));
    const [{ owner, organizationId }] = organizations;
    const reply = await fetch(`${authUrl}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(owner),
    });
    assert.equal(reply.status, 200);
    const { organizations: own } = (await reply.json()) as { organizations: object[] };
    assert.deepEqual(own, [{ organizationID: organizationId, name: 'Acme', role: 'OWNER' }]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual(asked, []);
  } finally {
    service.child.kill('SIGKILL');
    await service.exited;
    telemetry.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
