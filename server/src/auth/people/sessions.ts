import type { Database } from '../../db/database.ts';
import { encodeId } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import { findMemberships } from '../members.ts';
import type { Principal } from '../principal.ts';
import type { SecretKeys } from '../secrets.ts';
import { globalReads } from '../store.ts';
import { findSession, type SessionOwner, touchSession } from './session-store.ts';
import { sessionHashes, sessionTokenPattern } from './session-token.ts';

/** Who is signed in. Read anew for every request, so that what was revoked or changed counts from the next one on. */
export type Sessions = {
  /** The session of a token as its owner sends it; undefined when it does not count, or not any more. */
  find(token: string): Promise<SessionOwner | undefined>;
  /** The same as the caller of the API. */
  principalOf(token: string): Promise<Principal | undefined>;
  /** Waits for what is being written. */
  stop(): Promise<void>;
};

type SessionParts = { database: Database; secretKeys: SecretKeys; log: Log };

const nameOf = ({ first_name, last_name, email }: SessionOwner): string => `${first_name} ${last_name}`.trim() || email;

export const createSessions = ({ database, secretKeys, log }: SessionParts): Sessions => {
  const reads = globalReads(database);
  const touching = new Map<string, Promise<void>>();

  /** Nobody waits for it: lost, it is written at the next request. */
  const touch = (id: string): void => {
    if (touching.has(id)) return;
    const work = database
      .system((system) => touchSession(system, id))
      .catch((error: Error) => log.warn({ reason: error.message }, 'could not write when a session was used'))
      .finally(() => touching.delete(id));
    touching.set(id, work);
  };

  const find = async (token: string): Promise<SessionOwner | undefined> => {
    if (!sessionTokenPattern.test(token)) return undefined;
    const owner = await findSession(reads, sessionHashes(secretKeys, token));
    if (owner?.stale) touch(owner.id);
    return owner;
  };

  return {
    find,
    principalOf: async (token) => {
      const owner = await find(token);
      if (!owner) return undefined;
      const memberships = await findMemberships(reads, owner.account_id);
      const actor = { type: 'user', id: encodeId('user', owner.account_id), name: nameOf(owner) } as const;
      return { actor, memberships, accountId: owner.account_id };
    },
    stop: async () => void (await Promise.all(touching.values())),
  };
};
