import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnTypes } from './types.ts';

const timestamptz = 1184;

test('every time that a column can hold is read as a time, also one that RFC 3339 cannot write', () => {
  const read = columnTypes.getTypeParser(timestamptz) as (text: string) => unknown;
  for (const [text, iso] of [
    ['2026-11-20 05:31:53.123456+00', '2026-11-20T05:31:53.123Z'],
    ['2026-11-20 05:31:53+00', '2026-11-20T05:31:53.000Z'],
    ['10000-01-01 13:59:59+00', '+010000-01-01T13:59:59.000Z'],
    ['0001-06-01 00:00:00+00 BC', '0000-06-01T00:00:00.000Z'],
  ] as const)
    assert.equal((read(text) as Date).toISOString(), iso, text);
  assert.equal(read('infinity'), Number.POSITIVE_INFINITY);
});
