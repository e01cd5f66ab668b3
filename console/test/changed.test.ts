import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedOf, presentOf } from '../src/forms/changed.ts';

test('a form starts with the stored values of its fields, and sends only changed values, with null for cleared ones', () => {
  const thing = { id: 'contact_1', name: 'Ada', tags: ['eu'], info: { phone: '1', city: 'Bern' }, note: null };
  const before = presentOf(thing, { name: {}, tags: {}, info: {}, note: {}, other: {} });
  assert.deepEqual(before, { name: 'Ada', tags: ['eu'], info: { phone: '1', city: 'Bern' } });
  assert.deepEqual(changedOf(before, before, []), {});
  assert.deepEqual(changedOf(before, before, ['tags']), { tags: ['eu'] });
  const after = { tags: ['eu', 'us'], info: { phone: '2' }, other: 0 };
  assert.deepEqual(changedOf(before, after, ['name']), {
    tags: ['eu', 'us'],
    info: { phone: '2', city: null },
    other: 0,
    name: null,
  });
});
