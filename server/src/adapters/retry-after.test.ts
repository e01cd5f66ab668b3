import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterOf } from './retry-after.ts';

test('Retry-After is a number of seconds or a time, capped at five minutes', () => {
  const date = 'Mon, 23 Nov 2026 10:00:00 GMT';
  const at = (value: string | undefined) => retryAfterOf({ date, 'retry-after': value }).retryAfterMs;
  assert.equal(at('7'), 7000);
  assert.equal(at('86400'), 300_000);
  assert.equal(at('Mon, 23 Nov 2026 10:00:20 GMT'), 20_000);
  for (const nothing of [undefined, '0', '-1', 'soon', 'Mon, 23 Nov 2026 09:00:00 GMT'])
    assert.equal(at(nothing), undefined);
  assert.deepEqual(retryAfterOf({ 'retry-after': 'Mon, 23 Nov 2026 10:00:20 GMT' }), {}, 'without a clock to compare');
  assert.deepEqual(retryAfterOf(undefined), {});
});
