import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTime, plainTime } from './time.ts';

test('a time is read to the millisecond, whatever its offset', () => {
  assert.equal(parseTime('2026-02-28T23:30:00.123456789Z')?.toISOString(), '2026-02-28T23:30:00.123Z');
  assert.equal(parseTime('2026-03-01t01:30:00+02:00')?.toISOString(), '2026-02-28T23:30:00.000Z');
  assert.equal(parseTime('2026-03-01T12:00:00+14:00')?.toISOString(), '2026-02-28T22:00:00.000Z');
  assert.equal(parseTime('2028-02-29T00:00:00Z')?.toISOString(), '2028-02-29T00:00:00.000Z');
  assert.equal(parseTime('0001-01-01T00:00:00Z')?.getTime(), -62_135_596_800_000);
});

test('a day or an hour that does not exist is not a time', () => {
  const none = [
    '2026-02-29T00:00:00Z',
    '2026-02-30T12:00:00Z',
    '2026-04-31T00:00:00+01:00',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00+14:30',
    '2026-01-01T00:00:00-23:00',
    '2026-01-01T00:00:00+02:60',
    '2026-01-01',
    '',
  ];
  for (const text of none) assert.equal(parseTime(text), null, text);
});

test('a time has one plain spelling, whatever a client writes; another text is as it is', () => {
  const spellings = {
    '2026-03-01T00:00:00Z': [
      '2026-03-01T00:00:00+00:00',
      '2026-03-01t01:30:00.000+01:30',
      '2026-03-01T00:00:00.0000000-00:00',
    ],
    '2026-03-01T00:00:00.1234567Z': ['2026-03-01T02:00:00.123456700+02:00'],
  };
  for (const [plain, others] of Object.entries(spellings))
    for (const text of [plain, ...others]) assert.equal(plainTime(text), plain, text);
  for (const text of ['2026-03-01', '2026-02-30T00:00:00Z', 'soon', '']) assert.equal(plainTime(text), text);
});
