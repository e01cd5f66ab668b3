import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { isInMinorUnits, minorDigitsOf, splitEqually } from './currency.ts';
import { big } from './decimal.ts';

it('a currency has the minor units of ISO 4217', () => {
  assert.deepEqual(['USD', 'JPY', 'KWD', 'CLF', 'EUR', undefined].map(minorDigitsOf), [2, 0, 3, 4, 2, 2]);
  assert.deepEqual(
    [
      isInMinorUnits('1.25', 'USD'),
      isInMinorUnits('1.255', 'USD'),
      isInMinorUnits('1.255', 'KWD'),
      isInMinorUnits('1.5', 'JPY'),
    ],
    [true, false, true, false],
  );
});

it('an amount is split by the largest remainder, the earliest parts first', () => {
  assert.deepEqual(splitEqually('100000.00', 3, 'USD'), ['33333.34', '33333.33', '33333.33']);
  assert.deepEqual(splitEqually('100000', 3, 'JPY'), ['33334', '33333', '33333']);
  assert.deepEqual(splitEqually('100000', 7, 'JPY'), [...Array(5).fill('14286'), ...Array(2).fill('14285')]);
  assert.deepEqual(splitEqually('0.01', 3, 'USD'), ['0.01', '0', '0']);
  assert.deepEqual(splitEqually('10.005', 2, 'USD'), ['5.005', '5']);
});

it('the parts add up to the amount and differ by at most a minor unit', () => {
  const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'CLF');
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.integer({ min: 1, max: 120 }),
      currencies,
      (n, parts, code) => {
        const unit = big(10).pow(-minorDigitsOf(code));
        const amount = big(n.toString()).times(unit).toFixed();
        const shares = splitEqually(amount, parts, code);
        assert.equal(shares.length, parts);
        assert.ok(shares.reduce((sum, share) => sum.plus(share), big(0)).eq(amount));
        assert.ok(shares.every((share) => isInMinorUnits(share, code)));
        const [first = '0', last = '0'] = [shares[0], shares.at(-1)];
        assert.ok(big(first).minus(last).lte(unit));
        assert.ok(shares.every((share, index) => index === 0 || big(share).lte(shares[index - 1] ?? '0')));
      },
    ),
  );
});
