import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allows, nextStatus } from '../../kit/transitions.ts';
import { type ProductStatus, productStatuses, productTransitions } from './states.ts';

type Act = keyof typeof productTransitions;
const acts = Object.keys(productTransitions) as Act[];

test('no walk leaves the table, DELETED is final, and PUBLIC is reached by publishing or by the partner only', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...acts), { maxLength: 40 }), (walk) => {
      let status: ProductStatus = 'DRAFT';
      for (const act of walk) {
        if (!allows(productTransitions, act, status)) continue;
        const next: ProductStatus = nextStatus('Product', productTransitions, act, { status });
        assert.ok(productStatuses.includes(next));
        assert.notEqual(status, 'DELETED');
        if (next === 'PUBLIC' && status !== 'PUBLIC') assert.ok(act === 'published' || act === 'showPublic');
        status = next;
      }
    }),
    { numRuns: 500 },
  );
});

test('publish and delete are allowed where the rules say', () => {
  assert.deepEqual([...productTransitions.publish.from].sort(), [
    'CREATE_FAILED',
    'DRAFT',
    'LIMITED',
    'PUBLISH_FAILED',
    'RESTRICTED',
  ]);
  const kept = productStatuses.filter(
    (status) => !(productTransitions.delete.from as readonly string[]).includes(status),
  );
  assert.deepEqual([...kept].sort(), ['DELETED', 'PUBLIC']);
  assert.deepEqual(productTransitions.target.from, ['LIMITED']);
});

test('a change in progress is not affected by a read', () => {
  for (const act of acts.filter((name) => name.startsWith('show'))) {
    for (const status of ['PENDING_CREATE', 'PENDING_PUBLISH', 'DELETED'] as const) {
      assert.equal(allows(productTransitions, act, status), false, `${act} ${status}`);
    }
  }
});
