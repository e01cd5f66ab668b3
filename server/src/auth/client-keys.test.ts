import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { readClientKeys } from './client-keys.ts';

const jwkOf = (key: KeyObject): Record<string, unknown> => key.export({ format: 'jwk' }) as Record<string, unknown>;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = jwkOf(ec.publicKey);

test('public keys are kept with the members that say them, and no others', () => {
  const keys = [
    { ...publicKey, kid: 'a', alg: 'ES256', use: 'sig', key_ops: ['verify'], x5c: ['MII'], more: 1 },
    { ...jwkOf(rsa.publicKey), kid: 'b' },
    jwkOf(generateKeyPairSync('ed25519').publicKey),
  ];
  const read = readClientKeys({ keys, other: true });
  assert.ok('jwks' in read);
  assert.deepEqual(
    read.jwks.keys.map((key) => Object.keys(key).sort().join(' ')),
    ['alg crv kid kty x y', 'e kid kty n', 'crv kty x'],
  );
});

const faultsOf = (value: unknown): string[] => {
  const read = readClientKeys(value);
  return 'faults' in read ? read.faults.map(({ path, code }) => `${path.join('.')} ${code}`) : [];
};

test('private and secret keys are refused', () => {
  for (const pair of [ec, rsa, generateKeyPairSync('ed25519')]) {
    assert.deepEqual(faultsOf({ keys: [jwkOf(pair.privateKey)] }), ['keys.0 private_key']);
  }
  assert.deepEqual(faultsOf({ keys: [{ kty: 'oct', k: 'AAAA' }] }), ['keys.0 private_key']);
  assert.deepEqual(faultsOf({ keys: [{ ...publicKey, d: null }] }), ['keys.0 private_key']);
});

test('keys that do not serve are refused, each with its place', () => {
  const cases: [unknown, string][] = [
    [{ ...jwkOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey) }, 'key_size'],
    [jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey), 'key_size'],
    [jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey), 'curve'],
    [jwkOf(generateKeyPairSync('x25519').publicKey), 'curve'],
    [{ ...publicKey, x: 'AAAA' }, 'key'],
    [{ ...publicKey, y: undefined }, 'key'],
    [{ ...publicKey, kty: 'constructor' }, 'key_type'],
    [{ ...publicKey, kty: ['EC'] }, 'key_type'],
    [{ ...publicKey, kty: [Object.create(null)] }, 'key_type'],
    [{ ...publicKey, use: 'enc' }, 'use'],
    [{ ...publicKey, alg: 'RS256' }, 'algorithm'],
    [{ ...publicKey, alg: 'HS256' }, 'algorithm'],
    [{ ...publicKey, kid: '' }, 'kid'],
    [{ ...publicKey, kid: 7 }, 'kid'],
    ['text', 'key'],
    [null, 'key'],
    [[], 'key'],
  ];
  assert.deepEqual(
    faultsOf({ keys: cases.slice(0, 10).map(([key]) => key) }),
    cases.slice(0, 10).map(([, code], index) => `keys.${index} ${code}`),
  );
  assert.deepEqual(
    faultsOf({ keys: cases.slice(10).map(([key]) => key) }),
    cases.slice(10).map(([, code], index) => `keys.${index} ${code}`),
  );
});

test('a key of endless numbers is refused at once', () => {
  const endless = 'A'.repeat(20_000);
  const began = performance.now();
  for (const key of [
    { ...jwkOf(rsa.publicKey), e: `${endless}AQAB` },
    { ...jwkOf(rsa.publicKey), e: 'x'.repeat(100_000) },
    { ...jwkOf(rsa.publicKey), n: 'x'.repeat(100_000) },
    { ...publicKey, x: endless },
  ]) {
    assert.deepEqual(faultsOf({ keys: [key] }), ['keys.0 key_size']);
  }
  assert.ok(performance.now() - began < 1000);
});

test('one to ten keys, each under a name of its own', () => {
  for (const value of [undefined, null, 'x', [], {}, { keys: [] }, { keys: {} }, { keys: Array(11).fill(publicKey) }]) {
    assert.deepEqual(faultsOf(value), ['keys count']);
  }
  assert.deepEqual(
    faultsOf({
      keys: [
        { ...publicKey, kid: 'a' },
        { ...publicKey, kid: 'a' },
      ],
    }),
    ['keys kid'],
  );
});
