import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A master key from the environment, and the keys derived from it. Its ID is derived too, so that it needs no
 * configuration.
 */
type MasterKey = { id: string; derive(purpose: string): Buffer };

/** Master keys, the current one first. Older ones are used only to open and verify values made with them. */
export type SecretKeys = readonly [MasterKey, ...MasterKey[]];

/**
 * What a sealed value is for. Each purpose has its own key, so that a value of one kind can never be opened as another.
 */
export type SealPurpose = 'signing-key' | 'integration' | 'webhook' | 'person';

const idBytes = 8;
const masterCharsMin = 32;

const masterKey = (master: string): MasterKey => {
  if (master.length < masterCharsMin) throw new Error(`a secret key needs at least ${masterCharsMin} characters`);
  const derived = new Map<string, Buffer>();
  const derive = (purpose: string): Buffer => {
    let key = derived.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', master, '', `marketplace-operations/${purpose}`, 32));
      derived.set(purpose, key);
    }
    return key;
  };
  return { id: derive('key-id').subarray(0, idBytes).toString('hex'), derive };
};

/** Creates the keys of `SECRET_KEY`: the current one, then those being retired. */
export const createSecretKeys = (current: string, retiring: readonly string[] = []): SecretKeys => [
  masterKey(current),
  ...retiring.map(masterKey),
];

/** Generates a machine secret of 256 random bits. Its prefix lets repository scanners recognize leaked secrets. */
export const newMachineSecret = (): string => `mos_${randomBytes(32).toString('base64url')}`;

const keyedHash = (key: MasterKey, secret: string): Buffer =>
  createHmac('sha256', key.derive('machine-secret-pepper')).update(secret).digest();

/**
 * The stored form of a machine secret: HMAC-SHA-256 under a pepper that the database never sees, preceded by the ID of
 * its key. A slow hash would add no security to 256 random bits, and would limit the token endpoint's throughput.
 */
export const hashMachineSecret = (keys: SecretKeys, secret: string): Buffer =>
  Buffer.concat([Buffer.from(keys[0].id, 'hex'), keyedHash(keys[0], secret)]);

/** Every stored form that a machine secret may have, one per known key, for lookups by hash. */
export const machineSecretHashes = (keys: SecretKeys, secret: string): Buffer[] =>
  keys.map((key) => hashMachineSecret([key], secret));

/** Compares in constant time. Without a hash (no such client) it does the same work and returns false. */
export const machineSecretMatches = (keys: SecretKeys, secret: string, hash: Buffer | undefined): boolean => {
  const id = hash?.subarray(0, idBytes).toString('hex');
  const key = keys.find((candidate) => candidate.id === id);
  const expected = keyedHash(key ?? keys[0], secret);
  const stored = hash?.subarray(idBytes);
  const same = timingSafeEqual(expected, stored?.length === expected.length ? stored : Buffer.alloc(expected.length));
  return same && key !== undefined;
};

/** Whether the hash was made with a retiring key; the next successful use of the secret replaces it. */
export const isHashOutdated = (keys: SecretKeys, hash: Buffer): boolean =>
  hash.subarray(0, idBytes).toString('hex') !== keys[0].id;

const sealVersion = 'v1';
const ivBytes = 12;
const tagBytes = 16;

const boundTo = (keyId: string, purpose: SealPurpose, context: string): Buffer =>
  Buffer.from(`${sealVersion}.${keyId}.${purpose}.${context}`);

/**
 * Encrypts a secret for storage with AES-256-GCM: `v1.<key id>.<iv, tag and ciphertext>`. `context` names the row it
 * belongs to, so that a value copied to another row cannot be opened.
 */
export const sealSecret = (keys: SecretKeys, purpose: SealPurpose, context: string, plain: string): string => {
  const [key] = keys;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key.derive(`seal/${purpose}`), iv).setAAD(
    boundTo(key.id, purpose, context),
  );
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `${sealVersion}.${key.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
};

/** Opens a value made by `sealSecret`. Throws if its key is unknown, or if the value was altered or moved. */
export const openSecret = (keys: SecretKeys, purpose: SealPurpose, context: string, sealed: string): string => {
  const [version, keyId = '', body = ''] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === keyId);
  if (version !== sealVersion || !key) {
    throw new Error(`a stored ${purpose} secret was sealed with a key that SECRET_KEY does not contain`);
  }
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key.derive(`seal/${purpose}`), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(boundTo(key.id, purpose, context)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
};
