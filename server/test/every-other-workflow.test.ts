import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { workflowNames } from '../src/workflows/registry.ts';
import { nounOf, testWorkflows, workflowParts } from './workflows/every-workflow.ts';

testWorkflows('every-other-workflow');

test('every workflow belongs to one part, and every part has its file', () => {
  const nouns = Object.values(workflowParts).flat();
  assert.deepEqual(nouns.toSorted(), [...new Set(workflowNames.map(nounOf))].sort());
  for (const part of Object.keys(workflowParts))
    assert.ok(existsSync(join(import.meta.dirname, `${part}.test.ts`)), part);
});
