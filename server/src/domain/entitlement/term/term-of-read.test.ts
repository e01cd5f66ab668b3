import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgreementRead } from '../../../adapters/marketplace/port.ts';
import type { Term } from '../entitlement.ts';
import { termOfRead } from './term-of-read.ts';

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

const termOf = (given: Partial<Term>): Term =>
  ({ external_entitlement_id: 'order', type: 'Standard', partner: 'GCP', entitlement_info: {}, ...given }) as Term;

const readOf = (given: Partial<AgreementRead>): AgreementRead =>
  ({ externalId: 'order', hasTerms: true, status: 'ACTIVE', planId: null, endTime: null, ...given }) as AgreementRead;

const begins = (term: Term, read: AgreementRead, offerId: string | null): Date | null => {
  const { old, startTime } = termOfRead([term], read, { offerId, now: at('2027-09-01') });
  return old === undefined ? startTime : null;
};

// Decision 0214: what follows the private offer of an order at Google Cloud.
test('an order that goes on without an end begins a term where its private offer ended', () => {
  const offered = termOf({ start_time: at('2026-06-01'), end_time: at('2027-06-01'), offer_id: 'one' });
  assert.deepEqual(begins(offered, readOf({ startTime: at('2027-06-01') }), null), at('2027-06-01'));
  assert.equal(begins(offered, readOf({ startTime: at('2026-06-01'), endTime: at('2027-06-01') }), 'one'), null);
});

test('a private offer after a term at the public price begins a term; one that is learned of late belongs to its own', () => {
  const publicly = termOf({ start_time: at('2027-06-01'), end_time: null, offer_id: null });
  const offered = (start: string) => readOf({ startTime: at(start), endTime: at('2028-08-01') });
  assert.deepEqual(begins(publicly, offered('2027-08-01'), 'two'), at('2027-08-01'));
  assert.equal(begins(publicly, offered('2027-06-01'), 'two'), null);
});
