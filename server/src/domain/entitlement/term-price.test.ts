import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholePrice } from './term-price.ts';

const cases: [string, shown: string, months: number, known: string[], expected: string][] = [
  ['the price of a payment each month', '100', 12, ['1200'], '1200'],
  ['the price of a payment each year', '1000', 36, ['3000'], '3000'],
  ['the price of the term', '1200', 12, ['1200'], '1200'],
  ['a payment, of which cents were rounded', '84.51', 12, ['1014'], '1014.12'],
  ['a payment of a price that has risen since', '100', 12, ['1320'], '1200'],
  ['a term of a price that has risen since', '1200', 12, ['1320'], '1200'],
  ['nothing like what is known', '77', 12, ['1200'], '77'],
  ['nothing is known', '100', 12, [], '100'],
  ['one of several prices', '50', 12, ['1200', '600'], '600'],
  ['two years by the year, whose price rose by a fifth', '500', 24, ['1200'], '1000'],
];
for (const [name, shown, months, known, expected] of cases)
  test(`a price that is shown for a term: ${name}`, () => assert.equal(wholePrice(shown, months, known), expected));

test('what was found for a term before counts although the listing has other prices by now, unless it was the shown price', () => {
  assert.equal(wholePrice('100', 12, ['1600'], '1200'), '1200');
  assert.equal(wholePrice('100', 12, ['900'], '1200'), '1200');
  assert.equal(wholePrice('100', 12, ['110'], '1200'), '1200', 'and one of them is near the shown price');
  assert.equal(wholePrice('100', 12, ['100'], '1200'), '100', 'an exact price says more');
  assert.equal(wholePrice('100', 12, ['1200'], '100'), '1200', 'stored before this was known');
  assert.equal(wholePrice('110', 12, ['1320'], '1200'), '1320', 'another price is shown');
});
