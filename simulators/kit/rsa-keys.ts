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

/** Makes pairs on other threads for those who will ask for them soon. */
export const makeKeysAhead = (count: number): void => {
  for (let made = 0; made < count; made += 1) {
    generateKeyPair('rsa', form, (error, publicKey, privateKey) => {
      if (!error) ready.push({ publicKey, privateKey });
    });
  }
};

/** A pair that nobody else has. */
export const newKeyPair = (): KeyPair => ready.pop() ?? generateKeyPairSync('rsa', form);
