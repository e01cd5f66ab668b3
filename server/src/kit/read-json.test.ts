import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { standardLimits } from '../contract/limits.ts';
import { findForbidden, parseJson } from './json.ts';
import { createJsonScan } from './json-scan.ts';
import { readJson } from './read-json.ts';

/** Faults wherever a body could have them, written as a client may write them. */
const leaf = fc.constantFrom(
  '1',
  '-0.0',
  '1e99',
  '1E-70',
  '123456789012345678901234567890',
  '"x"',
  '"\\u0000"',
  '"\\ud800"',
  '"é😀"',
  '"\\\\u0000"',
  'null',
);
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 6 },
    leaf,
    fc.array(tie('text'), { maxLength: 3 }).map((all) => `[${all.join(' , ')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('"a"', '"\\u0000b"', '"\\udfff"'), tie('text')), { maxLength: 3 })
      .map((all) => `{${all.map(([name, value]) => `${name}:${value}`).join(',')}}`),
    fc.integer({ min: 28, max: 36 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  ),
}));

test('what a scan lets through and is not looked at has nothing that cannot be stored', () => {
  fc.assert(
    fc.property(text, (json) => {
      const bytes = Buffer.from(json);
      const scan = createJsonScan(standardLimits);
      const excess = scan.push(bytes);
      const forbidden = findForbidden(parseJson(json));
      if (excess !== null) return;
      const read = readJson(bytes, scan.longNumbers);
      assert.deepEqual('fault' in read ? { path: read.fault.path, code: read.fault.code } : null, forbidden);
    }),
    { numRuns: 3000 },
  );
});
