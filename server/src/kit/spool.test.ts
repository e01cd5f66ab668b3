import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import fc from 'fast-check';
import { withSpool } from './spool.ts';

const never = new AbortController().signal;
const roomy = { maxBytes: 1_000_000_000, tooLarge: () => new Error('too large') };

const spooled = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('mos-spool-'));

const batchesOf = async function* <T>(batches: readonly (readonly T[])[]) {
  yield* batches;
};

const collected = async <T>(batches: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
};

test('what is written is read in order, in batches of the wanted size', async () => {
  const item = fc.dictionary(fc.string({ unit: 'binary' }), fc.option(fc.string({ unit: 'binary' })));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(item)), fc.integer({ min: 1, max: 5 }), async (batches, size) => {
      await withSpool<unknown, void>(roomy, async (spool) => {
        const items = JSON.parse(JSON.stringify(batches.flat())) as unknown[];
        assert.equal(await spool.write(batchesOf(batches), never), items.length);
        const read = await collected(spool.read(size));
        assert.deepEqual(read.flat(), items);
        assert.ok(read.slice(0, -1).every((batch) => batch.length === size));
      });
    }),
    { numRuns: 50 },
  );
});

test('nothing has a name on disk, neither while it is used nor after', async () => {
  const before = spooled();
  await withSpool<number, void>(roomy, async (spool) => {
    await spool.write(batchesOf([[1, 2]]), never);
    assert.deepEqual(spooled(), before);
  });
  assert.deepEqual(spooled(), before);
});

test('what goes wrong while it is written is thrown as it is, and its source is left', async () => {
  const wrong = new Error('line 3 is wrong');
  let isLeft = false;
  const failing = async function* () {
    try {
      yield [1, 2];
      throw wrong;
    } finally {
      isLeft = true;
    }
  };
  const thrown = await withSpool<number, unknown>(roomy, (spool) =>
    spool.write(failing(), never).catch((error: unknown) => error),
  );
  assert.equal(thrown, wrong);
  assert.equal(isLeft, true);
});

test('it is ended when it grows too large, and when it is aborted', async () => {
  const endless = async function* () {
    for (;;) {
      await new Promise(setImmediate);
      yield Array.from({ length: 1000 }, (_, index) => `${index} ${performance.now()}`);
    }
  };
  const tooLarge = new Error('more than it may take');
  const small = { maxBytes: 100_000, tooLarge: () => tooLarge };
  await assert.rejects(
    withSpool(small, (spool) => spool.write(endless(), never)),
    (error) => error === tooLarge,
  );
  const controller = new AbortController();
  const writing = withSpool(roomy, (spool) => spool.write(endless(), controller.signal));
  controller.abort(new Error('over'));
  await assert.rejects(writing);
});
