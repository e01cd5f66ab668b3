import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { z } from 'zod';
import { parseInput } from '../contract/read-input.ts';
import { Refusal } from '../kit/errors.ts';
import { peopleEndpoints } from './endpoints.ts';

/** Words that only the validator uses, and messages that do not say what is allowed. */
const foreign =
  /Invalid|expected \w+, received|Unrecognized|Too (small|big)|nonoptional|^is no |not a valid|^is not valid$/;

const wrong: readonly unknown[] = [null, true, -1.5, 'x'.repeat(5000), '', 'NOPE', '\0', [], {}, { a: 1 }];

const faultsOf = (schema: z.ZodType, body: unknown): { path: string; message: string }[] => {
  try {
    parseInput({ kind: 'person', query: null, body: schema }, {}, body);
    return [];
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.info as { path: string; message: string }[];
  }
};

test('no message of the endpoints for people is the validator’s own', () => {
  let heard = 0;
  for (const { id, body } of peopleEndpoints) {
    if (!body) continue;
    const names = Object.keys((body as unknown as { shape?: object }).shape ?? {});
    const bodies = wrong.flatMap((value) => [value, ...names.map((name) => ({ [name]: value }))]);
    for (const { path, message } of bodies.flatMap((each) => faultsOf(body, each))) {
      heard += 1;
      assert.doesNotMatch(message, foreign, `${id} ${path}`);
    }
  }
  assert.ok(heard > 300, `${heard} messages`);
});

test('no message of a fault in the code only says what a value is not', () => {
  const folder = join(import.meta.dirname, '..');
  const found = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.includes('.test') && !file.startsWith('adapters'))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => /message: ['"`](is|this is) (no|not a) |['"`](is|this is) (no|not a) [a-z ]+['"`]/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  assert.deepEqual(found, []);
});
