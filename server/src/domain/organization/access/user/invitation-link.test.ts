import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretKeys, machineSecretHashes } from '../../../../auth/secrets.ts';
import { invitationHash, invitationSecret } from './invitation-link.ts';

const [old, young] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
const name = { orgId: 'o', userId: 'u', operationId: 'r' };

test('a link is the same in every attempt, and another one for every user, run and organization', () => {
  const keys = createSecretKeys(old);
  const hash = invitationHash(keys, name);
  const secret = invitationSecret(keys, name, hash);
  assert.match(secret ?? '', /^mos_[\w-]{43}$/);
  assert.equal(invitationSecret(keys, name, hash), secret);
  for (const other of [{ orgId: 'p' }, { userId: 'v' }, { operationId: 's' }]) {
    assert.equal(invitationSecret(keys, { ...name, ...other }, hash), undefined);
    assert.notDeepEqual(invitationHash(keys, { ...name, ...other }), hash);
  }
});

test('a link that was made under a key that retires is sent and opens as long as the key is known', () => {
  const hash = invitationHash(createSecretKeys(old), name);
  const both = createSecretKeys(young, [old]);
  const secret = invitationSecret(both, name, hash);
  assert.equal(secret, invitationSecret(createSecretKeys(old), name, hash));
  assert.ok(machineSecretHashes(both, secret ?? '').some((candidate) => candidate.equals(hash)));
  assert.equal(invitationSecret(createSecretKeys(young), name, hash), undefined);
});
