import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Big } from '../../../../kit/decimal.ts';
import type { OfferSetChange } from '../../changes.ts';
import type { AwsOfferSubmission } from '../../offer-submissions.ts';
import { keyOfName, memberName } from './member-name.ts';
import { draftChanges, offerChanges } from './offer-changes.ts';
import { offerSetStage } from './offer-set-changes.ts';
import { renewalTerm } from './offer-terms.ts';
import { priceSteps, type Term, upfrontTerm, usageTerm } from './pricing.ts';
import { createProductChanges } from './product-changes.ts';

const submission: AwsOfferSubmission = {
  partner: 'AWS',
  name: 'Acme 2027',
  description: 'd',
  productEntityId: 'prod-1',
  buyerAccountIds: ['111111111111'],
  availabilityEndDate: '2026-12-31',
  currency: 'USD',
  upfront: { price: '1200', grants: [{ key: 'seats', quantity: 2 }] },
  installments: [],
  usageRates: [],
  durationIso: 'P12M',
  startDate: null,
  endDate: null,
  upfrontChargeDate: '2026-11-20',
  eula: { type: 'STANDARD' },
  refundPolicy: null,
  renewal: null,
};
const typesOf = (changes: { ChangeType?: string | undefined }[]): (string | undefined)[] =>
  changes.map(({ ChangeType }) => ChangeType);

describe('a product sent to AWS', () => {
  it('becomes the change set of AWS’s sample for a limited product with a public offer', () => {
    const changes = createProductChanges({
      act: 'product.create',
      name: 'Sample product',
      listing: { shortDescription: 'Brief', highlights: [], videoUrls: [] },
      dimensions: [],
      plans: [
        {
          id: null,
          name: 'Standard',
          description: '',
          commits: [
            { key: 'basic', price: '150', quantity: 1, durationIso: 'P12M', name: 'Basic', description: '' },
            { key: 'basic', price: '20', quantity: 1, durationIso: 'P1M', name: 'Basic', description: '' },
          ],
          usage: [],
          currency: 'USD',
          billingTermIso: null,
        },
      ],
      terms: { legal: null, refundPolicy: 'None.' },
      fulfillmentUrl: 'https://acme.test/signup',
      buyerAccountIds: ['111111111111'],
      document: {
        Description: { ShortDescription: 'is overruled', LongDescription: 'Long', Highlights: 'no list' },
        PromotionalResources: { LogoUrl: 'https://acme.test/l.png', Videos: [{ Url: 'https://acme.test/v' }] },
      },
    });
    const product = (ChangeType: string, DetailsDocument: unknown) => ({
      ChangeType,
      Entity: { Type: 'SaaSProduct@1.0', Identifier: '$product.Entity.Identifier' },
      DetailsDocument,
    });
    const offer = (ChangeType: string, DetailsDocument: unknown) => ({
      ChangeType,
      Entity: { Type: 'Offer@1.0', Identifier: '$publicOffer.Entity.Identifier' },
      DetailsDocument,
    });
    const card = (Value: string, Price: string) => ({
      Selector: { Type: 'Duration', Value },
      Constraints: { MultipleDimensionSelection: 'Allowed', QuantityConfiguration: 'Allowed' },
      RateCard: [{ DimensionKey: 'basic', Price }],
    });
    assert.deepEqual(changes, [
      {
        ChangeType: 'CreateProduct',
        ChangeName: 'product',
        Entity: { Type: 'SaaSProduct@1.0' },
        DetailsDocument: {},
      },
      product('UpdateInformation', {
        ProductTitle: 'Sample product',
        ShortDescription: 'Brief',
        LongDescription: 'Long',
        LogoUrl: 'https://acme.test/l.png',
        VideoUrls: [],
        AdditionalResources: [],
      }),
      product('UpdateTargeting', { PositiveTargeting: { BuyerAccounts: ['111111111111'] } }),
      product('AddDeliveryOptions', {
        DeliveryOptions: [
          { Details: { SaaSUrlDeliveryOptionDetails: { FulfillmentUrl: 'https://acme.test/signup' } } },
        ],
      }),
      product('AddDimensions', [
        { Key: 'basic', Name: 'Basic', Description: 'Basic', Unit: 'Units', Types: ['Entitled'] },
      ]),
      product('ReleaseProduct', {}),
      {
        ChangeType: 'CreateOffer',
        ChangeName: 'publicOffer',
        Entity: { Type: 'Offer@1.0' },
        DetailsDocument: { ProductId: '$product.Entity.Identifier' },
      },
      offer('UpdateInformation', { Name: 'Standard', Description: 'Standard' }),
      offer('UpdatePricingTerms', {
        PricingModel: 'Contract',
        Terms: [
          {
            Type: 'ConfigurableUpfrontPricingTerm',
            CurrencyCode: 'USD',
            RateCards: [card('P12M', '150'), card('P1M', '20')],
          },
        ],
      }),
      offer('UpdateLegalTerms', {
        Terms: [{ Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] }],
      }),
      offer('UpdateSupportTerms', { Terms: [{ Type: 'SupportTerm', RefundPolicy: 'None.' }] }),
      offer('UpdateRenewalTerms', { Terms: [{ Type: 'RenewalTerm' }] }),
      offer('ReleaseOffer', {}),
    ]);
  });
});

describe('a draft that AWS already has', () => {
  it('is completed: nothing is created twice, and its id is returned as the product', () => {
    const changes = createProductChanges(
      {
        act: 'product.create',
        entityId: 'prod-1',
        name: 'Widget',
        listing: {},
        dimensions: [
          { key: 'old', name: 'Old', description: 'Old', unit: 'Units', types: ['Entitled'] },
          { key: 'new', name: 'New', description: 'New', unit: 'Units', types: ['Entitled'] },
        ],
        plans: [],
        terms: { legal: null, refundPolicy: null },
        fulfillmentUrl: 'https://acme.test/signup',
        buyerAccountIds: [],
        document: {},
      },
      {
        entityId: 'prod-1',
        dimensions: [{ key: 'old', name: 'Old', description: 'Old', unit: 'Units', types: ['Entitled'] }],
        optionId: 'do-1',
      },
    );
    // Without a price there is no public offer, and a product is only released together with its offer.
    assert.deepEqual(typesOf(changes), ['UpdateInformation', 'UpdateDeliveryOptions', 'AddDimensions']);
    assert.equal(changes[0]?.ChangeName, 'product');
    assert.ok(changes.every(({ Entity }) => Entity?.Identifier === 'prod-1'));
    assert.match(JSON.stringify(changes[2]?.DetailsDocument), /"Key":"new"/);
    assert.doesNotMatch(JSON.stringify(changes[2]?.DetailsDocument), /"Key":"old"/);
  });
});

describe('an offer that is based on something else', () => {
  it('replaces an agreement without targeting, as the buyer is given', () => {
    const offer = {
      ...submission,
      endDate: '2028-01-30',
      base: { kind: 'REPLACEMENT' as const, agreementId: 'agmt-1' },
    };
    const changes = offerChanges(offer);
    assert.deepEqual(typesOf(changes), [
      'CreateReplacementOffer',
      'UpdateInformation',
      'UpdatePricingTerms',
      'UpdateValidityTerms',
      'UpdatePaymentScheduleTerms',
      'UpdateLegalTerms',
      'UpdateAvailability',
      'ReleaseOffer',
    ]);
    assert.deepEqual(changes[0]?.DetailsDocument, { AgreementId: 'agmt-1', Name: 'Acme 2027' });
    assert.deepEqual(changes[3]?.DetailsDocument, {
      Terms: [{ Type: 'ValidityTerm', AgreementEndDate: '2028-01-30' }],
    });
  });

  it('resells at a markup: no price of its own, and the EULA of the manufacturer', () => {
    const base = { kind: 'RESALE' as const, resaleAuthorizationId: 'resaleauthz-1', markupPercentage: '5.5' };
    const changes = offerChanges({ ...submission, eula: null, netPaymentDays: 30, base });
    assert.deepEqual(typesOf(changes), [
      'CreateOfferUsingResaleAuthorization',
      'UpdateInformation',
      'UpdateTargeting',
      'UpdateMarkup',
      'UpdateValidityTerms',
      'UpdateNetPaymentTerms',
      'UpdateAvailability',
      'ReleaseOffer',
    ]);
    assert.deepEqual(changes[3]?.DetailsDocument, { Percentage: '5.5' });
    assert.deepEqual(changes[5]?.DetailsDocument, { Terms: [{ Type: 'NetPaymentTerm', PaymentDuePeriod: 'P30D' }] });
  });

  it('resells at a price of its own: fixed, and with its duration, as a channel partner may', () => {
    const base = {
      kind: 'RESALE' as const,
      resaleAuthorizationId: 'resaleauthz-1',
      markupPercentage: null,
      agreementId: 'agmt-1',
    };
    const [creation, , pricing] = offerChanges({ ...submission, usageRates: [{ key: 'u', price: '1' }], base });
    assert.equal(creation?.ChangeType, 'CreateReplacementOfferUsingResaleAuthorization');
    assert.deepEqual(pricing?.DetailsDocument, {
      PricingModel: 'Contract',
      Terms: [
        {
          Type: 'FixedUpfrontPricingTerm',
          CurrencyCode: 'USD',
          Price: '0.0',
          Duration: 'P12M',
          Grants: [{ DimensionKey: 'seats', MaxQuantity: 2 }],
        },
      ],
    });
  });

  it('renews with a schedule whose shares add up to 100 percent, whatever the amounts', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(amounts, (cents) => {
        const schedule = cents.map((cent, index) => ({
          chargeDate: new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10),
          amount: new Big(cent).div(100).toFixed(2),
        }));
        const term = renewalTerm({ ...submission, renewal: { enabled: true } }, schedule);
        const templates = term?.TermTemplates as unknown as
          | { Schedule: { ChargeDateOffset: string; ChargePercentage: string }[] }[]
          | undefined;
        const shares = templates?.[0]?.Schedule ?? [];
        const sum = shares.reduce((total, { ChargePercentage }) => total.plus(ChargePercentage), new Big(0));
        assert.equal(sum.toFixed(2), '100.00');
        assert.ok(shares.every(({ ChargePercentage }) => new Big(ChargePercentage).gte('0.01')));
        assert.equal(new Set(shares.map(({ ChargeDateOffset }) => ChargeDateOffset)).size, shares.length);
      }),
      { numRuns: 100 },
    );
  });
});

it('a refund policy has no spaces at its start or end', () => {
  const changes = offerChanges({ ...submission, refundPolicy: ' No refunds.\n' });
  const { DetailsDocument } = changes.find(({ ChangeType }) => ChangeType === 'UpdateSupportTerms') ?? {};
  assert.deepEqual(DetailsDocument, { Terms: [{ Type: 'SupportTerm', RefundPolicy: 'No refunds.' }] });
});

it('installments before the first day of an agreement belong to one that renews another', () => {
  const schedule = [
    { chargeDate: '2026-12-31', amount: '10.00' },
    { chargeDate: '2027-01-20', amount: '20.00' },
    { chargeDate: '2027-02-01', amount: '30.00' },
    { chargeDate: '2027-02-11', amount: '40.00' },
  ];
  const term = renewalTerm({ ...submission, startDate: '2027-02-01', renewal: { enabled: true } }, schedule);
  assert.deepEqual(term?.TermTemplates, [
    {
      Type: 'PaymentScheduleTermTemplate',
      Schedule: [
        { ChargeDateOffset: 'P0D', ChargePercentage: '60.00' },
        { ChargeDateOffset: 'P10D', ChargePercentage: '40.00' },
      ],
    },
  ]);
});

describe('an offer set sent to AWS', () => {
  const setOf = (count: number, offer: AwsOfferSubmission): OfferSetChange => ({
    act: 'offerSet.create',
    name: 'Bundle',
    buyerNotes: '',
    solutionId: 'soln-1',
    offers: Array.from({ length: count }, (_, index) => ({ key: `offer_${index}`, offer })),
  });
  const rich: AwsOfferSubmission = {
    ...submission,
    refundPolicy: 'None.',
    netPaymentDays: 30,
    renewal: { enabled: true },
  };

  for (const [count, offer] of [
    [2, submission],
    [7, submission],
    [7, rich],
  ] as const) {
    it(`of ${count} offers with ${draftChanges(offer).length} changes stays within 20 and releases all at the end`, () => {
      const set = setOf(count, offer);
      const made: Record<string, string> = { offerSet: 'offerset-1' };
      for (const { key } of set.offers) made[key] = `offer-${key}`;
      const drafted: string[] = [];
      for (let stage = 0; ; stage += 1) {
        const { changes, more } = offerSetStage(set, stage, made);
        assert.ok(changes.length <= 20, `${changes.length} changes`);
        const releases = changes.filter(({ ChangeType }) => ChangeType?.startsWith('Release'));
        if (more) {
          assert.equal(releases.length, 0);
          for (const { ChangeName, DetailsDocument } of changes) {
            if (!ChangeName || ChangeName === 'offerSet') continue;
            assert.match(ChangeName, /^[a-zA-Z]{1,72}$/);
            drafted.push(keyOfName(ChangeName));
            const wanted = stage === 0 ? '$offerSet.Entity.Identifier' : 'offerset-1';
            assert.deepEqual(DetailsDocument, { ProductId: 'prod-1', OfferSetId: wanted });
          }
          continue;
        }
        const ids = set.offers.map(({ key }) => `offer-${key}`);
        assert.deepEqual(changes[0]?.DetailsDocument, { Offers: ids.map((OfferId) => ({ OfferId })) });
        assert.deepEqual(
          releases.map(({ Entity }) => Entity?.Identifier),
          [...ids, 'offerset-1'],
        );
        break;
      }
      assert.deepEqual(
        drafted,
        set.offers.map(({ key }) => key),
      );
    });
  }

  it('names its offers with letters only, and gets our id back from the name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_]{1,33}$/), (key) => {
        assert.match(memberName(key), /^[a-zA-Z]{1,72}$/);
        assert.equal(keyOfName(memberName(key)), key);
      }),
      { numRuns: 100 },
    );
    assert.equal(keyOfName('offerSet'), 'offerSet');
  });
});

describe('prices of a released offer', () => {
  const rate = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    price: fc.integer({ min: 0, max: 9 }).map(String),
  });
  const rates = fc.uniqueArray(rate, { minLength: 1, selector: ({ key }) => key });
  const pricesOf = (term: Term | undefined): Map<string, string> =>
    new Map(
      ((term?.RateCards as unknown as { RateCard: { DimensionKey: string; Price: string }[] }[]) ?? []).flatMap(
        (card) => card.RateCard.map(({ DimensionKey, Price }): [string, string] => [DimensionKey, Price]),
      ),
    );

  it('never increase in one request with others that decrease or are added, and end as requested', () => {
    fc.assert(
      fc.property(rates, rates, (from, to) => {
        let standing: Term[] = [usageTerm('USD', from)];
        const wanted = [usageTerm('USD', to)];
        for (const step of ['first', 'last'] as const) {
          const next = priceSteps(standing, wanted)[step];
          if (!next) continue;
          const before = pricesOf(standing[0]);
          const moves = [...pricesOf(next[0])].map(([key, price]) => {
            const old = before.get(key);
            return old === undefined ? 'added' : new Big(price).cmp(old);
          });
          assert.ok(!moves.includes(1) || !(moves.includes(-1) || moves.includes('added')));
          standing = next;
        }
        assert.deepEqual(pricesOf(standing[0]), pricesOf(wanted[0]));
      }),
      { numRuns: 200 },
    );
  });

  it('keep the constraints and the other terms that are in force', () => {
    const trial: Term = { Type: 'FreeTrialPricingTerm', Duration: 'P30D', Grants: [] };
    const cards = (price: string) => [{ durationIso: 'P12M', rates: [{ key: 'a', price }] }];
    const current = [upfrontTerm('USD', cards('5'), 'Disallowed'), trial, { Type: 'LegalTerm' }];
    assert.deepEqual(priceSteps(current, [upfrontTerm('USD', cards('4'), 'Allowed')]), {
      first: [upfrontTerm('USD', cards('4'), 'Disallowed'), trial],
      last: null,
    });
    assert.deepEqual(priceSteps(current, [upfrontTerm('USD', cards('5'), 'Allowed')]), { first: null, last: null });
  });
});
