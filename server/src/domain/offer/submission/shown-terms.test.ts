import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OfferRead } from '../../../adapters/marketplace/port.ts';
import { isImported } from '../offer.ts';
import { shownTerms, withoutReplaced } from './partners.ts';

const readOf = (agreed: NonNullable<OfferRead['agreed']>, document: Record<string, unknown> = {}): OfferRead => ({
  externalId: 'offer-1',
  name: 'One',
  description: '',
  state: 'RELEASED',
  isPrivate: true,
  productEntityId: 'prod-1',
  buyerAccountIds: [],
  expireTime: null,
  currency: 'USD',
  upfront: null,
  usageRates: [],
  agreed,
  agreementDurationIso: null,
  agreementStart: null,
  agreementEnd: null,
  version: 1,
  document,
});
const price = (key: string, rate: string) => ({ key, quantity: 1, rate, durationIso: 'P12M' });
const agreed = { netPaymentDays: 30, refundPolicy: 'None.', commits: [price('seats', '120')] };

test('the terms of an offer that was made here stay, whether or not it names a EULA', () => {
  assert.deepEqual(shownTerms('AWS', readOf(agreed), { info: { netTermsInDays: 45 }, isImported: false }), {});
  assert.equal(isImported({ created_by: 'marketplace.reconcile' }), true);
  assert.equal(isImported({ created_by: 'user_01h455vb4pex5vsknk084sn02q' }), false);
});

test('an imported offer shows what AWS says now', () => {
  const info = { netTermsInDays: 45, commitAmount: 1, commits: [{ key: 'old', rate: 1 }], sellerNotes: 'Ours' };
  const kept = withoutReplaced('AWS', readOf(agreed), info);
  assert.deepEqual(kept, { sellerNotes: 'Ours' });
  assert.deepEqual(shownTerms('AWS', readOf(agreed), { info: kept, isImported: true }), {
    netTermsInDays: 30,
    refundCancellationPolicy: 'None.',
    commits: [{ key: 'seats', length: 12, timeUnit: 'MONTH', quantity: 1, rate: 120 }],
  });
});

test('a choice of several rates or of any quantity, and a markup, have no commits', () => {
  const choice = readOf({ commits: [price('seats', '120'), price('support', '50')] });
  const markedUp = readOf({ commits: [price('seats', '120')] }, { MarkupPercentage: '5.0' });
  const counted = readOf({ commits: [{ ...price('seats', '120'), quantity: null }] });
  for (const read of [choice, counted, markedUp])
    assert.deepEqual(shownTerms('AWS', read, { info: {}, isImported: true }), {});
});
