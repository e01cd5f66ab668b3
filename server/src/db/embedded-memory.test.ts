import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { migratedCluster } from '../../test/migrated-cluster.ts';
import { copyTemplate } from './copy-template.ts';

const statements = 800;

/** Opens the database in a folder, sends it small statements, and prints the most memory that the process held, in MiB. */
const program = `
  import pg from 'pg';
  import { openEmbeddedServer } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
  const server = await openEmbeddedServer({ folder: process.argv[1] });
  const pool = new pg.Pool({ ...server.connection, max: 1 });
  for (let sent = 0; sent < ${statements}; sent += 1)
    await pool.query('select c.relname, count(*) over () from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 limit 5', ['public']);
  await pool.end();
  await server.close();
  process.stdout.write(String(process.resourceUsage().maxRSS / 1024));`;

test('the embedded database is not optimized while it runs, which takes 600 MB for a moment', () => {
  const home = mkdtempSync(join(tmpdir(), 'embedded-memory-'));
  try {
    const folder = join(home, 'database');
    if (migratedCluster !== undefined) copyTemplate(migratedCluster, folder);
    const options = { encoding: 'utf8', cwd: import.meta.dirname, timeout: 120_000 } as const;
    const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', program, folder], options);
    const peak = Number(ran.stdout);
    assert.ok(peak > 0 && peak < 350, `${ran.stdout} MiB ${ran.stderr}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
