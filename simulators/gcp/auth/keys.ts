import { createPublicKey, sign } from 'node:crypto';
import { selfSignedCertificate } from '../../kit/certificate.ts';
import { newKeyPair } from '../../kit/rsa-keys.ts';
import { change } from '../../kit/simulation.ts';
import type { GcpReader, GcpSimulation, GoogleKey, Json } from '../state.ts';

export const commercePartner = 'cloud-commerce-partner@system.gserviceaccount.com';

const year = 365 * 24 * 3600 * 1000;

/** Creates Google's own keys if the state is new. */
export const ensureGoogleKeys = (simulation: GcpSimulation): void => {
  for (const [id, name] of [
    ['oidc', 'federated-signon.system.gserviceaccount.com'],
    ['commerce-partner', commercePartner],
  ] as const) {
    if (simulation.store.get('keys', id)) continue;
    change(simulation, (transaction) => {
      const pair = newKeyPair();
      const keyId = transaction.ids.hex(40);
      const from = transaction.wall - 24 * 3600 * 1000;
      const certificate = selfSignedCertificate({ ...pair, name, keyId, from, until: from + 30 * year });
      transaction.put('keys', { id, keyId, ...pair, certificate });
    });
  }
};

/** One of Google's keys. */
export const googleKey = (reader: GcpReader, id: 'oidc' | 'commerce-partner'): GoogleKey => {
  const key = reader.get('keys', id);
  if (!key) throw new Error(`there is no key ${id}`);
  return key;
};

/** The keys as a JSON Web Key Set. */
export const keySet = (key: GoogleKey): Json => {
  const jwk = createPublicKey(key.publicKey).export({ format: 'jwk' });
  return { keys: [{ ...jwk, kid: key.keyId, alg: 'RS256', use: 'sig' }] };
};

/** Signs a JWT with RS256. */
export const signToken = (key: { keyId: string; privateKey: string }, claims: Json): string => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'RS256', kid: key.keyId, typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key.privateKey).toString('base64url')}`;
};
