import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJson, parseScannedJson } from './json.ts';
import { createJsonScan, type JsonLimits } from './json-scan.ts';

const endless: JsonLimits = { values: 1e9, depth: 1e9, names: 1e9, keyBytes: 1e9 };

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce<number>((sum, member) => sum + countValues(member), 0)
    : 1;

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce<number>((most, member) => Math.max(most, depthOf(member)), 0)
    : 0;

const keyBytesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).reduce((most, [key, member]) => {
        const own = Array.isArray(value) ? 0 : Buffer.byteLength(JSON.stringify(key)) - 2;
        return Math.max(most, own, keyBytesOf(member));
      }, 0)
    : 0;

const namesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>(
        (most, member) => Math.max(most, namesOf(member)),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0;

/** Scans a text in chunks of any size, as they arrive from the network. */
const scan = (text: string, limits: JsonLimits, cuts: readonly number[]) => {
  const bytes = Buffer.from(text);
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((left, right) => left - right), bytes.length];
  const looking = createJsonScan(limits);
  for (let index = 1; index < at.length; index += 1) {
    const excess = looking.push(bytes.subarray(at[index - 1], at[index]));
    if (excess !== null) return excess;
  }
  return looking.longNumbers.length > 0 ? 'long' : null;
};

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '\\',
    '"',
    '\\"',
    '[{,:}]',
    '"'.repeat(300),
    'x'.repeat(100),
    `${'x'.repeat(80)}\\"`,
    '1234567890123456',
  ),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    texts,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(texts, tie('value'), { maxKeys: 6 }),
  ),
})).value;
const cuts = fc.array(fc.nat(), { maxLength: 6 });
const indents = fc.constantFrom(undefined, 1, '\t\r\n');

test('values, depth and names are counted exactly, wherever the text is cut', () => {
  fc.assert(
    fc.property(values, cuts, indents, (value, where, indent) => {
      const text = JSON.stringify(value, null, indent);
      const exact = {
        values: countValues(value),
        depth: depthOf(value),
        names: namesOf(value),
        keyBytes: keyBytesOf(value),
      };
      assert.equal(scan(text, exact, where), null);
      assert.equal(scan(text, { ...endless, values: exact.values - 1 }, where), 'too_many_values');
      if (exact.depth > 0) assert.equal(scan(text, { ...endless, depth: exact.depth - 1 }, where), 'too_deep');
      if (exact.names > 0) assert.equal(scan(text, { ...endless, names: exact.names - 1 }, where), 'too_many_names');
      if (exact.keyBytes > 0)
        assert.equal(scan(text, { ...endless, keyBytes: exact.keyBytes - 1 }, where), 'key_too_long');
    }),
    { numRuns: 300 },
  );
});

test('numbers that a float may change are seen, and digits in texts are not taken for them', () => {
  for (const [text, expected] of [
    ['{"a":1234567890123456}', 'long'],
    ['[0.1234567890123456]', 'long'],
    ['1e5', 'long'],
    ['[-2E-7]', 'long'],
    ['[123456789012345]', null],
    ['{"1234567890123456789":"1e5, 12345678901234567890"}', null],
    ['[true,false,null]', null],
  ] as const) {
    for (let cut = 0; cut <= text.length; cut += 1)
      assert.equal(scan(text, endless, [cut]), expected, `${text} ${cut}`);
  }
});

test('the first byte too many ends it, however much follows', () => {
  const limits = { values: 2000, depth: 32, names: 100, keyBytes: 1024 };
  for (const [text, code] of [
    ['['.repeat(5_000_000), 'too_deep'],
    [`[${'1,'.repeat(2_500_000)}1]`, 'too_many_values'],
    [`{"${'k'.repeat(5_000_000)}":1}`, 'key_too_long'],
    [`{${'"a":1,'.repeat(1000)}"a":1}`, 'too_many_names'],
  ] as const) {
    const looking = createJsonScan(limits);
    const bytes = Buffer.from(text);
    let at = 0;
    for (let found: string | null = null; found === null; at += 65_536) {
      found = looking.push(bytes.subarray(at, at + 65_536));
      if (found !== null) assert.equal(found, code);
    }
  }
});

test('a text is parsed as ever where it is known where its long numbers stand, and refused where it is no JSON', () => {
  const numbers = [
    '1',
    '-0',
    '12345678901234567890',
    '0.1234567890123456',
    '1e5',
    '-2.5E-7',
    '1e400',
    '0.10000000000000000000',
  ];
  const other = [
    'tru1234567890123456',
    '01234567890123456',
    '1234567890123456x',
    '-',
    '12345678901234567.',
    '"1e5"',
    '[]',
  ];
  const piece = fc.constantFrom(
    ...numbers,
    ...other,
    '"é 1234567890123456789"',
    '{"1234567890123456":1e5}',
    '{1234567890123456:1}',
  );
  const body = fc.oneof(
    fc.array(piece).map((parts) => `[${parts.join(', ')}]`),
    fc.array(piece).map((parts) => `{"é":[${parts.join(',')}],"__proto__":1234567890123456789 ,"a":2, "a":1e3}`),
  );
  const outcome = (parse: () => unknown): string => {
    try {
      return JSON.stringify(parse());
    } catch (error) {
      return `${error}`;
    }
  };
  fc.assert(
    fc.property(body, cuts, (text, where) => {
      const bytes = Buffer.from(text);
      const looking = createJsonScan(endless);
      const at = [0, ...where.map((cut) => cut % (bytes.length + 1)).sort((left, right) => left - right), bytes.length];
      for (let index = 1; index < at.length; index += 1) looking.push(bytes.subarray(at[index - 1], at[index]));
      assert.equal(
        outcome(() => parseScannedJson(bytes, looking.longNumbers)),
        outcome(() => parseJson(text)),
      );
    }),
    { numRuns: 2000 },
  );
});
