import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { testDatabase } from '../../test/app.ts';
import { handedDown } from '../../test/process.ts';
import { deriveKeys, ensureKeyFile } from '../config/key-file.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { migrateEngine } from '../engine/dbos.ts';
import { systemClock } from '../kit/clock.ts';
import { hashRecoveryCodes } from '../people/recovery-codes.ts';
import { hashedColumns, isRotationUnfinished, rotateSecrets, sealedColumns } from './rotate-secrets.ts';
import {
  createSecretKeys,
  hashMachineSecret,
  newMachineSecret,
  openSecret,
  type SecretKeys,
  sealSecret,
} from './secrets.ts';
import { ensureSigningKey } from './signing-keys.ts';

const oldText = 'the old master key, long enough for this';
const newText = 'the new master key, long enough for this';
const oldKeys = createSecretKeys(oldText);
const newKeys = createSecretKeys(newText);
const both = createSecretKeys(newText, [oldText]);

/** Organizations with accounts whose credentials are sealed with these keys. Returns the plain values. */
const fill = async (
  database: Database,
  keys: SecretKeys,
  organizations: number,
  each: number,
): Promise<Map<string, string>> => {
  const held = new Map<string, string>();
  for (let count = 0; count < organizations; count += 1) {
    const orgId = randomUUID();
    await database.system((statements) =>
      sql`
        insert into organization (id, name, created_by, creation_time, last_update_time)
        values (${orgId}, 'Acme', 'test', now(), now())
      `.execute(statements),
    );
    await database.write(orgId, async (db) => {
      for (let row = 0; row < each; row += 1) {
        const id = randomUUID();
        const plain = `credentials ${count} ${row}`;
        held.set(id, plain);
        await sql`
          insert into connection (org_id, id, partner, account_id, region, metering_region, credentials_sealed, created_by,
            creation_time, last_update_time)
          values (${orgId}, ${id}, ${`P${row}`}, '', '', '', ${sealSecret(keys, 'integration', id, plain)}, 'test', now(), now())
        `.execute(db.raw);
      }
    });
  }
  return held;
};

/** The values of the rows, opened with only these keys. */
const opened = async (database: Database, keys: SecretKeys): Promise<Map<string, string>> => {
  const { rows } = await database.pool.query('select id, credentials_sealed as sealed from connection');
  return new Map(rows.map(({ id, sealed }) => [id, openSecret(keys, 'integration', id, sealed)]));
};

describe('rotation', () => {
  let database: Database;
  before(async () => {
    database = await testDatabase();
  });
  after(() => database.close());

  it('knows every column that holds sealed values, and its hashes', async () => {
    const { rows } = await database.pool.query(
      `select attrelid::regclass::text || '.' || attname as name, attname from pg_attribute a join pg_class c on c.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
          and (attname ~ 'sealed' and atttypid = 'text'::regtype or attname ~ '_hash(es)?$')
          and attrelid::regclass::text not like 'audit%'`,
    );
    // Passwords have a slow hash without a key; codes are valid for minutes; networks are recorded again at the next
    // sign-in; events of revenue are hashed to show tampering, not to hide anything.
    const without = [
      'account_login.password_hash',
      'account_sign_up.password_hash',
      'account_used_code.code_hash',
      'account_network.network_hash',
      'revenue_event.previous_hash',
    ];
    const named = [...sealedColumns, ...hashedColumns];
    assert.deepEqual(
      rows
        .map(({ name }) => name)
        .filter((name) => !without.includes(name))
        .sort(),
      named.map(({ table, column }) => `${table}.${column}`).sort(),
    );
  });

  it('killed after any batch and run again, leaves everything to the new key alone', async () => {
    const held = await fill(database, oldKeys, 3, 7);
    await ensureSigningKey({ database, clock: systemClock, secretKeys: oldKeys });
    await database.system(async (statements) => {
      const [account, factor, mail] = [randomUUID(), randomUUID(), randomUUID()];
      await sql`insert into account (id, email) values (${account}, 'a@acme.example')`.execute(statements);
      await sql`
        insert into account_second_factor (id, account_id, sealed_secret, recovery_code_hashes)
        values (${factor}, ${account}, ${sealSecret(oldKeys, 'person', account, 'totp')}, '')
      `.execute(statements);
      await sql`
        insert into account_mail (id, sealed, expire_time) values (${mail}, ${sealSecret(oldKeys, 'person', mail, 'mail')}, now())
      `.execute(statements);
    });
    assert.equal(await isRotationUnfinished(database, both), true);
    let kills = 0;
    for (;;) {
      let batches = 0;
      const killed = await rotateSecrets({
        database,
        keys: both,
        batchSize: 3,
        onBatch: () => {
          batches += 1;
          if (batches > 1) throw new Error('killed');
        },
      }).then(
        (report) => {
          assert.deepEqual(
            report.columns.map(({ left }) => left),
            sealedColumns.map(() => 0),
          );
          return false;
        },
        (error: Error) => error.message === 'killed',
      );
      // During the rotation everything can be opened with both keys.
      assert.deepEqual(await opened(database, both), held);
      if (!killed) break;
      kills += 1;
    }
    assert.ok(kills > 3, `${kills} kills`);
    assert.deepEqual(await opened(database, newKeys), held);
    assert.equal(await isRotationUnfinished(database, both), false);
    const { rows } = await database.system((statements) =>
      sql<{ kid: string; sealed: string }>`select kid, sealed_private_key as sealed from signing_key`.execute(
        statements,
      ),
    );
    assert.equal(rows.length, 1);
    for (const { kid, sealed } of rows) assert.match(openSecret(newKeys, 'signing-key', kid, sealed), /PRIVATE KEY/);
  });

  it('leaves values whose key is missing, and reports them', async () => {
    const foreign = createSecretKeys('a key that was lost, and was long enough');
    const [id] = (await fill(database, foreign, 1, 1)).keys();
    const report = await rotateSecrets({ database, keys: both });
    assert.equal(report.columns.find(({ name }) => name === 'connection.credentials_sealed')?.left, 1);
    const { rows } = await database.pool.query('select org_id from connection where id = $1', [id]);
    await database.write(rows[0].org_id, (db) =>
      sql`delete from connection where org_id = ${db.orgId}`.execute(db.raw),
    );
  });

  it('reports which retiring key is still needed for hashes', async () => {
    const [orgId] = [randomUUID()];
    await database.system((statements) =>
      sql`
        insert into organization (id, name, created_by, creation_time, last_update_time)
        values (${orgId}, 'Acme', 'test', now(), now())
      `.execute(statements),
    );
    const add = (keys: SecretKeys) =>
      database.write(orgId, (db) =>
        sql`
          insert into oauth_app (id, org_id, name, access_level, client_id, secret_hash, created_by, creation_time, last_update_time)
          values (${randomUUID()}, ${orgId}, 'a', 'VIEWER', ${randomUUID()}, ${hashMachineSecret(keys, newMachineSecret())},
            'test', now(), now())
        `.execute(db.raw),
      );
    await add(newKeys);
    const [none] = (await rotateSecrets({ database, keys: both })).hashes;
    assert.deepEqual([none?.keyId, none?.count], [oldKeys[0].id, 0]);
    await add(oldKeys);
    const [one] = (await rotateSecrets({ database, keys: both })).hashes;
    assert.deepEqual([one?.count, one?.columns], [1, ['oauth_app.secret_hash 1']]);
    await database.system(async (statements) => {
      for (const [index, keys] of [oldKeys, newKeys].entries()) {
        const account = randomUUID();
        await sql`insert into account (id, email) values (${account}, ${`codes${index}@acme.example`})`.execute(
          statements,
        );
        await sql`
          insert into account_second_factor (id, account_id, sealed_secret, recovery_code_hashes)
          values (${randomUUID()}, ${account}, ${sealSecret(newKeys, 'person', account, 'totp')},
            ${hashRecoveryCodes(keys, JSON.stringify(['first', 'second']))})
        `.execute(statements);
        await sql`
          insert into account_sign_up (token_hash, email, password_hash, first_name, last_name, expire_time)
          values (${hashMachineSecret(keys, 'token').toString('base64url')}, 'new@acme.example', 'x', '', '', now())
        `.execute(statements);
      }
    });
    const [all] = (await rotateSecrets({ database, keys: both })).hashes;
    assert.deepEqual(all?.columns, [
      'oauth_app.secret_hash 1',
      'account_sign_up.token_hash 1',
      'account_second_factor.recovery_code_hashes 1',
    ]);
  });
});

const command = join(import.meta.dirname, '../commands/rotate-secrets.ts');

const start = (dataDir: string) => {
  const child = spawn(process.execPath, [command], {
    env: { ...handedDown, PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return { child, output: () => output, exited: once(child, 'exit').then(([code]) => code as number | null) };
};

it('the command gives an embedded database a new key, whenever it is killed', { timeout: 400_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mos-rotate-'));
  const openEmbedded = () =>
    openDatabase({
      databaseUrl: undefined,
      dataDir,
      strictReads: false,
      poolSize: 1,
      migrate: true,
      migrateMore: migrateEngine,
    });
  const linesOf = () => readFileSync(join(dataDir, 'secret-key'), 'utf8').trim().split('\n').length;
  try {
    const [firstKey] = ensureKeyFile(dataDir);
    const database = await openEmbedded();
    const held = await fill(database, deriveKeys([firstKey]), 3, 250);
    await database.close();

    // Dies when both keys are in the file, before all values are sealed again.
    const killed = start(dataDir);
    const deadline = performance.now() + 30_000;
    while (linesOf() === 1 && performance.now() < deadline) await sleep(1);
    await sleep(20);
    killed.child.kill('SIGKILL');
    await killed.exited;
    assert.equal(linesOf(), 2);
    const between = await openEmbedded();
    assert.deepEqual(await opened(between, deriveKeys(ensureKeyFile(dataDir))), held);
    const begun = ensureKeyFile(dataDir)[0];
    assert.equal(await isRotationUnfinished(between, deriveKeys(ensureKeyFile(dataDir))), true);
    await between.close();

    const second = start(dataDir);
    assert.equal(await second.exited, 0);
    assert.match(second.output(), /^connection\.credentials_sealed: \d+ sealed anew, 0 left$/m);
    assert.deepEqual(ensureKeyFile(dataDir), [begun], 'the key that was begun with is the only one');
    assert.notDeepEqual(begun, firstKey);
    const last = await openEmbedded();
    assert.deepEqual(await opened(last, deriveKeys([begun])), held);
    await last.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
