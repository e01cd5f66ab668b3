import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { embeddedExtensions } from './embedded.ts';

/**
 * An empty cluster of the embedded database, created once when the packages are installed. Creating one takes seconds,
 * copying it a tenth of one. It is stored with the packages, under the version that created it, and is only an
 * optimization: without it a cluster is created on the spot.
 */
const packages = join(import.meta.dirname, '../../../node_modules');

const versionOfPackage = (): string => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')) as { version: string };
  return version;
};

const home = join(packages, '.cache', `embedded-database-${versionOfPackage()}`);
const clusterFolder = join(home, 'cluster');

/** Creates the template; safe to run twice at the same time. */
export const makeTemplate = async (): Promise<void> => {
  if (existsSync(home)) return;
  const draft = `${home}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const lite = await PGlite.create(join(draft, 'cluster'), { extensions: embeddedExtensions });
    await lite.close();
    renameSync(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

/** Copies a fresh cluster into an empty folder atomically: if killed on the way, the folder is unchanged. */
export const layTemplate = (folder: string): void => {
  if (existsSync(join(folder, 'PG_VERSION')) || !existsSync(clusterFolder)) return;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(clusterFolder, draft, { recursive: true });
  // Replaces only an empty folder.
  renameSync(draft, folder);
};

/** Where PGlite keeps its cluster in memory. */
const inMemory = '/pglite/data';

/** An in-memory file system with a copy of a shut-down cluster: the template, unless another one is given. */
export const copyToMemory = (cluster = clusterFolder): MemoryFS | undefined => {
  if (!existsSync(cluster)) return undefined;
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
