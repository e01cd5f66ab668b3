import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Refusal } from '../kit/errors.ts';
import { parseJson } from '../kit/json.ts';
import { parseInput } from './read-input.ts';
import { exactNumber } from './shapes.ts';

const accepting = (body: z.ZodType) => ({ kind: 'act', query: null, body });

const faultsOf = (schema: z.ZodType, body: unknown): string[] => {
  try {
    parseInput(accepting(schema), {}, body);
  } catch (error) {
    return (error as Refusal & { info: { path: string; message: string }[] }).info.map(
      ({ path, message }) => `${path}: ${message}`,
    );
  }
  return [];
};

// The parser keeps a number of many digits, or with an exponent, as an object. To the caller it is a number.
const numbers = ['100000000000000000000', '9007199254740993', '1.5e-40', '-0.000000000000000000001'];

/** Schemas of objects, from those that take one member to those that take any. */
const objects: Readonly<Record<string, z.ZodType>> = {
  strict: z.strictObject({ name: z.string().optional() }),
  stripping: z.object({ name: z.string().optional() }),
  loose: z.looseObject({ name: z.string().optional() }),
  'with a required member': z.object({ name: z.string() }),
  'of any members': z.record(z.string(), z.unknown()),
  'of texts': z.record(z.string(), z.string()),
  optional: z.record(z.string(), z.unknown()).nullish(),
};

for (const [name, schema] of Object.entries(objects))
  test(`a long number is no object: ${name}`, () => {
    for (const number of numbers) {
      assert.deepEqual(faultsOf(schema, parseJson(number)), [': must be an object']);
      const holder = z.object({ info: schema, list: z.array(schema).optional() });
      assert.deepEqual(faultsOf(holder, parseJson(`{"info":${number}}`)), ['info: must be an object']);
      assert.deepEqual(faultsOf(holder, parseJson(`{"info":{"name":"a"},"list":[{"name":"b"},${number}]}`)), [
        'list.1: must be an object',
      ]);
    }
  });

test('a long number stays one where a number may be', () => {
  const schema = z.object({ rate: exactNumber, info: z.record(z.string(), z.unknown()), any: z.unknown() });
  const body = parseJson('{"rate":1.00000000000000001e-3,"info":{"a":[1e30,{"b":12345678901234567890}]},"any":1e40}');
  assert.deepEqual(faultsOf(schema, body), ['rate: must have at most 18 integer and 9 fraction digits']);
  const good = parseJson('{"rate":123456789012345678,"info":{"a":[1e30,{"b":12345678901234567890}]},"any":1e40}');
  const { body: read } = parseInput(accepting(schema), {}, good);
  assert.equal(JSON.stringify(read), JSON.stringify(good));
});

test('the message for an unknown member names the known ones', () => {
  const schema = z.strictObject({ name: z.string(), inner: z.strictObject({}).optional() });
  assert.deepEqual(faultsOf(schema, { name: 'a', nmae: 1, inner: { x: 1 } }), [
    'inner.x: is unknown here, where nothing is taken; leave it out',
    'nmae: is unknown here; there are name, inner',
  ]);
});
