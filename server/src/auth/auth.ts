import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { type ApiClientCredentials, type ApiClientToken, issueApiClientToken } from './api-key-token.ts';
import { type ApiClientUsage, createApiClientUsage } from './api-key-usage.ts';
import { type AppUsage, createAppUsage } from './app-usage.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { createCustomRoles } from './custom-roles.ts';
import type { TokenIssuer } from './jwt.ts';
import { createRevocations } from './revocations.ts';
import type { SecretKeys } from './secrets.ts';
import { createSessionCookie, type SessionCookie } from './session-cookie.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createKeyRing, ensureSigningKey, type KeyRing } from './signing-keys.ts';
import { globalReads } from './store.ts';
import { createThrottle, type Throttle } from './throttle.ts';
import { createWatch, freshnessMs } from './watch.ts';

export type AuthOptions = {
  database: Database;
  clock: Clock;
  log: Log;
  secretKeys: SecretKeys;
  /** `AUTH_URL`: the URL of the token listener; `iss` of every token. */
  authUrl: string;
  /** `PUBLIC_URL`: the base URL of the API; `aud` of every token, and the only `resource`. */
  publicUrl: string;
};

/** The authentication of one process. */
export type Auth = TokenIssuer & {
  /** Creates the first signing key if there is none, reads revocations, and keeps polling for changes. */
  start(): Promise<void>;
  /** Stops polling and writes when apps were last used. Call it before the database is closed. */
  stop(): Promise<void>;
  authenticate: Authenticate;
  readonly database: Database;
  readonly now: () => Date;
  readonly log: Log;
  readonly secretKeys: SecretKeys;
  readonly ring: KeyRing;
  readonly usage: AppUsage;
  readonly apiClientUsage: ApiClientUsage;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  readonly sessionCookie: SessionCookie;
  /** Waits for a poll of the other replicas' changes, unless the last one is more recent than this. */
  refresh(ms: number): Promise<void>;
  /**
   * Reads at once what this process revoked. If the database is unavailable, the change is learned by polling, as on
   * other replicas.
   */
  learnRevocations(): Promise<void>;
  /** Implements the legacy token endpoint. Throws a Refusal. */
  issueApiClientToken(credentials: ApiClientCredentials, address: string): Promise<ApiClientToken>;
};

/** Polls four times a second while there are callers, so that other replicas' deletions, revocations and changes are known within 250 ms. */
const lookEveryMs = 250;
const idleLookEveryMs = 5_000;

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

export const createAuth = ({ database, clock, log, secretKeys, authUrl, publicUrl }: AuthOptions): Auth => {
  const issuer = withoutSlash(authUrl);
  const audience = withoutSlash(publicUrl);
  const now = (): Date => clock.wallNow();
  const ring = createKeyRing({ database, clock, secretKeys });
  const revocations = createRevocations({ database });
  const usage = createAppUsage({ database, clock, log });
  const apiClientUsage = createApiClientUsage({ database, log });
  const roles = createCustomRoles({ database });
  const throttle = createThrottle({ database, now, log });
  const look = async (): Promise<void> =>
    void (await Promise.all([revocations.refresh(), ring.refresh(), roles.refresh()]));
  const watch = createWatch({
    look,
    everyMs: lookEveryMs,
    idleEveryMs: idleLookEveryMs,
    clock,
    log,
    what: 'revoked tokens, roles and signing keys',
  });
  const reads = globalReads(database);
  const sessions = createSessions({ database, secretKeys, log, throttle, now });
  const sessionCookie = createSessionCookie([publicUrl, authUrl], authUrl.startsWith('https:'));
  const apiKeys = { reads, secretKeys, throttle, usage: apiClientUsage };

  return {
    issuer,
    audience,
    database,
    now,
    log,
    secretKeys,
    ring,
    usage,
    apiClientUsage,
    throttle,
    sessions,
    sessionCookie,
    refresh: async (ms) => void (await watch.freshWithin(ms)),
    learnRevocations: () =>
      watch
        .lookNow()
        .catch((error: Error) => log.warn({ reason: error.message }, 'could not look at what was revoked')),
    authenticate: createAuthenticate({
      issuer,
      audience,
      reads,
      ring,
      revocations,
      roles,
      watch,
      usage,
      apiKeys,
      sessions,
      sessionCookie,
      now,
    }),
    issueApiClientToken: async (credentials, address) => {
      await watch.freshWithin(freshnessMs);
      return issueApiClientToken({ ...apiKeys, issuer, audience, ring, now }, credentials, address);
    },
    start: async () => {
      await ensureSigningKey({ database, clock, secretKeys });
      await watch.start();
      usage.start();
      apiClientUsage.start();
    },
    stop: async () => {
      await watch.stop();
      await throttle.stop();
      await sessions.stop();
      await usage.stop();
      await apiClientUsage.stop();
    },
  };
};
