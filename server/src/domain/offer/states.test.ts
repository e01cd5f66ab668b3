import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allows, nextStatus } from '../../kit/transitions.ts';
import { type OfferStatus, offerStatuses, offerTransitions } from './states.ts';

type Act = keyof typeof offerTransitions;
const acts = Object.keys(offerTransitions) as Act[];

/** The offer's life as the acts live it: a refused cancel leads back to where the cancel was asked for. */
const step = ({ status, before }: { status: OfferStatus; before: OfferStatus | null }, act: Act) => {
  if (!allows(offerTransitions, act, status)) return { status, before };
  if (act === 'cancel')
    return {
      status: nextStatus('Offer', offerTransitions, act, status),
      before: status === 'PENDING_CANCEL' ? before : status,
    };
  if (act === 'cancelRefused') return { status: before ?? status, before: null };
  return { status: nextStatus('Offer', offerTransitions, act, status), before: null };
};

test('no walk leaves the table, and DELETED is final', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...acts), { maxLength: 40 }), (walk) => {
      let state: Parameters<typeof step>[0] = { status: 'DRAFT', before: null };
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
      const state = walk.reduce(step, { status: 'PENDING_ACCEPTANCE', before: null });
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
