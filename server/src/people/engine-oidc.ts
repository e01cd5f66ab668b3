import type { BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { decodeJwt } from 'jose';
import { isMailAddress } from '../kit/mail-address.ts';
import { oidcId } from './engine-names.ts';

/** An identity provider's statements about a person, from a verified token. */
export type OidcPerson = { subject: string; email: string; firstName: string; lastName: string };

export type OidcProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether the person may sign in and, if necessary, have an account created. */
  mayEnter(person: OidcPerson): Promise<boolean>;
};

type Claims = {
  iss?: unknown;
  aud?: unknown;
  azp?: unknown;
  exp?: unknown;
  iat?: unknown;
  sub?: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
};

const nameMax = 100;
const asName = (claim: unknown): string =>
  typeof claim === 'string'
    ? claim
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, nameMax)
        .toWellFormed()
    : '';
const mailCharsMax = 254;

const isTime = (claim: unknown): claim is number => typeof claim === 'number' && Number.isFinite(claim);

/**
 * OpenID Connect Core, 2 and 3.1.3.7: checks that the library does not make. A token must have an expiry and an issue
 * time, and must be for this client alone: any other audience could have passed it on.
 */
const isMeantForUs = (
  { iss, aud, azp, exp, iat }: Claims,
  { issuer, clientId }: Pick<OidcProvider, 'issuer' | 'clientId'>,
): boolean => {
  const audiences = Array.isArray(aud) ? aud : [aud];
  return (
    iss === issuer &&
    audiences.length === 1 &&
    audiences[0] === clientId &&
    (azp === undefined || azp === clientId) &&
    isTime(exp) &&
    isTime(iat) &&
    exp > iat
  );
};

/** Uses only the verified token: without one the library would trust the userinfo endpoint. */
const personOf = (
  idToken: string | undefined,
  provider: Pick<OidcProvider, 'issuer' | 'clientId'>,
): OidcPerson | undefined => {
  const claims: Claims = idToken === undefined ? {} : decodeJwt(idToken);
  if (!isMeantForUs(claims, provider)) return undefined;
  const { sub: subject, email, email_verified: isVerified, given_name, family_name, name } = claims;
  if (
    !subject ||
    typeof email !== 'string' ||
    !isMailAddress(email) ||
    email.length > mailCharsMax ||
    isVerified !== true
  )
    return undefined;
  const firstName = asName(given_name ?? name);
  return { subject, email: email.toLowerCase(), firstName, lastName: asName(family_name) };
};

export const oidcPlugin = ({ issuer, clientId, clientSecret, mayEnter }: OidcProvider, address: string) =>
  genericOAuth({
    config: [
      {
        providerId: oidcId,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        redirectURI: `${address}/callback`,
        getUserInfo: async ({ idToken }) => {
          const person = personOf(idToken, { issuer, clientId });
          if (!person || !(await mayEnter(person))) return null;
          const { subject: id, email, firstName: name, lastName } = person;
          return { id, sub: id, email, emailVerified: true, name, lastName };
        },
        mapProfileToUser: ({ lastName }) => ({ lastName }),
      },
    ],
  });

type AfterHook = NonNullable<NonNullable<BetterAuthPlugin['hooks']>['after']>[number];

/**
 * The library asks for a second factor after a password only. This runs the same hook when a browser comes back from the
 * provider: it ends the session that was made and sets the cookie of a sign-in that waits for a code. The response stays
 * the redirect.
 */
export const askFactorAfterProvider = (plugins: readonly BetterAuthPlugin[]): BetterAuthPlugin => {
  const hooks = plugins.find(({ id }) => id === 'two-factor')?.hooks?.after ?? [];
  const afterCallback = ({ handler }: AfterHook): AfterHook => ({
    matcher: ({ path }) => path === '/callback/:id',
    handler: (async (context: Parameters<AfterHook['handler']>[0]) => {
      const { headers } = (await handler(context)) as { headers?: Headers };
      return { headers };
    }) as AfterHook['handler'],
  });
  return { id: 'factor-after-provider', hooks: { after: hooks.map(afterCallback) } };
};
