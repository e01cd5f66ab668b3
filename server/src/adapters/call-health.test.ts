import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentMetrics } from '../kit/metrics.ts';
import { createCallWatch } from './call-health.ts';
import { partnerError } from './partner-error.ts';

const failWith = (partnerCode: string, httpStatus: number, retryAfterMs?: number): Promise<never> =>
  Promise.reject(
    partnerError('no', {
      partner: 'AZURE',
      outcome: 'REFUSED',
      partnerCode,
      httpStatus,
      requestId: undefined,
      retryable: true,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }),
  );

test('a partner that asks for fewer calls gets fewer, even if the caller handles the error', async () => {
  const asked: (number | undefined)[] = [];
  const watch = createCallWatch({
    ...{ partner: 'AZURE', credentials: {}, metrics: silentMetrics },
    slowDown: (askedMs) => asked.push(askedMs),
  });
  const call = (work: () => Promise<unknown>) => watch.call('AGREEMENT', work).catch(() => {});
  await call(() => failWith('TooManyRequests', 429, 7000));
  await call(() => failWith('ThrottlingException', 400));
  await call(() => failWith('RESOURCE_EXHAUSTED', 429));
  await call(() => failWith('Conflict', 409, 1000));
  await call(async () => 'fine');
  assert.deepEqual(asked, [7000, undefined, undefined]);
});
