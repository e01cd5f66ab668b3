import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { item } from './metrics.test-support.ts';
import { splitMovement } from './split-movement.ts';
import type { Change } from './timelines.ts';

it('shares add up to the movement, none has the opposite sign or exceeds the change of its group, and each is nearly proportional', () => {
  const change = fc.record({ group: fc.constantFrom('a', 'b', 'c', 'd'), units: fc.bigInt({ min: -50n, max: 50n }) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (list) => {
      const changes = list.map(
        ({ group, units }): Change => ({ item: item({ productId: group }), time: 0, units, reason: 'START' }),
      );
      const units = list.reduce((sum, one) => sum + one.units, 0n);
      const shares = splitMovement(units, changes, ({ productId }) => productId);
      const total = (key: 'own' | 'share' | 'moved'): bigint => shares.reduce((sum, one) => sum + one[key], 0n);
      assert.deepEqual([total('own'), total('share'), total('moved')], [units, units, 0n]);
      const sign = units < 0n ? -1n : 1n;
      const whole = shares.reduce((sum, { own }) => (own * sign > 0n ? sum + own : sum), 0n);
      for (const { group, own, share, moved } of shares) {
        assert.equal(
          own,
          list.reduce((sum, one) => (one.group === group ? sum + one.units : sum), 0n),
        );
        assert.equal(share + moved, own);
        const limit = own * sign > 0n && units !== 0n ? own * sign : 0n;
        assert.ok(share * sign >= 0n && share * sign <= limit);
        if (limit === 0n) continue;
        const away = share * whole - units * own;
        assert.ok(away * away < whole * whole);
      }
    }),
    { numRuns: 1000 },
  );
});
