import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Entitlement, PrivateOffer } from '../answers.ts';
import { readEntitlement } from './agreement.ts';

const now = new Date('2027-03-10T00:00:00Z');

const offer = PrivateOffer.parse({
  name: 'projects/acme/services/acme.endpoints.acme.cloud.goog/privateOffers/offer-1',
  state: 'PRIVATE_OFFER_STATE_ACCEPTED',
  createTime: '2027-01-05T12:00:00Z',
  updateTime: '2027-01-05T12:00:00Z',
  term: {
    startPolicy: 'SCHEDULED_START_TIME',
    scheduledStartTime: { year: 2027, month: 2, day: 1, utcOffset: '-28800s' },
    endPolicy: 'SCHEDULED_END_TIME',
    scheduledEndTime: { year: 2027, month: 8, day: 1, utcOffset: '-25200s' },
  },
});

const term = (change: object, privateOffer: PrivateOffer | null = offer): (string | undefined)[] => {
  const entitlement = Entitlement.parse({
    name: 'providers/acme/entitlements/order-1',
    account: 'providers/acme/accounts/account-1',
    offer: offer.name,
    createTime: '2027-01-05T12:00:00Z',
    updateTime: '2027-02-01T08:00:00Z',
    state: 'ENTITLEMENT_ACTIVE',
    ...change,
  });
  const { startTime, endTime } = readEntitlement(entitlement, {
    account: null,
    offer: privateOffer,
    listing: null,
    now,
  });
  return [startTime.toISOString(), endTime?.toISOString()];
};

it('the term of an order with fixed dates is the same before and after it begins', () => {
  const fixed = ['2027-02-01T08:00:00.000Z', '2027-08-01T07:00:00.000Z'];
  const [newOfferStartTime, newOfferEndTime] = ['2027-02-01T08:00:00Z', '2027-08-01T07:00:00Z'];
  assert.deepEqual(term({ state: 'ENTITLEMENT_ACTIVATION_REQUESTED', newOfferStartTime, newOfferEndTime }), fixed);
  assert.deepEqual(term({ offerEndTime: newOfferEndTime }), fixed);
  assert.deepEqual(term({ state: 'ENTITLEMENT_SUSPENDED', offerEndTime: newOfferEndTime }), fixed);
});

it('the term of an order that nothing schedules begins when it is made', () => {
  const offerEndTime = '2027-08-01T07:00:00Z';
  assert.deepEqual(term({ offerEndTime }, null), ['2027-01-05T12:00:00.000Z', '2027-08-01T07:00:00.000Z']);
  assert.deepEqual(term({ offerEndTime: '2027-01-20T00:00:00Z', state: 'ENTITLEMENT_CANCELLED' }), [
    '2027-01-05T12:00:00.000Z',
    '2027-01-20T00:00:00.000Z',
  ]);
});
