import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { quoteTerm, vectorOf, wordsOf } from './words.ts';

const termsIn = (text: string): string[] => wordsOf(text).flatMap(({ terms }) => terms);

test('forms of a word are one term', () => {
  for (const forms of [
    ['offer', 'offers', 'OFFERS', 'Offered'],
    ['cancel', 'cancelled', 'canceled', 'cancelling'],
    ['price', 'prices', 'pricing', 'priced'],
    ['currency', 'currencies'],
    ['meter', 'metering', 'metered'],
  ]) {
    assert.equal(new Set(forms.flatMap(termsIn)).size, 1, forms.join(', '));
  }
});

test('names in code are found whole and by their parts, and common words not at all', () => {
  assert.deepEqual(termsIn('LicenseArn'), ['licensearn', 'licens', 'arn']);
  assert.deepEqual(termsIn('PENDING_CANCEL'), ['pending_cancel', 'pend', 'cancel']);
  assert.deepEqual(termsIn('how do I get the'), []);
  assert.deepEqual(termsIn('info.currency: P30D'), ['info', 'currency', 'p30d']);
});

test('scripts without spaces are divided into pairs', () => {
  assert.deepEqual(termsIn('料金表'), ['料金', '金表']);
  assert.deepEqual(termsIn('Größe ÉTÉ'), ['größe', 'été']);
});

test('a word is where it says, in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      let last = 0;
      for (const { at, end, terms } of wordsOf(text)) {
        assert.ok(at >= last && end > at && end <= text.length);
        assert.ok(terms.every((term) => term !== '' && term.length <= 40 && term.isWellFormed()));
        last = end;
      }
      const { vector, distinct } = vectorOf([{ text, weight: 'D' }]);
      assert.equal(
        distinct.every((term) => vector.includes(`${quoteTerm(term)}:`)),
        true,
      );
    }),
  );
});

test('a long word takes no longer than its length', () => {
  const began = performance.now();
  assert.deepEqual(
    wordsOf('a'.repeat(50_000)).map(({ terms }) => terms),
    [['a'.repeat(40)]],
  );
  assert.ok(performance.now() - began < 500);
});
