import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freshDatabase } from '../../test/fresh-database.ts';
import { liftFence } from '../../test/lift-fence.ts';
import { handedDown } from '../../test/process.ts';
import { until } from '../../test/until.ts';
import type { Database } from '../db/database.ts';
import { sealAuditRows } from '../engine/audit-sealer.ts';
import { createTestEngine, leaveMark, openTest } from '../engine/engine.test-support.ts';
import { encodeId } from '../kit/ids.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mos-test-'));
let url: string | undefined;
let drop: () => Promise<void>;
before(async () => {
  ({ url, drop } = await freshDatabase());
});
after(async () => {
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Ended = { code: number; output: string };

const run = (args: string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'verify-audit.ts'), ...args],
      {
        env: {
          ...handedDown,
          PATH: process.env.PATH ?? '',
          DATA_DIR: dataDir,
          ...(url === undefined ? {} : { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('hex') }),
          ...env,
        },
      },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, output: `${stdout}${stderr}` }),
    );
  });

/** The embedded database allows one process at a time. */
const withDatabase = async (work: (database: Database) => Promise<void>, isMigrated = true): Promise<void> => {
  const database = await openTest(url, { dataDir, isMigrated });
  await work(database).finally(() => database.close());
};

test('says for each organization what holds, and names the first broken link with a failure', async () => {
  const orgs: string[] = [];
  await withDatabase(async (database) => {
    for (const count of [2, 3]) {
      const engine = await createTestEngine({ database });
      orgs.push(engine.orgId);
      for (let n = 0; n < count; n += 1) await engine.act(async (call) => leaveMark(call, `mark ${n}`));
    }
    // Other tests of the cluster have open transactions, which delay the sealer.
    await until('all rows are sealed', async () => {
      await sealAuditRows(database);
      const { rows } = await database.pool.query('select from audit_unsealed');
      return rows.length === 0;
    });
    const engine = await createTestEngine({ database });
    await engine.act(async (call) => leaveMark(call, 'late'), { orgId: orgs[1] as string });
  }, false);
  const [first = '', second = ''] = orgs.map((uuid) => encodeId('org', uuid));

  const good = await run([]);
  assert.equal(good.code, 0, good.output);
  assert.match(good.output, new RegExp(`^${first}: 2 sealed, 0 unsealed, head 2:[0-9a-f]{64}$`, 'm'));
  assert.match(good.output, new RegExp(`^${second}: 3 sealed, 1 unsealed since 20\\S+Z, head 3:[0-9a-f]{64}$`, 'm'));
  const head = /head (3:[0-9a-f]{64})/.exec(good.output)?.[1] ?? '';
  const one = await run(['--org', second, '--head', head]);
  assert.equal(one.code, 0, one.output);
  assert.ok(one.output.includes(second) && !one.output.includes(first));

  await withDatabase(({ pool }) =>
    liftFence(pool, ['audit_event', 'audit_seal'], async (client) => {
      const inChain = 'org_id = $1 and id = (select event_id from audit_seal where org_id = $1 and sequence = $2)';
      await client.query(`update audit_event set action = 'nothing' where ${inChain}`, [orgs[0], 1]);
      await client.query(`delete from audit_event where ${inChain}`, [orgs[1], 3]);
      await client.query('delete from audit_seal where org_id = $1 and sequence = 3', [orgs[1]]);
    }),
  );
  const altered = await run([]);
  assert.equal(altered.code, 1, altered.output);
  assert.match(altered.output, new RegExp(`^${first}: BROKEN at sequence 1 \\(audit_\\w{26}\\): altered row`, 'm'));
  assert.match(altered.output, new RegExp(`^${second}: 2 sealed, 1 unsealed`, 'm'));
  const cut = await run(['--org', second, '--head', head]);
  assert.equal(cut.code, 1, cut.output);
  assert.match(cut.output, /BROKEN at sequence 3: 1 missing link at the end of the chain/);
});

test('what cannot be verified is no success and no broken chain', async () => {
  for (const args of [
    ['--org', 'x'],
    ['--head', `1:${'0'.repeat(64)}`],
    ['--nonsense'],
    ['--org', encodeId('org', '0'.repeat(32)), '--head', '1:x'],
  ]) {
    const { code, output } = await run(args);
    assert.equal(code, 2, output);
    assert.ok(!output.includes('    at '), output);
  }
  const nowhere = await run([], { DATA_DIR: join(dataDir, 'nothing'), DATABASE_URL: '' });
  assert.equal(nowhere.code, 2);
  assert.match(nowhere.output, /There is no database in/);
});
