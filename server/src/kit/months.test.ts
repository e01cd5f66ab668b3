import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addMonths, addMonthsAtMost, wholeMonths } from './months.ts';

const at = (text: string): Date => new Date(text);

test('a month later is the same day, or the last one of a shorter month', () => {
  for (const [start, months, end] of [
    ['2026-01-15T10:00:00.000Z', 1, '2026-02-15T10:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 1, '2026-02-28T00:00:00.000Z'],
    ['2028-01-31T00:00:00.000Z', 1, '2028-02-29T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', 48, '2032-02-29T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', 2, '2027-02-28T23:59:59.999Z'],
    ['2026-03-31T12:00:00.000Z', -1, '2026-02-28T12:00:00.000Z'],
  ] as const)
    assert.equal(addMonths(at(start), months).toISOString(), end, `${start} + ${months}`);
});

test('a month from the last day of a month ends at the latest on the last day of the next one', () => {
  for (const [start, months, end] of [
    ['2026-01-15T10:00:00.000Z', 1, '2026-02-15T10:00:00.000Z'],
    ['2026-02-28T00:00:00.000Z', 1, '2026-03-31T00:00:00.000Z'],
    ['2028-02-28T00:00:00.000Z', 1, '2028-03-28T00:00:00.000Z'],
    ['2027-02-28T00:00:00.000Z', 12, '2028-02-29T00:00:00.000Z'],
    ['2026-04-30T12:00:00.000Z', 1, '2026-05-31T12:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 1, '2026-02-28T00:00:00.000Z'],
    ['2026-01-30T00:00:00.000Z', 1, '2026-02-28T00:00:00.000Z'],
  ] as const)
    assert.equal(addMonthsAtMost(at(start), months).toISOString(), end, `${start} + ${months}`);
});

test('each of the terms that are counted from one start lasts its months, whatever day they fall on', () => {
  const times = fc.date({ min: at('2023-01-01T00:00:00Z'), max: at('2033-01-01T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 60 }), fc.constantFrom(1, 3, 12, 36), (anchor, terms, length) => {
      const [start, end] = [addMonths(anchor, terms * length), addMonths(anchor, (terms + 1) * length)];
      assert.ok(addMonths(start, length) <= end && end <= addMonthsAtMost(start, length), `${start.toISOString()}`);
      assert.ok(addMonthsAtMost(start, length - 1) < end && end < addMonths(start, length + 1));
    }),
  );
});

test('months are whole only if the day is the same, or the last one of a shorter month', () => {
  assert.equal(wholeMonths(at('2026-01-31T00:00:00Z'), at('2026-02-28T00:00:00Z')), 1);
  assert.equal(wholeMonths(at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z')), 12);
  assert.equal(wholeMonths(at('2026-01-01T00:00:00Z'), at('2026-12-31T00:00:00Z')), null);
  assert.equal(wholeMonths(at('2026-01-31T00:00:00Z'), at('2026-02-27T00:00:00Z')), null);
  assert.equal(wholeMonths(at('2026-01-01T00:00:00Z'), at('2026-02-01T01:00:00Z')), null);
});
