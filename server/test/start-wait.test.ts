import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Postgres, startPostgres } from '../../tools/postgres.ts';
import { spawnService } from './process.ts';

test('a service that starts before its PostgreSQL waits for it', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'mos-wait-'));
  let cluster: Postgres | null = await startPostgres({ dataDir: home });
  if (!cluster) {
    t.skip('no PostgreSQL server is installed');
    return;
  }
  const { port } = cluster;
  const env = {
    DATABASE_URL: await cluster.createDatabase('waited_for'),
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: join(home, 'service'),
    DATABASE_WAIT_SECONDS: '120',
    LOG_LEVEL: 'info',
  };
  await cluster.crash();
  cluster = null;
  const service = spawnService(env);
  try {
    await once(service.child.stdout ?? assert.fail(), 'data');
    assert.match(service.output(), /"reason":"ECONNREFUSED","secondsLeft":\d+.*waiting for the PostgreSQL/);
    cluster = await startPostgres({ dataDir: home, port });
    assert.equal((await fetch(`${await service.started}/readyz`)).status, 200);
    assert.match(service.output(), /"PostgreSQL answers"/);
    service.child.kill('SIGTERM');
    assert.deepEqual(await service.exited, { code: 0, signal: null });
  } finally {
    service.child.kill('SIGKILL');
    await cluster?.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
