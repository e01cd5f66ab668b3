import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { purgeAuth, replaceOutdatedHash, touchApps } from './store.ts';

/** Remembers when apps were used, and writes it later, outside any request. */
export type Usage = {
  used(appId: string, now: Date): void;
  /** The app showed a good secret whose hash is of a retiring key. */
  outdatedHash(appId: string, before: Buffer, after: Buffer): void;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

const everyMs = 60_000;
const appsMax = 10_000;

type UsageParts = { database: Database; clock: Pick<Clock, 'wallNow'>; log: Log };

export const createUsage = ({ database, clock, log }: UsageParts): Usage => {
  let uses = new Map<string, Date>();
  let hashes = new Map<string, { before: Buffer; after: Buffer }>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    const flushedUses = uses;
    const flushedHashes = hashes;
    uses = new Map();
    hashes = new Map();
    await database.system(async (system) => {
      if (flushedUses.size > 0)
        await touchApps(
          system,
          [...flushedUses].map(([id, time]) => ({ id, time })),
        );
      for (const [id, hash] of flushedHashes) await replaceOutdatedHash(system, { id, ...hash });
      await purgeAuth(system, clock.wallNow());
    });
  };

  /** What is lost when this fails is a time of last use; the next one is written again. */
  const flushQuietly = (): Promise<void> =>
    flush().catch((error: Error) => log.warn({ reason: error.message }, 'could not write when apps were last used'));

  return {
    used: (appId, now) => {
      if (uses.size < appsMax || uses.has(appId)) uses.set(appId, now);
    },
    outdatedHash: (appId, before, after) => {
      if (hashes.size < appsMax) hashes.set(appId, { before, after });
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
