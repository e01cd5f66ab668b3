import { hash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { assertionAlgorithms, type ClientKeys, keysFor } from './client-keys.ts';
import { isCanonicalJwt } from './jwt.ts';

/** RFC 7523, 2.2. */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const lifetimeSeconds = 600;
/** What the clock of a client may differ from ours. */
const skewSeconds = 30;
const jtiCharsMax = 255;
/** RFC 7523bis types assertions, so that no other JWT of a client is taken for one; older clients write `JWT` or nothing. */
const types: ReadonlySet<string> = new Set(['jwt', 'client-authentication+jwt']);

/** The client that an assertion claims to be of. Nothing is verified by this. */
export const claimedClient = (assertion: string): string => {
  try {
    const { sub } = decodeJwt(assertion);
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
};

const headerOf = (assertion: string): { alg: string; kid: string | undefined } | undefined => {
  try {
    const { alg, kid, typ } = decodeProtectedHeader(assertion);
    const plain = String(typ ?? 'JWT')
      .toLowerCase()
      .replace(/^application\//, '');
    if (typeof alg !== 'string' || !types.has(plain)) return undefined;
    return { alg, kid: typeof kid === 'string' ? kid : undefined };
  } catch {
    return undefined;
  }
};

type Expected = { clientId: string; issuer: string; jwks: ClientKeys; now: Date };

const verifyWithOneOf = async (assertion: string, expected: Expected): Promise<JWTPayload | undefined> => {
  const header = isCanonicalJwt(assertion) ? headerOf(assertion) : undefined;
  if (!header) return undefined;
  for (const key of keysFor(expected.jwks, header.alg, header.kid)) {
    try {
      const { payload } = await jwtVerify(assertion, key, {
        algorithms: [...assertionAlgorithms],
        issuer: expected.clientId,
        subject: expected.clientId,
        audience: expected.issuer,
        requiredClaims: ['exp', 'jti'],
        clockTolerance: skewSeconds,
        currentDate: expected.now,
      });
      return payload;
    } catch (error) {
      const ours = error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError;
      if (!ours) throw error;
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return undefined;
    }
  }
  return undefined;
};

/** A good assertion: `key` names it among those of its client, and it has to be remembered until `expires`. */
export type GoodAssertion = { key: string; expires: Date };

/**
 * Verifies an assertion (RFC 7523, 3 with the audience of RFC 7523bis: our issuer identifier as a text, neither the
 * address of an endpoint nor a list; an assertion for several servers could be used at each by every other).
 * Whether it was used before is for the caller to ask.
 */
export const verifyAssertion = async (assertion: string, expected: Expected): Promise<GoodAssertion | undefined> => {
  const payload = await verifyWithOneOf(assertion, expected);
  if (!payload) return undefined;
  const { aud, exp = 0, iat, jti } = payload;
  const nowSeconds = expected.now.getTime() / 1000;
  if (aud !== expected.issuer || exp > nowSeconds + lifetimeSeconds + skewSeconds) return undefined;
  if (iat !== undefined && !(iat <= nowSeconds + skewSeconds)) return undefined;
  if (typeof jti !== 'string' || jti === '' || jti.length > jtiCharsMax) return undefined;
  return { key: hash('sha256', jti, 'base64url'), expires: new Date((exp + 2 * skewSeconds) * 1000) };
};
