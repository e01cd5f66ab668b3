import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAhead } from './read-ahead.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Three items, and what happened to them. */
const opened = (failAt = 0) => {
  const told: string[] = [];
  const source = async function* () {
    try {
      for (const item of [1, 2, 3]) {
        await turn();
        if (item === failAt) throw new Error(`item ${item} is wrong`);
        told.push(`read ${item}`);
        yield item;
      }
    } finally {
      told.push('left');
    }
  };
  return { told, items: readAhead(source()) };
};

test('the next item is read while one is used, and no other', async () => {
  const { told, items } = opened();
  for await (const item of items) {
    for (let turns = 0; turns < 5; turns += 1) await turn();
    told.push(`used ${item}`);
  }
  assert.deepEqual(told, ['read 1', 'read 2', 'used 1', 'read 3', 'used 2', 'left', 'used 3']);
});

test('what goes wrong is thrown when the items before are used', async () => {
  const { told, items } = opened(2);
  const used = async () => {
    for await (const item of items) {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      told.push(`used ${item}`);
    }
  };
  await assert.rejects(used(), /item 2 is wrong/);
  assert.deepEqual(told, ['read 1', 'left', 'used 1']);
});

test('a source ends when its reader ends', async () => {
  const { told, items } = opened(2);
  for await (const item of items) {
    assert.equal(item, 1);
    break;
  }
  assert.deepEqual(told, ['read 1', 'left']);
});
