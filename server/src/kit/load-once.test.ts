import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLater, loadOnce } from './load-once.ts';

test('what is loaded is kept, and a failed load is tried again', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('no such file');
    return { loads };
  });
  assert.equal(loads, 0, 'nothing is loaded before it is needed');
  await assert.rejects(load, /no such file/);
  const [one, other] = await Promise.all([load(), load()]);
  assert.equal(one, other);
  assert.equal(one.loads, 2);
});

test('functions are loaded by the first call of one of them', async () => {
  let loads = 0;
  const calls = callLater(async () => {
    loads += 1;
    return { add: async (a: number, b: number) => a + b, fail: async () => Promise.reject(new Error('refused')) };
  });
  const { add } = calls;
  assert.equal(loads, 0);
  assert.equal(await add(2, 3), 5);
  await assert.rejects(calls.fail, /refused/);
  assert.equal(loads, 1);
});
