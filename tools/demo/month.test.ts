import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clearOfMonthEnd, monthEndAfter } from './month.ts';

const from = (now: string, hours: number): string => new Date(clearOfMonthEnd(Date.parse(now), hours)).toISOString();

test('a week begins at once, or on the first if it would reach into the next month', () => {
  assert.equal(from('2026-11-20T13:00:59.000Z', 168), '2026-11-20T13:00:59.000Z');
  assert.equal(from('2026-11-24T13:00:00.000Z', 168), '2026-12-01T07:00:00.000Z');
  assert.equal(from('2026-12-31T23:00:00.000Z', 1), '2027-01-01T07:00:00.000Z');
  assert.equal(from('2026-11-20T13:00:00.000Z', 1000), '2026-11-20T13:00:00.000Z');
});

test('hours that fit into a month are all in one month, and none begins in the past', () => {
  const time = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2029-01-01T00:00:00Z') });
  fc.assert(
    fc.property(
      time.filter((date) => !Number.isNaN(date.getTime())),
      fc.integer({ min: 1, max: 600 }),
      (date, hours) => {
        const start = clearOfMonthEnd(date.getTime(), hours);
        assert.ok(start >= date.getTime());
        const end = new Date(start + hours * 3_600_000);
        assert.equal(new Date(start).toISOString().slice(0, 7), end.toISOString().slice(0, 7));
      },
    ),
  );
});

test('the chosen month end is one that is far enough away', () => {
  const after = (now: string, hours: number): string => new Date(monthEndAfter(Date.parse(now), hours)).toISOString();
  assert.equal(after('2026-11-20T13:00:00.000Z', 33), '2026-12-01T00:00:00.000Z');
  assert.equal(after('2026-11-29T14:59:59.000Z', 33), '2026-12-01T00:00:00.000Z');
  assert.equal(after('2026-11-29T15:00:00.000Z', 33), '2027-01-01T00:00:00.000Z');
  assert.equal(after('2026-12-31T23:00:00.000Z', 1), '2027-02-01T00:00:00.000Z');
});
