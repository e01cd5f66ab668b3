import type { Auth } from './auth.ts';
import { authenticateClient, type Parts, readClient, readForm, type Step } from './client-request.ts';
import { type AccessClaims, claimedKeyId, verifyAccessToken } from './jwt.ts';
import { type Answer, invalidRequest, refuse, tryAgain } from './oauth-response.ts';
import { findAppIdentity } from './store.ts';
import { insertRevokedToken } from './token-store.ts';

/** Maximum number of one client's revoked, unexpired tokens; every process keeps them in memory. */
const revokedMax = 500;
const refreshMs = 100;
const tokenCharsMax = 8192;

/** RFC 7662, 2.1 and RFC 7009, 2.1. `token_type_hint` is only a hint, and there is only one type. */
const requireToken: Step = ({ form }) =>
  (form.get('token') ?? '') === '' ? invalidRequest('token is required.') : undefined;

const readToken = async (auth: Auth, token: string): Promise<AccessClaims | undefined> => {
  const keyId = token.length > tokenCharsMax ? undefined : claimedKeyId(token);
  if (keyId === undefined) return undefined;
  const now = auth.now();
  if (!auth.ring.verifier(keyId, now)) await auth.refresh(refreshMs);
  const verified = await verifyAccessToken(auth.ring, auth, token, now);
  return 'claims' in verified ? verified.claims : undefined;
};

const inactive: Answer = { status: 200, body: { active: false } };

/** RFC 7662, 2.2. A client can query tokens of its own organization; all others appear inactive. */
const introspect: Step = async ({ form, client }, { auth, reads }: Parts) => {
  const claims = await readToken(auth, form.get('token') ?? '');
  if (!claims || !client) return inactive;
  const app = await findAppIdentity(reads, { clientId: claims.client_id, jti: claims.jti });
  if (app?.org_id !== client.org_id) return inactive;
  return { status: 200, body: { active: true, token_type: 'Bearer', ...claims } };
};

/** RFC 7009, 2.2: an invalid, expired or already revoked token gets the same response as a valid one. */
const revoke: Step = async ({ form, client }, { auth }) => {
  const done: Answer = { status: 200, body: {} };
  const claims = await readToken(auth, form.get('token') ?? '');
  if (!claims || !client) return done;
  if (claims.client_id !== client.client_id) {
    return refuse(400, 'invalid_grant', 'The token was issued to another client.');
  }
  const token = { orgId: client.org_id, appId: client.id, jti: claims.jti };
  const expireTime = new Date(claims.exp * 1000);
  const revoked = await auth.database.system((system) =>
    insertRevokedToken(system, { ...token, expireTime, max: revokedMax }),
  );
  return revoked ? done : tryAgain(`A client can revoke ${revokedMax} tokens an hour; let this one expire.`);
};

export const introspectionSteps: readonly Step[] = [
  ...readForm,
  readClient,
  requireToken,
  authenticateClient,
  introspect,
];

export const revocationSteps: readonly Step[] = [...readForm, readClient, requireToken, authenticateClient, revoke];
