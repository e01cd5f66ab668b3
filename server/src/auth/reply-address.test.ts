import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplyAddresses } from './reply-address.ts';
import { createSecretKeys } from './secrets.ts';

const [key, older] = ['k'.repeat(40), 'o'.repeat(40)];
const addresses = createReplyAddresses(createSecretKeys(key), 'Reply.Example');
const replied = { orgId: '01900000-0000-7000-8000-000000000001', ticketId: '01900000-0000-8000-a000-000000000002' };
const now = new Date('2026-03-01T12:00:00Z');
const day = 86_400_000;
const later = (days: number): Date => new Date(now.getTime() + days * day);
const address = addresses.addressOf(replied, now);

test('an address says what it is for, in any case, and fits before the @', () => {
  assert.deepEqual(addresses.read(address, now), replied);
  assert.deepEqual(addresses.read(address.toUpperCase(), now), replied);
  assert.ok((address.split('@')[0] ?? '').length <= 64);
});

test('an address that was altered, of another domain, or signed with another key says nothing', () => {
  const [local = '', domain = ''] = address.split('@');
  for (let at = 0; at < local.length; at += 1) {
    const other = local[at] === '0' ? '1' : '0';
    assert.equal(addresses.read(`${local.slice(0, at)}${other}${local.slice(at + 1)}@${domain}`, now), undefined);
  }
  const odd = [`${local}@other.example`, `${local}x@${domain}`, local, '', `${address}@x`, `a@${address}`];
  for (const one of odd) assert.equal(addresses.read(one, now), undefined, one);
  assert.equal(createReplyAddresses(createSecretKeys(older), domain).read(address, now), undefined);
});

test('an address expires after 90 to 180 days, and a retiring key still checks', () => {
  assert.deepEqual(addresses.read(address, later(89)), replied);
  assert.equal(addresses.read(address, later(181)), undefined);
  const rotated = createReplyAddresses(createSecretKeys(older, [key]), 'reply.example');
  assert.deepEqual(rotated.read(address, now), replied);
  assert.notEqual(rotated.addressOf(replied, now), address);
});
