import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { judgeShown, type SentRow } from './judge-shown.ts';

const row = (id: string, quantity: number, isCertain = false): SentRow => ({
  id,
  quantity: String(quantity),
  isCertain,
});
const shown = (quantity: number, count: number) => ({ quantity: String(quantity), count });

it('a total settles a row only if it allows no other explanation', () => {
  const one = [row('a', 7)];
  assert.equal(judgeShown(one, shown(7, 1), 'a'), 'COUNTED');
  assert.equal(judgeShown(one, shown(0, 0), 'a'), 'NOT_COUNTED');
  assert.equal(judgeShown(one, shown(8, 1), 'a'), null, 'another tool submitted that hour');
  assert.equal(judgeShown(one, shown(7, 2), 'a'), null, 'of two records');
  const known = [row('a', 7), row('b', 3, true)];
  assert.equal(judgeShown(known, shown(10, 2), 'a'), 'COUNTED');
  assert.equal(judgeShown(known, shown(3, 1), 'a'), 'NOT_COUNTED');
  assert.equal(judgeShown(known, shown(0, 0), 'a'), null, 'what was confirmed is not shown yet');
  const two = [row('a', 7), row('b', 7)];
  assert.equal(judgeShown(two, shown(14, 2), 'a'), 'COUNTED');
  assert.equal(judgeShown(two, shown(7, 1), 'a'), null, 'one of the two');
});

const day = fc.array(
  fc.record({ quantity: fc.integer({ min: 1, max: 40 }), taken: fc.boolean(), certain: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 24,
  },
);

it('whatever was accepted on a day, what is concluded about a row is never wrong', () => {
  let said = 0;
  fc.assert(
    fc.property(day, (hours) => {
      const rows = hours.map((one, index) => row(String(index), one.quantity, one.taken && one.certain));
      const taken = hours.filter((one) => one.taken);
      const total = shown(
        taken.reduce((sum, one) => sum + one.quantity, 0),
        taken.length,
      );
      for (const [index, one] of hours.entries()) {
        const says = judgeShown(rows, total, String(index));
        if (says === null) continue;
        said += 1;
        assert.equal(says, one.taken ? 'COUNTED' : 'NOT_COUNTED');
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(said > 100, `it decides something: ${said}`);
});
