import { LRUCache } from 'lru-cache';
import { decodeId } from '../kit/ids.ts';
import { type ApiKeyParts, authenticateApiKey, principalOfApiClients } from './api-key.ts';
import { type ApiClientRow, findTokenOwner } from './api-key-store.ts';
import { type AppIdentity, identityOf } from './app-identity.ts';
import type { AppUsage } from './app-usage.ts';
import type { CustomRoles } from './custom-roles.ts';
import { type AccessClaims, claimedKeyId, type TokenIssuer, verifyAccessToken } from './jwt.ts';
import type { Principal } from './principal.ts';
import type { Revocations } from './revocations.ts';
import type { SessionCookie } from './session-cookie.ts';
import { sessionTokenPattern } from './session-token.ts';
import type { Sessions } from './sessions.ts';
import type { KeyRing } from './signing-keys.ts';
import { type AppIdentityRow, findAppIdentity, type Statements } from './store.ts';
import { expiredToken, invalidToken, unauthorized } from './unauthorized.ts';
import { freshnessMs, type Watch } from './watch.ts';

/**
 * The parts of a request that authentication reads. Raw headers, because Node shows only the first of two Authorization
 * headers.
 */
export type CredentialSource = { rawHeaders: readonly string[]; url: string; method?: string; address?: string };

/** Identifies the caller. Throws a Refusal: Unauthorized, or ServiceUnavailable if the database is unavailable. */
export type Authenticate = (source: CredentialSource) => Promise<Principal>;

export type AuthenticateParts = TokenIssuer & {
  reads: Statements;
  ring: KeyRing;
  revocations: Revocations;
  roles: CustomRoles;
  watch: Watch;
  usage: AppUsage;
  apiKeys: ApiKeyParts;
  sessions: Sessions;
  sessionCookie: SessionCookie;
  now: () => Date;
};

/** A verified token. Whatever may change during its life is checked on each use: expiry, key, revocation, role. */
type VerifiedToken = Omit<AppIdentity, 'app'> & {
  app?: AppIdentity['app'];
  apiClient?: ApiClientRow;
  jti: string;
  keyId: string;
  expiresMs: number;
};

type Attempt = {
  source: CredentialSource;
  now: Date;
  scheme: string;
  credential: string;
  keyId: string;
  claims?: AccessClaims;
  app?: AppIdentityRow;
  verified?: VerifiedToken;
  /** For credentials that are not a token. */
  principal?: Principal;
};

type Parts = AuthenticateParts & { cache: LRUCache<string, VerifiedToken> };
type Step = (attempt: Attempt, parts: Parts) => Promise<void> | void;

const tokenCharsMax = 8192;
const cachedTokensMax = 10_000;
const refreshMs = 100;

/** RFC 6750, 2.3 and RFC 9700, 4.3.2: URLs end up in logs and histories, so a token in a URL is never accepted. */
const refuseTokenInUrl: Step = ({ source: { url } }) => {
  const start = url.indexOf('?');
  if (start < 0) return;
  const query = url.slice(start + 1);
  if (!/token|%/i.test(query)) return;
  if (new URLSearchParams(query).has('access_token')) {
    throw unauthorized('invalid_request', 'Access tokens are accepted in the Authorization header only.');
  }
};

const bearerOf = (cookie: string | undefined): string | undefined =>
  cookie === undefined ? cookie : `Bearer ${cookie}`;

/** RFC 6750, 2.1. With two headers, a proxy and the service could each use a different one. */
const readAuthorization: Step = (attempt, { sessionCookie }) => {
  const { rawHeaders } = attempt.source;
  let header: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (header !== undefined) throw unauthorized('invalid_request', 'There must be one Authorization header.');
    header = rawHeaders[index + 1] ?? '';
  }
  header ??= bearerOf(sessionCookie.read(attempt.source));
  if (header === undefined) throw unauthorized(undefined, 'An access token is required.');
  const space = header.indexOf(' ');
  attempt.scheme = (space < 0 ? header : header.slice(0, space)).toLowerCase();
  // RFC 9110, 11.4: one or more spaces.
  attempt.credential = space < 0 ? '' : header.slice(space).trimStart();
};

/** A signed-in person. */
const useSession: Step = async (attempt, { sessions }) => {
  if (!sessionTokenPattern.test(attempt.credential)) return;
  const principal = await sessions.principalOf(attempt.credential, attempt.source.address ?? '');
  if (!principal) throw invalidToken();
  attempt.principal = principal;
};

const useVerifiedToken: Step = (attempt, { cache }) => {
  const verified = cache.get(attempt.credential);
  if (!verified) return;
  attempt.verified = verified;
  attempt.keyId = verified.keyId;
  if (verified.expiresMs <= attempt.now.getTime()) throw expiredToken();
};

/** A replica that has just rotated its key may have signed with one that this process has not seen. */
const learnKey: Step = async (attempt, { ring, watch }) => {
  if (!attempt.verified) {
    if (attempt.credential.length > tokenCharsMax) throw invalidToken();
    attempt.keyId = claimedKeyId(attempt.credential) ?? '';
  }
  if (attempt.keyId === '') throw invalidToken();
  if (!ring.verifier(attempt.keyId, attempt.now)) await watch.freshWithin(refreshMs);
  if (!ring.verifier(attempt.keyId, attempt.now)) throw invalidToken();
};

const verifyToken: Step = async (attempt, parts) => {
  if (attempt.verified) return;
  const result = await verifyAccessToken(parts.ring, parts, attempt.credential, attempt.now);
  if ('refusal' in result) throw result.refusal === 'expired' ? expiredToken() : invalidToken();
  attempt.claims = result.claims;
};

/** If the database has not been polled for a while, the request itself has to wait for a poll. */
const refuseRevoked: Step = async (attempt, { watch, revocations }) => {
  const look = watch.freshWithin(freshnessMs);
  if (look) await look;
  const { client_id: clientId = '', jti = '' } =
    attempt.claims ?? (attempt.verified && { client_id: attempt.verified.clientId, jti: attempt.verified.jti }) ?? {};
  if (revocations.isRevoked(clientId) || revocations.isRevoked(jti)) throw invalidToken();
  const orgId = attempt.verified?.app?.orgId ?? attempt.verified?.apiClient?.org_id;
  if (orgId !== undefined && revocations.isClosed(orgId)) throw invalidToken();
};

/** A token of a legacy API client looks like an app's; its subject tells them apart. */
const loadApiClient: Step = async (attempt, { reads, cache }) => {
  const { claims, keyId } = attempt;
  const id = claims && decodeId('apikey', claims.client_id);
  if (!claims || !id) return;
  const orgId = decodeId('org', claims.org_id);
  const apiClient = orgId === null ? undefined : await findTokenOwner(reads, { orgId, id });
  if (!apiClient || claims.sub !== claims.client_id) throw invalidToken();
  const { client_id: clientId, jti, exp } = claims;
  const principal = principalOfApiClients(apiClient);
  attempt.verified = { principal, apiClient, clientId, jti, keyId, expiresMs: exp * 1000, role: undefined };
  cache.set(attempt.credential, attempt.verified);
};

const loadApp: Step = async (attempt, { reads }) => {
  const { claims } = attempt;
  if (!claims || attempt.verified) return;
  const { client_id: clientId, jti } = claims;
  const app = decodeId('app', clientId) === null ? undefined : await findAppIdentity(reads, { clientId, jti });
  if (!app || claims.sub !== clientId || decodeId('org', claims.org_id) !== app.org_id) throw invalidToken();
  attempt.app = app;
};

const rememberVerified: Step = (attempt, { cache, roles }) => {
  const { claims, app, keyId } = attempt;
  if (!claims || !app) return;
  const expiresMs = claims.exp * 1000;
  attempt.verified = { ...identityOf(app, roles), jti: claims.jti, keyId, expiresMs };
  cache.set(attempt.credential, attempt.verified);
};

/** The role was changed after the app was read, here or on another replica. */
const reloadChangedRole: Step = async (attempt, { reads, roles, cache }) => {
  const { verified } = attempt;
  if (!verified?.role || roles.isCurrent(verified.role)) return;
  const app = await findAppIdentity(reads, verified);
  if (!app) throw invalidToken();
  attempt.verified = { ...verified, ...identityOf(app, roles) };
  cache.set(attempt.credential, attempt.verified);
};

const noteUse: Step = ({ verified, now }, { usage, apiKeys }) => {
  if (verified?.app) usage.called(verified.app, now);
  if (verified?.apiClient) apiKeys.usage.used(verified.apiClient, now);
};

const useApiKey: Step = async (attempt, { apiKeys }) => {
  const { credential: key, source, now } = attempt;
  attempt.principal = await authenticateApiKey(apiKeys, { key, address: source.address ?? '', now });
};

const commonSteps: readonly Step[] = [refuseTokenInUrl, readAuthorization];

/** The steps for each scheme of the Authorization header. */
const schemes: ReadonlyMap<string, readonly Step[]> = new Map([
  [
    'bearer',
    [
      useSession,
      useVerifiedToken,
      learnKey,
      verifyToken,
      refuseRevoked,
      loadApiClient,
      loadApp,
      rememberVerified,
      reloadChangedRole,
      noteUse,
    ],
  ],
  ['key', [useApiKey]],
]);

const run = async (steps: readonly Step[], attempt: Attempt, parts: Parts): Promise<void> => {
  for (const step of steps) {
    const waiting = step(attempt, parts);
    if (waiting) await waiting;
    if (attempt.principal) return;
  }
};

/** Authenticates credentials (RFC 6750, 2.1; RFC 9068, 4) with the steps listed above. */
export const createAuthenticate = (authenticateParts: AuthenticateParts): Authenticate => {
  const parts: Parts = { ...authenticateParts, cache: new LRUCache({ max: cachedTokensMax }) };
  return async (source) => {
    const attempt: Attempt = { source, now: parts.now(), scheme: '', credential: '', keyId: '' };
    await run(commonSteps, attempt, parts);
    const steps = schemes.get(attempt.scheme);
    if (!steps) throw unauthorized(undefined, 'An access token is required.');
    await run(steps, attempt, parts);
    const principal = attempt.verified?.principal ?? attempt.principal;
    if (!principal) throw invalidToken();
    return principal;
  };
};
