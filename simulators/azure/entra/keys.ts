import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type CryptoKey, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { newKeyPair } from '../../kit/rsa-keys.ts';
import { change } from '../../kit/simulation.ts';
import type { AzureSimulation, Json, SigningKey } from '../state.ts';

const keyId = 'simulated-entra';

/** The signing key of the simulated Entra; created once and kept in the journal, so that old tokens remain valid. */
const signingKey = (simulation: AzureSimulation): SigningKey => {
  const known = simulation.store.get('keys', keyId);
  if (known) return known;
  const pair = newKeyPair();
  const more = { kid: keyId, use: 'sig', alg: 'RS256' };
  const key: SigningKey = {
    id: keyId,
    privateJwk: { ...createPrivateKey(pair.privateKey).export({ format: 'jwk' }), ...more },
    publicJwk: { ...createPublicKey(pair.publicKey).export({ format: 'jwk' }), ...more },
  };
  return change(simulation, (transaction) => {
    transaction.put('keys', key);
    return key;
  });
};

export const publicKeys = (simulation: AzureSimulation, issuer: string): { keys: Json[] } => ({
  keys: [{ ...signingKey(simulation).publicJwk, issuer }],
});

/** Signs a token that is valid for an hour of wall time. */
export const signToken = async (simulation: AzureSimulation, claims: JWTPayload): Promise<string> =>
  sign(simulation, claims, await importJWK(signingKey(simulation).privateJwk as JWK, 'RS256'));

/** Signs with a key that Entra does not have, as an attacker would. */
export const forgeToken = async (simulation: AzureSimulation, claims: JWTPayload): Promise<string> =>
  sign(simulation, claims, createPrivateKey(newKeyPair().privateKey));

const sign = (
  simulation: AzureSimulation,
  claims: JWTPayload,
  key: CryptoKey | KeyObject | Uint8Array,
): Promise<string> => {
  const now = Math.floor(simulation.wall() / 1000);
  return new SignJWT({ ...claims, iat: now, nbf: now, exp: now + 3599 })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyId })
    .sign(key);
};

/** The claims of an unexpired token signed by this Entra, or null. */
export const readToken = async (simulation: AzureSimulation, token: string): Promise<JWTPayload | null> => {
  const key = await importJWK(signingKey(simulation).publicJwk as JWK, 'RS256');
  try {
    return (await jwtVerify(token, key, { currentDate: new Date(simulation.wall()), clockTolerance: 5 })).payload;
  } catch {
    return null;
  }
};
