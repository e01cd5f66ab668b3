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

test('where as much waits as may wait, the key with the most gives way, and what waits too long is refused', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const slots = createFairSlots(1, 1, { most: 4, ms: 5000, refusal: () => new Error('full') });
  const ends: (() => void)[] = [];
  const ended: string[] = [];
  const start = (key: string): void =>
    void slots
      .use(key, () => new Promise<void>((resolve) => ends.push(resolve)))
      .then(
        () => ended.push(key),
        ({ message }: Error) => ended.push(`${key} ${message}`),
      );
  for (let count = 0; count < 6; count += 1) start('greedy');
  await turn();
  assert.deepEqual([ended, slots.waiting], [['greedy full'], 4]);
  for (const key of ['a', 'a', 'a']) start(key);
  await turn();
  // Two wait of each.
  assert.deepEqual(ended.slice(1).toSorted(), ['a full', 'greedy full', 'greedy full']);
  ends.shift()?.();
  await turn();
  assert.deepEqual([ended.at(-1), slots.waiting], ['greedy', 3]);
  context.mock.timers.tick(5000);
  await turn();
  assert.deepEqual([ended.slice(5).toSorted(), slots.waiting], [['a full', 'a full', 'greedy full'], 0]);
  ends.shift()?.();
  await turn();
  start('b');
  await turn();
  assert.equal(ends.length, 1);
});

test('work of the first key goes before that of others, and gives way to none of them', async () => {
  const slots = createFairSlots(1, 1, { most: 4, ms: 5000, refusal: () => new Error('full'), first: 'who calls' });
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const refused: string[] = [];
  const start = (key: string): void =>
    void slots
      .use(key, () => {
        begun.push(key);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch(() => refused.push(key));
  for (const key of ['a', 'b', 'who calls', 'who calls', 'who calls', 'who calls', 'who calls']) start(key);
  await turn();
  // The places of the others are used up first; then the first key has no more either.
  assert.deepEqual(refused.toSorted(), ['b', 'who calls']);
  start('c');
  await turn();
  assert.deepEqual(refused.toSorted(), ['b', 'c', 'who calls']);
  for (let count = 0; count < 5; count += 1) {
    ends.shift()?.();
    await turn();
    if (count === 0) start('d');
  }
  ends.shift()?.();
  await turn();
  assert.deepEqual(begun, ['a', 'who calls', 'who calls', 'who calls', 'who calls', 'd']);
});
