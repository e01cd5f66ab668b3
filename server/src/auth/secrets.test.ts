import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createSecretKeys,
  hashMachineSecret,
  isHashOutdated,
  machineSecretMatches,
  newMachineSecret,
  openSecret,
  sealSecret,
} from './secrets.ts';

const first = 'the first master key, long enough for this';
const second = 'the second master key, long enough for this';

test('a machine secret holds 256 random bits and never repeats', () => {
  const secrets = new Set(Array.from({ length: 1000 }, newMachineSecret));
  assert.equal(secrets.size, 1000);
  for (const secret of secrets) assert.equal(Buffer.from(secret.slice('mos_'.length), 'base64url').length, 32);
});

test('a hash matches its secret only, under its own pepper only, and no client matches nothing', () => {
  const keys = createSecretKeys(first);
  const secret = newMachineSecret();
  const hash = hashMachineSecret(keys, secret);
  assert.equal(machineSecretMatches(keys, secret, hash), true);
  assert.equal(machineSecretMatches(keys, newMachineSecret(), hash), false);
  assert.equal(machineSecretMatches(keys, '', hash), false);
  assert.equal(machineSecretMatches(keys, secret, undefined), false);
  assert.equal(machineSecretMatches(keys, secret, hash.subarray(0, 20)), false);
  assert.equal(machineSecretMatches(createSecretKeys(second), secret, hash), false);
  assert.ok(!hash.includes(secret));
});

test('hashes and sealed values of a retiring key keep working until it is taken out', () => {
  const secret = newMachineSecret();
  const hash = hashMachineSecret(createSecretKeys(first), secret);
  const sealed = sealSecret(createSecretKeys(first), 'integration', 'row', 'partner password');
  const both = createSecretKeys(second, [first]);
  assert.equal(machineSecretMatches(both, secret, hash), true);
  assert.equal(isHashOutdated(both, hash), true);
  assert.equal(isHashOutdated(both, hashMachineSecret(both, secret)), false);
  assert.equal(openSecret(both, 'integration', 'row', sealed), 'partner password');
  assert.throws(
    () => openSecret(createSecretKeys(second), 'integration', 'row', sealed),
    /SECRET_KEY does not contain/,
  );
});

test('a sealed value opens unaltered, for its purpose and in its row only', () => {
  const keys = createSecretKeys(first);
  const sealed = sealSecret(keys, 'webhook', 'row', 'plain ü');
  assert.equal(openSecret(keys, 'webhook', 'row', sealed), 'plain ü');
  assert.notEqual(sealSecret(keys, 'webhook', 'row', 'plain ü'), sealed);
  assert.throws(() => openSecret(keys, 'integration', 'row', sealed));
  assert.throws(() => openSecret(keys, 'webhook', 'other row', sealed));
  const [version, keyId, body = ''] = sealed.split('.');
  for (const at of [0, 12, 28, 30]) {
    const bytes = Buffer.from(body, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    assert.throws(() => openSecret(keys, 'webhook', 'row', [version, keyId, bytes.toString('base64url')].join('.')));
  }
  assert.throws(() => openSecret(keys, 'webhook', 'row', [version, keyId, ''].join('.')));
  assert.throws(() => openSecret(keys, 'webhook', 'row', 'nonsense'));
});

test('a short master key is refused', () => {
  assert.throws(() => createSecretKeys('short'), /at least 32/);
});
