import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { Big } from '../../../kit/decimal.ts';
import { splitAmount, takePart } from './split-amount.ts';

it('splits by largest remainder, and among equals the first comes first', () => {
  assert.deepEqual(splitAmount('100000', ['1', '1', '1'], 2), ['33333.34', '33333.33', '33333.33']);
  assert.deepEqual(splitAmount('100000', ['1', '1', '1'], 0), ['33334', '33333', '33333']);
  assert.deepEqual(splitAmount('1', ['0', '0'], 2), ['0.5', '0.5']);
  assert.deepEqual(splitAmount('0', ['3'], 2), ['0']);
  assert.throws(() => splitAmount('0.001', ['1'], 2), /more than 2 digits/);
});

it('parts add up, and each is less than a whole unit away from its share', () => {
  const weight = fc.nat({ max: 100_000 }).map((one) => new Big(one).div(1000).toFixed());
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), fc.array(weight, { minLength: 1, maxLength: 12 }), (units, weights) => {
      const amount = new Big(units).div(100);
      const parts = splitAmount(amount.toFixed(), weights, 2);
      assert.ok(parts.reduce((sum, part) => sum.plus(part), new Big(0)).eq(amount));
      const whole = weights.reduce((sum, one) => sum.plus(one), new Big(0));
      if (whole.eq(0)) return;
      for (const [index, part] of parts.entries())
        assert.ok(
          new Big(part)
            .minus(amount.times(weights[index] ?? 0).div(whole))
            .abs()
            .lt('0.01'),
        );
    }),
  );
});

it('takes part of an amount and rounds it once, half to even', () => {
  assert.equal(takePart('100', 11n, 31n, 2), '35.48');
  assert.deepEqual([takePart('0.25', 1n, 2n, 2), takePart('0.27', 1n, 2n, 2)], ['0.12', '0.14']);
  assert.equal(takePart('5', 1n, 2n, 0), '2');
});
