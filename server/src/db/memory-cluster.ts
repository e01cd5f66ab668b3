import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryFS, type PGlite } from '@electric-sql/pglite';

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
