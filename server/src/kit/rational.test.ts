import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Big } from './decimal.ts';
import {
  addRationals,
  divideHalfEven,
  floorDivide,
  multiplyRationals,
  rational,
  readRational,
  roundRational,
  unitsToDecimal,
} from './rational.ts';

test('a fraction is kept in lowest terms, with its sign above', () => {
  assert.deepEqual(rational(6n, -4n), { n: -3n, d: 2n });
  assert.deepEqual(rational(0n, -7n), { n: 0n, d: 1n });
  assert.deepEqual(rational(5n), { n: 5n, d: 1n });
  assert.throws(() => rational(1n, 0n), RangeError);
});

test('reads decimals exactly', () => {
  assert.deepEqual(readRational('12.50'), { n: 25n, d: 2n });
  assert.deepEqual(readRational('-0.5'), { n: -1n, d: 2n });
  assert.deepEqual(readRational('1000000000000000000000.000000001'), {
    n: 1_000_000_000_000_000_000_000_000_000_001n,
    d: 1_000_000_000n,
  });
});

test('rounds once, halves to the even neighbour, on both sides of 0', () => {
  for (const [n, d, digits, expected] of [
    [100n, 12n, 2, '8.33'],
    [9125n, 27n, 2, '337.96'],
    [1n, 8n, 2, '0.12'],
    [3n, 8n, 2, '0.38'],
    [-1n, 8n, 2, '-0.12'],
    [-3n, 8n, 2, '-0.38'],
    [5n, 2n, 0, '2'],
    [-1n, 1000n, 2, '0'],
    [1n, 3n, 0, '0'],
    [120n, 1n, 2, '120'],
  ] as const)
    assert.equal(roundRational(rational(n, d), digits), expected, `${n}/${d}`);
});

test('sums, products and roundings agree with decimals wherever these are exact', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat({ max: 6 }))
    .map(([units, digits]) => unitsToDecimal(units, digits));
  fc.assert(
    fc.property(decimal, decimal, fc.nat({ max: 6 }), (left, right, digits) => {
      const [one, other] = [readRational(left), readRational(right)];
      assert.equal(roundRational(addRationals(one, other), 12), new Big(left).plus(right).toFixed());
      assert.equal(roundRational(multiplyRationals(one, other), 12), new Big(left).times(right).toFixed());
      const rounded = new Big(left).round(digits, Big.roundHalfEven);
      assert.equal(roundRational(one, digits), rounded.eq(0) ? '0' : rounded.toFixed());
    }),
  );
});

test('whole quotients are never above the exact one, and rounded ones at most a half away', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 20n }), (n, d) => {
      const floor = floorDivide(n, d);
      assert.ok(floor * d <= n && n < (floor + 1n) * d);
      const away = (divideHalfEven(n, d) * d - n) * 2n;
      assert.ok(-d <= away && away <= d);
    }),
  );
});
