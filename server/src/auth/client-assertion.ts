import { hash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { assertionAlgorithms, type ClientKeys, keysFor } from './client-keys.ts';
import { isCanonicalJwt } from './jwt.ts';

/** RFC 7523, 2.2. */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const lifetimeSeconds = 600;
/** Allowed difference between a client's clock and ours. */
const skewSeconds = 30;
const jtiCharsMax = 255;
/**
 * RFC 7523bis gives assertions a type, so that no other JWT of a client can pass for one; older clients send `JWT` or
 * nothing.
 */
const types: ReadonlySet<string> = new Set(['jwt', 'client-authentication+jwt']);

/** The client that an assertion claims to come from. This verifies nothing. */
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

/**
 * A valid assertion: `key` identifies the signing key among the client's, and the assertion must be remembered until
 * `expires`.
 */
export type GoodAssertion = { key: string; expires: Date };

/**
 * Verifies an assertion (RFC 7523, 3). The audience follows RFC 7523bis: our issuer identifier as a string, neither an
 * endpoint's URL nor a list, because each of several audiences could replay the assertion at the others. The caller
 * must check whether it was used before.
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
