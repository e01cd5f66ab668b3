import { randomUUID, sign } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { type KeyRing, type SigningKey, tokenLifetimeSeconds } from './signing-keys.ts';

/** Claims of an access token (RFC 9068, 2.2). `org_id` is the TypeID of the organization. */
export type AccessClaims = {
  iss: string;
  aud: string;
  sub: string;
  client_id: string;
  org_id: string;
  iat: number;
  exp: number;
  jti: string;
};

/** The issuer of tokens and the API they are for: `AUTH_URL` and `PUBLIC_URL` without trailing slash. */
export type TokenIssuer = { issuer: string; audience: string };

const headers = new WeakMap<SigningKey, string>();

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const headerOf = (key: SigningKey): string => {
  let header = headers.get(key);
  if (header === undefined) {
    header = encode({ alg: 'RS256', kid: key.kid, typ: 'at+jwt' });
    headers.set(key, header);
  }
  return header;
};

/**
 * Issues an access token (RFC 9068; RS256 of RFC 7518, 3.3). The signature is computed on the thread pool: on the event
 * loop it would cost the API a quarter of a millisecond per token, and use only one core.
 */
export const signAccessToken = (
  key: SigningKey,
  { issuer, audience }: TokenIssuer,
  { clientId, orgId, now }: { clientId: string; orgId: string; now: Date },
): Promise<string> => {
  const iat = Math.floor(now.getTime() / 1000);
  const claims: AccessClaims = {
    iss: issuer,
    aud: audience,
    sub: clientId,
    client_id: clientId,
    org_id: orgId,
    iat,
    exp: iat + tokenLifetimeSeconds,
    jti: randomUUID(),
  };
  const signed = `${headerOf(key)}.${encode(claims)}`;
  return new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(signed), key.privateKey, (error, signature) => {
      if (error) reject(error);
      else resolve(`${signed}.${signature.toString('base64url')}`);
    });
  });
};

/** The key ID a token claims, or undefined if it is not a JWT. This verifies nothing. */
export const claimedKeyId = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
};

/**
 * Whether a token is encoded exactly as its issuer encodes it: three parts of base64url without padding or leftover
 * bits. Decoders accept more, and a variant would count as a different token wherever tokens are compared as text.
 */
export const isCanonicalJwt = (token: string): boolean => {
  const parts = token.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
};

export type Verified = { claims: AccessClaims } | { refusal: 'expired' | 'invalid' };

const requiredClaims = ['iss', 'aud', 'sub', 'client_id', 'org_id', 'iat', 'exp', 'jti'];

/** Validates an access token (RFC 9068, 4): typ, algorithm, key, signature, issuer, audience, expiry, not-before. */
export const verifyAccessToken = async (
  ring: KeyRing,
  { issuer, audience }: TokenIssuer,
  token: string,
  now: Date,
): Promise<Verified> => {
  if (!isCanonicalJwt(token)) return { refusal: 'invalid' };
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = ring.verifier(kid ?? '', now);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      },
      { algorithms: ['RS256'], typ: 'at+jwt', issuer, audience, requiredClaims, currentDate: now },
    );
    const claims = payload as unknown as AccessClaims;
    const texts = [claims.sub, claims.client_id, claims.org_id, claims.jti];
    return texts.every((text) => typeof text === 'string') ? { claims } : { refusal: 'invalid' };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { refusal: 'expired' };
    if (error instanceof errors.JOSEError) return { refusal: 'invalid' };
    // For malformed tokens jose throws its own errors or those of the platform's decoders; neither is an internal
    // error.
    if (error instanceof TypeError || error instanceof SyntaxError) return { refusal: 'invalid' };
    throw error;
  }
};
