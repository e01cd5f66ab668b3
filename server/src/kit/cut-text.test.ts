import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutText } from './cut-text.ts';

test('a text is cut between signs, as near to its longest length as that allows', () => {
  assert.equal(cutText('ab😀', 3), 'ab');
  assert.equal(cutText('ab😀', 4), 'ab😀');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, max) => {
      const part = cutText(text, max);
      assert.ok(part.isWellFormed() && text.startsWith(part) && part.length <= max);
      assert.ok(part.length >= Math.min(text.length, max) - 1);
    }),
  );
});
