import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { systemClock } from '../kit/clock.ts';
import { embeddedExtensions } from './embedded.ts';

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

/**
 * The folder of a template, which is created if it is missing: `migrate` opens a database in the folder it is given, migrates
 * it, and closes it. Safe to run twice at the same time. `kind` tells templates of one version apart.
 */
export const ensureTemplate = async (kind: string, migrate: (cluster: string) => Promise<void>): Promise<string> => {
  const folder = join(cache, `migrated-${fingerprint()}-${kind}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'migrating-'));
  try {
    await migrate(draft);
    // Ends the log of the migrations with a new segment; otherwise every copy would soon need to allocate another one.
    const lite = await PGlite.create(draft, { extensions: embeddedExtensions });
    await lite.query('select pg_switch_wal()');
    await lite.query('checkpoint');
    await lite.close();
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

/** Copies a cluster into an empty folder atomically: if killed on the way, the folder is unchanged. */
export const layTemplate = (cluster: string, folder: string): void => {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(cluster, draft, { recursive: true });
  // The database makes files that anybody could read and write.
  chmodSync(draft, 0o700);
  // Replaces only an empty folder.
  renameSync(draft, folder);
};

/** Where PGlite keeps its cluster in memory. */
const inMemory = '/pglite/data';

/** An in-memory file system with a copy of a shut-down cluster. */
export const copyToMemory = (cluster: string): MemoryFS => {
  const files = new MemoryFS();
  let lite: PGlite;
  const init = files.init.bind(files);
  files.init = (opened, options) => {
    lite = opened;
    return init(opened, options);
  };
  files.initialSyncFs = async () => {
    const { FS } = lite.Module;
    FS.mkdirTree(inMemory, 0o700);
    for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
      const [from, to] = [join(cluster, name), `${inMemory}/${name}`];
      if (statSync(from).isDirectory()) FS.mkdirTree(to, 0o700);
      else FS.writeFile(to, readFileSync(from), { canOwn: true, mode: 0o600 } as object);
    }
  };
  return files;
};
