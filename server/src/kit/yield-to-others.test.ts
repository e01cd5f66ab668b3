import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns, runToEnd, yieldIfLong } from './yield-to-others.ts';

const keepBusy = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

const pieces = function* (count: number): Generator<void, string> {
  for (let piece = 0; piece < count; piece += 1) {
    keepBusy(2);
    yield;
  }
  return 'done';
};

const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
};

test('long work yields to others, and has the same result', async () => {
  assert.equal(runToEnd(pieces(3)), 'done');
  assert.equal(await inTurns(pieces(3)), 'done');
  assert.ok((await turnsDuring(() => inTurns(pieces(40)))) >= 4);
});

test('short work of many at once counts together', async () => {
  const short = async (): Promise<void> => {
    keepBusy(3);
    await yieldIfLong();
  };
  assert.ok(
    (await turnsDuring(async () => {
      for (let piece = 0; piece < 30; piece += 1) await short();
    })) >= 3,
  );
});

test('work that takes a moment continues at once', async () => {
  await new Promise(setImmediate);
  assert.equal(yieldIfLong(), undefined);
});
