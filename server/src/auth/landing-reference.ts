import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { TokenIssuer } from './jwt.ts';
import type { KeyRing } from './signing-keys.ts';

const landingReferenceSeconds = 600;

/** What a product learns about a buyer who comes to sign up. IDs are TypeIDs. */
export type Landing = {
  partner: string;
  orgId: string;
  buyerId: string;
  entitlementId: string | null;
  /** The partner's ID for the purchase. */
  externalId: string | null;
};

/**
 * Signs what a product learns when a buyer is sent on to its sign-up page: a JWT (RS256, verified with the key set of
 * the token endpoint) whose audience is the origin of that page, valid for ten minutes. Its type prevents its use as an
 * access token.
 */
export const signLandingReference = (
  { issuer, ring }: Pick<TokenIssuer, 'issuer'> & { ring: KeyRing },
  { partner, orgId, buyerId, entitlementId, externalId }: Landing,
  { audience, now }: { audience: string; now: Date },
): Promise<string> => {
  const key = ring.signer(now);
  const iat = Math.floor(now.getTime() / 1000);
  return new SignJWT({
    partner,
    org_id: orgId,
    buyer_id: buyerId,
    ...(entitlementId === null ? {} : { entitlement_id: entitlementId }),
    ...(externalId === null ? {} : { external_id: externalId }),
  })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'landing+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(buyerId)
    .setIssuedAt(iat)
    .setExpirationTime(iat + landingReferenceSeconds)
    .setJti(randomUUID())
    .sign(key.privateKey);
};
