import { generateKeyPair, generateKeyPairSync } from 'node:crypto';

// The keys that partners sign with. A pair takes a tenth of a second and cannot be derived from a seed, so it is stored in the journal.

/** An RSA key pair of 2048 bits: PKCS #8 and SPKI as PEM. */
export type KeyPair = { privateKey: string; publicKey: string };

const form = {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
} as const;

const ready: KeyPair[] = [];

/** Generates pairs on other threads ahead of their use. */
export const makeKeysAhead = (count: number): void => {
  for (let made = 0; made < count; made += 1) {
    generateKeyPair('rsa', form, (error, publicKey, privateKey) => {
      if (!error) ready.push({ publicKey, privateKey });
    });
  }
};

/** A key pair that is used only once. */
export const newKeyPair = (): KeyPair => ready.pop() ?? generateKeyPairSync('rsa', form);
