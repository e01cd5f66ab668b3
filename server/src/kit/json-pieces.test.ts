import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeJson, jsonText, parseJson } from './json.ts';
import { jsonPieces } from './json-pieces.ts';

/** Values, some larger than a piece, with everything that JSON omits or writes in a special way. */
const values = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(undefined, null, new Date(0), jsonText('{"a":1}'), parseJson('0.12345678901234567890'), () => 1),
    fc.nat(200_000).map((length) => 'é"\u0001'.repeat(length / 3)),
    fc.nat(100_000).map((length) => jsonText(JSON.stringify('x'.repeat(length)))),
    fc.nat(20_000).map((length) => Array.from({ length }, (_, index) => index)),
  ),
  node: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('node'), { maxLength: 6 }),
    fc.dictionary(fc.string(), tie('node'), { maxKeys: 6 }),
  ),
})).node;

test('the pieces are the text, whatever the value', () => {
  fc.assert(
    fc.property(values, (value) => {
      const body = { value };
      assert.equal([...jsonPieces(body)].join(''), encodeJson(body));
    }),
    { numRuns: 200 },
  );
});

test('no piece is much larger than 64 KiB where there is no longer text', () => {
  const rows = Array.from({ length: 500 }, (_, id) => ({
    id,
    info: { many: Array.from({ length: 900 }, () => 'name') },
  }));
  const pieces = [...jsonPieces({ data: rows, total: 500 })];
  assert.ok(pieces.length > 30, `${pieces.length}`);
  assert.ok(pieces.every(({ length }) => length < 192 * 1024));
});
