import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { packRows, unpackRows } from './pack-rows.ts';

const text = fc.string({ maxLength: 5 });
const row = fc.record(
  {
    dataset: fc.constantFrom('a', 'b'),
    key: text,
    version: text,
    isDeleted: fc.boolean(),
    columns: fc.dictionary(fc.constantFrom('x', 'y', 'z', '0'), fc.option(text), { noNullPrototype: true }),
  },
  { noNullPrototype: true },
);

it('packed rows come out unchanged, even after being stored', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 250, size: 'max' }), (rows) => {
      const packs = JSON.parse(JSON.stringify(packRows(rows))) as ReturnType<typeof packRows>;
      assert.deepEqual(packs.flatMap(unpackRows), rows);
      assert.ok(packs.every((pack) => pack.rows.length <= 100));
    }),
    { numRuns: 50 },
  );
});

it('column names are written once for rows that share them', () => {
  const columns = { amount: '1', currency: null };
  const rows = Array.from({ length: 150 }, (_, index) => ({
    ...{ dataset: 'a', key: String(index), version: '', isDeleted: false, columns },
  }));
  assert.deepEqual(
    packRows(rows).map(({ rows: own }) => own.length),
    [100, 50],
  );
});
