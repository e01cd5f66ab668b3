import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { openEmbeddedServer } from '../server/src/db/embedded.ts';
import type { KeptRelease, KeptTable } from '../server/test/releases/load-release.ts';

/**
 * Keeps the data of a release for the tests of later releases: `node tools/keep-release.ts <version> <data folder>`.
 * The folder is one that `npm run demo -- --keep` of that release left behind, preferably a demo that was killed
 * midway.
 */
const [version, dataDir] = process.argv.slice(2);
if (!version || !dataDir) throw new Error('Usage: node tools/keep-release.ts <version> <data folder>');

const notData = new Set(['database', 'lock']);

const readFiles = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir, '/').length))
      .filter((path) => !notData.has(path.split('/')[0] ?? ''))
      .map((path) => [path, readFileSync(join(dataDir, path)).toString('base64')]),
  );

const tablesQuery = `
  select n.nspname as schema, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound, parent.relname as parent,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
  where n.nspname in ('public', 'dbos') and c.relkind in ('r', 'p')
    and c.relname not in ('migration', 'migration_lock', 'dbos_migrations')
  order by 1, 2`;

const server = await openEmbeddedServer({ folder: join(dataDir, 'database') });
const admin = new pg.Pool({ ...server.connection, max: 1 });
const migrations = await admin.query<{ name: string }>('select name from migration order by name desc limit 1');
const found = await admin.query<Omit<KeptTable, 'rows'>>(tablesQuery);
const tables: KeptTable[] = [];
for (const table of found.rows) {
  const all = await admin.query<{ rows: string | null }>(
    `select json_agg(row_to_json(t))::text as rows from ${table.schema}.${table.name} t`,
  );
  // A partition's rows are exported with its parent's.
  const rows = table.bound === null ? (all.rows[0]?.rows ?? '[]') : '[]';
  if (rows !== '[]' || table.bound !== null) tables.push({ ...table, rows });
}
await admin.end();
await server.close();
const kept: KeptRelease = { version, migration: migrations.rows[0]?.name ?? '', files: readFiles(), tables };
const file = join(import.meta.dirname, `../server/test/releases/${version}.json.gz`);
writeFileSync(file, gzipSync(JSON.stringify(kept), { level: 9 }));
console.log(`${file}: ${tables.length} tables`);
process.exit(0);
