import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergePages, type Shown } from '../src/lists/together.ts';

type Row = { owner: string; at: number; time: number };

const size = 5;

/** Reads all pages of some lists, as the API gives them: each newest first, from an offset. */
const readAll = (lists: Readonly<Record<string, readonly Row[]>>): { rows: Row[]; pages: number } => {
  const rows: Row[] = [];
  let left: Shown = Object.fromEntries(Object.keys(lists).map((owner) => [owner, 0]));
  let pages = 0;
  while (Object.keys(left).length > 0) {
    const parts = Object.entries(left).map(([owner, offset]) => {
      const all = lists[owner] ?? [];
      return { owner, offset, rows: all.slice(offset, offset + size), hasNext: all.length > offset + size };
    });
    const page = mergePages(parts, ({ time }) => time, size);
    assert.ok(page.rows.length <= size);
    rows.push(...page.rows);
    ({ left } = page);
    pages += 1;
  }
  return { rows, pages };
};

test('the lists of several owners are one list, newest first, with every row once and no empty page at its end', () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 23 });
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 4 }), (given) => {
      const lists = Object.fromEntries(
        given.map((some, owner) => [
          String(owner),
          [...some].sort((a, b) => b - a).map((time, at) => ({ owner: String(owner), at, time })),
        ]),
      );
      const { rows, pages } = readAll(lists);
      const all = Object.values(lists).flat();
      assert.deepEqual(
        rows.map(({ time }) => time),
        all.map(({ time }) => time).sort((a, b) => b - a),
      );
      assert.equal(new Set(rows.map(({ owner, at }) => `${owner} ${at}`)).size, all.length);
      for (const [owner, own] of Object.entries(lists)) {
        assert.deepEqual(
          rows.filter((row) => row.owner === owner).map(({ at }) => at),
          own.map(({ at }) => at),
          'rows of one owner keep their order',
        );
      }
      assert.equal(pages, Math.max(1, Math.ceil(all.length / size)));
    }),
  );
});

test('an owner whose next page is empty has no more', () => {
  const parts = [{ owner: 'a', offset: 5, rows: [], hasNext: true }];
  assert.deepEqual(
    mergePages(parts, () => 0, size),
    { rows: [], left: {} },
  );
});
