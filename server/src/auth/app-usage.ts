import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { type AppCalls, addCalls, purgeCalls, replaceOutdatedHash, touchApps } from './app-usage-store.ts';
import { purgeSigningKeys } from './signing-key-store.ts';
import { purgeThrottle } from './throttle-store.ts';
import { purgeTokens } from './token-store.ts';

/** Remembers when apps were used and how often they called, and writes it later, outside any request. */
export type AppUsage = {
  used(appId: string, now: Date): void;
  /** Records a call of the API, which also counts as a use. */
  called(app: { orgId: string; id: string }, now: Date): void;
  /** The app presented a correct secret whose hash uses a retiring key. */
  outdatedHash(app: { orgId: string; id: string }, before: Buffer, after: Buffer): void;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/** A killed process loses at most this much of the counts. */
const writeEveryMs = 10_000;
const purgeEveryMs = 60_000;
const appsMax = 10_000;

type UsageParts = { database: Database; clock: Pick<Clock, 'wallNow'>; log: Log };

export const createAppUsage = ({ database, clock, log }: UsageParts): AppUsage => {
  let uses = new Map<string, Date>();
  let calls = new Map<string, AppCalls>();
  let hashes = new Map<string, Parameters<typeof replaceOutdatedHash>[1]>();
  let timers: NodeJS.Timeout[] = [];

  const addCall = (call: AppCalls): void => {
    const key = `${call.appId} ${call.day}`;
    const known = calls.get(key);
    if (known) known.count += call.count;
    else if (calls.size < appsMax) calls.set(key, call);
  };

  const write = async (): Promise<void> => {
    const [flushedUses, flushedCalls, flushedHashes] = [uses, [...calls.values()], [...hashes.values()]];
    if (flushedUses.size + flushedCalls.length + flushedHashes.length === 0) return;
    uses = new Map();
    calls = new Map();
    hashes = new Map();
    try {
      await database.system(async (system) => {
        if (flushedUses.size > 0)
          await touchApps(
            system,
            [...flushedUses].map(([id, time]) => ({ id, time })),
          );
        if (flushedCalls.length > 0) await addCalls(system, flushedCalls);
        for (const change of flushedHashes) await replaceOutdatedHash(system, change);
      });
    } catch (error) {
      for (const call of flushedCalls) addCall(call);
      throw error;
    }
  };

  const purge = (): Promise<void> => {
    const now = clock.wallNow();
    return database.system(async (system) => {
      await purgeThrottle(system, now);
      await purgeSigningKeys(system, now);
      await purgeCalls(system, now);
      await purgeTokens(system, now);
    });
  };

  /** A failure loses only a time of last use, which is written again at the next use. */
  const quietly = (work: () => Promise<void>, what: string) => (): Promise<void> =>
    work().catch((error: Error) => log.warn({ reason: error.message }, what));
  const writeQuietly = quietly(write, 'could not write how apps were used');
  const purgeQuietly = quietly(purge, 'could not remove what has expired');

  const used = (appId: string, now: Date): void => {
    if (uses.size < appsMax || uses.has(appId)) uses.set(appId, now);
  };

  return {
    used,
    called: ({ orgId, id }, now) => {
      used(id, now);
      addCall({ orgId, appId: id, day: now.toISOString().slice(0, 10), count: 1 });
    },
    outdatedHash: ({ orgId, id }, before, after) => {
      if (hashes.size < appsMax) hashes.set(id, { orgId, id, before, after });
    },
    flush: async () => {
      await write();
      await purge();
    },
    start: () => {
      timers = [setInterval(writeQuietly, writeEveryMs).unref(), setInterval(purgeQuietly, purgeEveryMs).unref()];
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await writeQuietly();
    },
  };
};
