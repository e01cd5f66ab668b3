import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { openSecret, type SecretKeys, sealSecret } from './secrets.ts';
import {
  insertSigningKey,
  limitOlderKeys,
  type PublicKeyRow,
  selectPublicKeys,
  selectSealedKeys,
} from './signing-key-store.ts';
import { globalReads } from './store.ts';

export const tokenLifetimeSeconds = 3600;
/** How long clients and resource servers may cache the key set. A new key is published this long before it signs. */
export const keySetMaxAgeSeconds = 300;

/** Allowed difference between the clocks of replicas. */
const skewSeconds = 60;
const modulusBits = 2048;

export type SigningKey = {
  kid: string;
  publicKey: KeyObject;
  privateKey: KeyObject;
  jwk: JWK;
  signsFrom: Date;
  verifiesUntil: Date | null;
};

/** The signing keys known to this process. `refresh` reads changes by other replicas. */
export type KeyRing = {
  refresh(): Promise<void>;
  signer(now: Date): SigningKey;
  verifier(kid: string, now: Date): SigningKey | undefined;
  /** The JSON Web Key Set (RFC 7517, 5): every key that verifies, including one that does not sign yet. */
  published(now: Date): JWK[];
};

type KeyParts = { database: Database; clock: Pick<Clock, 'wallNow'>; secretKeys: SecretKeys };

export const createKeyRing = ({ database, clock, secretKeys }: KeyParts): KeyRing => {
  const reads = globalReads(database);
  /** Oldest first. */
  let keys: readonly SigningKey[] = [];

  const open = async (rows: readonly PublicKeyRow[]): Promise<Map<string, KeyObject>> => {
    if (rows.length === 0) return new Map();
    const sealed = await database.system((system) =>
      selectSealedKeys(
        system,
        rows.map(({ kid }) => kid),
      ),
    );
    return new Map(
      sealed.map(({ kid, sealed_private_key }) => [
        kid,
        createPrivateKey(openSecret(secretKeys, 'signing-key', kid, sealed_private_key)),
      ]),
    );
  };

  return {
    refresh: async () => {
      const rows = await selectPublicKeys(reads, clock.wallNow());
      const known = new Map(keys.map((key) => [key.kid, key]));
      const opened = await open(rows.filter(({ kid }) => !known.has(kid)));
      keys = rows.flatMap((row): SigningKey[] => {
        const privateKey = known.get(row.kid)?.privateKey ?? opened.get(row.kid);
        if (!privateKey) return [];
        return [
          {
            kid: row.kid,
            privateKey,
            publicKey: known.get(row.kid)?.publicKey ?? createPublicKey(privateKey),
            jwk: row.public_jwk,
            signsFrom: row.signs_from,
            verifiesUntil: row.verifies_until,
          },
        ];
      });
    },
    signer: (now) => {
      const key = keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys.at(-1);
      if (!key) throw new Error('there is no signing key; ensureSigningKey creates the first');
      return key;
    },
    verifier: (kid, now) =>
      keys.find((key) => key.kid === kid && (key.verifiesUntil === null || key.verifiesUntil > now)),
    published: (now) =>
      keys.filter(({ verifiesUntil }) => verifiesUntil === null || verifiesUntil > now).map(({ jwk }) => jwk),
  };
};

/** Creates the first key if there is none. If two replicas start at once, one wins and both use its key. */
export const ensureSigningKey = async (parts: KeyParts): Promise<void> => {
  const existing = await selectPublicKeys(globalReads(parts.database), parts.clock.wallNow());
  if (existing.length === 0)
    await addSigningKey(parts, { generation: 1, signsInSeconds: 0, othersVerifyForSeconds: 0 });
};

/**
 * Replaces the signing key without downtime. The new key is published at once, but signs only after every cached key
 * set has expired; the old one verifies until the last of its tokens has expired. A `compromised` key stops at once,
 * and with it all its tokens. Returns false if another replica rotated at the same moment.
 */
export const rotateSigningKey = async (
  parts: KeyParts,
  { compromised }: { compromised: boolean } = { compromised: false },
): Promise<boolean> => {
  const existing = await selectPublicKeys(globalReads(parts.database), parts.clock.wallNow());
  const signsInSeconds = compromised ? 0 : keySetMaxAgeSeconds + skewSeconds;
  return addSigningKey(parts, {
    generation: (existing.at(-1)?.generation ?? 0) + 1,
    signsInSeconds,
    othersVerifyForSeconds: compromised ? 0 : signsInSeconds + tokenLifetimeSeconds + skewSeconds,
  });
};

type NewKey = { generation: number; signsInSeconds: number; othersVerifyForSeconds: number };

const generate = promisify(generateKeyPair);

const addSigningKey = async (
  { database, clock, secretKeys }: KeyParts,
  { generation, signsInSeconds, othersVerifyForSeconds }: NewKey,
): Promise<boolean> => {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: modulusBits });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const now = clock.wallNow();
  return database.system(async (system) => {
    const inserted = await insertSigningKey(system, {
      kid,
      generation,
      public_jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' },
      sealed_private_key: sealSecret(secretKeys, 'signing-key', kid, pem),
      now,
      signsInSeconds,
    });
    if (inserted) await limitOlderKeys(system, { generation, now, verifyForSeconds: othersVerifyForSeconds });
    return inserted;
  });
};
