import { LRUCache } from 'lru-cache';
import { Refusal } from '../kit/errors.ts';
import { decodeId } from '../kit/ids.ts';
import { type AccessClaims, claimedKeyId, type TokenIssuer, verifyAccessToken } from './jwt.ts';
import { permissionsOfRole } from './permissions.ts';
import type { Actor, Membership, Principal } from './principal.ts';
import type { Revocations } from './revocations.ts';
import type { KeyRing } from './signing-keys.ts';
import { type AppRow, findAppByClientId, type Statements } from './store.ts';
import type { Usage } from './usage.ts';
import type { Watch } from './watch.ts';

/** What authentication reads of a request. Raw headers, because Node shows only the first of two Authorization headers. */
export type CredentialSource = { rawHeaders: readonly string[]; url: string };

/** Who is calling. Throws a Refusal: Unauthorized, or ServiceUnavailable when the database cannot be asked. */
export type Authenticate = (source: CredentialSource) => Promise<Principal>;

export type AuthenticateParts = TokenIssuer & {
  reads: Statements;
  ring: KeyRing;
  revocations: Revocations;
  watch: Watch;
  usage: Usage;
  now: () => Date;
};

/** A token that was verified. What may change while it lives is looked at on each use: expiry, key, revocation. */
type VerifiedToken = { principal: Principal; appId: string; clientId: string; keyId: string; expiresMs: number };

type Attempt = {
  source: CredentialSource;
  now: Date;
  scheme: string;
  credential: string;
  keyId: string;
  claims?: AccessClaims;
  app?: AppRow;
  verified?: VerifiedToken;
};

type Parts = AuthenticateParts & { cache: LRUCache<string, VerifiedToken> };
type Step = (attempt: Attempt, parts: Parts) => Promise<void> | void;

const realm = 'marketplace-operations';
const tokenCharsMax = 8192;
const cachedTokensMax = 10_000;
/** How old the knowledge of deleted apps may be: their tokens stop within one second on every replica. */
const knowledgeMs = 900;
const lookAgainMs = 100;

/** RFC 6750, 3. A caller that sent no credentials is told the scheme only. */
const unauthorized = (error: 'invalid_token' | 'invalid_request' | undefined, message: string): Refusal =>
  new Refusal('Unauthorized', message, undefined, {
    'www-authenticate':
      error === undefined
        ? `Bearer realm="${realm}"`
        : `Bearer error="${error}", error_description="${message}", realm="${realm}"`,
  });

const invalidToken = (): Refusal => unauthorized('invalid_token', 'The access token is not valid.');
const expiredToken = (): Refusal => unauthorized('invalid_token', 'The access token has expired.');

/** RFC 6750, 2.3 and RFC 9700, 4.3.2: addresses end up in logs and histories, so a token there is never accepted. */
const refuseTokenInUrl: Step = ({ source: { url } }) => {
  const start = url.indexOf('?');
  if (start < 0) return;
  const query = url.slice(start + 1);
  if (!/token|%/i.test(query)) return;
  if (new URLSearchParams(query).has('access_token')) {
    throw unauthorized('invalid_request', 'Access tokens are accepted in the Authorization header only.');
  }
};

/** RFC 6750, 2.1. With two headers, proxy and service could each believe another one. */
const readAuthorization: Step = (attempt) => {
  const { rawHeaders } = attempt.source;
  let header: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (header !== undefined) throw unauthorized('invalid_request', 'There must be one Authorization header.');
    header = rawHeaders[index + 1] ?? '';
  }
  if (header === undefined) throw unauthorized(undefined, 'An access token is required.');
  const space = header.indexOf(' ');
  attempt.scheme = (space < 0 ? header : header.slice(0, space)).toLowerCase();
  attempt.credential = space < 0 ? '' : header.slice(space + 1).trim();
};

const useVerifiedToken: Step = (attempt, { cache }) => {
  const verified = cache.get(attempt.credential);
  if (!verified) return;
  attempt.verified = verified;
  attempt.keyId = verified.keyId;
  if (verified.expiresMs <= attempt.now.getTime()) throw expiredToken();
};

/** A replica that rotated its key just now may have signed with one that this process has not seen. */
const learnKey: Step = async (attempt, { ring, watch }) => {
  if (!attempt.verified) {
    if (attempt.credential.length > tokenCharsMax) throw invalidToken();
    attempt.keyId = claimedKeyId(attempt.credential) ?? '';
  }
  if (attempt.keyId === '') throw invalidToken();
  if (!ring.verifier(attempt.keyId, attempt.now)) await watch.freshWithin(lookAgainMs);
  if (!ring.verifier(attempt.keyId, attempt.now)) throw invalidToken();
};

const verifyToken: Step = async (attempt, parts) => {
  if (attempt.verified) return;
  const result = await verifyAccessToken(parts.ring, parts, attempt.credential, attempt.now);
  if ('refusal' in result) throw result.refusal === 'expired' ? expiredToken() : invalidToken();
  attempt.claims = result.claims;
};

/** When the database could not be looked at for a while, the request itself has to wait for a look. */
const refuseRevoked: Step = async (attempt, { watch, revocations }) => {
  const look = watch.freshWithin(knowledgeMs);
  if (look) await look;
  const clientId = attempt.verified?.clientId ?? attempt.claims?.client_id ?? '';
  if (revocations.isRevoked(clientId)) throw invalidToken();
};

const loadApp: Step = async (attempt, { reads }) => {
  const { claims } = attempt;
  if (!claims) return;
  const app = decodeId('app', claims.client_id) === null ? undefined : await findAppByClientId(reads, claims.client_id);
  if (!app || claims.sub !== claims.client_id || decodeId('org', claims.org_id) !== app.org_id) throw invalidToken();
  attempt.app = app;
};

const rememberVerified: Step = (attempt, { cache }) => {
  const { claims, app } = attempt;
  if (!claims || !app) return;
  const actor: Actor = { type: 'app', id: app.client_id, name: app.name };
  attempt.verified = {
    principal: { actor, memberships: new Map([[app.org_id, membershipOf(app, actor)]]) },
    appId: app.id,
    clientId: app.client_id,
    keyId: attempt.keyId,
    expiresMs: claims.exp * 1000,
  };
  cache.set(attempt.credential, attempt.verified);
};

const noteUse: Step = ({ verified, now }, { usage }) => {
  if (verified) usage.used(verified.appId, now);
};

/** Custom roles are rows of their organization and come with their endpoints; until then such an app may do nothing. */
const membershipOf = ({ access_level: role }: AppRow, actor: Actor): Membership => ({
  role,
  permissions: role === 'CUSTOM' ? new Set() : permissionsOfRole(role),
  actor,
});

const commonSteps: readonly Step[] = [refuseTokenInUrl, readAuthorization];

/** What follows by scheme of the Authorization header. The legacy API client adds its row `key` here. */
const schemes: ReadonlyMap<string, readonly Step[]> = new Map([
  ['bearer', [useVerifiedToken, learnKey, verifyToken, refuseRevoked, loadApp, rememberVerified, noteUse]],
]);

const run = async (steps: readonly Step[], attempt: Attempt, parts: Parts): Promise<void> => {
  for (const step of steps) {
    const waiting = step(attempt, parts);
    if (waiting) await waiting;
  }
};

/** Credentials → principal (RFC 6750, 2.1; RFC 9068, 4), as the arrays of steps above say. */
export const createAuthenticate = (authenticateParts: AuthenticateParts): Authenticate => {
  const parts: Parts = { ...authenticateParts, cache: new LRUCache({ max: cachedTokensMax }) };
  return async (source) => {
    const attempt: Attempt = { source, now: parts.now(), scheme: '', credential: '', keyId: '' };
    await run(commonSteps, attempt, parts);
    const steps = schemes.get(attempt.scheme);
    if (!steps) throw unauthorized(undefined, 'An access token is required.');
    await run(steps, attempt, parts);
    if (!attempt.verified) throw invalidToken();
    return attempt.verified.principal;
  };
};
