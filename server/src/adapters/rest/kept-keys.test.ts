import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createKeptKeys } from './kept-keys.ts';

let at = 0;
let asked = 0;
let isAway = false;
const load = async (): Promise<string> => {
  asked += 1;
  const name = `keys ${asked}`;
  await new Promise((resolve) => setImmediate(resolve));
  if (isAway) throw new Error('away');
  return name;
};

let keysOf: ReturnType<typeof createKeptKeys<string>>;
const get = (again = false): Promise<string> => keysOf('a', load, { again });
beforeEach(() => {
  [at, asked, isAway] = [0, 0, false];
  keysOf = createKeptKeys<string>({ max: 2, freshMs: 10_000, againMs: 3000, now: () => at });
});

const together = (again: boolean): Promise<string[]> => Promise.all(Array.from({ length: 20 }, () => get(again)));

test('however many calls name an unknown key at once, the partner is asked once', async () => {
  assert.deepEqual(new Set(await together(false)), new Set(['keys 1']));
  assert.deepEqual(new Set(await together(true)), new Set(['keys 1']), 'not right after');
  at = 3000;
  assert.deepEqual(new Set(await together(true)), new Set(['keys 2']));
  assert.equal(asked, 2);
  at = 13_000;
  assert.deepEqual(new Set(await together(false)), new Set(['keys 3']), 'and when they have grown old');
});

test('while the partner is unreachable its keys stay valid, and it is not asked by every call', async () => {
  await get();
  [at, isAway] = [3000, true];
  assert.deepEqual(new Set(await together(true)), new Set(['keys 1']));
  assert.deepEqual(await together(false), await together(true));
  assert.equal(asked, 2);
  at = 20_000;
  assert.equal(await get(), 'keys 1');
  [at, isAway] = [23_000, false];
  assert.equal(await get(), 'keys 4');
});

test('keys that could not be fetched at all are fetched again a moment later, not by every call at once', async () => {
  isAway = true;
  const lost = await Promise.allSettled([get(), get(true), get()]);
  assert.ok(lost.every(({ status }) => status === 'rejected'));
  await assert.rejects(get(true));
  assert.equal(asked, 1);
  at = 1000;
  await assert.rejects(get());
  [at, isAway] = [2000, false];
  assert.equal(await get(), 'keys 3');
});
