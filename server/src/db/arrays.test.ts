import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { testDatabase } from '../../test/app.ts';
import {
  booleanArray,
  bytesArray,
  dayArray,
  intArray,
  jsonArray,
  jsonbArray,
  pickedArray,
  textArray,
  timeArray,
  uuidArray,
} from './array-bytes.ts';
import type { Database } from './database.ts';

let database: Database;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

const roundTrip = async (items: readonly unknown[] | Buffer, type: string): Promise<unknown> => {
  const select = sql<{ items: unknown }>`select ${items}::${sql.raw(type)}[] as items`;
  return database.system(async (statements) => (await select.execute(statements)).rows[0]?.items);
};

/** Everything that PostgreSQL's array syntax or JSON writes in a special way, except U+0000, which PostgreSQL refuses. */
const special = [
  '"',
  '\\',
  '\\\\n',
  '{',
  '}',
  ',',
  ' ',
  'null',
  'NULL',
  '',
  '\n',
  '\t',
  '\u0001',
  '\u2028',
  'é',
  '😀',
  "'",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...special), fc.string()), { maxLength: 5 })
  .map((parts) => parts.join(''));

it('a list arrives in the database as it was', async () => {
  const lists = fc.oneof(
    fc.record({ type: fc.constant('text'), items: fc.array(fc.option(text.map((one) => one.replaceAll('\0', '')))) }),
    fc.record({ type: fc.constant('int'), items: fc.array(fc.option(fc.integer({ min: -1e9, max: 1e9 }))) }),
    fc.record({ type: fc.constant('boolean'), items: fc.array(fc.option(fc.boolean())) }),
    fc.record({ type: fc.constant('float8'), items: fc.array(fc.double().map((one) => one + 0)) }),
  );
  await fc.assert(
    fc.asyncProperty(lists, async ({ items, type }) => {
      assert.deepEqual(await roundTrip(items, type), items);
    }),
    { numRuns: 300 },
  );
});

it('so does a list in the binary format', async () => {
  const times = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(text.map((one) => one.replaceAll('\0', '').toWellFormed()))),
      fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      fc.array(fc.option(times)),
      async (texts, numbers, dates) => {
        assert.deepEqual(await roundTrip(textArray(texts), 'text'), texts);
        assert.deepEqual(await roundTrip(intArray(numbers), 'int'), numbers);
        const documents = texts.map((one) => JSON.stringify({ one }));
        assert.deepEqual(
          await roundTrip(jsonArray(documents), 'json'),
          texts.map((one) => ({ one })),
        );
        assert.deepEqual(
          await roundTrip(jsonbArray(documents), 'jsonb'),
          texts.map((one) => ({ one })),
        );
        const hexadecimal = texts.map((one) => Buffer.from(one ?? '').toString('hex'));
        const bytes = (await roundTrip(bytesArray(hexadecimal), 'bytea')) as Buffer[];
        assert.deepEqual(
          bytes.map((one) => one.toString('hex')),
          hexadecimal,
        );
        const iso = dates.map((one) => one?.toISOString() ?? null);
        const listOf = async (array: Buffer, type: string, format: string): Promise<unknown> => {
          const shown = sql<{ items: unknown }>`
            select array(select to_char(u at time zone 'UTC', ${format}) from unnest(${array}::${sql.raw(type)}[]) as u) as items`;
          return database.system(async (statements) => (await shown.execute(statements)).rows[0]?.items);
        };
        assert.deepEqual(await listOf(timeArray(dates), 'timestamptz', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), iso);
        const days = iso.map((one) => one?.slice(0, 10) ?? null);
        assert.deepEqual(await listOf(dayArray(dates), 'date', 'YYYY-MM-DD'), days);
      },
    ),
    { numRuns: 150 },
  );
});

it('so does a list that picks from another one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.option(
          fc.tuple(
            fc.uuid(),
            fc.boolean(),
            fc.string().map((one) => one.replaceAll('\0', '').toWellFormed()),
          ),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.array(fc.nat()),
      async (values, seeds) => {
        const places = seeds.map((seed) => (seed % values.length) + 1);
        const picked = places.map((place) => values[place - 1] ?? null);
        const partOf = <K extends 0 | 1 | 2>(part: K) => values.map((one) => one?.[part] ?? null);
        assert.deepEqual(
          [
            await roundTrip(pickedArray(uuidArray(partOf(0)), places), 'uuid'),
            await roundTrip(pickedArray(booleanArray(partOf(1)), places), 'boolean'),
            await roundTrip(pickedArray(textArray(partOf(2)), places), 'text'),
          ],
          [0, 1, 2].map((part) => picked.map((one) => one?.[part] ?? null)),
        );
      },
    ),
    { numRuns: 150 },
  );
});
