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
    [jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey), 'key_number'],
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
  for (const value of [{}, { keys: [] }, { keys: {} }, { keys: Array(11).fill(publicKey) }]) {
    assert.deepEqual(faultsOf(value), ['keys count']);
  }
  for (const value of [undefined, null, 'x', []]) assert.deepEqual(faultsOf(value), [' invalid_type']);
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

test('keys with numbers that no key generator produces are refused', () => {
  const good = jwkOf(rsa.publicKey) as { n: string; e: string };
  const modulus = Buffer.from(good.n, 'base64url');
  const changed = (last: number): string =>
    Buffer.concat([modulus.subarray(0, -1), Buffer.from([last])]).toString('base64url');
  const divisible = (by: bigint): string => {
    const n = BigInt(`0x${modulus.toString('hex')}`);
    const odd = n - (n % by);
    return Buffer.from((odd % 2n === 0n ? odd + by : odd).toString(16), 'hex').toString('base64url');
  };
  const e = (value: bigint): string => {
    const hex = value.toString(16);
    return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
  };
  const wrong = [
    { ...good, n: changed((modulus.at(-1) ?? 1) & 0xfe) },
    { ...good, n: divisible(3n) },
    { ...good, n: divisible(71n) },
    ...[1n, 3n, 65_536n, 65_538n, 2n ** 32n + 1n, 2n ** 63n + 1n].map((value) => ({ ...good, e: e(value) })),
  ];
  for (const key of wrong) {
    const [fault = ''] = faultsOf({ keys: [key] });
    assert.match(fault, /^keys\.0 (key_number|key)$/, JSON.stringify(key));
  }
  const point = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');
  const lowOrder = [
    '0100000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    // The same point in a non-canonical encoding: y is at least 2^255 - 19.
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    // Not a point on the curve.
    '0200000000000000000000000000000000000000000000000000000000000000',
  ];
  for (const hex of lowOrder)
    assert.deepEqual(faultsOf({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: point(hex) }] }), ['keys.0 key_number'], hex);
  const x = String(publicKey.x);
  const other = Buffer.from(x, 'base64url').map((byte, index) => (index === 31 ? byte ^ 1 : byte));
  assert.deepEqual(faultsOf({ keys: [{ ...publicKey, x: Buffer.from(other).toString('base64url') }] }), ['keys.0 key']);
  for (const key_ops of [['sign'], ['verify', 'sign'], [], 'verify', ['encrypt'], null])
    assert.deepEqual(faultsOf({ keys: [{ ...publicKey, key_ops }] }), ['keys.0 key_ops'], JSON.stringify(key_ops));
  for (let count = 0; count < 200; count += 1)
    assert.deepEqual(faultsOf({ keys: [jwkOf(generateKeyPairSync('ed25519').publicKey)] }), []);
});
