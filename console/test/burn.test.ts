import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burnOf } from '../src/lib/burn.ts';

const at = (day: string): number => new Date(`${day}T00:00:00Z`).getTime();
const term = { commit: 1000, begin: at('2026-01-01'), now: at('2026-01-11') };

test('a commit that lasts is projected to the end of its term', () => {
  const known = [{ time: at('2026-01-06'), used: 20 }];
  const { points, leftAtEnd, usedUpOn } = burnOf({ ...term, used: 100, end: at('2026-01-21'), known });
  assert.deepEqual(points, [
    { day: '2026-01-01', left: 1000 },
    { day: '2026-01-06', left: 980 },
    { day: '2026-01-11', left: 900, projected: 900 },
    { day: '2026-01-21', projected: 800 },
  ]);
  assert.deepEqual([leftAtEnd, usedUpOn], [800, undefined]);
});

test('a commit that does not last ends on the day on which it is used up', () => {
  const { points, leftAtEnd, usedUpOn } = burnOf({ ...term, used: 500, end: at('2026-12-31'), known: [] });
  assert.deepEqual(points.at(-1), { day: '2026-01-21', projected: 0 });
  assert.deepEqual([leftAtEnd, usedUpOn], [undefined, '2026-01-21']);
});

test('without usage nothing is projected', () => {
  assert.deepEqual(burnOf({ ...term, used: 0, known: [] }), {
    points: [
      { day: '2026-01-01', left: 1000 },
      { day: '2026-01-11', left: 1000, projected: 1000 },
    ],
  });
});
