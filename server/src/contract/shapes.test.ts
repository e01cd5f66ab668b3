import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, timeIn } from './shapes.ts';

test('a time is taken when PostgreSQL and RFC 3339 can write it back; the zero time of Go is absent', () => {
  assert.equal(timeIn.parse('2026-11-20T05:31:53.123+02:00')?.toISOString(), '2026-11-20T03:31:53.123Z');
  assert.equal(timeIn.parse('9999-12-31T23:59:59Z')?.toISOString(), '9999-12-31T23:59:59.000Z');
  for (const absent of ['', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'])
    assert.equal(timeIn.parse(absent), undefined, absent);
  for (const refused of [
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+10:00',
    '9999-12-31T23:59:59-14:00',
    '2026-12-31T23:59:60Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T00:00:00+99:99',
    '2026-01-01',
    '2026-01-01T00:00:00',
  ])
    assert.equal(timeIn.safeParse(refused).success, false, refused);
});

test('a day is one of the calendar, with room for a year before and after it', () => {
  for (const taken of ['2024-02-29', '1000-01-01', '9998-12-31']) assert.equal(day.parse(taken), taken);
  for (const refused of ['2026-02-29', '0000-01-01', '0001-01-01', '9999-12-31', '2026-1-1', ''])
    assert.equal(day.safeParse(refused).success, false, refused);
});
