import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { differencesOf, mergeDocuments } from './merge.ts';

const values = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom('a', 'b'),
  fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
);
const inner = fc.dictionary(fc.constantFrom('x', 'y', '__proto__', 'constructor'), values, {
  maxKeys: 3,
  noNullPrototype: true,
});
const documents = fc.dictionary(fc.constantFrom('p', 'q', 'r', 's'), fc.oneof(values, inner), {
  maxKeys: 4,
  noNullPrototype: true,
});
const preferences = fc.constantFrom('OURS', 'THEIRS') as fc.Arbitrary<'OURS' | 'THEIRS'>;

const merge = (
  base: object,
  ours: object,
  theirs: object,
  prefer: 'OURS' | 'THEIRS' = 'THEIRS',
  fixed: string[] = [],
) => mergeDocuments({ base: base as never, ours: ours as never, theirs: theirs as never, fixed, prefer });

test('an echo of what was sent is no change, on either side', () => {
  fc.assert(
    fc.property(documents, documents, documents, preferences, (base, ours, theirs, prefer) => {
      const { merged } = merge(base, ours, theirs, prefer);
      // The partner took the merged document, which is then read again.
      const again = merge(merged, merged, merged, prefer);
      assert.deepEqual([again.received, again.toSend, again.conflicts], [[], [], []]);
      assert.deepEqual(differencesOf(merged, again.merged), []);
    }),
  );
});

test('what only one side changed is kept, whoever is preferred', () => {
  fc.assert(
    fc.property(documents, documents, preferences, (base, changed, prefer) => {
      const mine = merge(base, changed, base, prefer);
      assert.deepEqual(differencesOf(mine.merged, changed), []);
      assert.deepEqual(mine.received, []);
      const theirs = merge(base, base, changed, prefer);
      assert.deepEqual(differencesOf(theirs.merged, changed), []);
      assert.deepEqual(theirs.toSend, []);
      assert.deepEqual([...mine.conflicts, ...theirs.conflicts], []);
    }),
  );
});

test('the merged document is theirs with what is to be sent, and ours with what was received', () => {
  fc.assert(
    fc.property(documents, documents, documents, preferences, (base, ours, theirs, prefer) => {
      const { merged, received, toSend } = merge(base, ours, theirs, prefer);
      const paths = (list: { path: string }[]): string[] => list.map(({ path }) => path).sort();
      assert.deepEqual(paths(differencesOf(theirs, merged)), paths(toSend));
      assert.deepEqual(paths(differencesOf(ours, merged)), paths(received));
    }),
  );
});

test('a conflict is shown with what lost and what won, and fixed members are the partner’s', () => {
  const base = { deal: { value: 1, name: 'a' } };
  const ours = { deal: { value: 2, name: 'a' } };
  const theirs = { deal: { value: 3, name: 'b' } };
  assert.deepEqual(merge(base, ours, theirs, 'THEIRS').conflicts, [{ path: 'deal.value', before: 2, after: 3 }]);
  assert.deepEqual(merge(base, ours, theirs, 'OURS').conflicts, [{ path: 'deal.value', before: 3, after: 2 }]);
  assert.deepEqual(merge(base, ours, theirs, 'OURS').merged, { deal: { value: 2, name: 'b' } });
  const fixed = merge(base, ours, base, 'OURS', ['deal']);
  assert.deepEqual(fixed.merged, base);
  assert.deepEqual(fixed.toSend, []);
  assert.deepEqual(fixed.conflicts, [{ path: 'deal.value', before: 2, after: 1 }]);
});

test('items of a set are added and removed by each side, and a half-sent change is no conflict', () => {
  const merged = (was: string[], mine: string[], other: string[]) => {
    const sides = { base: { of: was }, ours: { of: mine }, theirs: { of: other }, fixed: [], sets: ['of'] };
    const results = (['OURS', 'THEIRS'] as const).map((prefer) => mergeDocuments({ ...sides, prefer }));
    assert.deepEqual(results[0], results[1]);
    const [{ merged: document, received, toSend, conflicts } = assert.fail()] = results;
    assert.deepEqual(conflicts, []);
    return [document.of, received.length, toSend.length];
  };
  assert.deepEqual(merged(['a'], ['b'], ['a', 'b']), [['b'], 0, 1], 'b was sent, and a is still to be removed');
  assert.deepEqual(merged(['a'], ['b'], []), [['b'], 0, 1], 'a was removed, and b is still to be sent');
  assert.deepEqual(merged(['a'], ['a', 'b'], ['a', 'c']), [['a', 'c', 'b'], 1, 1]);
  assert.deepEqual(merged(['a', 'b'], ['b', 'a'], ['a', 'b']), [['a', 'b'], 0, 0], 'their order says nothing');
  assert.deepEqual(merged(['a'], [], ['a']), [undefined, 0, 1]);
});
