import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startApp, type TestApp } from './app.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const tricky = ['', 'NULL', 'null', '{}', ',', '"', '\\', '\\"', '{"a":"\\\\"}', ' x ', '\t\n', '\ufeff', 'é😀'];
const text = fc.oneof(
  fc.constantFrom(...tricky),
  fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll('\0', '')),
);

test('the database reads every list exactly as it was sent', async () => {
  const db = app.database.read(randomUUID());
  const lists = fc.record({
    texts: fc.array(fc.option(text)),
    numbers: fc.array(fc.option(fc.integer())),
    flags: fc.array(fc.option(fc.boolean())),
    times: fc.array(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })),
  });
  await fc.assert(
    fc.asyncProperty(lists, async ({ texts, numbers, flags, times }) => {
      const { rows } = await db.send(
        'select $1::text[] as texts, $2::int[] as numbers, $3::boolean[] as flags, $4::timestamptz[] as times',
        [texts, numbers, flags, times],
      );
      assert.deepEqual(rows, [{ texts, numbers, flags, times }]);
    }),
    { numRuns: 200 },
  );
});
