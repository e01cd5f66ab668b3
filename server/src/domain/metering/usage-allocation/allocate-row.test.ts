import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Big } from '../../../kit/decimal.ts';
import { allocateRow, submittedAllocations, takeBackFractions } from './allocate-row.ts';
import { type Allocation, addAllocations, keyOf, sumAllocations, sumShares, type TagSet } from './usage-allocation.ts';

const tag = (name: string): TagSet => [['team', name]];
const cents = fc.integer({ min: 1, max: 900 }).map((one) => new Big(one).div(100).toFixed());

/** Usage of one hour: tagged parts, the untagged rest, and how much of it was paid for. */
const hours = fc.array(
  fc.record({
    tagged: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), cents),
    untagged: cents,
    paid: fc.constantFrom('0', '0', '0.25', '1', '0.333333333333'),
  }),
  { minLength: 1, maxLength: 25 },
);

const close = (
  accepted: readonly Allocation[],
  carried: readonly Allocation[],
  row: { all: Big; left: Big; carriedIn: Big },
) => {
  const total = row.left.plus(row.carriedIn);
  const quantity = total.gt(0) ? total.round(0, Big.roundDown) : new Big(0);
  const allocated = allocateRow(accepted, carried, {
    accepted: row.all.toFixed(),
    left: row.left.toFixed(),
    carriedIn: row.carriedIn.toFixed(),
    quantity: quantity.toFixed(),
  });
  return { allocated, quantity, carriedOut: total.minus(quantity) };
};

describe('the tag sets of a row', () => {
  it('add up to what is submitted and carried, hour after hour, and none gains or loses anything', () => {
    fc.assert(
      fc.property(hours, (list) => {
        let fraction = new Big(0);
        let carried: readonly Allocation[] = [];
        const balance = new Map<string, Big>();
        for (const { tagged, untagged, paid } of list) {
          const accepted = Object.entries(tagged).map(([name, quantity]): Allocation => [tag(name), quantity]);
          const all = sumShares(sumAllocations(accepted)).plus(untagged);
          const left = all.minus(all.times(paid).round(12));
          const { allocated, quantity, carriedOut } = close(accepted, carried, { all, left, carriedIn: fraction });
          const rows = allocated?.allocations ?? [];
          const sent = submittedAllocations(rows, quantity.toFixed());
          const sum = sent.reduce((units, one) => units.plus(one.quantity), new Big(0));
          assert.ok(sent.length === 0 || sum.eq(quantity));
          assert.ok(sent.every((one) => Number.isInteger(Number(one.quantity)) && Number(one.quantity) > 0));
          for (const [tags, submitted, carriedIn, out] of rows) {
            const key = keyOf(tags);
            const share = new Big(submitted).plus(out).minus(carriedIn);
            balance.set(key, (balance.get(key) ?? new Big(0)).plus(share));
            const given = sumAllocations(accepted).get(key) ?? new Big(0);
            assert.ok(share.minus(given.times(left).div(all)).abs().lt('0.00000001'), 'its part of what is left');
            if (left.eq(all)) assert.ok(share.eq(given), 'exactly, where nothing was paid for');
          }
          const carriedNow = sumAllocations(rows.map(([tags, , , out]): Allocation => [tags, out]));
          carried = allocated?.carried ?? [];
          assert.ok(sumShares(carriedNow).eq(sumShares(sumAllocations(carried))));
          fraction = carriedOut;
        }
      }),
    );
  });

  it('return what they took when a row is reverted', () => {
    const carriedIn: Allocation[] = [[tag('a'), '0.4']];
    const { allocated } = close(
      [
        [tag('a'), '1.2'],
        [tag('b'), '0.3'],
      ],
      carriedIn,
      {
        all: new Big('1.5'),
        left: new Big('1.5'),
        carriedIn: new Big('0.4'),
      },
    );
    const { back, remaining } = takeBackFractions(allocated?.allocations ?? []);
    assert.deepEqual(addAllocations(allocated?.carried ?? [], back), carriedIn);
    assert.ok(
      takeBackFractions(remaining).back.every(([, quantity]) => quantity === '0'),
      'only once',
    );
  });

  it('are not invented where none is named', () => {
    assert.equal(close([], [], { all: new Big(3), left: new Big(3), carriedIn: new Big(0) }).allocated, null);
  });

  it('that do not fit into one record are submitted untagged, the smallest first', () => {
    const many = (count: number, length: number): Allocation[] =>
      Array.from({ length: count }, (_, index) => [
        [['key', `${index}`.padEnd(length, 'x')]],
        String(index < 10 ? 5 : 1),
      ]);
    const submitted = (accepted: Allocation[], untagged: number) => {
      const all = sumShares(sumAllocations(accepted)).plus(untagged);
      const { allocated } = close(accepted, [], { all, left: all, carriedIn: new Big(0) });
      const sent = submittedAllocations(allocated?.allocations ?? [], all.toFixed());
      assert.ok(new Big(sent.reduce((sum, one) => sum + Number(one.quantity), 0)).eq(all));
      return sent;
    };
    assert.equal(submitted(many(2500, 4), 0).length, 2500);
    assert.equal(submitted(many(2500, 4), 0).filter((one) => one.tags.length === 0).length, 0, 'all of them fit');
    assert.equal(submitted(many(2500, 4), 1).length, 2500, 'one makes room for what is untagged');
    assert.equal(submitted(many(4000, 4), 0).length, 2500);
    const large = submitted(many(2500, 3000), 0);
    const bytes = JSON.stringify(
      large.map((one) => ({
        AllocatedUsageQuantity: Number(one.quantity),
        Tags: one.tags.map(({ key, value }) => ({ Key: key, Value: value })),
      })),
    ).length;
    assert.ok(large.length < 400 && bytes < 900_000 && bytes > 800_000);
    assert.equal(large.filter((one) => one.quantity === '5').length, 10, 'the largest keep their tags');
  });
});
