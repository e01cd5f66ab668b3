import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Schema } from '../src/api/document.ts';
import { optionsTogether, resolve } from '../src/forms/schema.ts';
import { labelOf } from '../src/lib/words.ts';

type Operation = { operationId: string; requestBody?: { content: Record<string, { schema: Schema }> } };
const { paths, components } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../golden/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

test('every body of the API has fields in its form, or is a list or a file', () => {
  const empty = Object.entries(paths)
    .filter(([path]) => path.startsWith('/org/'))
    .flatMap(([, methods]) => Object.values(methods))
    .filter(({ requestBody }) => {
      const content = requestBody?.content ?? {};
      const [media] = Object.values(content);
      if (!media || 'text/csv' in content || 'multipart/form-data' in content) return false;
      const body = optionsTogether(resolve(media.schema, components.schemas), components.schemas);
      return body.properties === undefined && !['array'].includes(String(body.type));
    })
    .map(({ operationId }) => operationId);
  assert.deepEqual(empty, []);
});

test('a body of several shapes has the fields of all, and requires what each requires', () => {
  const shape = (outcome: string, more: Record<string, Schema>, required: string[]): Schema => ({
    properties: { outcome: { type: 'string', const: outcome }, ...more },
    required: ['outcome', ...required],
  });
  const made = shape('MADE', { externalID: { type: 'string' } }, ['externalID']);
  const together = optionsTogether({ oneOf: [made, shape('NOT_MADE', {}, [])] }, {});
  assert.deepEqual(together.required, ['outcome']);
  assert.deepEqual(together.properties?.outcome?.enum, ['MADE', 'NOT_MADE']);
  assert.deepEqual(Object.keys(together.properties ?? {}), ['outcome', 'externalID']);
});

test('the label of ids is read as words', () => {
  assert.deepEqual(['offerIDs', 'buyerID', 'contactIds'].map(labelOf), ['Offer IDs', 'Buyer ID', 'Contact IDs']);
});
