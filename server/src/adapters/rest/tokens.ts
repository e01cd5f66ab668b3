import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isPartnerError, unsent } from '../partner-error.ts';

export type IssuedToken = { token: string; expiresInSeconds: number };

/** Tokens of accounts at a partner, each requested once and kept while it is valid. */
export type Tokens<Access> = {
  /** Calls with a token; a refused one (401) is requested again, once. */
  use<T>(access: Access, scope: string, call: (token: string) => Promise<T>): Promise<T>;
};

type Kept = { issued: Promise<IssuedToken>; until: number };

const keptMax = 500;
/** A token about to expire may expire in transit. */
const marginMs = 60_000;

const identityOf = (access: object, scope: string): string =>
  createHash('sha256')
    .update(JSON.stringify([scope, Object.entries(access).sort(([left], [right]) => (left < right ? -1 : 1))]))
    .digest('base64url');

/**
 * `issue` requests a token from the partner; `now` is wall time. Accounts that differ in anything have separate tokens. A
 * call for which there is no token is NOT_SENT, however the request for the token has ended.
 */
export const createTokens = <Access extends object>(
  issue: (access: Access, scope: string) => Promise<IssuedToken>,
  now: () => number = () => performance.now(),
): Tokens<Access> => {
  const kept = new LRUCache<string, Kept>({ max: keptMax });

  const tokenOf = async (access: Access, scope: string, key: string): Promise<string> => {
    const found = kept.get(key);
    if (found && found.until > now()) {
      const { token } = await found.issued.catch((error: unknown) => {
        throw unsent(error);
      });
      return token;
    }
    const entry: Kept = { issued: issue(access, scope), until: now() + marginMs };
    kept.set(key, entry);
    try {
      const { token, expiresInSeconds } = await entry.issued;
      entry.until = now() + Math.max(0, expiresInSeconds * 1000 - marginMs);
      return token;
    } catch (error) {
      kept.delete(key);
      throw unsent(error);
    }
  };

  return {
    use: async (access, scope, call) => {
      const key = identityOf(access, scope);
      try {
        return await call(await tokenOf(access, scope, key));
      } catch (error) {
        if (!isPartnerError(error) || error.httpStatus !== 401 || !kept.has(key)) throw error;
        kept.delete(key);
        const token = await tokenOf(access, scope, key).catch((none: unknown) => {
          // What the first call has done is not known by the request for another token.
          throw error.outcome === 'UNKNOWN' ? error : none;
        });
        return call(token);
      }
    },
  };
};
