import { hash, randomBytes } from 'node:crypto';
import { Refusal } from '../kit/errors.ts';
import { type ApiClientRow, findClientsByKey } from './api-key-store.ts';
import type { ApiClientUsage } from './api-key-usage.ts';
import { permissionsOfRole } from './permissions.ts';
import type { Actor, Membership, Principal } from './principal.ts';
import { hashMachineSecret, isHashOutdated, machineSecretHashes, type SecretKeys } from './secrets.ts';
import type { Statements } from './store.ts';
import { addressBucket, refuseThrottled, type Throttle } from './throttle.ts';

/** A secret of an API client: 128 to 512 bits as hexadecimal digits in either case. */
export const apiKeyPattern = /^[0-9a-f]{32,128}$/i;

/**
 * Whether an imported key looks random: even with 32 digits, all but one in 25 million random keys have eight different
 * digits.
 */
export const looksRandom = (secret: string): boolean => new Set(secret.toLowerCase()).size >= 8;

/** 256 random bits. */
export const newApiKey = (): string => randomBytes(32).toString('hex');

/** Upper and lower case digits are the same key. */
export const hashApiKey = (keys: SecretKeys, secret: string): Buffer => hashMachineSecret(keys, secret.toLowerCase());

/** The hash under every pepper, the current key's first. */
export const hashesOfApiKey = (keys: SecretKeys, secret: string): Buffer[] =>
  machineSecretHashes(keys, secret.toLowerCase());

/** 32 bits of SHA-256: enough for an owner to tell keys apart, but useless for guessing a key. */
export const fingerprintOfApiKey = (secret: string): string => hash('sha256', secret.toLowerCase()).slice(0, 8);

const actorOf = (client: ApiClientRow): Actor => ({
  type: 'apikey',
  id: client.client_id,
  name: `API client ${client.fingerprint}`,
});

const membershipOf = (client: ApiClientRow): [string, Membership] => [
  client.org_id,
  { role: client.role, permissions: permissionsOfRole(client.role), actor: actorOf(client) },
];

/** One client, or several that share an imported key, each in its own organization. */
export const principalOfApiClients = (first: ApiClientRow, ...more: ApiClientRow[]): Principal => ({
  actor: actorOf(first),
  memberships: new Map([first, ...more].map(membershipOf)),
});

const invalidKey = (): Refusal =>
  new Refusal('Unauthorized', 'The API key is not valid.', undefined, {
    'www-authenticate': 'Key realm="marketplace-operations"',
  });

export type ApiKeyParts = { reads: Statements; secretKeys: SecretKeys; throttle: Throttle; usage: ApiClientUsage };

/** Authenticates `Authorization: Key <hex>`. Nothing is cached: a deleted client is refused from the commit on. */
export const authenticateApiKey = async (
  { reads, secretKeys, throttle, usage }: ApiKeyParts,
  { key, address, now }: { key: string; address: string; now: Date },
): Promise<Principal> => {
  if (!apiKeyPattern.test(key)) throw invalidKey();
  const buckets = [addressBucket(address)];
  refuseThrottled(throttle, buckets, now);
  const found = await findClientsByKey(
    reads,
    hashesOfApiKey(secretKeys, key),
    buckets.map((bucket) => bucket.key),
  );
  throttle.learn(found.drains);
  refuseThrottled(throttle, buckets, now);
  const [first, ...more] = found.clients;
  if (!first) {
    throttle.fail(buckets, now);
    throw invalidKey();
  }
  for (const client of found.clients) {
    usage.used(client, now);
    if (isHashOutdated(secretKeys, client.secret_hash)) usage.outdatedHash(client, hashApiKey(secretKeys, key));
  }
  return principalOfApiClients(first, ...more);
};
