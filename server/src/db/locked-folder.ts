import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedServer, openEmbeddedServer } from './embedded.ts';
import { acquireFolderLock } from './folder-lock.ts';
import { findTemplate } from './template.ts';

/** A data folder that this process has locked, and the embedded database in it. */
export type LockedFolder = {
  /** The database, which is starting; undefined if there is none yet and no template to copy. */
  readonly server: Promise<EmbeddedServer> | undefined;
  /** Starts a new database as a copy of a template, or an empty one. */
  begin(template: string | undefined): Promise<EmbeddedServer>;
  /** Shuts the database down and releases the lock. */
  close(): Promise<void>;
};

/**
 * Locks the data folder and starts its database on a separate thread, while the service loads its code. Therefore this module loads neither
 * migrations nor the engine.
 */
export const lockFolder = (dataDir: string): LockedFolder => {
  const folder = join(dataDir, 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = acquireFolderLock(dataDir);
  let server: Promise<EmbeddedServer> | undefined;
  const begin: LockedFolder['begin'] = (template) => {
    server = openEmbeddedServer({ folder, cluster: template });
    // Whoever waits for it later gets the fault.
    server.catch(() => {});
    return server;
  };
  try {
    const isNew = readdirSync(folder).length === 0;
    const template = isNew ? findTemplate('months') : undefined;
    if (!isNew || template !== undefined) void begin(template);
  } catch (error) {
    lock.release();
    throw error;
  }
  const close = async (): Promise<void> => {
    const started = await server?.catch(() => undefined);
    await started?.close();
    lock.release();
  };
  let closing: Promise<void> | undefined;
  return {
    get server() {
      return server;
    },
    begin,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
