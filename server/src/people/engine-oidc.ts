import {
  authorizationCodeRequest,
  createAuthorizationURL,
  getOAuth2Tokens,
  type OAuthProvider,
  verifyProviderIdToken,
} from '@better-auth/core/oauth2';
import type { BetterAuthPlugin } from 'better-auth';
import { createRemoteJWKSet, customFetch, decodeJwt } from 'jose';
import { z } from 'zod';
import { isMailAddress } from '../kit/mail-address.ts';
import { oidcId } from './engine-names.ts';
import { fetchFromProvider } from './provider-calls.ts';

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

/** Who a verified token is about. Undefined if it is not meant for us, or has no verified address. */
const personOf = (idToken: string, provider: Pick<OidcProvider, 'issuer' | 'clientId'>): OidcPerson | undefined => {
  const claims: Claims = decodeJwt(idToken);
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

/** OpenID Connect Discovery 1.0, 3: the members that are used. */
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).max(100).optional(),
});

const readMetadata = async (issuer: string): Promise<z.infer<typeof Metadata>> => {
  const answer = await fetchFromProvider(`${issuer}/.well-known/openid-configuration`);
  return Metadata.parse(await answer.json());
};

/**
 * The provider, from its metadata. The library's own plugin for any provider reads answers of any size, for as long as
 * they take (decision 0284); the checks of tokens, states and nonces are the library's.
 */
const openProvider = async (provider: OidcProvider, address: string): Promise<OAuthProvider> => {
  const { issuer, clientId, clientSecret, mayEnter } = provider;
  const metadata = await readMetadata(issuer);
  const algorithms = metadata.id_token_signing_alg_values_supported ?? [];
  const options = { clientId, clientSecret, redirectURI: `${address}/callback` };
  const made: OAuthProvider = {
    id: oidcId,
    name: oidcId,
    issuer: metadata.issuer,
    accountSubject: ({ profile }) => (profile as { sub: string }).sub,
    idToken: {
      jwks: createRemoteJWKSet(new URL(metadata.jwks_uri), { [customFetch]: fetchFromProvider }),
      issuer: metadata.issuer,
      audience: clientId,
      ...(algorithms.length > 0 ? { algorithms } : {}),
    },
    requiresIdTokenNonce: true,
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce }) =>
      createAuthorizationURL({
        id: oidcId,
        options,
        authorizationEndpoint: metadata.authorization_endpoint,
        scopes: ['openid', 'email', 'profile'],
        state,
        codeVerifier,
        redirectURI,
        ...(idTokenNonce === undefined ? {} : { nonce: idTokenNonce }),
      }),
    validateAuthorizationCode: async ({ code, codeVerifier, redirectURI }) => {
      const tokenEndpoint = metadata.token_endpoint;
      const request = { code, redirectURI, options, tokenEndpoint, ...(codeVerifier ? { codeVerifier } : {}) };
      const { body, headers } = await authorizationCodeRequest(request);
      // A redirect is not followed: it would take the client secret elsewhere.
      const answer = await fetchFromProvider(tokenEndpoint, { method: 'POST', body, headers, redirect: 'manual' });
      if (!answer.ok) throw new Error(`the provider refuses the code with ${answer.status}`);
      return getOAuth2Tokens((await answer.json()) as Record<string, unknown>);
    },
    getUserInfo: async ({ idToken, expectedIdTokenNonce }) => {
      if (idToken === undefined || !(await verifyProviderIdToken(made, idToken, expectedIdTokenNonce))) return null;
      const person = personOf(idToken, { issuer, clientId });
      if (!person || !(await mayEnter(person))) return null;
      const { subject: id, email, firstName: name, lastName } = person;
      return { user: { email, emailVerified: true, name, lastName }, data: { id, sub: id } };
    },
    options: {},
  };
  return made;
};

/** Without the provider if its metadata cannot be used: `createEngine` then tries again. */
export const oidcPlugin = (provider: OidcProvider, address: string): BetterAuthPlugin => ({
  id: 'oidc',
  init: async ({ socialProviders, logger }) => {
    const opened = await openProvider(provider, address).catch((error: unknown) => {
      logger.error(`The metadata of the identity provider cannot be used: ${error}`);
      return [];
    });
    return { context: { socialProviders: [opened, socialProviders].flat() } };
  },
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
