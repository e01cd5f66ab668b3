import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from './markdown.ts';

// A regular expression that takes polynomial time lets one text hold the thread that answers everybody.
const limitMs = 1000;

const texts: Record<string, string> = {
  'white space': `a${'\u00a0'.repeat(20_000)}b`,
  'white space in code': `\`a${'\t'.repeat(20_000)}b\``,
  dots: `${'·'.repeat(20_000)}x`,
  'dots and white space': `${'\u00a0·'.repeat(10_000)}x`,
};

for (const [name, text] of Object.entries(texts))
  test(`a document of much ${name} is made plain in time`, () => {
    const began = performance.now();
    plainText(text);
    assert.ok(performance.now() - began < limitMs);
  });

test('lines become one, and the separator at the end of a line goes', () => {
  assert.equal(plainText('one\n\ntwo\u00a0three\n\n\n\n`a  b`'), 'one two three a b');
  assert.doesNotMatch(plainText('| a | b |\n| - | - |\n| 1 | 2 |'), /·$|· ·| {2}|\n/);
});
