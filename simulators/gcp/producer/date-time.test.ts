import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDateTime } from './date-time.ts';

test('times are read in the time zone that they name', () => {
  assert.equal(readDateTime({ year: 2026, month: 3, day: 9 }), Date.parse('2026-03-09T07:00:00Z'));
  assert.equal(readDateTime({ year: 2026, month: 3, day: 8 }), Date.parse('2026-03-08T08:00:00Z'));
  assert.equal(
    readDateTime({ year: 2026, month: 3, day: 9, utcOffset: '-25200s' }),
    Date.parse('2026-03-09T07:00:00Z'),
  );
  assert.equal(
    readDateTime({ year: 2026, month: 3, day: 9, timeZone: { id: 'UTC' } }),
    Date.parse('2026-03-09T00:00:00Z'),
  );
  assert.equal(readDateTime({ year: 2026, month: 2, day: 30 }), null);
});
