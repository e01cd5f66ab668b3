import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mustBeOneOf } from './one-of.ts';

test('what there is is listed, of many the first, and long names are cut', () => {
  assert.equal(mustBeOneOf('the plans', ['a', 'b']), 'must be one of the plans: a, b');
  assert.equal(mustBeOneOf('the plans', []), 'must be one of the plans, and there are none');
  const many = mustBeOneOf(
    'the plans',
    new Set(Array.from({ length: 800 }, (_, index) => `${'x'.repeat(500)}${index}`)),
  );
  assert.match(many, /, … \(800 in all\)$/);
  assert.ok(many.length < 500, String(many.length));
});
