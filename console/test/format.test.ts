import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digitsOf, estimate, exact, fromNow, localTime, money, quantity } from '../src/lib/format.ts';
import { priceOf, totalOf } from '../src/lib/price.ts';
import { sumWords } from '../src/lib/sums.ts';
import { labelOf } from '../src/lib/words.ts';

test('an amount is exact, in the decimals of its currency or more, and never in a currency that nobody named', () => {
  const given: [number, string | undefined, string][] = [
    [1200, 'USD', '$1,200.00'],
    [12.345, 'USD', '$12.345'],
    [0.000000125, 'USD', '$0.000000125'],
    [-1.0005, 'EUR', '-€1.0005'],
    [1200, 'JPY', '¥1,200'],
    [1.25, 'JPY', '¥1.25'],
    [1.5, 'KWD', 'KWD\u00a01.500'],
    [0.1 + 0.2, 'USD', '$0.30'],
    [1200, undefined, '1,200'],
    [1200, 'not a currency', '1,200 not a currency'],
  ];
  for (const [amount, currency, words] of given) assert.equal(money(amount, currency), words);
  assert.equal(sumWords([{ amount: 0.125, currency: 'USD' }], 'amount'), '$0.125');
  assert.equal(quantity(0.006812345), '0.006812345');
});

test('a sum has no error of binary numbers; only an estimate is rounded, to the decimals of its currency', () => {
  assert.equal(exact(33.33 + 33.33 + 33.34), 100);
  assert.equal(priceOf({ rate: 0.1, quantity: 3 }), 0.3);
  assert.equal(totalOf({ commits: [{ rate: 0.1 }, { rate: 0.2 }] }), 0.3);
  assert.equal(estimate(83.333333, 'USD'), '$83.33');
  assert.equal(estimate(83.7, 'JPY'), '¥84');
  assert.deepEqual([digitsOf('USD'), digitsOf('JPY'), digitsOf('KWD'), digitsOf('?')], [2, 0, 3, 2]);
});

test('a time names its zone, and what is relative to now cannot be read as another day or year', () => {
  assert.match(localTime('2026-11-28T20:33:00Z'), /Nov 2[89], 2026, \d+:\d\d [AP]M \S+/);
  const now = new Date('2026-11-28T23:00:00Z').getTime();
  assert.equal(fromNow('2028-01-01T00:00:00Z', now), 'in 1 year');
  assert.equal(fromNow('2026-11-30T22:00:00Z', now), 'in 1 day');
  assert.equal(fromNow('2026-11-27T22:00:00Z', now), '1 day ago');
});

test('the calendar day of a term does not depend on the zone of the browser', async (context) => {
  const before = process.env.TZ;
  context.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  for (const [zone, local] of [
    ['America/Los_Angeles', 'Nov 28, 2026, 12:33 PM PST'],
    ['Asia/Kolkata', 'Nov 29, 2026, 2:03 AM GMT+5:30'],
  ] as const) {
    process.env.TZ = zone;
    const { exactTime } = (await import(`${'../src/lib/format.ts'}?${zone}`)) as typeof import('../src/lib/format.ts');
    assert.equal(exactTime('2026-11-28T20:33:00Z'), local);
    assert.equal(exactTime('2027-03-01T00:00:00.000Z'), 'Mar 1, 2027, 12:00 AM UTC');
    assert.equal(exactTime('2028-02-29T23:59:59Z'), 'Feb 29, 2028, 11:59 PM UTC');
  }
});

test('a number in the name of a field is a word of its label', () => {
  assert.equal(labelOf('callCount30Days'), 'Call count 30 days');
  assert.equal(labelOf('buyerAwsAccountIds'), 'Buyer AWS account IDs');
});
