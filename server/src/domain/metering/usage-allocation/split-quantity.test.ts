import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { Big } from '../../../kit/decimal.ts';
import { splitQuantity } from './split-quantity.ts';

const decimal = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min: min * 1000, max: max * 1000 }), fc.constantFrom(1, 10, 1000))
    .map(([digits, step]) => new Big(digits).div(1000).times(step).round(3));
const sharesOf = (min: number) => fc.dictionary(fc.constantFrom(...'abcdefghijkl'), decimal(min, 9), { minKeys: 1 });

const totalOf = (shares: Record<string, Big>): number => {
  const sum = Object.values(shares).reduce((total, share) => total.plus(share), new Big(0));
  return sum.gt(0) ? Number(sum.round(0, Big.roundDown)) : 0;
};

it('gives whole units that add up to the quantity, each share as near as possible, whatever the order', () => {
  fc.assert(
    fc.property(sharesOf(-3), fc.nat(), (shares, seed) => {
      const total = totalOf(shares);
      const parts = splitQuantity(new Map(Object.entries(shares)), total);
      const units = [...parts.values()];
      assert.ok(units.every((one) => Number.isSafeInteger(one) && one >= 0));
      assert.equal(
        units.reduce((sum, one) => sum + one, 0),
        total,
      );
      // Moving a unit to another part brings neither closer to its share.
      const rest = (key: string): Big => (shares[key] as Big).minus(parts.get(key) ?? 0);
      for (const giver of parts.keys()) {
        if (parts.get(giver) === 0) continue;
        for (const taker of parts.keys()) assert.ok(giver === taker || rest(taker).minus(rest(giver)).lte(1));
      }
      const turned = Object.entries(shares).sort(
        ([left], [right]) => ((left.charCodeAt(0) * (seed + 7)) % 13) - ((right.charCodeAt(0) * (seed + 7)) % 13),
      );
      assert.deepEqual(new Map([...splitQuantity(new Map(turned), total)].sort()), new Map([...parts].sort()));
    }),
  );
});

it('is off by less than one unit where no share is below 0', () => {
  fc.assert(
    fc.property(sharesOf(0), (shares) => {
      for (const [key, units] of splitQuantity(new Map(Object.entries(shares)), totalOf(shares)))
        assert.ok((shares[key] as Big).minus(units).abs().lt(1));
    }),
  );
});
