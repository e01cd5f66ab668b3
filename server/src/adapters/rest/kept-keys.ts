import { LRUCache } from 'lru-cache';

type Times = {
  /** How long keys are used before they are fetched again. */
  freshMs: number;
  /** Keys are fetched again if a token names an unknown one, but not for every such token. */
  againMs: number;
};

/** `gotAt` null: they have never been fetched. */
type Kept<K> = { keys: Promise<K>; gotAt: number | null; askedAt: number };

/** How soon keys that could not be fetched at all are requested again. */
const lostMs = 1000;

/**
 * Caches keys that partners publish. Anyone can send a token that names an unknown key, so a partner is queried by one request at a time
 * and rarely, whatever keys the tokens name; while it does not answer, its last keys stay valid.
 * `now` is in milliseconds.
 */
export const createKeptKeys = <K>({ freshMs, againMs, max, now }: Times & { max: number; now: () => number }) => {
  const kept = new LRUCache<string, Kept<K>>({ max });
  /** `again`: the key in question is not among those fetched last. */
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
