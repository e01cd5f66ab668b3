import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { systemClock } from '../kit/clock.ts';
import { openEmbeddedServer } from './embedded.ts';

/**
 * A migrated cluster of the embedded database without data, kept with the packages. Creating and migrating one takes many
 * seconds, copying it a tenth of one. Each version of the migrations has its own. It is only an optimization: a start
 * migrates a copy again, and where there is no template, it migrates a new cluster.
 */
const root = resolve(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache');

/** What a migrated cluster depends on: the migrations, the code that runs them, and the packages. */
const madeFrom = ['server/migrations/*.sql', 'server/src/db/*.ts', 'server/src/engine/dbos*.ts', 'package-lock.json'];

const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const file of globSync(madeFrom, { cwd: root }).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
};

/** A newer one may be in use by another process. */
const removeIfOld = (folder: string): void => {
  if (statSync(folder).mtimeMs < systemClock.now().getTime() - 86_400_000)
    rmSync(folder, { recursive: true, force: true });
};

/** Templates differ in whether they have the months of the day on which they were made. */
export type TemplateKind = 'months' | 'plain';

const folderOf = (kind: TemplateKind): string => join(cache, `migrated-${fingerprint()}-${kind}`);

/** The folder of a template, if there is one of this version. */
export const findTemplate = (kind: TemplateKind): string | undefined => {
  const folder = folderOf(kind);
  return existsSync(folder) ? folder : undefined;
};

/**
 * The folder of a template, which is created if it is missing: `migrate` opens a database in the folder it is given, migrates
 * it, and closes it. Safe to run twice at the same time.
 */
export const ensureTemplate = async (
  kind: TemplateKind,
  migrate: (cluster: string) => Promise<void>,
): Promise<string> => {
  const folder = folderOf(kind);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'migrating-'));
  try {
    await migrate(draft);
    // Ends the log of the migrations with a new segment; otherwise every copy would soon need to allocate another one.
    const server = await openEmbeddedServer({ folder: draft });
    const pool = new pg.Pool({ ...server.connection, max: 1 });
    await pool.query('select pg_switch_wal()');
    await pool.query('checkpoint');
    await pool.end();
    await server.close();
    for (const other of globSync('migrat*-*', { cwd: cache })) removeIfOld(join(cache, other));
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another process was first.
      if (!existsSync(folder)) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
};
