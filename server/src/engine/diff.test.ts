import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffEntities } from './diff.ts';

const diff = (before: object | null, after: object | null) =>
  diffEntities({ type: 'offer', id: 'offer_1', before: before as never, after: after as never }, false);

test('a change shows as the fields that differ, however deep', () => {
  assert.deepEqual(diff({ name: 'a', info: { rate: 1, unit: 'GB' } }, { name: 'a', info: { rate: 2, unit: 'GB' } }), [
    { path: 'info.rate', before: 1, after: 2 },
  ]);
  assert.deepEqual(diff(null, { name: 'a' }), [{ path: 'name', after: 'a' }]);
});

test('the order of keys is no change, also inside arrays', () => {
  const stored = { commits: [{ key: 'seats', rate: 12 }, [{ a: 1, b: 2 }]] };
  const given = { commits: [{ rate: 12, key: 'seats' }, [{ b: 2, a: 1 }]] };
  assert.deepEqual(diff(stored, given), []);
  const [first, second] = given.commits;
  assert.equal(diff(stored, { commits: [second, first] }).length, 1, 'the order of elements is one');
});

test('numbers of many digits are compared digit by digit', () => {
  const of = (text: string) => ({ rates: [JSON.rawJSON(text)], rate: JSON.rawJSON(text) });
  assert.deepEqual(diff(of('0.1234567890123456789'), of('0.1234567890123456789')), []);
  assert.equal(diff(of('0.1234567890123456789'), of('0.1234567890123456788')).length, 2);
});

test('values of secrets are masked, wherever they stand and however they are spelt', () => {
  assert.deepEqual(diff({ clientSecret: 'one' }, { clientSecret: 'two' }), [
    { path: 'clientSecret', before: '***', after: '***' },
  ]);
  assert.deepEqual(diff({ credentials: { user: 'a', key: 'b' } }, { credentials: { user: 'a', key: 'c', pin: '4' } }), [
    { path: 'credentials.key', before: '***', after: '***' },
    { path: 'credentials.pin', after: '***' },
  ]);
  const made = {
    credentials: { user: 'a', keys: ['b', { c: 'd' }] },
    hooks: [{ url: 'https://a.test', signing_secret: 'e', 'api-key': 'f', 'Private Key': 'g', note: 'h' }],
    info: { deep: { accessToken: 'i', password: null, recoveryCodes: ['j'] } },
  };
  assert.deepEqual(diff(null, made), [
    { path: 'credentials', after: { user: '***', keys: ['***', { c: '***' }] } },
    {
      path: 'hooks',
      after: [{ url: 'https://a.test', signing_secret: '***', 'api-key': '***', 'Private Key': '***', note: 'h' }],
    },
    { path: 'info', after: { deep: { accessToken: '***', password: null, recoveryCodes: ['***'] } } },
  ]);
  const rate = JSON.rawJSON('0.1234567890123456789');
  assert.deepEqual(diff(null, { info: { rate, at: new Date(0) } }), [
    { path: 'info', after: { rate, at: new Date(0) } },
  ]);
  assert.deepEqual(diff({ records: { tokens: 1 } }, { records: { tokens: 2 } }), [
    { path: 'records.tokens', before: 1, after: 2 },
  ]);
});
