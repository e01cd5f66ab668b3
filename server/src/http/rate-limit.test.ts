import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooManyRequests } from '../kit/errors.ts';
import { createRateLimiter } from './rate-limit.ts';

test('a caller has its burst at once, then its rate, and takes nothing from another', () => {
  let now = 0;
  const limit = createRateLimiter({ perSecond: 10, burst: 5 }, () => now);
  for (let call = 0; call < 5; call += 1) assert.equal(limit('a').allowed, true);
  const refused = limit('a');
  assert.equal(refused.allowed, false);
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.headers['ratelimit-limit'], '5');
  assert.equal(refused.headers['ratelimit-remaining'], '0');
  assert.equal(limit('b').allowed, true);
  now += 100;
  assert.equal(limit('a').allowed, true);
  assert.equal(limit('a').allowed, false);
  now += 60_000;
  for (let call = 0; call < 5; call += 1) assert.equal(limit('a').allowed, true);
  assert.equal(limit('a').allowed, false);
});

test('a refused caller is told how long to wait', () => {
  const messageOf = (perSecond: number): string => {
    const limit = createRateLimiter({ perSecond, burst: 1 }, () => 0);
    limit('a');
    return tooManyRequests(limit('a').headers).message;
  };
  assert.equal(messageOf(1), 'Too many requests; wait 1 second, then send them more slowly.');
  assert.equal(messageOf(0.1), 'Too many requests; wait 10 seconds, then send them more slowly.');
});

test('without a limit nothing is counted', () => {
  const limit = createRateLimiter(null, () => 0);
  for (let call = 0; call < 1000; call += 1) assert.deepEqual(limit('a'), { allowed: true, headers: {} });
});
