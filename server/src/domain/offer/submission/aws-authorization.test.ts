import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { OfferInfo } from '../schema.ts';
import { checkAwsOffer } from './aws-check.ts';
import { awsSubmission } from './aws-submission.ts';

const now = new Date('2026-11-20T10:00:00Z');
const product = {
  partner: 'AWS',
  entity_id: 'prod-abcdefghijklm',
  status: 'PUBLIC',
  info: { commits: [{ key: 'seats' }, { key: 'support' }], dimensions: [{ key: 'gb' }] },
} as Product;

const complete = {
  awsChannelPartner: { accountId: '777788889999' },
  currency: 'USD',
  eulaType: 'SCMP',
  commits: [
    { key: 'seats', rate: 80, length: 12, timeUnit: 'MONTH' },
    { key: 'support', rate: 500.5, length: 1, timeUnit: 'YEAR' },
  ],
  dimensions: [{ key: 'gb', rate: 0.5 }],
};

const offer = (info: object = {}, fields: Partial<Offer> = {}): Offer =>
  ({
    name: 'Acme to Partner',
    partner: 'AWS',
    expire_time: new Date('2026-12-31T23:59:59.999Z'),
    end_time: null,
    offer_type: 'CPPO_OUT',
    meta_info: {},
    info: OfferInfo.request.parse({ ...complete, ...info }),
    ...fields,
  }) as Offer;

const installments = [
  { amount: 500, chargeOn: '2027-01-15T00:00:00Z' },
  { amount: 80.5, chargeOn: '2027-02-15T00:00:00Z' },
];

const faultsOf = (info: object = {}, fields: Partial<Offer> = {}): string[] =>
  checkAwsOffer(offer(info, fields), product, now).map(({ path, code }) => `${path}:${code}`);

describe('a resale authorization that is submitted', () => {
  test('names the channel partner and prices of units, for any buyer, with or without a last day', () => {
    assert.deepEqual(faultsOf(), []);
    const { authorizes, buyerAccountIds, durationIso, usageRates, availabilityEndDate } = awsSubmission(
      offer(),
      product,
    );
    assert.deepEqual(
      { authorizes, buyerAccountIds, durationIso, usageRates, availabilityEndDate },
      {
        authorizes: {
          resellerAccountId: '777788889999',
          once: false,
          prices: [
            { key: 'seats', price: '80' },
            { key: 'support', price: '500.5' },
          ],
          contract: null,
        },
        buyerAccountIds: [],
        durationIso: 'P12M',
        usageRates: [{ key: 'gb', price: '0.5' }],
        availabilityEndDate: '2026-12-31',
      },
    );
    assert.deepEqual(faultsOf({}, { expire_time: null }), []);
    assert.equal(awsSubmission(offer({}, { expire_time: null }), product).availabilityEndDate, '');
  });

  test('is for one offer where it has installments, or where that is asked for', () => {
    assert.deepEqual(faultsOf({ paymentInstallments: installments }), []);
    const once = { awsCppoOpportunity: { OffersMaxQuantity: 1 } };
    for (const info of [{ paymentInstallments: installments }, once])
      assert.equal(awsSubmission(offer(info), product).authorizes?.once, true);
  });

  test('brings a contract with the channel partner, of AWS or of its own', () => {
    const contractOf = (info: object) => awsSubmission(offer(info), product).authorizes?.contract;
    assert.deepEqual(contractOf({ resellerEulaType: 'RCMP' }), { type: 'STANDARD' });
    const own = { resellerEulaType: 'CUSTOM', resellerEulaUrl: 'https://acme.test/reseller.pdf' };
    assert.deepEqual(contractOf(own), { type: 'CUSTOM', url: 'https://acme.test/reseller.pdf' });
  });

  for (const [what, expected, info, fields] of [
    ['no channel partner', ['info.awsChannelPartner.accountId:account_id'], { awsChannelPartner: {} }],
    [
      'a short account id',
      ['info.awsChannelPartner.accountId:account_id'],
      { awsChannelPartner: { accountId: '7777' } },
    ],
    ['a buyer that is none', ['info.buyerAwsAccountIds.0:account_id'], { buyerAwsAccountIds: ['x'] }],
    ['a name that AWS does not take', ['name:characters'], {}, { name: 'Acme – Partner' }],
    ['a markup', ['info.awsMarkupPercentage:unsupported'], { awsMarkupPercentage: 5 }],
    ['a discount', ['info.discountPercentage:unsupported'], { discountPercentage: 5 }],
    ['a last day that has passed', ['expireTime:future'], {}, { expire_time: new Date('2026-11-01T00:00:00Z') }],
    ['a fixed end', ['endTime:unsupported'], {}, { end_time: new Date('2028-01-01T00:00:00Z') }],
    ['a quantity', ['info.commits.0.quantity:quantity'], { commits: [{ ...complete.commits[0], quantity: 5 }] }],
    ['nothing to sell', ['info:no_price'], { commits: [], dimensions: [] }],
    [
      'a dimension unknown',
      ['info.dimensions:unpriced', 'info.dimensions.0.key:unknown_dimension'],
      { dimensions: [{ key: 'tb', rate: 1 }] },
    ],
    ['no EULA', ['info.eulaType:eula_type'], { eulaType: undefined }],
    ['a reseller EULA of another kind', ['info.resellerEulaType:eula_type'], { resellerEulaType: 'SCMP' }],
    [
      'installments before the last day, and of another sum',
      ['info.paymentInstallments:sum', 'info.paymentInstallments.0.chargeOn:before_end'],
      { paymentInstallments: [{ amount: 1, chargeOn: '2026-12-31T00:00:00Z' }] },
    ],
    [
      'a renewal without its buyer',
      ['info.buyerAwsAccountIds:required'],
      {},
      { meta_info: { isRenewalOffer: true, renewalOfferType: 'External' } },
    ],
  ] as [string, string[], object, Partial<Offer>?][]) {
    test(`refused: ${what}`, () => assert.deepEqual(faultsOf(info, fields), expected));
  }
});
