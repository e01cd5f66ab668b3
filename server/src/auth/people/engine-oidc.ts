import { genericOAuth } from 'better-auth/plugins';
import { decodeJwt } from 'jose';
import { oidcId } from './engine-names.ts';

/** What the identity provider says of a person; the token was verified before. */
export type OidcPerson = { subject: string; email: string; firstName: string; lastName: string };

export type OidcProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether the person may come in, and have an account made when there is none. */
  mayEnter(person: OidcPerson): Promise<boolean>;
};

type Claims = {
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
/** As everywhere: small letters of other alphabets may become those of somebody else's address. */
const emailPattern = /^[!-~]{1,254}$/;

/** Of the verified token only: without one the library would believe the userinfo endpoint. */
const personOf = (idToken: string | undefined): OidcPerson | undefined => {
  const claims: Claims = idToken === undefined ? {} : decodeJwt(idToken);
  const { sub: subject, email, email_verified: isVerified, given_name, family_name, name } = claims;
  if (!subject || typeof email !== 'string' || !emailPattern.test(email) || isVerified !== true) return undefined;
  const firstName = asName(given_name ?? name);
  return { subject, email: email.toLowerCase(), firstName, lastName: asName(family_name) };
};

export const oidcPlugin = ({ issuer, clientId, clientSecret, mayEnter }: OidcProvider, authUrl: string) =>
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
        redirectURI: `${authUrl}/signIn/oidc/callback`,
        getUserInfo: async ({ idToken }) => {
          const person = personOf(idToken);
          if (!person || !(await mayEnter(person))) return null;
          const { subject: id, email, firstName: name, lastName } = person;
          return { id, sub: id, email, emailVerified: true, name, lastName };
        },
        mapProfileToUser: ({ lastName }) => ({ lastName }),
      },
    ],
  });
