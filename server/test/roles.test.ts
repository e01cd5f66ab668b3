import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPostgres } from '../../tools/postgres.ts';
import { spawnService } from './process.ts';

test('processes parted by role: none serves before the migration, then they stop in order', async (t) => {
  const cluster = await startPostgres();
  if (!cluster) {
    t.skip('no PostgreSQL server is installed');
    return;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'mos-roles-'));
  const env = {
    DATABASE_URL: await cluster.createDatabase('roles'),
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: dataDir,
  };
  try {
    const early = spawnService({ ...env, ROLE: 'serve' });
    assert.equal((await early.exited).code, 1);
    assert.match(
      early.output(),
      /^The database lacks \d+ migrations of this release; start once with ROLE=migrate\.\n$/,
    );
    const migration = spawnService({ ...env, ROLE: 'migrate' });
    assert.deepEqual(await migration.exited, { code: 0, signal: null });
    const [server, worker] = [spawnService({ ...env, ROLE: 'serve' }), spawnService({ ...env, ROLE: 'work' })];
    assert.equal((await fetch(`${await server.started}/readyz`)).status, 200);
    const deadline = performance.now() + 20_000;
    while (!/^Working/m.test(worker.output()) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.match(worker.output(), /^Working/m);
    for (const service of [server, worker]) {
      service.child.kill('SIGTERM');
      assert.deepEqual(await service.exited, { code: 0, signal: null });
    }
  } finally {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
