import { type CryptoKey, createLocalJWKSet, importX509, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { partnerError } from '../../partner-error.ts';
import { createKeptKeys } from '../../rest/kept-keys.ts';
import type { Google } from './google.ts';
import { addressOf, type GoogleAddresses } from './settings.ts';

/** Keys with which Google signs: Pub/Sub pushes (a key set), and sign-ups (certificates by key id). */
const sources = {
  push: '/oauth2/v3/certs',
  signUp: '/robot/v1/metadata/x509/cloud-commerce-partner@system.gserviceaccount.com',
} as const;
export type KeySource = keyof typeof sources;

/** The address of the certificates names the issuer of sign-up tokens. */
export const signUpIssuer =
  'https://www.googleapis.com/robot/v1/metadata/x509/cloud-commerce-partner@system.gserviceaccount.com';

const KeySet = z.looseObject({ keys: z.array(z.looseObject({ kid: z.string().optional(), kty: z.string() })) });
const Certificates = z.record(z.string(), z.string());

type Find = (header: { kid?: string | undefined }) => Promise<CryptoKey | undefined>;

const kept = { max: 50, freshMs: 10 * 60_000, againMs: 30_000 };
const skewSeconds = 60;

export type TokenCheck = { source: KeySource; issuer: string | string[]; audience: string; now: Date };

/** Checks tokens against Google's published keys, which are cached. */
export type GoogleTokens = {
  /** The claims of a valid token; null: it is not valid. Throws if the keys are unavailable. */
  verify(access: GoogleAddresses, token: string, check: TokenCheck): Promise<JWTPayload | null>;
};

export const createGoogleTokens = (google: Google, now: () => number): GoogleTokens => {
  const keysOf = createKeptKeys<Find>({ ...kept, now });

  const load = async (access: GoogleAddresses, source: KeySource): Promise<Find> => {
    const call = { what: 'keys', method: 'GET', path: sources[source] } as const;
    if (source === 'push') {
      const set = await google.fetch(access, 'keys', call, KeySet);
      const find = createLocalJWKSet(set as JSONWebKeySet);
      return ({ kid }) => find({ alg: 'RS256', ...(kid === undefined ? {} : { kid }) }).catch(() => undefined);
    }
    const certificates = await google.fetch(access, 'keys', call, Certificates);
    return async ({ kid = '' }) => {
      const pem = Object.hasOwn(certificates, kid) ? certificates[kid] : undefined;
      return pem === undefined ? undefined : importX509(pem, 'RS256').catch(() => undefined);
    };
  };

  const findKey = async (access: GoogleAddresses, source: KeySource, kid: string | undefined) => {
    const id = `${source}\n${addressOf(access, 'keys')}`;
    const ask = () => load(access, source);
    const known = await (await keysOf(id, ask))({ kid });
    return known ?? (await keysOf(id, ask, { again: true }))({ kid });
  };

  return {
    verify: async (access, token, { source, issuer, audience, now }) => {
      let lost: unknown = null;
      const keyOf = async ({ kid }: { kid?: string }): Promise<CryptoKey> => {
        const key = await findKey(access, source, kid).catch((error: unknown) => {
          lost = error;
          return undefined;
        });
        if (!key) throw new Error('no such key');
        return key;
      };
      const options = {
        algorithms: ['RS256'],
        issuer,
        audience,
        currentDate: now,
        clockTolerance: skewSeconds,
        requiredClaims: ['exp', 'iat', 'sub'],
      };
      try {
        return (await jwtVerify(token, keyOf, options)).payload;
      } catch {
        if (lost === null) return null;
        throw partnerError("Google's public keys are unavailable now.", {
          partner: 'GCP',
          outcome: 'UNKNOWN',
          partnerCode: 'NoKeys',
          httpStatus: undefined,
          requestId: undefined,
          retryable: true,
          cause: lost,
        });
      }
    },
  };
};
