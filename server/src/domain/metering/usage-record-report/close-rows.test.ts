import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Big } from '../../../kit/decimal.ts';
import { addHours } from '../../../kit/hours.ts';
import type { Carry, MeteredEntitlement } from '../metered-entitlement/metered-entitlement.ts';
import { type Closed, closeRows, type TakenItems } from './close-rows.ts';
import { fundsLeftOf } from './deduct-funds.ts';
import type { PlannedRow } from './plan-closing.ts';

const start = new Date('2026-11-10T00:00:00Z');
const entitlement = {
  id: 'e',
  partner: 'AWS',
  productId: null,
  buyerId: null,
  buyerAccountId: '1',
  customerIdentifier: null,
  product: null,
  terms: [],
  priced: [
    [
      { key: 'users', rate: 2.5 },
      { key: 'gb', rate: 0.07 },
      { key: 'free', rate: 0 },
    ],
    [{ key: 'calls', rate: 3 }],
  ],
} as unknown as MeteredEntitlement;

const planned = (hour: number, dimension: string, kind: 'LIVE' | 'TEST' = 'LIVE'): PlannedRow => ({
  id: `${hour}-${dimension}-${kind}`,
  entitlement,
  dimension,
  decision: {
    does: 'SUBMIT',
    kind,
    term: { id: 't', start, end: null, scope: 'license', flushThrough: null },
    scope: 'license',
    hour: addHours(start, hour),
    timestamp: addHours(start, hour),
    deadline: addHours(start, hour + 24),
    again: false,
  },
});

const taken = (quantity: string): TakenItems => ({
  quantity,
  brought: '0',
  oldest_month: '2026-11-01',
  group_ids: ['g'],
  allocations: null,
  late: null,
});

const term = (credit: string, commit = '0') => ({
  id: 't',
  credit_amount: credit,
  used_credit_amount: '0',
  commit_amount: commit,
  used_commit_amount: '0',
  shares: [],
});

const close = (
  list: readonly [PlannedRow, string][],
  { credit = '0', commit = '0', carries = [] as readonly Carry[], maxQuantity = '2147483647' },
): Closed =>
  closeRows(
    list.map(([row]) => row),
    {
      taken: new Map(list.map(([row, quantity]) => [row.id, taken(quantity)])),
      carries,
      planTerms: new Map(),
      included: [],
      funds: new Map([['t', fundsLeftOf(term(credit, commit), true)]]),
      listPriced: new Set(),
      now: start,
      maxQuantity,
      newId: () => 'report',
    },
  );

const cents = (max: number) => fc.integer({ min: 1, max }).map((one) => new Big(one).div(100).toFixed());

describe('closing hours with credit and commit', () => {
  it('uses them up by hour and dimension, keeps each row balanced, and carries only the rest', () => {
    const usage = fc.uniqueArray(fc.tuple(fc.nat(9), fc.constantFrom('users', 'gb', 'calls', 'free'), cents(900)), {
      selector: ([hour, dimension]) => `${hour} ${dimension}`,
      maxLength: 30,
    });
    fc.assert(
      fc.property(usage, cents(9000), cents(9000), (list, credit, commit) => {
        const closed = close(
          list.map(([hour, dimension, quantity]) => [planned(hour, dimension), quantity]),
          { credit, commit },
        );
        const fraction = new Map<string, Big>();
        let [credited, committed] = [new Big(0), new Big(0)];
        let isOver = false;
        let last = '';
        for (const row of closed.rows) {
          const place = `${row.hour.toISOString()} ${row.dimension}`;
          assert.ok(place > last, 'in the order of hour and dimension');
          last = place;
          const standing = new Big(row.accepted)
            .plus(row.carried_in)
            .minus(row.carried_out)
            .minus(row.credited)
            .minus(row.committed);
          assert.ok(standing.eq(row.standing) && standing.eq(row.quantity));
          assert.ok((fraction.get(row.dimension) ?? new Big(0)).eq(row.carried_in));
          assert.ok(new Big(row.carried_out).gte(0) && new Big(row.carried_out).lt(1));
          fraction.set(row.dimension, new Big(row.carried_out));
          credited = credited.plus(row.credit_amount);
          committed = committed.plus(row.commit_amount);
          const paid = new Big(row.credited).plus(row.committed);
          if (row.dimension === 'free') assert.ok(paid.eq(0));
          else {
            assert.ok(!isOver || paid.eq(0), 'nothing is left after it was used up');
            if (paid.lt(row.accepted)) isOver = true;
          }
        }
        assert.ok(credited.lte(credit) && committed.lte(commit));
        const sum = (part: 'credit' | 'commit'): Big =>
          closed.uses.reduce((total, use) => total.plus(use[part]), new Big(0));
        assert.ok(sum('credit').eq(credited) && sum('commit').eq(committed));
        if (isOver) assert.ok(credited.eq(credit) && committed.eq(commit));
      }),
    );
  });

  it('deducts from the accepted usage, not from the fraction carried in', () => {
    const carries = [{ entitlementId: 'e', dimension: 'users', kind: 'LIVE', fraction: '0.75', allocations: [] }];
    const [row] = close([[planned(1, 'users'), '2']], { credit: '5', carries }).rows;
    assert.deepEqual([row?.credited, row?.quantity, row?.carried_out, row?.state], ['2', '0', '0.75', 'SUCCESS']);
  });

  it('uses nothing for a row that is too large, or for test usage', () => {
    const closed = close(
      [
        [planned(1, 'users'), '20'],
        [planned(2, 'users', 'TEST'), '3'],
        [planned(2, 'users'), '3'],
      ],
      { credit: '5', maxQuantity: '10' },
    );
    assert.deepEqual(closed.tooLarge, ['1-users-LIVE']);
    assert.deepEqual(
      closed.rows.map((row) => [row.kind, row.credited, row.quantity]),
      [
        ['TEST', '0', '3'],
        ['LIVE', '2', '1'],
      ],
    );
    assert.deepEqual(closed.uses, [{ termId: 't', credit: '5', commit: '0' }]);
  });
});
