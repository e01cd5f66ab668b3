import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allows, nextStatus } from '../../kit/transitions.ts';
import { type EntitlementStatus, entitlementStatuses, entitlementTransitions } from './states.ts';

const table = (act: keyof typeof entitlementTransitions): Record<string, EntitlementStatus> =>
  Object.fromEntries(
    entitlementStatuses
      .filter((status) => allows(entitlementTransitions, act, status))
      .map((status) => [status, nextStatus('Entitlement', entitlementTransitions, act, { status })]),
  );

test('an end comes from every status that lives, and nothing but a newer read leads out of it', () => {
  assert.deepEqual(table('end'), {
    PENDING_START: 'CANCELLED',
    ACTIVE: 'CANCELLED',
    SUSPENDED: 'CANCELLED',
    PENDING_CANCEL: 'CANCELLED',
  });
  const outOfCancelled = (Object.keys(entitlementTransitions) as (keyof typeof entitlementTransitions)[]).filter(
    (act) => allows(entitlementTransitions, act, 'CANCELLED'),
  );
  assert.deepEqual(outOfCancelled, ['revive']);
});

test('a suspension and a cancellation begin in what runs', () => {
  assert.deepEqual(table('suspend'), { ACTIVE: 'SUSPENDED' });
  assert.deepEqual(table('reinstate'), { SUSPENDED: 'ACTIVE' });
  assert.deepEqual(table('cancel'), { ACTIVE: 'PENDING_CANCEL', SUSPENDED: 'PENDING_CANCEL' });
});
