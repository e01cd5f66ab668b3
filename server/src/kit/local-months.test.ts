import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { localMonths } from './local-months.ts';
import { localTimeOf } from './pacific-time.ts';

const monthOf = (year: number, month: number): number => year * 12 + month - 1;

test('a month begins at the first instant of its first day, also where clocks are moved at that midnight', () => {
  for (const [zone, year, month, start] of [
    ['UTC', 2026, 4, '2026-04-01T00:00:00.000Z'],
    ['America/New_York', 2026, 4, '2026-04-01T04:00:00.000Z'],
    ['America/New_York', 2026, 1, '2026-01-01T05:00:00.000Z'],
    ['Asia/Kathmandu', 2026, 7, '2026-06-30T18:15:00.000Z'],
    ['Pacific/Kiritimati', 2026, 7, '2026-06-30T10:00:00.000Z'],
    ['America/Asuncion', 2023, 10, '2023-10-01T04:00:00.000Z'],
    ['America/Havana', 2026, 11, '2026-11-01T04:00:00.000Z'],
  ] as const)
    assert.equal(new Date(localMonths(zone).startOf(monthOf(year, month))).toISOString(), start, zone);
});

test('an unknown zone is an error', () => {
  assert.throws(() => localMonths('Mars/Olympus'), RangeError);
});

test('a time is in the month that its zone’s clocks show, and each month begins where the last one ended', () => {
  const zone = fc.constantFrom(
    ...['UTC', 'America/New_York', 'America/Asuncion', 'America/Havana', 'Asia/Kolkata', 'Pacific/Auckland'],
    ...['Pacific/Niue', 'Pacific/Kiritimati', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Santiago'],
  );
  const time = fc.date({
    min: new Date('1975-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zone, time, (name, at) => {
      const months = localMonths(name);
      const shownMonth = (when: number): number => {
        const { year, month } = localTimeOf(new Date(when), name);
        return monthOf(year, month);
      };
      const month = shownMonth(at.getTime());
      assert.equal(months.monthOf(at.getTime()), month);
      const start = months.startOf(month);
      assert.deepEqual([shownMonth(start - 1), shownMonth(start)], [month - 1, month]);
      assert.deepEqual([months.monthOf(start - 1), months.monthOf(start)], [month - 1, month]);
    }),
    { numRuns: 500 },
  );
});
