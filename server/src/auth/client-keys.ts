import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { ed25519Fault, rsaFault } from './key-numbers.ts';

/** One public key of a client, with only the members that define it (RFC 7517, 4; RFC 7518, 6; RFC 8037, 2). */
export type ClientKey = {
  kty: 'RSA' | 'EC' | 'OKP';
  kid?: string;
  alg?: string;
  n?: string;
  e?: string;
  crv?: string;
  x?: string;
  y?: string;
};

/** The public keys that verify a client's assertions, as a JSON Web Key Set. */
export type ClientKeys = { keys: ClientKey[] };

/** Assertion algorithms and the key type of each. `Ed25519` is the newer name of `EdDSA` (RFC 9864). */
const algorithms: Readonly<Record<string, ClientKey['kty']>> = {
  RS256: 'RSA',
  PS256: 'RSA',
  ES256: 'EC',
  EdDSA: 'OKP',
  Ed25519: 'OKP',
};

export const assertionAlgorithms: readonly string[] = Object.keys(algorithms);

const members: Readonly<Record<string, readonly (keyof ClientKey)[]>> = {
  RSA: ['n', 'e'],
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
};
const curves: Readonly<Record<string, string>> = { EC: 'P-256', OKP: 'Ed25519' };
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/**
 * Maximum lengths of a key's members: 4096 bits of modulus, 64 bits of exponent (with a large modulus OpenSSL accepts
 * no more), 256 bits of coordinate. Longer values are not decoded, because reading an exponent takes time quadratic in
 * its length.
 */
const charsMax: Readonly<Record<string, number>> = { n: 700, e: 11, crv: 20, x: 50, y: 50 };
const keysMax = 10;
const kidCharsMax = 255;
const smallestModulus = 2048;
const largestModulus = 4096;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const opened = (key: Record<string, unknown>): KeyObject | undefined => {
  try {
    return createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
};

const isStrong = (key: KeyObject): boolean => {
  const { modulusLength } = key.asymmetricKeyDetails ?? {};
  return modulusLength === undefined || (modulusLength >= smallestModulus && modulusLength <= largestModulus);
};

type Read = { key: ClientKey } | { code: string; message: string };

const readKey = (value: unknown): Read => {
  if (!isObject(value)) return { code: 'key', message: 'must be a JSON Web Key' };
  if (privateMembers.some((name) => name in value)) {
    return {
      code: 'private_key',
      message: 'contains a private or secret key; send only public keys, and replace this key',
    };
  }
  const { kty } = value;
  const names = typeof kty === 'string' && Object.hasOwn(members, kty) ? members[kty] : undefined;
  if (typeof kty !== 'string' || !names) return { code: 'key_type', message: 'must be of type RSA, EC or OKP' };
  if (names.some((name) => typeof value[name] !== 'string')) {
    return { code: 'key', message: `a key of type ${kty} requires ${names.join(', ')}` };
  }
  if (kty in curves && value.crv !== curves[kty]) return { code: 'curve', message: `must be on ${curves[kty]}` };
  if (names.some((name) => (value[name] as string).length > (charsMax[name] ?? 0))) {
    return { code: 'key_size', message: 'contains a number that is too long for its type' };
  }
  if (value.use !== undefined && value.use !== 'sig') return { code: 'use', message: 'must be for signatures' };
  const { kid, alg, key_ops: operations } = value;
  // RFC 7517, 4.3: the operations allowed for a public signature key.
  if (
    operations !== undefined &&
    !(Array.isArray(operations) && operations.length === 1 && operations[0] === 'verify')
  ) {
    return { code: 'key_ops', message: 'key_ops of a public key for signatures is ["verify"], or absent' };
  }
  if (kid !== undefined && (typeof kid !== 'string' || kid === '' || kid.length > kidCharsMax)) {
    return { code: 'kid', message: `kid must be a string of 1 to ${kidCharsMax} characters` };
  }
  if (alg !== undefined && (typeof alg !== 'string' || !Object.hasOwn(algorithms, alg) || algorithms[alg] !== kty)) {
    return { code: 'algorithm', message: `alg must be one of ${assertionAlgorithms.join(', ')} and fit the key` };
  }
  const own = ['kty', ...names, ...(kid === undefined ? [] : ['kid']), ...(alg === undefined ? [] : ['alg'])];
  const key = Object.fromEntries(own.map((name) => [name, value[name]])) as ClientKey;
  const object = opened(key);
  if (!object) return { code: 'key', message: 'cannot be read' };
  if (!isStrong(object)) {
    return {
      code: 'key_size',
      message: `an RSA key must have ${smallestModulus} to ${largestModulus} bits`,
    };
  }
  const fault = { RSA: rsaFault, EC: () => null, OKP: ed25519Fault }[kty as ClientKey['kty']](key);
  return fault === null ? { key } : { code: 'key_number', message: fault };
};

/** A fault in a key set, and its position. */
export type KeyFault = { path: (string | number)[]; code: string; message: string };

/** Parses a JSON Web Key Set given by a person; returns the keys, or every fault. */
export const readClientKeys = (value: unknown): { jwks: ClientKeys } | { faults: KeyFault[] } => {
  if (!isObject(value))
    return { faults: [{ path: [], code: 'invalid_type', message: 'must be a JSON Web Key Set, {"keys": […]}' }] };
  const list = value.keys;
  if (!Array.isArray(list) || list.length === 0 || list.length > keysMax) {
    return { faults: [{ path: ['keys'], code: 'count', message: `must be a list of 1 to ${keysMax} public keys` }] };
  }
  const read = list.map(readKey);
  const faults = read.flatMap((one, index): KeyFault[] =>
    'key' in one ? [] : [{ path: ['keys', index], code: one.code, message: one.message }],
  );
  const keys = read.flatMap((one) => ('key' in one ? [one.key] : []));
  const kids = keys.flatMap(({ kid }) => kid ?? []);
  if (new Set(kids).size < kids.length) {
    faults.push({ path: ['keys'], code: 'kid', message: 'two keys have the same kid' });
  }
  return faults.length > 0 ? { faults } : { jwks: { keys } };
};

/** The keys that may have signed with this algorithm and key ID. */
export const keysFor = ({ keys }: ClientKeys, alg: string, kid: string | undefined): KeyObject[] => {
  const kty = Object.hasOwn(algorithms, alg) ? algorithms[alg] : undefined;
  const isSame = (own: string): boolean => own === alg || (kty === 'OKP' && algorithms[own] === 'OKP');
  return keys
    .filter((key) => key.kty === kty && (key.alg === undefined || isSame(key.alg)))
    .filter((key) => kid === undefined || key.kid === kid)
    .flatMap((key) => opened(key) ?? []);
};
