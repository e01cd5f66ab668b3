import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairSlots } from './slots.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('one whose work never ends holds its own share alone, and what is free goes around in turn', async () => {
  const slots = createFairSlots(4, 2);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const work = (key: string, name: string) =>
    slots.use(key, async () => {
      order.push(name);
      if (key !== 'hangs') await new Promise<void>((resolve) => ends.push(resolve));
      else await new Promise<void>(() => {});
    });
  for (let count = 0; count < 50; count += 1) void work('hangs', 'hangs');
  for (const name of ['a1', 'a2', 'a3', 'a4']) void work('a', name);
  for (const name of ['b1', 'b2']) void work('b', name);
  await turn();
  assert.deepEqual(order, ['hangs', 'hangs', 'a1', 'a2']);
  for (let count = 0; count < 6; count += 1) {
    ends.shift()?.();
    await turn();
  }
  assert.deepEqual(order.slice(4).toSorted(), ['a3', 'a4', 'b1', 'b2']);
  assert.equal(order.filter((name) => name === 'hangs').length, 2);
});

test('a failed piece of work gives its place back', async () => {
  const slots = createFairSlots(1, 1);
  await assert.rejects(
    slots.use('a', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await slots.use('b', async () => 'free'), 'free');
});
