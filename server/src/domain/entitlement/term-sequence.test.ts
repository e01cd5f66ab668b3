import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgreementStatus } from '../../adapters/marketplace/port.ts';
import type { Term } from './entitlement.ts';
import { agreementIs, type EntitlementStatus, entitlementStatuses } from './states.ts';
import { type Statuses, statusesAfter } from './term-sequence.ts';

// Checks every status against every agreement status that a partner can report. golden/states.md lists the transitions;
// this test lists which report causes which.

const now = new Date('2026-11-20T10:00:00Z');
const termFrom = (start: string): Term =>
  ({ id: 'a', type: 'Signup', external_entitlement_id: 'agmt-1', start_time: new Date(start), end_time: null }) as Term;

const inForce = ['ACTIVE', 'SUSPENDED', 'ENDING'] as const;
const over = ['CANCELLED', 'TERMINATED', 'EXPIRED', 'ROLLED_BACK', 'ARCHIVED'] as const;
const succeeded = ['RENEWED', 'REPLACED', 'SUPERSEDED'] as const;
const words = ['PENDING', ...inForce, ...over, ...succeeded, 'a word nobody knows'] as const;

const told = (word: string): Statuses => new Map([['agmt-1', word as AgreementStatus]]);

/** The status that a report leads to; statuses not listed stay. `DELETED` is final. */
const leadsTo = (word: (typeof words)[number]): Partial<Record<EntitlementStatus, EntitlementStatus>> => {
  if (over.includes(word as 'EXPIRED'))
    return { PENDING_START: 'CANCELLED', ACTIVE: 'CANCELLED', SUSPENDED: 'CANCELLED', PENDING_CANCEL: 'CANCELLED' };
  if (succeeded.includes(word as 'RENEWED')) return { PENDING_START: 'ACTIVE' };
  if (word === 'ACTIVE') return { PENDING_START: 'ACTIVE', SUSPENDED: 'ACTIVE', CANCELLED: 'ACTIVE' };
  if (word === 'SUSPENDED') return { PENDING_START: 'SUSPENDED', ACTIVE: 'SUSPENDED', CANCELLED: 'SUSPENDED' };
  if (word === 'ENDING') {
    const ending = 'PENDING_CANCEL';
    return { PENDING_START: ending, ACTIVE: ending, SUSPENDED: ending, CANCELLED: ending };
  }
  return {};
};

for (const word of words) {
  test(`${word}: every status goes where the partner's word leads, and nowhere else`, () => {
    for (const status of entitlementStatuses) {
      const { status: after } = statusesAfter(
        [termFrom('2026-01-01')],
        told(word),
        { status, status_before: null },
        { before: null, now },
      );
      assert.equal(after, leadsTo(word)[status] ?? status, `${status} and ${word}`);
    }
  });
}

test('what is in force and begins later waits, and still can end', () => {
  for (const word of words) {
    const later = statusesAfter(
      [termFrom('2027-01-01')],
      told(word),
      { status: 'PENDING_START', status_before: null },
      { before: null, now },
    );
    assert.equal(later.status, over.includes(word as 'EXPIRED') ? 'CANCELLED' : 'PENDING_START', word);
  }
});

test('a cancellation that the partner takes back leads to where it began; one of ours is not undone by a read', () => {
  const back = (before: AgreementStatus, status_before: EntitlementStatus | null) =>
    statusesAfter(
      [termFrom('2026-01-01')],
      told('ACTIVE'),
      { status: 'PENDING_CANCEL', status_before },
      { before, now },
    );
  assert.deepEqual(back('ENDING', 'ACTIVE'), { status: 'ACTIVE', status_before: null });
  assert.deepEqual(back('ACTIVE', 'ACTIVE'), { status: 'PENDING_CANCEL', status_before: 'ACTIVE' });
});

test('usage is submitted at once when an agreement is over or another one continues it, and not before', () => {
  for (const word of words) {
    const wanted = over.includes(word as 'EXPIRED') || succeeded.includes(word as 'RENEWED');
    assert.equal(agreementIs.over(word as AgreementStatus), wanted, word);
  }
});
