import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLargeReads } from './large-reads.ts';

const limits = { caller: 2, organization: 3, all: 5, waiting: 2, waitMs: 60_000 };
const a1 = { caller: 'a1', organization: 'a' };
const a2 = { caller: 'a2', organization: 'a' };
const b = { caller: 'b', organization: 'b' };

test('a caller and an organization have their share, and no more', async () => {
  const reads = createLargeReads(limits);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const begin = async (name: string, reader: typeof a1) => {
    const end = await reads.begin(reader);
    order.push(name);
    ends.push(end);
    return end;
  };
  const first = await begin('a1 first', a1);
  await begin('a1 second', a1);
  const third = begin('a1 third', a1);
  await begin('a2 first', a2);
  const second = begin('a2 second', a2);
  await begin('b first', b);
  assert.deepEqual(order, ['a1 first', 'a1 second', 'a2 first', 'b first'], 'nobody waits for another organization');
  await assert.rejects(reads.begin(a2), { code: 'TooManyRequests', headers: { 'retry-after': '1' } });
  first();
  first();
  await new Promise(setImmediate);
  assert.deepEqual(order.slice(4), ['a1 third'], 'the one that waited longest, once');
  for (const end of ends) end();
  await Promise.all([third, second]);
});

test('a caller that waits too long is asked to retry, and leaves no trace', async () => {
  const reads = createLargeReads({ ...limits, caller: 1, waitMs: 1 });
  const end = await reads.begin(b);
  const keepAlive = setInterval(() => {}, 1000);
  await assert.rejects(reads.begin(b), { code: 'TooManyRequests' });
  clearInterval(keepAlive);
  end();
  (await reads.begin(b))();
});
