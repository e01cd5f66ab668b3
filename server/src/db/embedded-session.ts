import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { copyTemplate } from './copy-template.ts';
import { copyToMemory } from './memory-cluster.ts';

/** Which database is opened. `memory://` keeps it in memory. `cluster`: a shut-down one of which a new database is a copy. */
export type Opening = { folder: string; cluster?: string | undefined };

/** The one session that the embedded database has. Calls are answered one after another. */
export type EmbeddedSession = {
  /** Answers what a client of PostgreSQL sends; the response comes in parts. Fails only where the database itself does. */
  exec(request: Uint8Array<ArrayBuffer>, take: (part: Uint8Array<ArrayBuffer>) => void): Promise<void>;
  /** Makes the session as a server gives it to a new client, whatever the client before has left. */
  renew(): Promise<void>;
  /** Shuts the database down. */
  close(): Promise<void>;
};

/** The extensions that the migrations create. */
const extensions = { pg_trgm, btree_gin };

const isInMemory = (folder: string): boolean => folder === 'memory://';

/**
 * The buffers lie in the memory of this process and are cleared at the start: 128 MB, the default, take most of a second. What is
 * not in them is read from the page cache of the system; files in memory are as fast as buffers.
 */
const sharedBuffers = (folder: string): string => (isInMemory(folder) ? '8MB' : '32MB');

/** Larger responses come in parts, so that the other side parses while the database goes on. */
const partBytes = 262_144;

const simpleQuery = (text: string): Uint8Array => {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`);
  message.writeInt32BE(message.length - 1, 1);
  return message;
};

/** Two messages, since `discard all` must be the only statement of its transaction. */
const renewing = [simpleQuery('rollback'), simpleQuery('discard all')];

/** Joins small parts; the bytes are the database's memory and will be overwritten, so they are copied. */
const collectParts = (take: (part: Uint8Array<ArrayBuffer>) => void) => {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const flush = (): void => {
    if (bytes === 0) return;
    const whole = new Uint8Array(bytes);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    parts = [];
    bytes = 0;
    take(whole);
  };
  const add = (part: Uint8Array): void => {
    parts.push(part.slice());
    bytes += part.length;
    if (bytes >= partBytes) flush();
  };
  return { add, flush };
};

const panic = Buffer.from('SPANIC\0VPANIC\0', 'latin1');

/**
 * Whether a response reports that the database cannot continue, for example because its log could not be written. In that case a server
 * ends all its processes and recovers. No row can hold these bytes: texts have no zero byte.
 */
const watchForPanic = () => {
  let end = Buffer.alloc(0);
  let found = false;
  return {
    look: (part: Uint8Array): void => {
      const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
      found ||= bytes.includes(panic) || Buffer.concat([end, bytes.subarray(0, panic.length)]).includes(panic);
      end = Buffer.concat([end, bytes.subarray(-panic.length)]).subarray(-panic.length);
    },
    isFound: (): boolean => found,
  };
};

/** Whether a folder has no database yet. PGlite would make a new one over the files of one that lost its first file. */
const isEmpty = (folder: string): boolean => {
  if (existsSync(join(folder, 'PG_VERSION'))) return false;
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true;
  throw new Error(
    `The folder ${folder} has files, but no database that opens: its file PG_VERSION is missing. Put a copy of the whole data folder from ` +
      'before in its place, or set DATA_DIR to an empty folder to begin anew.',
  );
};

/**
 * Opens a database whose code is compiled once and never optimized (decision 0271). Optimizing it takes a second of processor time of every start
 * and up to 600 MB. V8 keeps `wasm-dynamic-tiering` with the code that it begins to compile, so other code is optimized as usual. It asks for
 * `wasm-tier-up` again with each function of such code, so that one stays off; without it, other code is still optimized once it is hot.
 */
const withoutOptimizing = async <T>(open: () => Promise<T>): Promise<T> => {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  try {
    return await open();
  } finally {
    setFlagsFromString('--wasm-dynamic-tiering');
  }
};

/** In memory, `files` is a copy of a cluster. */
const create = (folder: string, files?: ReturnType<typeof copyToMemory>): Promise<PGlite> =>
  withoutOptimizing(() =>
    PGlite.create(folder, {
      extensions,
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers(folder)}`],
      ...(files && { fs: files }),
    }),
  );

/** Makes a new database beside its folder, which it then replaces: if killed on the way, the folder is unchanged. */
const makeDatabase = async (folder: string): Promise<void> => {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const lite = await create(draft);
  await lite.close();
  chmodSync(draft, 0o700);
  renameSync(draft, folder);
};

/** Opens the database in this thread, which it keeps busy while a statement runs. */
export const openSession = async ({ folder, cluster }: Opening): Promise<EmbeddedSession> => {
  if (!isInMemory(folder) && isEmpty(folder)) {
    if (cluster !== undefined) copyTemplate(cluster, folder);
    else await makeDatabase(folder);
  }
  const lite = await create(folder, cluster !== undefined && isInMemory(folder) ? copyToMemory(cluster) : undefined);
  return {
    exec: async (request, take) => {
      const parts = collectParts(take);
      const watch = watchForPanic();
      const onRawData = (part: Uint8Array): void => {
        watch.look(part);
        parts.add(part);
      };
      await lite.execProtocolRawStream(request, { onRawData });
      parts.flush();
      if (watch.isFound()) throw Object.assign(new Error('the embedded database cannot go on'), { code: '57P02' });
    },
    renew: async () => {
      for (const query of renewing) await lite.execProtocolRawStream(query, { onRawData: () => {} });
    },
    close: () => lite.close(),
  };
};
