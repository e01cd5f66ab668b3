import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { migrateEngine } from '../../src/engine/dbos.ts';

/** One table as a release left it. A partition (`bound`) has no rows of its own: they stand with its parent. */
export type KeptTable = {
  schema: string;
  name: string;
  parent: string | null;
  bound: string | null;
  /** All but generated ones. */
  columns: string[];
  /** A JSON list, as text: numbers keep every digit. */
  rows: string;
};

/** The data folder of an earlier release, with its database as rows (`tools/keep-release.ts` writes them). */
export type KeptRelease = {
  version: string;
  /** The last migration that had run. */
  migration: string;
  /** Everything beside the database, in base64 by path. */
  files: Record<string, string>;
  tables: KeptTable[];
};

/** The trail is evidence: its rows stay as they were written, or their chain would break. */
const isEvidence = ({ name }: KeptTable): boolean => name === 'audit_event';

const replaceAll = (text: string, addresses: Record<string, string>): string =>
  Object.entries(addresses).reduce((changed, [old, present]) => changed.replaceAll(old, present), text);

export const keptVersions = (): string[] =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.json.gz'))
    .map((file) => file.replace('.json.gz', ''));

export const readRelease = (version: string): KeptRelease =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, `${version}.json.gz`))).toString()) as KeptRelease;

/**
 * Writes the files of the data folder; `addresses` names what stands where the release had its listeners. The partners' clock goes
 * on from where it stood, whatever day it is.
 */
export const copyFiles = (kept: KeptRelease, dataDir: string, addresses: Record<string, string>, now: Date): void => {
  for (const [path, base64] of Object.entries(kept.files)) {
    const file = join(dataDir, path);
    mkdirSync(dirname(file), { recursive: true });
    const bytes = Buffer.from(base64, 'base64');
    writeFileSync(file, /\.jsonl?$/.test(path) ? replaceAll(bytes.toString(), addresses) : bytes, { mode: 0o600 });
  }
  const clockFile = join(dataDir, 'simulators/clock.json');
  const { latest } = JSON.parse(readFileSync(clockFile, 'utf8')) as { latest: number };
  writeFileSync(clockFile, JSON.stringify({ latest, offsetMs: latest - now.getTime() }));
};

const insertRows = async (admin: pg.Pool, table: KeptTable, rows: string): Promise<void> => {
  const name = `${table.schema}.${table.name}`;
  const columns = table.columns.map((column) => `"${column}"`).join(', ');
  await admin.query(
    `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1)`,
    [rows],
  );
};

/** Tables in an order in which what is referred to comes first. */
const inOrder = async (admin: pg.Pool, tables: KeptTable[]): Promise<KeptTable[]> => {
  const { rows } = await admin.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  const nameOf = ({ schema, name }: KeptTable): string => (schema === 'public' ? name : `${schema}.${name}`);
  const placed = new Set<string>();
  const ordered: KeptTable[] = [];
  const place = (table: KeptTable): void => {
    if (placed.has(nameOf(table))) return;
    placed.add(nameOf(table));
    const parents = new Set(rows.filter(({ child }) => child === nameOf(table)).map(({ parent }) => parent));
    for (const parent of tables) if (parents.has(nameOf(parent))) place(parent);
    ordered.push(table);
  };
  for (const table of tables) place(table);
  return ordered;
};

/**
 * Makes the database as the release left it: the migrations it had, then its rows. `admin` is a pool of one client for the owner, who
 * is no superuser: the fences are lifted for the inserts and put back.
 */
export const loadDatabase = async (
  admin: pg.Pool,
  kept: KeptRelease,
  addresses: Record<string, string>,
): Promise<void> => {
  await migrate(admin, kept.migration);
  await migrateEngine(admin);
  for (const { schema, name, parent, bound } of kept.tables) {
    if (bound !== null)
      await admin.query(`create table if not exists ${schema}.${name} partition of ${schema}.${parent} ${bound}`);
  }
  const filled = kept.tables.filter(({ bound }) => bound === null);
  const fenced = await admin.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relforcerowsecurity and relkind in ('r', 'p')",
  );
  for (const { name } of fenced.rows) await admin.query(`alter table ${name} no force row level security`);
  await admin.query(`truncate ${filled.map(({ schema, name }) => `${schema}.${name}`).join(', ')} cascade`);
  for (const table of await inOrder(admin, filled)) {
    await insertRows(admin, table, isEvidence(table) ? table.rows : replaceAll(table.rows, addresses));
  }
  for (const { name } of fenced.rows) await admin.query(`alter table ${name} force row level security`);
};
