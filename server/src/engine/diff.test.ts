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

test('values of secrets are masked', () => {
  assert.deepEqual(diff({ clientSecret: 'one' }, { clientSecret: 'two' }), [
    { path: 'clientSecret', before: '***', after: '***' },
  ]);
});
