import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { OfferInfo } from '../schema.ts';
import { checkAzureOffer } from './azure-check.ts';
import { azureSubmission } from './azure-submission.ts';
import { endOfUtcDay } from './last-instant.ts';

const now = new Date('2026-11-20T10:00:00Z');
const product = { partner: 'AZURE', entity_id: 'product/1', status: 'PUBLIC', info: {} } as unknown as Product;

const people = {
  preparedBy: 'sales@acme.example',
  beneficiaries: [{ id: 'billing-1', description: 'Globex', beneficiaryRecipients: [{ id: 'group-1' }] }],
};
const complete = {
  azurePrivateOffer: people,
  azureOriginalPlan: { plan: 'plan/1/2' },
  discountPercentage: 15.5,
  eulaType: 'SCMP',
};

const offer = (info: object = {}, fields: Partial<Offer> = {}): Offer =>
  ({
    name: 'Acme for Globex',
    partner: 'AZURE',
    offer_type: 'PRIVATE',
    product_id: 'p',
    expire_time: endOfUtcDay(new Date('2026-12-31T00:00:00Z')),
    end_time: new Date('2028-01-01T00:00:00Z'),
    meta_info: {},
    info: OfferInfo.request.parse({ ...complete, ...info }),
    ...fields,
  }) as Offer;

const faultsOf = (info: object = {}, fields: Partial<Offer> = {}): string[] =>
  checkAzureOffer(offer(info, fields), product, now).map(({ path, code }) => `${path}:${code}`);

describe('what goes to Azure', () => {
  test('names the recipients at the buyer as what they are', () => {
    const recipients = [{ id: 'group-1', recipientType: 'billingGroup' }, { id: 'customer-1' }];
    const azurePrivateOffer = { ...people, beneficiaries: [{ id: 'billing-1', beneficiaryRecipients: recipients }] };
    const sent = azureSubmission(offer({ azurePrivateOffer }), product).beneficiaries[0]?.recipients;
    assert.deepEqual(sent, [{ id: 'group-1', type: 'billingGroup' }, 'customer-1']);
  });

  test('has no limit of users where Azure shows 0', () => {
    const pricing = [
      {
        ...{ product: 'product/1', basePlan: 'plan/1/2', discountType: 'absolute' },
        privateOfferPlan: {
          pricing: {
            recurrentPrice: {
              recurrentPriceMode: 'perUser',
              userLimits: { min: 40, max: 0 },
              prices: [{ billingTerm: { type: 'month', value: 1 }, pricePerPaymentInUsd: 5 }],
            },
          },
        },
      },
    ];
    const info = { azurePrivateOffer: { ...people, pricing } };
    assert.deepEqual(faultsOf(info), []);
    const [sent] = azureSubmission(offer(info), product).pricing;
    assert.deepEqual(sent?.kind === 'ABSOLUTE' && sent.perUser, { min: 40, max: null });
  });

  test('is a discount on a plan', () => {
    assert.deepEqual(faultsOf(), []);
    assert.deepEqual(azureSubmission(offer(), product), {
      partner: 'AZURE',
      name: 'Acme for Globex',
      productEntityId: 'product/1',
      beneficiaries: [{ billingAccountId: 'billing-1', description: 'Globex', recipients: ['group-1'] }],
      acceptBy: '2026-12-31',
      start: null,
      end: '2028-01-01',
      notificationContacts: ['sales@acme.example'],
      preparedBy: 'sales@acme.example',
      upgradedFrom: null,
      terms: null,
      pricing: [{ planId: 'plan/1/2', kind: 'DISCOUNT', percentage: '15.5' }],
    });
  });

  test('is a plan of its own on the base of one, by commits and dimensions', () => {
    const info = {
      azureOriginalPlan: undefined,
      azureProductVariant: { id: 'plan/1/3' },
      buyerAzureTenants: [{ id: 'billing-2' }],
      azurePrivateOffer: { preparedBy: 'sales@acme.example' },
      billingIntervalInMonths: 1,
      discountPercentage: undefined,
      commits: [
        {
          key: 'seats',
          type: 'PER_USER',
          rate: 12.345,
          length: 1,
          timeUnit: 'YEAR',
          minimumUsers: 5,
          maximumUsers: 50,
        },
      ],
      dimensions: [{ key: 'gb', rate: 0.00001, includedBaseQuantities: [{ quantity: 100 }] }],
    };
    assert.deepEqual(faultsOf(info), []);
    const { pricing, beneficiaries } = azureSubmission(offer(info), product);
    assert.deepEqual(beneficiaries, [{ billingAccountId: 'billing-2', description: '', recipients: [] }]);
    assert.deepEqual(pricing, [
      {
        planId: 'plan/1/3',
        kind: 'ABSOLUTE',
        newPlan: { name: 'Acme for Globex', description: 'Acme for Globex' },
        recurrent: [{ billingTermIso: 'P12M', paymentOptionIso: 'P1M', price: '1.02875' }],
        perUser: { min: 5, max: 50 },
        meters: [{ key: 'gb', price: '0.00001', includedQuantity: '100' }],
        currency: 'USD',
      },
    ]);
  });

  test('is paid in equal payments that add up to the rate of the whole length', () => {
    const paid = (commit: object, billingIntervalInMonths?: number) => ({
      azureOriginalPlan: undefined,
      azureProductVariant: { id: 'plan/1/3' },
      discountPercentage: undefined,
      ...(billingIntervalInMonths === undefined ? {} : { billingIntervalInMonths }),
      commits: [{ key: 'plan', rate: 1200, length: 1, timeUnit: 'YEAR', ...commit }],
    });
    const recurrentOf = (info: object) => {
      const [pricing] = azureSubmission(offer(info), product).pricing;
      return pricing?.kind === 'ABSOLUTE' && pricing.recurrent;
    };
    assert.deepEqual(recurrentOf(paid({}, 1)), [{ billingTermIso: 'P12M', paymentOptionIso: 'P1M', price: '100' }]);
    assert.deepEqual(recurrentOf(paid({})), [{ billingTermIso: 'P12M', paymentOptionIso: 'P12M', price: '1200' }]);
    assert.deepEqual(faultsOf(paid({}, 1)), []);
    assert.deepEqual(faultsOf(paid({ rate: 1000 }, 1)), ['info.commits.0.rate:payments']);
    assert.deepEqual(faultsOf(paid({ rate: 1000 }, 12)), []);
    assert.deepEqual(faultsOf(paid({ length: 1, timeUnit: 'MONTH' }, 12)), ['info.commits.0.length:interval']);
  });

  test('is made on a product that is live, by few prices and contacts', () => {
    const limited = { ...product, status: 'LIMITED' } as Product;
    assert.deepEqual(
      checkAzureOffer(offer(), limited, now).map(({ path, code }) => `${path}:${code}`),
      ['productID:not_offerable'],
    );
    const pricing = Array.from({ length: 11 }, (_, index) => ({
      plan: `plan/1/${index}`,
      discountType: 'percentage',
      discountPercentage: 5,
    }));
    const notificationContacts = Array.from({ length: 6 }, (_, index) => `a${index}@acme.example`);
    assert.deepEqual(faultsOf({ azurePrivateOffer: { ...people, pricing, notificationContacts } }), [
      'info.azurePrivateOffer.notificationContacts:count',
      'info.azurePrivateOffer.pricing:count',
    ]);
  });

  test('is what Azure’s own document says', () => {
    const info = {
      azurePrivateOffer: {
        ...people,
        notificationContacts: ['a@acme.example'],
        pricing: [
          {
            product: 'product/1',
            basePlan: 'plan/1/2',
            discountType: 'absolute',
            newPlanDetails: { name: 'Gold', description: 'For Globex' },
            privateOfferPlan: {
              pricing: {
                recurrentPrice: {
                  recurrentPriceMode: 'flatRate',
                  prices: [
                    {
                      billingTerm: { type: 'year', value: 1 },
                      paymentOption: { type: 'month', value: 1 },
                      pricePerPaymentInUsd: 99.5,
                    },
                  ],
                },
                customMeters: { meters: { gb: { pricePerPaymentInUsd: 0.5 } } },
              },
            },
          },
          { plan: 'plan/1/4', discountType: 'percentage', discountPercentage: 5 },
        ],
      },
    };
    // Distinguished by `offerPricingType`, of which a private offer has only one.
    assert.deepEqual(faultsOf(info), ['info.azurePrivateOffer.pricing:mixed']);
    assert.deepEqual(azureSubmission(offer(info), product).pricing, [
      {
        planId: 'plan/1/2',
        kind: 'ABSOLUTE',
        newPlan: { name: 'Gold', description: 'For Globex' },
        recurrent: [{ billingTermIso: 'P1Y', paymentOptionIso: 'P1M', price: '99.5' }],
        perUser: null,
        meters: [{ key: 'gb', price: '0.5', includedQuantity: null }],
        currency: 'USD',
      },
      { planId: 'plan/1/4', kind: 'DISCOUNT', percentage: '5' },
    ]);
  });

  test('keeps what each meter of Azure’s own document includes for each term', () => {
    const month = { type: 'month', value: 1 };
    const years = { type: 'year', value: 3 };
    const pricedAs = (prices: object[], meters: object, plan: object = { basePlan: 'plan/1/2' }) => ({
      azurePrivateOffer: {
        ...people,
        pricing: [
          {
            ...{ product: 'product/1', ...plan, discountType: 'absolute' },
            privateOfferPlan: { pricing: { recurrentPrice: { prices }, customMeters: { meters } } },
          },
        ],
      },
    });
    const prices = [month, years].map((billingTerm) => ({ billingTerm, pricePerPaymentInUsd: 10 }));
    const gb = {
      includedQuantities: [
        { billingTerm: month, quantity: 10, isInfinite: false },
        { billingTerm: years, isInfinite: true },
      ],
    };
    const [sent] = azureSubmission(offer(pricedAs(prices, { gb })), product).pricing;
    assert.deepEqual(sent?.kind === 'ABSOLUTE' && sent.meters, [
      {
        key: 'gb',
        price: null,
        includedQuantity: null,
        includedByTerm: [
          { billingTermIso: 'P1M', quantity: '10' },
          { billingTermIso: 'P3Y', quantity: null },
        ],
      },
    ]);
    assert.deepEqual(faultsOf(pricedAs(prices, { gb })), []);
    const at = 'info.azurePrivateOffer.pricing.0';
    // Only a plan of the offer's own has the prices of its base plan.
    assert.deepEqual(faultsOf(pricedAs(prices, { gb }, { plan: 'plan/1/2' })), [`${at}.meters.0.price:required`]);
    const five = [{ billingTerm: { type: 'year', value: 5 }, pricePerPaymentInUsd: 10 }];
    assert.deepEqual(faultsOf(pricedAs(five, {})), []);
    const commits = [{ key: 'gold', rate: 10, length: 1, timeUnit: 'MONTH' as const }];
    assert.deepEqual(faultsOf({ ...pricedAs(prices, {}), commits }), []);
    assert.deepEqual(faultsOf({ ...pricedAs(prices, {}), commits: commits.map((one) => ({ ...one, rate: 9 })) }), [
      'info.commits.0.rate:prices',
    ]);
    const scheduled = prices.map((price) => ({ ...price, flexibleSchedule: { price: 20 } })).slice(1);
    assert.deepEqual(faultsOf(pricedAs(scheduled, {})), [`${at}.prices.0.flexibleSchedule:unsupported`]);
  });

  test('takes the place of another offer', () => {
    const meta = { isAzureUpgradeOffer: true, azureOriginalOfferIDForUpgrade: 'private-offer/7' };
    assert.equal(azureSubmission(offer({}, { meta_info: meta }), product).upgradedFrom, 'private-offer/7');
    assert.deepEqual(faultsOf({}, { meta_info: { isAzureUpgradeOffer: true } }), [
      'metaInfo.azureOriginalOfferIDForUpgrade:required',
    ]);
  });
});

describe('what Azure would refuse', () => {
  test('a plan that the product does not have', () => {
    const plans = ['1/2', '1/4'].map((id) => ({
      plan: { id: `plan/${id}`, identity: { externalID: `gold-${id[2]}` } },
    }));
    const sold = { ...product, info: { ...product.info, azureProductResource: { plans } } } as typeof product;
    const named = (plan: string) =>
      checkAzureOffer(offer({ azureOriginalPlan: { plan } }), sold, now).map(({ path, code }) => `${path}:${code}`);
    for (const plan of ['plan/1/2', '2', 'gold-4']) assert.deepEqual(named(plan), [], plan);
    assert.deepEqual(named('plan/1/3'), ['info.azureOriginalPlan.plan:unknown']);
  });

  const cases: [string, object, Partial<Offer>, string[]][] = [
    [
      'nobody to tell',
      { azurePrivateOffer: {} },
      {},
      [
        'info.azurePrivateOffer.beneficiaries:count',
        'info.azurePrivateOffer.preparedBy:email',
        'info.azurePrivateOffer.notificationContacts:count',
      ],
    ],
    ['no plan', { azureOriginalPlan: undefined }, {}, ['info.azureOriginalPlan.plan:required']],
    [
      'a discount beside prices of its own',
      { commits: [{ key: 'gold', rate: 100, length: 12, timeUnit: 'MONTH' }] },
      {},
      ['info.discountPercentage:unsupported'],
    ],
    ['installments', { paymentInstallments: [{ amount: 5 }] }, {}, ['info.paymentInstallments:unsupported']],
    ['no discount', { discountPercentage: 0 }, {}, ['info.discountPercentage:percentage']],
    [
      'another currency',
      { currency: 'EUR', discountPercentage: undefined, commits: [{ key: 'x', rate: 1, length: 1, timeUnit: 'YEAR' }] },
      {},
      ['info.currency:currency'],
    ],
    [
      'a term of five months without a price, for fewer than nobody',
      {
        discountPercentage: undefined,
        commits: [{ key: 'x', type: 'PER_USER', length: 5, timeUnit: 'MONTH', minimumUsers: -1 }],
      },
      {},
      [
        'info.azureOriginalPlan.users:users',
        'info.azureOriginalPlan.prices.0.billingTerm:choice',
        'info.azureOriginalPlan.prices.0.price:required',
      ],
    ],
    ['no last day of the prices', {}, { end_time: null }, ['endTime:required']],
    ['an end before it can be accepted', {}, { end_time: new Date('2026-12-01T00:00:00Z') }, ['endTime:end']],
    ['another EULA', { eulaType: 'RCMP' }, {}, ['info.eulaType:eula_type']],
  ];
  for (const [name, info, fields, expected] of cases)
    test(name, () => assert.deepEqual(faultsOf(info, fields), expected));
});
