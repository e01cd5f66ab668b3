import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createJsonScan } from './json-scan.ts';
import { createJsonThread } from './json-thread.ts';
import { readJson } from './read-json.ts';

const thread = createJsonThread();
after(() => thread.close());

const limits = { values: 10_000, depth: 32, names: 2000, keyBytes: 1024 };
const numbersIn = (bytes: Buffer) => {
  const scan = createJsonScan(limits);
  scan.push(bytes);
  return scan.longNumbers;
};

/** Both ways must agree on everything that a client could send. */
const bothRead = async (text: string | Buffer): Promise<void> => {
  const bytes = Buffer.from(text as string);
  const longNumbers = numbersIn(bytes);
  const here = readJson(bytes, longNumbers);
  const there = await thread.read(Buffer.from(bytes), longNumbers);
  assert.deepEqual(there, here);
  if ('value' in here && 'value' in there) assert.equal(JSON.stringify(there.value), JSON.stringify(here.value));
};

test('a text is read on the thread as it is read here', async () => {
  const number = fc.constantFrom(
    '1',
    '-0',
    '0.1',
    '12345678901234567890.123',
    '1e70',
    '1E-3',
    '1e999',
    '0.10000000000000000',
  );
  const value = fc.oneof(
    fc.json({ maxDepth: 4, stringUnit: 'grapheme' }),
    number,
    fc.array(number).map((all) => `{"a":[${all.join(',')}],"rawJSON":"1"}`),
    fc.string().map((broken) => `{"a":${broken}`),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(fc.asyncProperty(value, bothRead), { numRuns: 500 });
  for (const odd of [
    '{"__proto__":{"a":1},"b":{"constructor":1}}',
    '{"a":"\\u0000"}',
    '{"\\ud800":1}',
    '"\\ud83d\\ude00"',
    '[1e99,{"a":12345678901234567890}]',
    Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    '',
  ])
    await bothRead(odd);
});

test('texts that come at once are read in their order', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => `[${index}]`);
  const read = await Promise.all(texts.map((text) => thread.read(Buffer.from(text), [])));
  assert.deepEqual(
    read,
    texts.map((_, index) => ({ value: [index] })),
  );
});

test('a thread that was ended fails what it was reading, and the next text starts another', async () => {
  const own = createJsonThread();
  const reading = own.read(Buffer.from(`"${'x'.repeat(10_000_000)}"`), []);
  await new Promise(setImmediate);
  own.close();
  await assert.rejects(reading, /has ended/);
  assert.deepEqual(await own.read(Buffer.from('[1]'), []), { value: [1] });
  own.close();
});
