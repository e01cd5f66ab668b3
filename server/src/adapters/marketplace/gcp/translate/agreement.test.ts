import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Entitlement, PrivateOffer } from '../answers.ts';
import { readEntitlement } from './agreement.ts';
import { priceModelAt } from './offer.ts';

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

it('the term of an order without a schedule begins when the order is made', () => {
  const offerEndTime = '2027-08-01T07:00:00Z';
  assert.deepEqual(term({ offerEndTime }, null), ['2027-01-05T12:00:00.000Z', '2027-08-01T07:00:00.000Z']);
  assert.deepEqual(term({ offerEndTime: '2027-01-20T00:00:00Z', state: 'ENTITLEMENT_CANCELLED' }), [
    '2027-01-05T12:00:00.000Z',
    '2027-01-20T00:00:00.000Z',
  ]);
});

it('a term with a duration begins on the day that its offer names, even at the end of a month', () => {
  const named = (day: object): PrivateOffer =>
    PrivateOffer.parse({
      ...offer,
      term: {
        startPolicy: 'SCHEDULED_START_TIME',
        scheduledStartTime: day,
        endPolicy: 'AFTER_DURATION',
        durationMonths: 1,
      },
    });
  const august = named({ year: 2027, month: 8, day: 31, utcOffset: '-25200s' });
  for (const [offerEndTime, offerDuration] of [
    ['2027-09-30T07:00:00Z', 'P1M'],
    ['2028-02-29T07:00:00Z', 'P6M'],
    ['2028-02-29T08:00:00Z', 'P6M'],
    ['2029-02-28T08:00:00Z', 'P1Y6M'],
    ['2028-08-31T07:00:00Z', 'P1Y'],
  ] as const) {
    const read = term({ offerEndTime, offerDuration }, august);
    assert.deepEqual(read[0], '2027-08-31T07:00:00.000Z', offerEndTime);
  }
  const leap = named({ year: 2028, month: 2, day: 29, utcOffset: '-28800s' });
  assert.deepEqual(
    term({ offerEndTime: '2029-02-28T08:00:00Z', offerDuration: 'P1Y' }, leap)[0],
    '2028-02-29T08:00:00.000Z',
  );
  // Its renewal begins where it ended.
  assert.deepEqual(
    term({ offerEndTime: '2030-02-28T08:00:00Z', offerDuration: 'P1Y' }, leap)[0],
    '2029-02-28T08:00:00.000Z',
  );
});

it('the term of an offer that amends an order does not begin before the offer was accepted', () => {
  const amending = PrivateOffer.parse({ ...offer, term: {}, acceptTime: '2027-03-31T15:00:00Z' });
  const read = (offerEndTime: string) => term({ offerEndTime, offerDuration: 'P1M' }, amending)[0];
  assert.equal(read('2027-04-30T15:00:00Z'), '2027-03-31T15:00:00.000Z');
  assert.equal(read('2027-05-02T15:00:00Z'), '2027-04-02T15:00:00.000Z', 'two days for the approval');
  assert.equal(read('2027-05-30T15:00:00Z'), '2027-04-30T15:00:00.000Z');
});

it('the discount on usage is that of the current installment', () => {
  const day = (month: number) => ({ year: 2027, month, day: 1, utcOffset: '-25200s' });
  const priceModel = (value: string) => ({ usage: { defaultDiscountPercent: { value } } });
  const inParts = PrivateOffer.parse({
    ...offer,
    singleProductOffer: {
      customIntervalPrice: {
        installments: [
          { priceModel: priceModel('50') },
          { startTime: day(5), priceModel: priceModel('20') },
          { startTime: day(9), priceModel: priceModel('10') },
        ],
      },
    },
  });
  const discountAt = (time: string) => priceModelAt(inParts, new Date(time))?.usage?.defaultDiscountPercent?.value;
  assert.deepEqual(
    ['2027-01-01T00:00:00Z', '2027-05-01T06:59:59Z', '2027-05-01T07:00:00Z', '2028-01-01T00:00:00Z'].map(discountAt),
    ['50', '50', '20', '10'],
  );
});

it('an offer renews as often as it says, and its last term does not renew', () => {
  const renewing = (maxRenewalCount: number, more: object = {}): PrivateOffer =>
    PrivateOffer.parse({
      ...offer,
      acceptTime: '2027-01-05T12:00:00Z',
      term: { startPolicy: 'IMMEDIATE', endPolicy: 'AFTER_DURATION', durationMonths: 6, maxRenewalCount, ...more },
    });
  const renews = (privateOffer: PrivateOffer, offerEndTime: string, offerDuration = 'P6M'): boolean => {
    const entitlement = Entitlement.parse({
      ...{
        name: 'providers/acme/entitlements/order-1',
        account: 'providers/acme/accounts/account-1',
        offer: offer.name,
      },
      ...{ createTime: '2027-01-05T12:00:00Z', updateTime: '2027-02-01T08:00:00Z', state: 'ENTITLEMENT_ACTIVE' },
      ...{ offerEndTime, offerDuration },
    });
    return readEntitlement(entitlement, { account: null, offer: privateOffer, listing: null, now }).autoRenew;
  };
  // Approved some days after it was accepted: terms from 20 January and 20 July.
  const ends = ['2027-07-20T07:00:00Z', '2028-01-20T08:00:00Z', '2028-07-20T07:00:00Z'];
  const all = (privateOffer: PrivateOffer) => ends.map((end) => renews(privateOffer, end));
  assert.deepEqual(all(renewing(0)), [false, false, false]);
  assert.deepEqual(all(renewing(1)), [true, false, false]);
  assert.deepEqual(all(renewing(2)), [true, true, false]);
  // Approved most of a term after it was accepted, with terms of a month: from 1 March and 1 April.
  const monthly = { ...renewing(1, { durationMonths: 1 }), acceptTime: '2027-02-04T12:00:00Z' };
  const months = ['2027-04-01T07:00:00Z', '2027-05-01T07:00:00Z'].map((end) => renews(monthly, end, 'P1M'));
  assert.deepEqual(months, [true, false]);
  const start = { year: 2027, month: 1, day: 20, utcOffset: '-28800s' };
  assert.deepEqual(all(renewing(1, { startPolicy: 'SCHEDULED_START_TIME', scheduledStartTime: start })), [
    true,
    false,
    false,
  ]);
});
