import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  addPacificMonths,
  instantAt,
  localTimeOf,
  midnightAfterPacificDay,
  nextPacificMidnight,
  nextPacificMonth,
  pacificMidnightLater,
  wholePacificMonths,
} from './pacific-time.ts';

describe('a midnight of Los Angeles', () => {
  test('ends a day in winter, in summer, and on the days when clocks change', () => {
    const ends = [
      ['2026-12-31', '2027-01-01T08:00:00.000Z'],
      ['2027-07-01', '2027-07-02T07:00:00.000Z'],
      ['2027-03-13', '2027-03-14T08:00:00.000Z'],
      ['2027-03-14', '2027-03-15T07:00:00.000Z'],
      ['2027-11-06', '2027-11-07T07:00:00.000Z'],
      ['2027-11-07', '2027-11-08T08:00:00.000Z'],
    ] as const;
    for (const [day, end] of ends) assert.equal(midnightAfterPacificDay(day).toISOString(), end, day);
  });

  test('is kept, and is what any other time of its day is moved to', () => {
    const midnight = new Date('2027-01-01T08:00:00.000Z');
    assert.equal(nextPacificMidnight(midnight), midnight);
    for (const time of ['2026-12-31T08:00:00.001Z', '2026-12-31T23:59:59Z', '2027-01-01T07:59:59.999Z'])
      assert.deepEqual(nextPacificMidnight(new Date(time)), midnight);
  });

  test('months on is that of the same day, or of the month’s last one, also over a change of clocks', () => {
    const later = (time: string, months: number) => pacificMidnightLater(new Date(time), months).toISOString();
    assert.equal(later('2026-11-20T10:00:00Z', 3), '2027-02-20T08:00:00.000Z');
    assert.equal(later('2027-01-31T20:00:00Z', 3), '2027-04-30T07:00:00.000Z');
    // It is still the 31st there.
    assert.equal(later('2026-11-01T05:00:00Z', 3), '2027-01-31T08:00:00.000Z');
  });

  test('begins the next month', () => {
    assert.equal(nextPacificMonth(new Date('2026-12-01T07:59:59Z')).toISOString(), '2026-12-01T08:00:00.000Z');
    assert.equal(nextPacificMonth(new Date('2026-12-01T08:00:00Z')).toISOString(), '2027-01-01T08:00:00.000Z');
    assert.equal(nextPacificMonth(new Date('2027-03-31T12:00:00Z')).toISOString(), '2027-04-01T07:00:00.000Z');
  });
});

test('local times lead to their instant and back, in any zone that there is', () => {
  const time = new Date('2027-03-14T10:30:05Z');
  for (const zone of ['America/Los_Angeles', 'Asia/Kolkata', 'UTC'])
    assert.deepEqual(instantAt(localTimeOf(time, zone), zone), time, zone);
  assert.throws(() => localTimeOf(time, 'Mars/Phobos'), RangeError);
});

test('months later is the same day and time of day there, or the last day of a shorter month', () => {
  for (const [start, months, end] of [
    ['2027-07-01T07:00:00.000Z', 5, '2027-12-01T08:00:00.000Z'],
    ['2027-12-01T08:00:00.000Z', -5, '2027-07-01T07:00:00.000Z'],
    ['2028-02-29T08:00:00.000Z', 12, '2029-02-28T08:00:00.000Z'],
    ['2028-01-31T20:15:30.123Z', 1, '2028-02-29T20:15:30.123Z'],
    // The evening of the 31st there.
    ['2027-11-01T06:30:00.999Z', 1, '2027-12-01T07:30:00.999Z'],
  ] as const) {
    const later = addPacificMonths(new Date(start), months);
    assert.equal(later.toISOString(), end, `${start} + ${months}`);
    assert.equal(wholePacificMonths(new Date(start), later), months);
    assert.equal(wholePacificMonths(new Date(start), new Date(later.getTime() + 3_600_000)), null);
  }
});
