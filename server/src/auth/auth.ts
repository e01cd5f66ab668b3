import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import type { TokenIssuer } from './jwt.ts';
import { createRevocations } from './revocations.ts';
import type { SecretKeys } from './secrets.ts';
import { createKeyRing, ensureSigningKey, type KeyRing } from './signing-keys.ts';
import { globalReads } from './store.ts';
import { createUsage, type Usage } from './usage.ts';
import { createWatch } from './watch.ts';

export type AuthOptions = {
  database: Database;
  clock: Clock;
  log: Log;
  secretKeys: SecretKeys;
  /** `AUTH_URL`: where the token listener is reached; `iss` of every token. */
  authUrl: string;
  /** `PUBLIC_URL`: the base address of the API; `aud` of every token, and the only `resource`. */
  publicUrl: string;
};

/** The authentication of one process. */
export type Auth = TokenIssuer & {
  /** Makes the first signing key if there is none, reads what is revoked, and goes on looking. */
  start(): Promise<void>;
  /** Stops looking and writes when apps were last used. Before the database is closed. */
  stop(): Promise<void>;
  authenticate: Authenticate;
  readonly database: Database;
  readonly now: () => Date;
  readonly log: Log;
  readonly secretKeys: SecretKeys;
  readonly ring: KeyRing;
  readonly usage: Usage;
};

/** Four looks a second: a deleted app's tokens stop within a quarter of one, and keys of other replicas are known. */
const lookEveryMs = 250;

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

export const createAuth = ({ database, clock, log, secretKeys, authUrl, publicUrl }: AuthOptions): Auth => {
  const issuer = withoutSlash(authUrl);
  const audience = withoutSlash(publicUrl);
  const now = (): Date => clock.wallNow();
  const ring = createKeyRing({ database, clock, secretKeys });
  const revocations = createRevocations({ database });
  const usage = createUsage({ database, clock, log });
  const look = async (): Promise<void> => void (await Promise.all([revocations.refresh(), ring.refresh()]));
  const watch = createWatch({ look, everyMs: lookEveryMs, clock, log, what: 'deleted apps and signing keys' });
  const reads = globalReads(database);

  return {
    issuer,
    audience,
    database,
    now,
    log,
    secretKeys,
    ring,
    usage,
    authenticate: createAuthenticate({ issuer, audience, reads, ring, revocations, watch, usage, now }),
    start: async () => {
      await ensureSigningKey({ database, clock, secretKeys });
      await watch.start();
      usage.start();
    },
    stop: async () => {
      await watch.stop();
      await usage.stop();
    },
  };
};
