import type { Database } from '../db/database.ts';
import type { Log } from '../kit/log.ts';
import { type ApiClientRow, purgeApiClients, replaceOutdatedKeyHash, touchApiClients } from './api-key-store.ts';

/** Remembers when API clients were used, and writes it later, outside any request. */
export type ApiClientUsage = {
  used(client: ApiClientRow, now: Date): void;
  /** The client presented a correct secret whose hash uses a retiring key. */
  outdatedHash(client: ApiClientRow, after: Buffer): void;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

const everyMs = 60_000;
const clientsMax = 10_000;

export const createApiClientUsage = ({ database, log }: { database: Database; log: Log }): ApiClientUsage => {
  let uses = new Map<string, { orgId: string; id: string; time: Date }>();
  let hashes = new Map<string, { orgId: string; id: string; before: Buffer; after: Buffer }>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    const flushedUses = [...uses.values()];
    const flushedHashes = [...hashes.values()];
    uses = new Map();
    hashes = new Map();
    await database.system(async (system) => {
      if (flushedUses.length > 0) await touchApiClients(system, flushedUses);
      for (const change of flushedHashes) await replaceOutdatedKeyHash(system, change);
      await purgeApiClients(system);
    });
  };

  /** A failure loses only a time of last use; the next use is written again. */
  const flushQuietly = (): Promise<void> =>
    flush().catch((error: Error) => log.warn({ reason: error.message }, 'could not write when API clients were used'));

  return {
    used: ({ org_id: orgId, id, client_id: key }, time) => {
      if (uses.size < clientsMax || uses.has(key)) uses.set(key, { orgId, id, time });
    },
    outdatedHash: ({ org_id: orgId, id, client_id: key, secret_hash: before }, after) => {
      if (hashes.size < clientsMax) hashes.set(key, { orgId, id, before, after });
    },
    flush,
    start: () => {
      timer = setInterval(flushQuietly, everyMs);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await flushQuietly();
    },
  };
};
