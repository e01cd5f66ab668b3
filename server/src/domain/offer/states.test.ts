import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allows, nextStatus, type StatusColumns } from '../../kit/transitions.ts';
import { type OfferStatus, offerStatuses, offerTransitions } from './states.ts';

type Act = keyof typeof offerTransitions;
const acts = Object.keys(offerTransitions) as Act[];

/** Applies an act to a standing the way the acts do. */
const step = (old: StatusColumns<OfferStatus>, act: Act): StatusColumns<OfferStatus> => {
  if (!allows(offerTransitions, act, old.status)) return old;
  const status = nextStatus('Offer', offerTransitions, act, old);
  if (act !== 'cancel') return { status, status_before: null };
  return { status, status_before: old.status === 'PENDING_CANCEL' ? (old.status_before ?? null) : old.status };
};

test('no walk leaves the table, and DELETED is final', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...acts), { maxLength: 40 }), (walk) => {
      let state: StatusColumns<OfferStatus> = { status: 'DRAFT', status_before: null };
      for (const act of walk) {
        const next = step(state, act);
        assert.ok(offerStatuses.includes(next.status));
        if (state.status === 'DELETED') assert.equal(next.status, 'DELETED');
        state = next;
      }
    }),
    { numRuns: 500 },
  );
});

test('a reported agreement leads to ACCEPTED from all that it outranks, whatever happened before', () => {
  const outranked: OfferStatus[] = [
    'PENDING_ACCEPTANCE',
    'PENDING_CANCEL',
    'PENDING_UPDATE',
    'UPDATE_FAILED',
    'EXPIRED',
    'CANCELLED',
  ];
  assert.deepEqual([...offerTransitions.accept.from].sort(), [...outranked].sort());
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...acts), { maxLength: 40 }), (walk) => {
      const state = walk.reduce<StatusColumns<OfferStatus>>(step, {
        status: 'PENDING_ACCEPTANCE',
        status_before: null,
      });
      const accepted = step(state, 'accept').status;
      assert.equal(accepted, outranked.includes(state.status) ? 'ACCEPTED' : state.status);
    }),
    { numRuns: 500 },
  );
});

test('cancel, extend and delete are allowed where the specification says', () => {
  assert.deepEqual([...offerTransitions.cancel.from].sort(), [
    'ACTIVE',
    'PENDING_ACCEPTANCE',
    'PENDING_CANCEL',
    'USED',
  ]);
  assert.deepEqual([...offerTransitions.extendExpiry.from].sort(), [
    'ACCEPTED',
    'EXPIRED',
    'PENDING_ACCEPTANCE',
    'UPDATE_FAILED',
  ]);
  assert.equal(offerTransitions.delete.from.length, offerStatuses.length - 1);
});
