import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { midnightAfterPacificDay } from '../../../kit/pacific-time.ts';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { OfferInfo } from '../schema.ts';
import { checkGcpOffer } from './gcp-check.ts';
import { gcpSubmission } from './gcp-submission.ts';

const now = new Date('2026-11-20T10:00:00Z');
const plan = 'projects/acme/locations/global/services/acme-api/standardOffers/pro';

const productOf = (priceModel: string): Product =>
  ({
    partner: 'GCP',
    entity_id: 'acme-api',
    status: 'PUBLIC',
    info: {
      gcpProduct: {
        listingSpec: {
          purchaseSpec: {
            purchaseOptionSpecs: [
              { name: plan, priceInfo: { priceModel }, featureValues: [{ featureName: 'seats', featureValue: '5' }] },
            ],
          },
        },
      },
    },
  }) as unknown as Product;

const complete = {
  currency: 'USD',
  gcpPlans: [{ name: plan, featureValues: [{ featureName: 'seats', featureValue: '50' }] }],
  gcpCustomerInfo: {
    organization: 'Globex',
    contact: 'Hank',
    email: 'hank@globex.example',
    unverifiedBillingAccount: '012345-6789AB-CDEF01',
  },
  gcpProviderInfo: { salesContactName: 'Ann', salesContactEmail: 'ann@acme.example' },
  gcpDuration: 12,
  commits: [{ key: 'fee', rate: 1000.5, quantity: 2 }],
  eulaType: 'SCMP',
};

const offer = (info: object = {}, fields: Partial<Offer> = {}): Offer =>
  ({
    name: 'Acme for Globex',
    partner: 'GCP',
    offer_type: 'PRIVATE',
    product_id: 'p',
    expire_time: midnightAfterPacificDay('2026-12-31'),
    end_time: null,
    meta_info: {},
    info: OfferInfo.request.parse({ ...complete, ...info }),
    ...fields,
  }) as Offer;

const subscription = productOf('SUBSCRIPTION');
const usage = productOf('USAGE');
const faultsOf = (info: object = {}, fields: Partial<Offer> = {}, product = subscription): string[] =>
  checkGcpOffer(offer(info, fields), product, now).map(({ path, code }) => `${path}:${code}`);

test('a price of usage that Google would not bill is refused', () => {
  const listed = {
    ...subscription,
    info: { ...subscription.info, dimensions: [{ key: 'gb', rate: 0.05 }] },
  } as unknown as Product;
  const of = (rate: number | undefined, info: object = {}) =>
    faultsOf({ ...info, dimensions: [{ key: 'gb', ...(rate === undefined ? {} : { rate }) }] }, {}, listed);
  const refused = ['info.dimensions.0.rate:unsupported'];
  assert.deepEqual([of(undefined), of(0.05), of(0.04, { discountPercentage: 20 })], [[], [], []]);
  assert.deepEqual([of(0.03), of(0.03, { discountPercentage: 20 })], [refused, refused]);
  assert.deepEqual(faultsOf({ dimensions: [{ key: 'mb', rate: 0.05 }] }, {}, listed), refused);
});

describe('what goes to Google', () => {
  test('is a fee for each interval of the plan, exact', () => {
    assert.deepEqual(faultsOf(), []);
    assert.deepEqual(gcpSubmission(offer(), subscription), {
      partner: 'GCP',
      title: 'Acme for Globex',
      productEntityId: 'acme-api',
      baseStandardOffer: plan,
      customer: {
        entityTitle: 'Globex',
        contactName: 'Hank',
        email: 'hank@globex.example',
        billingAccount: '012345-6789AB-CDEF01',
      },
      provider: { contactName: 'Ann', email: 'ann@acme.example' },
      customerNote: '',
      internalNote: '',
      acceptDeadline: '2027-01-01T08:00:00.000Z',
      start: null,
      end: { kind: 'AFTER_MONTHS', months: 12 },
      maxRenewals: 0,
      price: {
        currency: 'USD',
        flatFee: '2001',
        commitment: null,
        usageDiscountPercent: null,
        skuDiscounts: [],
        schedule: { kind: 'INTERVAL', interval: 'MONTHLY_NOT_PRORATED' },
      },
      dealType: null,
      amends: null,
      features: [{ name: 'seats', value: '50' }],
      documents: [{ type: 'STANDARD' }],
    });
  });

  test('is a commitment with a discount, or a discount alone that is paid behind its month', () => {
    const cud = {
      gcpUsagePlanPriceModel: 'CUD_ALL_USAGE_DISCOUNTED',
      commitAmount: 5000,
      commits: [],
      discountPercentage: 12.5,
    };
    assert.deepEqual(faultsOf(cud, {}, usage), []);
    const committed = gcpSubmission(offer(cud), usage).price;
    assert.deepEqual(
      [committed.commitment, committed.flatFee, committed.usageDiscountPercent],
      [{ amount: '5000', discountPercent: null }, null, '12.5'],
    );
    const payg = { gcpUsagePlanPriceModel: 'USAGE_DISCOUNT_ONLY', commits: [], discountPercentage: 10 };
    assert.deepEqual(faultsOf(payg, {}, usage), []);
    assert.equal(gcpSubmission(offer(payg), usage).price.usageDiscountPercent, '10');
    assert.deepEqual(faultsOf({ gcpUsagePlanPriceModel: 'USAGE_DISCOUNT_ONLY' }, {}, usage), [
      'info.commits:unsupported',
      'info.discountPercentage:required',
    ]);
  });

  test('is paid in advance: a fee or a commitment in arrears is refused, usage alone never has an advance', () => {
    const refused = ['info.gcpPaymentSchedule:unsupported'];
    const of = (gcpPaymentSchedule: string, info: object, product = usage) =>
      faultsOf({ ...info, gcpPaymentSchedule }, {}, product);
    const committed = { gcpUsagePlanPriceModel: 'CUD_LIST_PRICE', commitAmount: 5000, commits: [] };
    const payg = { gcpUsagePlanPriceModel: 'USAGE_DISCOUNT_ONLY', commits: [], discountPercentage: 10 };
    for (const schedule of ['PREPAY', 'POSTPAY', '']) {
      assert.deepEqual(of(schedule, {}, subscription), schedule === 'POSTPAY' ? refused : [], `a fee, ${schedule}`);
      assert.deepEqual(of(schedule, committed), schedule === 'POSTPAY' ? refused : [], `a commitment, ${schedule}`);
      assert.deepEqual(of(schedule, payg), [], `usage, ${schedule}`);
    }
  });

  test('is what each installment of a commitment says: what is committed, its discount and its credit', () => {
    const days = ['2027-01-15', '2027-07-15'];
    const cud = { gcpUsagePlanPriceModel: 'CUD_LIST_PRICE', commits: [], commitAmount: 400 };
    const of = (parts: object[], info: object = {}): object => ({
      ...{ ...cud, ...info },
      paymentInstallments: parts.map((part, index) => ({ chargeOn: `${days[index]}T00:00:00Z`, ...part })),
    });
    const sent = (info: object, product = usage) => {
      assert.deepEqual(faultsOf(info, {}, product), []);
      const { schedule, commitment } = gcpSubmission(offer(info), product).price;
      assert.equal(schedule.kind, 'INSTALLMENTS');
      return [commitment?.discountPercent, schedule.installments.map(({ start: _, ...payment }) => payment)];
    };
    const detailed = [
      { amount: 90, originalAmount: 100, discountPercentage: 10, credit: 5.5 },
      { amount: 300, originalAmount: 300 },
    ];
    const payments = [
      { amount: '100', discountPercent: '10', additionalCredit: '5.5' },
      { amount: '300', discountPercent: '0' },
    ];
    assert.deepEqual(sent(of(detailed)), [null, payments]);
    // A discount of the offer is of payments that name none; the price is what is committed or what is charged.
    assert.deepEqual(sent(of(detailed, { discountPercentage: 20, commitAmount: 390 })), ['20', payments]);
    const plain = [{ amount: 100 }, { amount: 300 }];
    assert.deepEqual(sent(of(plain, { discountPercentage: 20 })), ['20', [{ amount: '100' }, { amount: '300' }]]);
    // A client that writes every member sends zeros for what an installment does not have.
    const zeros = { originalAmount: 0, discountPercentage: 0, credit: 0 };
    assert.deepEqual(sent(of([{ amount: 100, ...zeros }], { commitAmount: 100 })), [null, [{ amount: '100' }]]);
    // Of a fee it explains the amount.
    const fee = of([{ amount: 360, originalAmount: 400.005, discountPercentage: 10.125 }], {
      gcpUsagePlanPriceModel: undefined,
      commitAmount: 360,
    });
    assert.deepEqual(sent(fee, subscription), [undefined, [{ amount: '360' }]]);

    const refused = (part: object, info: object = {}, product = usage) =>
      faultsOf(of([part], { commitAmount: 90, ...info }), {}, product);
    const at = 'info.paymentInstallments.0';
    const amount = 90;
    assert.deepEqual(refused({ amount, discountPercentage: 10 }), [`${at}.originalAmount:required`]);
    assert.deepEqual(refused({ amount, originalAmount: 100, discountPercentage: 20 }), [`${at}.amount:discount`]);
    assert.deepEqual(refused({ amount, credit: 1_000_001 }), [`${at}.credit:too_large`]);
    const discounted = { gcpUsagePlanPriceModel: 'CUD_ALL_USAGE_DISCOUNTED', discountPercentage: 5 };
    assert.deepEqual(refused({ amount, originalAmount: 100, discountPercentage: 10 }, discounted), [
      `${at}.discountPercentage:unsupported`,
    ]);
    assert.deepEqual(refused({ amount, credit: 5 }, { gcpUsagePlanPriceModel: undefined }, subscription), [
      `${at}.credit:unsupported`,
    ]);
  });

  test('counts periods, amends another offer, and splits its price', () => {
    const info = {
      gcpDuration: 3,
      billingIntervalInMonths: 12,
      proratedBilling: true,
      gcpOfferDealType: 'NATIVE_RENEWAL',
      paymentInstallments: [
        { amount: 1001, chargeOnStr: '2028-01-01' },
        { amount: 1000, chargeOnStr: '2027-01-01' },
      ],
    };
    const fields = { meta_info: { isReplacementOffer: true, replacedOfferResourceName: 'projects/x/privateOffers/y' } };
    assert.deepEqual(faultsOf(info, fields), []);
    const { end, price, amends, dealType, maxRenewals } = gcpSubmission(offer(info, fields), subscription);
    assert.deepEqual([end, maxRenewals, dealType], [{ kind: 'AFTER_MONTHS', months: 36 }, 0, 'NATIVE_RENEWAL']);
    assert.deepEqual(amends, { privateOffer: 'projects/x/privateOffers/y' });
    assert.deepEqual(price.schedule, {
      kind: 'INSTALLMENTS',
      installments: [
        { start: '2027-01-01', amount: '1000' },
        { start: '2028-01-01', amount: '1001' },
      ],
    });
  });
});

describe('what Google would refuse', () => {
  const cases: [string, object, Partial<Offer>, string[]][] = [
    ['no plan', { gcpPlans: [] }, {}, ['info.gcpPlans:count']],
    ['a plan of another product', { gcpPlans: [{ name: 'x' }] }, {}, ['info.gcpPlans.0.name:unknown']],
    [
      'a feature that the plan has not',
      { gcpPlans: [{ name: plan, featureValues: [{ featureName: 'gold' }] }] },
      {},
      ['info.gcpPlans.0.featureValues.0.featureName:unknown'],
    ],
    [
      'no customer',
      { gcpCustomerInfo: {}, gcpProviderInfo: { salesContactEmail: 'x' } },
      {},
      [
        'info.gcpCustomerInfo.organization:required',
        'info.gcpCustomerInfo.contact:required',
        'info.gcpCustomerInfo.email:email',
        'info.gcpCustomerInfo.unverifiedBillingAccount:billing_account',
        'info.gcpProviderInfo.salesContactName:required',
        'info.gcpProviderInfo.salesContactEmail:email',
      ],
    ],
    ['no price', { commits: [] }, {}, ['info.commitAmount:required']],
    ['another currency', { currency: 'EUR' }, {}, ['info.currency:currency']],
    ['parts of a cent', { commits: [{ key: 'fee', rate: 0.125, quantity: 1 }] }, {}, ['info.commits:decimals']],
    [
      'charges by the year for the parts of it that were used',
      { proratedBilling: true, billingIntervalInMonths: 12, gcpDuration: 1 },
      {},
      ['info.proratedBilling:unsupported'],
    ],
    ['a long note', { gcpProviderPublicNote: 'x'.repeat(121) }, {}, ['info.gcpProviderPublicNote:length']],
    ['half a year', { billingIntervalInMonths: 6 }, {}, ['info.billingIntervalInMonths:choice']],
    [
      'installments of another sum',
      { paymentInstallments: [{ amount: 1, chargeOnStr: '2027-01-01' }] },
      {},
      ['info.paymentInstallments:sum'],
    ],
    ['no length', { gcpDuration: undefined }, {}, ['info.gcpDuration:required']],
    [
      'more than three months to accept',
      {},
      // Google counts from the publication day, so this is until the midnight at the start of February 20.
      { expire_time: midnightAfterPacificDay('2027-02-20') },
      ['expireTime:too_late'],
    ],
    ['a last instant that has passed', {}, { expire_time: now }, ['expireTime:future']],
    [
      'a replacement of nothing',
      {},
      { meta_info: { isReplacementOffer: true } },
      ['metaInfo.replacedOfferResourceName:required'],
    ],
    [
      'a replacement after the end of what it replaces',
      {},
      {
        meta_info: {
          isReplacementOffer: true,
          replacedOfferResourceName: 'x',
          replacedOfferEndTime: '2026-12-01T00:00:00Z',
        },
      },
      ['expireTime:after_replaced'],
    ],
    ['eight years', { gcpDuration: 8, billingIntervalInMonths: 12 }, {}, ['info.gcpDuration:duration']],
    ['more than seven years with the renewal', { gcpDuration: 43, autoRenew: true }, {}, ['info.gcpDuration:duration']],
    [
      'more than a billion',
      { commits: [{ key: 'fee', rate: 1000000001, quantity: 1 }] },
      {},
      ['info.commits:too_large'],
    ],
    ['a start in two years', { startTime: '2028-11-20T08:00:00Z' }, {}, ['info.startTime:too_late']],
    ['an acceptance after the start', { startTime: '2026-12-01T08:00:00Z' }, {}, ['expireTime:after_start']],
    [
      'a renewal of installments',
      { autoRenew: true, paymentInstallments: [{ amount: 2001, chargeOnStr: '2027-01-01' }] },
      {},
      ['info.autoRenew:unsupported'],
    ],
    [
      'installments that are charged before the offer can be accepted, or after its end',
      {
        startTime: '2027-01-01T08:00:00Z',
        gcpDuration: 6,
        paymentInstallments: [
          { amount: 1, chargeOnStr: '2026-12-01' },
          { amount: 1000, chargeOnStr: '2026-12-31' },
          { amount: 1000, chargeOnStr: '2027-07-01' },
        ],
      },
      {},
      ['info.paymentInstallments.1.chargeOn:before_acceptance', 'info.paymentInstallments.2.chargeOn:after_end'],
    ],
    ['no EULA', { eulaType: undefined }, {}, ['info.eulaType:eula_type']],
    ['no EULA of its own', { eulaType: 'CURRENT' }, {}, ['info.eulaType:eula_type']],
    [
      'a statement of work in place of a EULA',
      { eulaType: 'CURRENT', gcpSowAgreementDocument: { key: 'https://acme.example/sow.pdf', name: 'sow.pdf' } },
      {},
      [],
    ],
    ['more than all of it off', { discountPercentage: 101 }, {}, ['info.discountPercentage:percentage']],
  ];
  for (const [name, info, fields, expected] of cases)
    test(name, () => assert.deepEqual(faultsOf(info, fields), expected));

  test('what is paid by usage alone is neither renewed nor paid in installments', () => {
    const payg = { gcpUsagePlanPriceModel: 'USAGE_DISCOUNT_ONLY', commits: [], discountPercentage: 10 };
    const installment = { amount: 5, chargeOnStr: '2027-01-01' };
    assert.deepEqual(faultsOf({ ...payg, autoRenew: true }, {}, usage), ['info.autoRenew:unsupported']);
    const faults = faultsOf({ ...payg, paymentInstallments: [installment] }, {}, usage);
    assert.deepEqual(faults, ['info.paymentInstallments:unsupported']);
  });

  test('the longest terms, dates and amounts of Google are taken', () => {
    assert.deepEqual(faultsOf({ gcpDuration: 84 }), []);
    assert.deepEqual(faultsOf({ gcpDuration: 42, autoRenew: true }), []);
    assert.deepEqual(faultsOf({ startTime: '2027-01-01T08:00:00Z' }), [], 'accepted until the midnight of its start');
    assert.deepEqual(faultsOf({ commits: [{ key: 'fee', rate: 1000000000, quantity: 1 }] }), []);
  });

  test('all at once', () => {
    assert.ok(faultsOf({ gcpPlans: [], gcpCustomerInfo: {}, commits: [], gcpDuration: undefined }).length >= 7);
  });
});
