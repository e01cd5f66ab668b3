import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseJson } from '../../../kit/json.ts';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { OfferInfo } from '../schema.ts';
import { checkAwsOffer } from './aws-check.ts';
import { awsSubmission } from './aws-submission.ts';
import { endOfUtcDay } from './last-instant.ts';
import { submissionOf } from './partners.ts';
import { addDuration, dayOf } from './terms.ts';

const now = new Date('2026-11-20T10:00:00Z');

const product = {
  partner: 'AWS',
  entity_id: 'prod-abcdefghijklm',
  status: 'LIMITED',
  info: {
    commits: [{ key: 'seats' }, { key: 'support' }],
    dimensions: [{ key: 'gb' }],
  },
} as Product;

const complete = {
  buyerAwsAccountIds: ['444455556666'],
  currency: 'USD',
  commits: [
    { key: 'seats', rate: 100.125, quantity: 10, length: 12, timeUnit: 'MONTH' },
    { key: 'support', rate: 500, length: 1, timeUnit: 'YEAR' },
  ],
  dimensions: [{ key: 'gb', rate: 0.00000125 }],
  eulaType: 'SCMP',
};

const offer = (info: object = {}, fields: Partial<Offer> = {}): Offer =>
  ({
    name: 'Acme for Globex',
    partner: 'AWS',
    expire_time: endOfUtcDay(new Date('2026-12-31T00:00:00Z')),
    end_time: null,
    offer_type: 'PRIVATE',
    meta_info: {},
    info: OfferInfo.request.parse({ ...complete, ...info }),
    ...fields,
  }) as Offer;

const faultsOf = (info: object = {}, fields: Partial<Offer> = {}, of: Product | undefined = product): string[] =>
  checkAwsOffer(offer(info, fields), of, now).map(({ path, code }) => `${path}:${code}`);

describe('what is submitted', () => {
  test('adds the commits up exactly and names their common duration', () => {
    assert.deepEqual(faultsOf(), []);
    assert.deepEqual(awsSubmission(offer(), product), {
      partner: 'AWS',
      name: 'Acme for Globex',
      description: '',
      productEntityId: 'prod-abcdefghijklm',
      buyerAccountIds: ['444455556666'],
      availabilityEndDate: '2026-12-31',
      currency: 'USD',
      upfront: {
        price: '1501.25',
        grants: [
          { key: 'seats', quantity: 10 },
          { key: 'support', quantity: 1 },
        ],
      },
      installments: [],
      usageRates: [{ key: 'gb', price: '0.00000125' }],
      durationIso: 'P12M',
      startDate: null,
      endDate: null,
      eula: { type: 'STANDARD' },
      refundPolicy: null,
      renewal: null,
    });
  });

  test('has installments in the order of time, a custom EULA, a refund policy, a renewal', () => {
    const info = {
      paymentInstallments: [
        { amount: 750.65, chargeOn: '2027-06-01T23:00:00-05:00' },
        { amount: 750.6, chargeOnStr: '2027-01-15' },
      ],
      eulaType: 'CUSTOM',
      eulaUrl: 'https://acme.example/eula.pdf',
      refundCancellationPolicy: 'No refunds.',
      autoRenew: true,
    };
    assert.deepEqual(faultsOf(info), []);
    const { installments, eula, refundPolicy, renewal } = awsSubmission(offer(info), product);
    assert.deepEqual(installments, [
      { chargeDate: '2027-01-15', amount: '750.6' },
      { chargeDate: '2027-06-02', amount: '750.65' },
    ]);
    assert.deepEqual(
      [eula, refundPolicy, renewal],
      [{ type: 'CUSTOM', url: 'https://acme.example/eula.pdf' }, 'No refunds.', { enabled: true }],
    );
  });

  test('has no credit of installments, which AWS has no field for: it is refused, of an authorization too', () => {
    const paymentInstallments = [
      { amount: 750.65, chargeOn: '2027-01-15T00:00:00Z', credit: 0, originalAmount: 800, discountPercentage: 6.17 },
      { amount: 750.6, chargeOn: '2027-06-01T00:00:00Z', credit: 50 },
    ];
    const awsChannelPartner = { accountId: '777788889999' };
    for (const change of [{}, { info: { awsChannelPartner }, fields: { offer_type: 'CPPO_OUT' } as const }]) {
      const { info = {}, fields = {} } = change as { info?: object; fields?: Partial<Offer> };
      assert.deepEqual(faultsOf({ ...info, paymentInstallments }, fields), [
        'info.paymentInstallments.1.credit:unsupported',
      ]);
    }
  });

  // AWS ends an agreement with its last day, not before it.
  const lastDays: readonly (readonly [start: string, length: number, unit: string, last: string])[] = [
    ['2028-01-01', 12, 'MONTH', '2028-12-31'],
    ['2028-01-01', 1, 'YEAR', '2028-12-31'],
    ['2028-02-29', 1, 'YEAR', '2029-02-27'],
    ['2027-03-01', 12, 'MONTH', '2028-02-29'],
    ['2027-01-31', 1, 'MONTH', '2027-02-27'],
    ['2027-01-31', 10, 'DAY', '2027-02-09'],
  ];
  for (const [start, length, timeUnit, last] of lastDays)
    test(`of a fixed start on ${start} ends ${length} ${timeUnit} later, with ${last}`, () => {
      const info = { startTime: `${start}T00:00:00Z`, commits: [{ key: 'seats', rate: 1, length, timeUnit }] };
      assert.deepEqual(faultsOf(info), []);
      const { startDate, endDate } = awsSubmission(offer(info), product);
      assert.deepEqual([startDate, endDate], [start, last]);
    });

  test('of a fixed start lasts two days at least', () => {
    const info = {
      startTime: '2027-01-31T00:00:00Z',
      commits: [{ key: 'seats', rate: 1, length: 1, timeUnit: 'DAY' }],
    };
    assert.deepEqual(faultsOf(info), ['info.awsAgreementDuration:too_short']);
  });

  test('of usage alone has no price of its own', () => {
    const info = { commits: undefined, awsAgreementDuration: 'P1Y' };
    assert.deepEqual(faultsOf(info), []);
    assert.deepEqual(
      [awsSubmission(offer(info), product).upfront, awsSubmission(offer(info), product).durationIso],
      [null, 'P1Y'],
    );
  });
});

describe('an offer that rests on something', () => {
  test('continues an agreement for its buyer, on fixed days', () => {
    const fields = {
      end_time: new Date('2028-01-31T00:00:00Z'),
      meta_info: { isAgreementBasedOffer: true, baseAgreementId: 'agmt-abc123' },
    };
    assert.deepEqual(faultsOf({ buyerAwsAccountIds: undefined }, fields), []);
    const { base, buyerAccountIds, endDate } = awsSubmission(offer({}, fields), product);
    assert.deepEqual(
      [base, buyerAccountIds, endDate],
      [{ kind: 'REPLACEMENT', agreementId: 'agmt-abc123' }, [], '2028-01-31'],
    );
    assert.deepEqual(faultsOf({ commits: [] }, { meta_info: { isAgreementBasedOffer: true } }), [
      'info.awsAgreementDuration:required',
      'metaInfo.baseAgreementId:agreement_id',
      'info.commits:required',
      'endTime:required',
    ]);
  });

  test('resells what an authorization allows, with a markup in place of prices', () => {
    const info = {
      commits: undefined,
      dimensions: undefined,
      eulaType: undefined,
      awsAgreementDuration: 'P1Y',
      awsResaleAuthorizationId: 'resaleauthz-abc123',
      awsMarkupPercentage: 12.5,
    };
    const fields = { offer_type: 'CPPO', product_id: null } as const;
    assert.deepEqual(checkAwsOffer(offer(info, fields), undefined, now), []);
    const { base, eula } = awsSubmission(offer(info, fields), undefined);
    assert.deepEqual(
      [base, eula],
      [{ kind: 'RESALE', resaleAuthorizationId: 'resaleauthz-abc123', markupPercentage: '12.5' }, null],
    );
    const unpriced = { ...info, awsMarkupPercentage: undefined, commits: [{ key: 'seats' }] };
    const faults = checkAwsOffer(offer(unpriced, fields), undefined, now);
    assert.equal(
      faults.some(({ path }) => path === 'info.commits.0.rate'),
      true,
      'what has no price is not free',
    );
    const markedUp = { ...info, awsResaleAuthorizationId: undefined, awsMarkupPercentage: 100.5 };
    assert.deepEqual(faultsOf(markedUp, { offer_type: 'CPPO', product_id: 'p' }), [
      'info.awsResaleAuthorizationId:resale_authorization',
      'info.awsMarkupPercentage:percentage',
    ]);
    assert.deepEqual(faultsOf({}, { offer_type: 'CPPO_IN' }), ['offerType:received']);
  });

  test('of a resale has no prices that AWS would not be given', () => {
    const fields = { offer_type: 'CPPO' } as const;
    const resale = { awsResaleAuthorizationId: 'resaleauthz-abc123' };
    const own = { ...resale, dimensions: undefined };
    assert.deepEqual(faultsOf(own, fields), []);
    assert.deepEqual(faultsOf({ ...own, awsMarkupPercentage: 0 }, fields), []);
    assert.deepEqual(faultsOf({ ...own, awsMarkupPercentage: 5 }, fields), ['info.awsMarkupPercentage:unsupported']);
    const marked = { ...resale, commits: undefined, awsAgreementDuration: 'P1Y', awsMarkupPercentage: 5 };
    const dimensions = [{ key: 'gb', rate: 1 }];
    assert.deepEqual(faultsOf({ ...marked, dimensions }, fields), ['info.dimensions:unsupported']);
    assert.deepEqual(faultsOf({ ...resale, dimensions }, fields), ['info.dimensions:unsupported']);
  });

  test('renews a deal made elsewhere, and is paid later', () => {
    const fields = { meta_info: { isRenewalOffer: true, renewalOfferType: 'External' as const } };
    const { preExistingAgreement, netPaymentDays } = awsSubmission(offer({ netTermsInDays: 45 }, fields), product);
    assert.deepEqual(
      [preExistingAgreement, netPaymentDays],
      [{ acquisitionChannel: 'External', pricingModel: 'Contract' }, 45],
    );
    assert.deepEqual(faultsOf({ netTermsInDays: 20 }, { meta_info: { isRenewalOffer: true } }), [
      'metaInfo.renewalOfferType:required',
      'info.netTermsInDays:choice',
    ]);
  });

  test('is billed by AWS: a trial, a period of grace and billable dimensions are refused', () => {
    const info = {
      trialConfig: { trialPeriod: 14, trialPeriodUnit: 'DAY' },
      gracePeriodInDays: 7,
      billableDimensions: [{ name: 'x' }],
      visibility: 'PUBLIC',
    };
    assert.deepEqual(faultsOf(info), [
      'info.visibility:public',
      'info.trialConfig:unsupported',
      'info.gracePeriodInDays:unsupported',
      'info.billableDimensions:unsupported',
    ]);
  });
});

test('a price by use covers everything that the product meters, and a contract may be in another currency', () => {
  const metering = { ...product, info: { ...product.info, dimensions: [{ key: 'gb' }, { key: 'calls' }] } } as Product;
  assert.deepEqual(faultsOf({}, {}, metering), ['info.dimensions:unpriced']);
  assert.deepEqual(
    faultsOf(
      {
        dimensions: [
          { key: 'gb', rate: 1 },
          { key: 'calls', rate: 0 },
        ],
      },
      {},
      metering,
    ),
    [],
  );
  assert.deepEqual(faultsOf({ dimensions: [] }, {}, metering), [], 'without a price by use there is nothing to cover');
  assert.deepEqual(faultsOf({ dimensions: [], currency: 'EUR' }), []);
});

describe('what is refused', () => {
  const cases: [string, object, Partial<Offer>, string[]][] = [
    ['no buyers', { buyerAwsAccountIds: [] }, {}, ['info.buyerAwsAccountIds:count']],
    [
      '27 buyers',
      { buyerAwsAccountIds: Array.from({ length: 27 }, (_, index) => String(100_000_000_000 + index)) },
      {},
      ['info.buyerAwsAccountIds:count'],
    ],
    [
      'a short account id, twice',
      { buyerAwsAccountIds: ['123', '123'] },
      {},
      [
        'info.buyerAwsAccountIds.0:account_id',
        'info.buyerAwsAccountIds.1:account_id',
        'info.buyerAwsAccountIds:duplicate',
      ],
    ],
    ['a discount', { discountPercentage: 10 }, {}, ['info.discountPercentage:unsupported']],
    ['another currency', { currency: 'CHF' }, {}, ['info.currency:currency']],
    [
      'a usage dimension as a commit',
      { commits: [{ key: 'gb', rate: 1, length: 1, timeUnit: 'YEAR' }] },
      {},
      ['info.commits.0.key:unknown_dimension'],
    ],
    [
      'a commit as a usage dimension',
      { dimensions: [{ key: 'seats', rate: 1 }] },
      {},
      ['info.dimensions:unpriced', 'info.dimensions.0.key:unknown_dimension'],
    ],
    [
      'a dimension priced twice',
      {
        dimensions: [
          { key: 'gb', rate: 1 },
          { key: 'gb', rate: 2 },
        ],
      },
      {},
      ['info.dimensions.1.key:duplicate'],
    ],
    ['usage in another currency than US dollars', { currency: 'EUR' }, {}, ['info.currency:usage_currency']],
    ['no rate', { dimensions: [{ key: 'gb' }] }, {}, ['info.dimensions.0.rate:required']],
    ['a negative rate', { dimensions: [{ key: 'gb', rate: -1 }] }, {}, ['info.dimensions.0.rate:negative']],
    [
      'four decimals upfront',
      { commits: [{ key: 'seats', rate: 1.2345, length: 1, timeUnit: 'YEAR' }] },
      {},
      ['info.commits.0.rate:decimals'],
    ],
    [
      'a price that comes to parts of a cent',
      { commits: [{ key: 'seats', rate: 0.125, quantity: 3, length: 1, timeUnit: 'YEAR' }] },
      {},
      ['info.commits:decimals'],
    ],
    [
      'nine decimals of usage',
      { dimensions: [{ key: 'gb', rate: 0.000000001 }] },
      {},
      ['info.dimensions.0.rate:decimals'],
    ],
    [
      'a quantity below 0',
      { commits: [{ key: 'seats', rate: 1, quantity: -1, length: 1, timeUnit: 'YEAR' }] },
      {},
      ['info.commits.0.quantity:quantity'],
    ],
    ['another sum than the commits', { commitAmount: 1500 }, {}, ['info.commitAmount:sum']],
    ['nothing to buy', { commits: [], dimensions: [], awsAgreementDuration: 'P1Y' }, {}, ['info:no_price']],
    ['no duration', { commits: [], awsAgreementDuration: undefined }, {}, ['info.awsAgreementDuration:required']],
    [
      'commits of several lengths',
      {
        commits: [
          { key: 'seats', rate: 1, length: 1, timeUnit: 'YEAR' },
          { key: 'support', rate: 1, length: 1, timeUnit: 'MONTH' },
        ],
      },
      {},
      ['info.awsAgreementDuration:required'],
    ],
    ['a duration that is none', { awsAgreementDuration: 'a year' }, {}, ['info.awsAgreementDuration:duration']],
    ['a duration of nothing', { awsAgreementDuration: 'P0M' }, {}, ['info.awsAgreementDuration:duration']],
    ['no expiry', {}, { expire_time: null }, ['expireTime:future']],
    ['an expiry that has passed', {}, { expire_time: now }, ['expireTime:future']],
    ['a start that has passed', { startTime: '2026-11-19T00:00:00Z' }, {}, ['info.startTime:start']],
    ['a start in four years', { startTime: '2030-11-21T00:00:00Z' }, {}, ['info.startTime:start']],
    [
      'an end before the last day of the offer',
      {},
      {
        end_time: new Date('2026-12-01T00:00:00Z'),
        meta_info: { isAgreementBasedOffer: true, baseAgreementId: 'agmt-1' },
      },
      ['endTime:end'],
    ],
    [
      'a start by the last day of the offer',
      { startTime: '2026-12-31T00:00:00Z' },
      {},
      ['info.startTime:before_expiry'],
    ],
    ['an end without a start', {}, { end_time: new Date('2027-12-01T00:00:00Z') }, ['info.startTime:required']],
    ['a name with signs that AWS forbids', {}, { name: 'Acme <> Globex' }, ['name:characters']],
    ['no EULA', { eulaType: undefined }, {}, ['info.eulaType:eula_type']],
    ['a EULA of another kind', { eulaType: 'RCMP' }, {}, ['info.eulaType:eula_type']],
    ['a EULA without https', { eulaType: 'CUSTOM', eulaUrl: 'http://acme.example/eula' }, {}, ['info.eulaUrl:https']],
    [
      'a long refund policy',
      { refundCancellationPolicy: 'x'.repeat(501) },
      {},
      ['info.refundCancellationPolicy:length'],
    ],
    ['long notes', { sellerNotes: 'x'.repeat(256) }, {}, ['info.sellerNotes:length']],
  ];
  for (const [name, info, fields, expected] of cases) {
    test(name, () => assert.deepEqual(faultsOf(info, fields), expected));
  }

  test('a product that cannot carry a private offer', () => {
    assert.deepEqual(faultsOf({}, {}, { ...product, status: 'RESTRICTED' }), ['productID:not_offerable']);
    assert.deepEqual(faultsOf({}, {}, { ...product, partner: 'GCP' }), ['productID:partner']);
    assert.deepEqual(
      checkAwsOffer(offer(), undefined, now).map(({ path, code }) => `${path}:${code}`),
      ['productID:required'],
    );
  });

  const installments = (list: object[], more: object = {}): string[] =>
    faultsOf({ paymentInstallments: list, ...more });

  test('installments that do not come to the price, digit for digit', () => {
    const big = parseJson(
      '{"paymentInstallments":[{"amount":1501.2500000000000001,"chargeOnStr":"2027-01-01"}]}',
    ) as object;
    assert.throws(() => offer(big));
    assert.deepEqual(installments([{ amount: 1501.24, chargeOnStr: '2027-01-01' }]), ['info.paymentInstallments:sum']);
    assert.deepEqual(installments([{ amount: 1501.25, chargeOnStr: '2027-01-01' }]), []);
  });

  test('installments on one day, without a day, of three decimals, or none to share out', () => {
    assert.deepEqual(
      installments([
        { amount: 500.125, chargeOnStr: '2027-01-01' },
        { amount: 500.125, chargeOn: '2027-01-01T10:00:00Z' },
        { amount: 501, chargeOnStr: '3/1/2027' },
      ]),
      [
        'info.paymentInstallments.0.amount:decimals',
        'info.paymentInstallments.1.amount:decimals',
        'info.paymentInstallments.1.chargeOn:duplicate',
        'info.paymentInstallments.2.chargeOn:required',
      ],
    );
    assert.deepEqual(
      installments([{ amount: 1, chargeOnStr: '2027-01-01' }], { commits: [], awsAgreementDuration: 'P1Y' }),
      ['info.paymentInstallments:no_commit'],
    );
  });

  test('more than one installment by the last day of the offer, or one after the end', () => {
    const two = [
      { amount: 1, chargeOnStr: '2026-12-01' },
      { amount: 1500.25, chargeOnStr: '2026-12-31' },
    ];
    assert.deepEqual(installments(two), ['info.paymentInstallments:backdated']);
    const late = [{ amount: 1501.25, chargeOnStr: '2028-02-02' }];
    assert.deepEqual(installments(late, { startTime: '2027-02-01T00:00:00Z' }), [
      'info.paymentInstallments.0.chargeOn:after_end',
    ]);
  });

  test('an installment in the past, or after an agreement that is accepted at once', () => {
    const days = (first: string, last: string): string[] =>
      installments([
        { amount: 1, chargeOnStr: first },
        { amount: 1500.25, chargeOnStr: last },
      ]);
    assert.deepEqual(days('2026-11-20', '2027-11-20'), []);
    assert.deepEqual(days('2026-11-19', '2027-11-21'), [
      'info.paymentInstallments.0.chargeOn:past',
      'info.paymentInstallments.1.chargeOn:after_end',
    ]);
  });

  test('more grants than a fixed price may hold', () => {
    const keys = Array.from({ length: 201 }, (_, index) => `seats_${index}`);
    const commits = keys.map((key) => ({ key, rate: 1, length: 1, timeUnit: 'YEAR' as const }));
    const wide = { ...product, info: { ...product.info, commits: keys.map((key) => ({ key })) } } as Product;
    assert.deepEqual(faultsOf({ commits }, {}, wide), ['info.commits:too_many']);
    assert.deepEqual(faultsOf({ commits: commits.slice(1) }, {}, wide), []);
  });

  test('more than 60 installments', () => {
    const list = Array.from({ length: 61 }, (_, index) => ({
      amount: index === 0 ? 1441.25 : 1,
      chargeOn: new Date(Date.UTC(2027, 0, 2 + index)).toISOString(),
    }));
    assert.deepEqual(installments(list), ['info.paymentInstallments:count']);
  });

  test('all faults are told at once', () => {
    assert.equal(checkAwsOffer({ ...offer(), info: {}, expire_time: null } as Offer, undefined, now).length, 7);
  });
});

test('what is due at once is charged on a day that AWS still finds ahead when it applies the change set', () => {
  const chargedAt = (time: string) => {
    const submission = submissionOf(offer(), product, new Date(time));
    return submission.partner === 'AWS' && submission.upfrontChargeDate;
  };
  assert.equal(chargedAt('2026-11-20T22:59:00Z'), '2026-11-20');
  assert.equal(chargedAt('2026-11-20T23:00:00Z'), '2026-11-21');
});

test('a duration keeps the day of the month, or takes its last one', () => {
  const after = (day: string, duration: string) => dayOf(addDuration(new Date(`${day}T00:00:00Z`), duration));
  assert.equal(after('2027-01-15', 'P12M'), '2028-01-15');
  assert.equal(after('2028-02-29', 'P1Y'), '2029-02-28');
  assert.equal(after('2027-10-31', 'P1M'), '2027-11-30');
  assert.equal(after('2027-12-31', 'P30D'), '2028-01-30');
});
