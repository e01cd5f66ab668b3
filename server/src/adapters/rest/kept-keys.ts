import { LRUCache } from 'lru-cache';

type Times = {
  /** How long keys are good without a look. */
  freshMs: number;
  /** Keys are asked for anew when an unknown one is named, but not for everybody who names one. */
  againMs: number;
};

/** `gotAt` null: they were never had. */
type Kept<K> = { keys: Promise<K>; gotAt: number | null; askedAt: number };

/** How soon keys that could not be had at all are asked for again. */
const lostMs = 1000;

/**
 * Keys that partners publish. Whoever sends a token without knowing any key is let in here, so a partner is asked once at a
 * time and seldom, whatever they name and however many they are; while it does not answer the keys that it gave stay good.
 * `now` is in milliseconds.
 */
export const createKeptKeys = <K>({ freshMs, againMs, max, now }: Times & { max: number; now: () => number }) => {
  const kept = new LRUCache<string, Kept<K>>({ max });
  /** `again`: a key is looked for that is not among those that were answered last. */
  return (id: string, load: () => Promise<K>, { again = false } = {}): Promise<K> => {
    const old = kept.get(id);
    const at = now();
    const isFresh = old !== undefined && old.gotAt !== null && at - old.gotAt < freshMs;
    if (old && (at - old.askedAt < againMs || (isFresh && !again))) return old.keys;
    const entry: Kept<K> = { keys: load(), gotAt: old?.gotAt ?? null, askedAt: at };
    entry.keys = entry.keys.then(
      (keys) => {
        entry.gotAt = at;
        return keys;
      },
      (error: unknown) => {
        if (old && old.gotAt !== null) return old.keys;
        entry.askedAt = at - againMs + lostMs;
        throw error;
      },
    );
    kept.set(id, entry);
    return entry.keys;
  };
};
