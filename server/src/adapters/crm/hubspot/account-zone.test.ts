import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf, isZone, timeIn } from './account-zone.ts';

test('a time is shown as people in the zone read it', () => {
  const time = new Date('2026-12-30T23:00:00Z');
  assert.equal(timeIn(time, 'Europe/Berlin'), '2026-12-31T00:00:00.000+01:00');
  assert.equal(timeIn(time, 'US/Eastern'), '2026-12-30T18:00:00.000-05:00');
  assert.equal(timeIn(time, 'Asia/Kolkata'), '2026-12-31T04:30:00.000+05:30');
  assert.equal(timeIn(time, 'UTC'), '2026-12-30T23:00:00.000+00:00');
});

test('a day begins at midnight in the zone, or later where clocks are put forward then', () => {
  const begins = (day: string, zone: string) => beginningOf(day, zone).toISOString();
  assert.equal(begins('2026-12-31', 'Europe/Berlin'), '2026-12-30T23:00:00.000Z');
  assert.equal(begins('2026-07-01', 'US/Eastern'), '2026-07-01T04:00:00.000Z');
  assert.equal(begins('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z');
  // Chile puts its clocks forward at midnight: 6 September 2026 begins at one o'clock.
  assert.equal(begins('2026-09-06', 'America/Santiago'), '2026-09-06T04:00:00.000Z');
});

test('an invalid time zone is recognized', () => {
  assert.deepEqual(['US/Eastern', 'Europe/Paris', 'UTC', 'Nowhere/There', ''].map(isZone), [
    true,
    true,
    true,
    false,
    false,
  ]);
});
