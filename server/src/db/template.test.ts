import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrateEngine } from '../engine/dbos.ts';
import { systemClock } from '../kit/clock.ts';
import { copyTemplate } from './copy-template.ts';
import { ensureMigratedCluster, openDatabase } from './open.ts';

const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'mos-template-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

test('the first start copies a migrated cluster that has its months, and the next one finds its own data', () =>
  inFolder(async (dataDir) => {
    const months = { months: true };
    const cluster = await ensureMigratedCluster({ migrateMore: migrateEngine }, months);
    assert.equal(await ensureMigratedCluster({ migrateMore: () => assert.fail('made twice') }, months), cluster);
    const today = systemClock.now().toISOString().slice(0, 10);
    const open = () =>
      openDatabase({
        databaseUrl: undefined,
        dataDir,
        strictReads: true,
        poolSize: 1,
        migrate: true,
        migrateMore: migrateEngine,
      });
    const first = await open();
    const { rows } = await first.system((system) =>
      sql<{ missing: number }>`select count(*)::int as missing from mos_missing_months(${today}::date, 1)`.execute(
        system,
      ),
    );
    assert.deepEqual(rows, [{ missing: 0 }]);
    await first.close();
    writeFileSync(join(dataDir, 'database', 'mine'), '');
    await (await open()).close();
    assert.ok(existsSync(join(dataDir, 'database', 'mine')));
  }));

test('a copy that was broken off is made anew, and never takes the place of a database', () =>
  inFolder(async (home) => {
    const [cluster, folder] = [join(home, 'cluster'), join(home, 'database')];
    mkdirSync(cluster);
    writeFileSync(join(cluster, 'PG_VERSION'), '17');
    mkdirSync(`${folder}.new`);
    writeFileSync(join(`${folder}.new`, 'half'), '');
    mkdirSync(folder);
    copyTemplate(cluster, folder);
    assert.deepEqual(readdirSync(folder), ['PG_VERSION']);
    assert.deepEqual(readdirSync(home).sort(), ['cluster', 'database']);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.throws(() => copyTemplate(cluster, folder), { code: 'ENOTEMPTY' });
  }));
