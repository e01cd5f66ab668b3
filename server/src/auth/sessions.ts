import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { encodeId } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import { findMemberships, nameOfPerson } from './members.ts';
import type { Principal } from './principal.ts';
import type { SecretKeys } from './secrets.ts';
import { findSession, type SessionOwner, touchSession } from './session-store.ts';
import { sessionHashes, sessionTokenPattern } from './session-token.ts';
import { globalReads } from './store.ts';
import { refuseThrottled, sessionBucket, type Throttle } from './throttle.ts';

/**
 * Finds the signed-in person. Read for every request, so that revocations and changes take effect with the next one.
 */
export type Sessions = {
  /**
   * The session of a token; undefined if it is not valid or no longer valid. Throws a Refusal (429) if the address has
   * sent too many invalid tokens.
   */
  find(token: string, address: string): Promise<SessionOwner | undefined>;
  /** The session's owner as a caller of the API. */
  principalOf(token: string, address: string): Promise<Principal | undefined>;
  /** Waits for pending writes. */
  stop(): Promise<void>;
};

type SessionParts = { database: Database; secretKeys: SecretKeys; log: Log; throttle: Throttle; now: () => Date };

/** An invalid token never becomes valid: clients that keep sending it cause no further query and no further count. */
const deadMax = 10_000;

export const createSessions = ({ database, secretKeys, log, throttle, now }: SessionParts): Sessions => {
  const reads = globalReads(database);
  const dead = new LRUCache<string, true>({ max: deadMax });
  const touching = new Map<string, Promise<void>>();

  /** Runs in the background. If it is lost, the next request writes again. */
  const touch = (id: string): void => {
    if (touching.has(id)) return;
    const work = database
      .system((system) => touchSession(system, id))
      .catch((error: Error) => log.warn({ reason: error.message }, 'could not write when a session was used'))
      .finally(() => touching.delete(id));
    touching.set(id, work);
  };

  const find = async (token: string, address: string): Promise<SessionOwner | undefined> => {
    if (!sessionTokenPattern.test(token) || dead.has(token)) return undefined;
    const buckets = [sessionBucket(address)];
    refuseThrottled(throttle, buckets, now());
    const owner = await findSession(reads, sessionHashes(secretKeys, token));
    if (!owner) {
      dead.set(token, true);
      throttle.fail(buckets, now());
      return undefined;
    }
    if (owner.stale) touch(owner.id);
    return owner;
  };

  return {
    find,
    principalOf: async (token, address) => {
      const owner = await find(token, address);
      if (!owner) return undefined;
      const memberships = await findMemberships(reads, owner.account_id);
      const actor = { type: 'user', id: encodeId('user', owner.account_id), name: nameOfPerson(owner) } as const;
      return { actor, memberships, accountId: owner.account_id };
    },
    stop: async () => void (await Promise.all(touching.values())),
  };
};
