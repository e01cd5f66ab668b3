import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { withSmallFiles } from './small-files.test-support.ts';
import { openStore } from './store.ts';

type Tables = { things: { id: string; value: number }; others: { id: string; name: string } };

const openPath = (): string => join(mkdtempSync(join(tmpdir(), 'store-')), 'deep', 'journal.jsonl');

const open = (path: string) => openStore<Tables>({ path, seed: 'test' });

test('a change that throws is undone, and its ids are used again', async () => {
  const store = open(openPath());
  const first = store.write(1, (tx) => {
    tx.put('things', { id: 'a', value: 1 });
    return tx.ids.text(8);
  });
  let drawn = '';
  assert.throws(() =>
    store.write(2, (tx) => {
      tx.put('things', { id: 'a', value: 2 });
      tx.put('things', { id: 'b', value: 3 });
      tx.remove('things', 'a');
      drawn = tx.ids.text(8);
      throw new Error('no');
    }),
  );
  assert.deepEqual(store.snapshot(), { things: [{ id: 'a', value: 1 }] });
  const again = store.write(3, (tx) => tx.ids.text(8));
  assert.equal(again, drawn);
  assert.notEqual(again, first);
  await store.close();
});

test('an incomplete last line is dropped, and writing continues after what is left', async () => {
  const path = openPath();
  const store = open(path);
  store.write(1, (tx) => tx.put('things', { id: 'a', value: 1 }));
  await store.close();
  for (const torn of [
    '{"at":2,"dra',
    '{"at":2,"drawn":0,"ops":[["put","things",{"id":"x","value":9}]]}',
    'not json\n',
  ]) {
    appendFileSync(path, torn);
    const reopened = open(path);
    const { value } = reopened.get('things', 'a') ?? { value: 0 };
    assert.equal(reopened.get('things', 'x'), undefined);
    reopened.write(3, (tx) => tx.put('things', { id: 'a', value: value + 1 }));
    await reopened.close();
  }
  const last = open(path);
  assert.deepEqual(last.snapshot(), { things: [{ id: 'a', value: 4 }] });
  await last.close();
});

test('damage before the last line is refused', async () => {
  const path = openPath();
  const store = open(path);
  store.write(1, (tx) => tx.put('things', { id: 'a', value: 1 }));
  store.write(2, (tx) => tx.put('things', { id: 'b', value: 1 }));
  await store.close();
  const lines = readFileSync(path, 'utf8').split('\n');
  lines[1] = 'x';
  writeFileSync(path, lines.join('\n'));
  assert.throws(() => open(path), /damaged/);
});

test('what `durable` has confirmed is in the file, even with many writers', async () => {
  const path = openPath();
  const store = open(path);
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      store.write(index, (tx) => tx.put('things', { id: `t${index}`, value: index }));
      await store.durable();
      assert.match(readFileSync(path, 'utf8'), new RegExp(`"id":"t${index}",`));
    }),
  );
  await store.close();
});

test('writes that a full disk refuses are written once there is room, and no new change is made before', async (t) => {
  const path = openPath();
  const store = open(path);
  const name = 'x'.repeat(1000);
  const write = (id: string): void => store.write(1, (tx) => tx.put('others', { id, name }));
  const confirmed: string[] = [];
  const couldLimit = await withSmallFiles(40_500, async (grow) => {
    await assert.rejects(async () => {
      for (let count = 0; count < 100; count += 1) {
        write(`o${count}`);
        await store.durable();
        confirmed.push(`o${count}`);
      }
    });
    assert.ok(confirmed.length > 10);
    assert.throws(() => write('refused'));
    await assert.rejects(store.recovered());
    assert.equal(store.get('others', 'refused'), undefined);
    grow();
    await store.recovered();
    write('later');
    await store.durable();
  });
  const before = store.snapshot();
  await store.close();
  const replayed = open(path);
  assert.deepEqual(replayed.snapshot(), before);
  await replayed.close();
  if (!couldLimit) return t.skip('the size of files cannot be limited here');
  const kept = before.others?.map(({ id }) => id) ?? [];
  assert.deepEqual(kept.toSorted(), [...confirmed, `o${confirmed.length}`, 'later'].toSorted());
});

test('replaying the journal gives the same state and the same next id', async () => {
  const step = fc.record({
    put: fc.boolean(),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    value: fc.nat(5),
    draws: fc.nat(2),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const path = openPath();
      const store = open(path);
      for (const { put, id, value, draws, fails } of steps) {
        try {
          store.write(value, (tx) => {
            if (put) tx.put('things', { id, value });
            else tx.remove('things', id);
            tx.put('others', { id, name: 'last' });
            for (let draw = 0; draw < draws; draw += 1) tx.ids.hex(4);
            if (fails) throw new Error('no');
          });
        } catch {
          // The failing step must leave no trace.
        }
      }
      const before = store.snapshot();
      await store.close();
      const replayed = open(path);
      assert.deepEqual(replayed.snapshot(), before);
      assert.equal(
        replayed.write(0, (tx) => tx.ids.hex(16)),
        store.write(0, (tx) => tx.ids.hex(16)),
      );
      await replayed.close();
    }),
    { numRuns: 30 },
  );
});

test('a subset contains the matching rows, through changes that fail and after a restart', async () => {
  const path = openPath();
  const store = open(path);
  const large = store.subset('things', ({ value }) => value > 9);
  const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
  store.write(1, (tx) => {
    tx.put('things', { id: 'a', value: 10 });
    tx.put('things', { id: 'b', value: 1 });
    tx.put('things', { id: 'c', value: 11 });
  });
  assert.deepEqual(idsOf(large()), ['a', 'c']);
  assert.throws(() =>
    store.write(2, (tx) => {
      tx.put('things', { id: 'a', value: 0 });
      tx.put('things', { id: 'b', value: 12 });
      tx.remove('things', 'c');
      throw new Error('no');
    }),
  );
  assert.deepEqual(idsOf(large()).sort(), ['a', 'c']);
  store.write(3, (tx) => tx.remove('things', 'a'));
  assert.deepEqual(large(), [{ id: 'c', value: 11 }]);
  await store.close();
  const reopened = open(path);
  assert.deepEqual(idsOf(reopened.subset('things', ({ value }) => value > 9)()), ['c']);
  await reopened.close();
});
