import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UsageRecord } from '@aws-sdk/client-marketplace-metering';
import type { AwsOfferSubmission } from '../../offer-submissions.ts';
import type { UsageSend } from '../../port.ts';
import {
  agreementEntitlements,
  agreementTerms,
  describedAgreement,
  describedChangeSet,
  describedEntity,
  meteredUsage,
} from '../answers.ts';
import { licenseOf, readAgreementAnswer } from './agreement.ts';
import { changeSetName } from './change.ts';
import { fulfillmentOptionOf, readChangeSet, readOfferEntity, readProductEntity } from './entities.ts';
import { awsMessages } from './event.ts';
import { memberName } from './member-name.ts';
import { offerChanges } from './offer-changes.ts';
import { matchOutcomes, usageDocuments, usageRequest } from './usage.ts';

const submission: AwsOfferSubmission = {
  partner: 'AWS',
  name: 'Acme 2027',
  description: '',
  productEntityId: 'prod-1111111111111',
  buyerAccountIds: ['111111111111'],
  availabilityEndDate: '2026-12-31',
  currency: 'USD',
  upfront: { price: '1200', grants: [{ key: 'BasicService', quantity: 1 }] },
  installments: [],
  usageRates: [{ key: 'WorkloadSmall', price: '0.15' }],
  durationIso: 'P12M',
  startDate: null,
  endDate: null,
  eula: { type: 'STANDARD' },
  refundPolicy: null,
  renewal: null,
};

const typesOf = (offer: AwsOfferSubmission): (string | undefined)[] =>
  offerChanges(offer).map((change) => change.ChangeType);
const detailsOf = (offer: AwsOfferSubmission, type: string): unknown =>
  offerChanges(offer).find((change) => change.ChangeType === type)?.DetailsDocument;

describe('an offer sent to AWS', () => {
  it('is one unit of one dimension: the change set of AWS’s sample for a contract with pay-as-you-go', () => {
    assert.deepEqual(offerChanges(submission), [
      {
        ChangeType: 'CreateOffer',
        ChangeName: 'offer',
        Entity: { Type: 'Offer@1.0' },
        DetailsDocument: { ProductId: 'prod-1111111111111' },
      },
      ...[
        ['UpdateInformation', { Name: 'Acme 2027', Description: 'Acme 2027' }],
        ['UpdateTargeting', { PositiveTargeting: { BuyerAccounts: ['111111111111'] } }],
        [
          'UpdatePricingTerms',
          {
            PricingModel: 'Contract',
            Terms: [
              {
                Type: 'ConfigurableUpfrontPricingTerm',
                CurrencyCode: 'USD',
                RateCards: [
                  {
                    Selector: { Type: 'Duration', Value: 'P12M' },
                    Constraints: { MultipleDimensionSelection: 'Disallowed', QuantityConfiguration: 'Disallowed' },
                    RateCard: [{ DimensionKey: 'BasicService', Price: '1200' }],
                  },
                ],
              },
              {
                Type: 'UsageBasedPricingTerm',
                CurrencyCode: 'USD',
                RateCards: [{ RateCard: [{ DimensionKey: 'WorkloadSmall', Price: '0.15' }] }],
              },
            ],
          },
        ],
        [
          'UpdateLegalTerms',
          { Terms: [{ Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] }] },
        ],
        ['UpdateAvailability', { AvailabilityEndDate: '2026-12-31' }],
        ['ReleaseOffer', {}],
      ].map(([ChangeType, DetailsDocument]) => ({
        ChangeType,
        Entity: { Type: 'Offer@1.0', Identifier: '$offer.Entity.Identifier' },
        DetailsDocument,
      })),
    ]);
  });

  it('has installments: price 0, and the amounts in a schedule in cents, in the order of the samples', () => {
    const offer: AwsOfferSubmission = {
      ...submission,
      usageRates: [],
      installments: [
        { chargeDate: '2027-01-01', amount: '200.5' },
        { chargeDate: '2027-02-01', amount: '999.5' },
      ],
      refundPolicy: 'None.',
      renewal: { enabled: true },
    };
    assert.deepEqual(typesOf(offer), [
      'CreateOffer',
      'UpdateInformation',
      'UpdateTargeting',
      'UpdatePricingTerms',
      'UpdateValidityTerms',
      'UpdatePaymentScheduleTerms',
      'UpdateLegalTerms',
      'UpdateSupportTerms',
      'UpdateRenewalTerms',
      'UpdateAvailability',
      'ReleaseOffer',
    ]);
    assert.deepEqual(detailsOf(offer, 'UpdatePricingTerms'), {
      PricingModel: 'Contract',
      Terms: [
        {
          Type: 'FixedUpfrontPricingTerm',
          CurrencyCode: 'USD',
          Price: '0.0',
          Grants: [{ DimensionKey: 'BasicService', MaxQuantity: 1 }],
        },
      ],
    });
    assert.deepEqual(detailsOf(offer, 'UpdatePaymentScheduleTerms'), {
      Terms: [
        {
          Type: 'PaymentScheduleTerm',
          CurrencyCode: 'USD',
          Schedule: [
            { ChargeDate: '2027-01-01', ChargeAmount: '200.50' },
            { ChargeDate: '2027-02-01', ChargeAmount: '999.50' },
          ],
        },
      ],
    });
  });

  it('grants several units, which are charged on the day of submission', () => {
    const offer = {
      ...submission,
      upfront: { price: '10', grants: [{ key: 'a', quantity: 5 }] },
      upfrontChargeDate: '2026-11-20',
    };
    assert.deepEqual(detailsOf(offer, 'UpdatePaymentScheduleTerms'), {
      Terms: [
        {
          Type: 'PaymentScheduleTerm',
          CurrencyCode: 'USD',
          Schedule: [{ ChargeDate: '2026-11-20', ChargeAmount: '10.00' }],
        },
      ],
    });
  });

  it('sells usage only: the pricing model is Usage', () => {
    const details = detailsOf({ ...submission, upfront: null }, 'UpdatePricingTerms') as {
      PricingModel: string;
      Terms: object[];
    };
    assert.equal(details.PricingModel, 'Usage');
    assert.equal(details.Terms.length, 1);
  });

  it('never gives a change set a name that AWS refuses', () => {
    assert.match(changeSetName('Café “Müller” & Söhne / №1'), /^[\w\s+=.:@-]{1,100}$/);
    assert.match(changeSetName('日本'), /^[\w\s+=.:@-]{1,100}$/);
  });
});

describe('what AWS returns', () => {
  it('an agreement with several licenses is metered by the one in use', () => {
    const of = (...list: (readonly [string | null, string])[]) =>
      licenseOf(
        agreementEntitlements.parse({
          agreementEntitlements: list.map(([licenseArn, status]) => ({ licenseArn, status })),
        }).agreementEntitlements,
      );
    assert.equal(of(['arn:old', 'DEPROVISIONED'], ['arn:failed', 'FAILED'], ['arn:now', 'PROVISIONED']), 'arn:now');
    assert.equal(of(['arn:old', 'DEPROVISIONED'], [null, 'PENDING']), 'arn:old', 'its last hours are still submitted');
    assert.equal(of(['arn:new', 'A_STATE_OF_THE_FUTURE']), 'arn:new');
    assert.equal(of(), null);
  });

  const offer = {
    EntityType: 'Offer@1.0',
    EntityIdentifier: 'offer-abc@4',
    LastModifiedDate: '2026-11-20T00:00:00Z',
    DetailsDocument: {
      Id: 'offer-abc',
      Name: 'Acme',
      Description: 'd',
      State: 'Released',
      ProductId: 'prod-x@2',
      OfferSetId: null,
      Terms: [
        {
          Type: 'FixedUpfrontPricingTerm',
          CurrencyCode: 'EUR',
          Price: '0.0',
          Grants: [{ DimensionKey: 'a', MaxQuantity: 1 }],
        },
        {
          Type: 'PaymentScheduleTerm',
          CurrencyCode: 'EUR',
          Schedule: [
            { ChargeDate: '2027-01-01T00:00:00.000Z', ChargeAmount: '0.10' },
            { ChargeDate: '2027-02-01T00:00:00.000Z', ChargeAmount: '0.20' },
          ],
        },
        { Type: 'ValidityTerm', AgreementDuration: 'P12M' },
      ],
      Rules: [
        { Type: 'AvailabilityRule', AvailabilityEndDate: '2026-12-31T23:59:59.999Z' },
        { Type: 'TargetingRule', PositiveTargeting: { BuyerAccounts: ['111111111111'] } },
      ],
    },
  };

  it('an offer: its price is the exact sum of its schedule, its last instant the end of the day', () => {
    const { document: _document, agreed: _agreed, ...read } = readOfferEntity(describedEntity.parse(offer));
    assert.deepEqual(read, {
      externalId: 'offer-abc',
      name: 'Acme',
      description: 'd',
      state: 'RELEASED',
      isPrivate: true,
      productEntityId: 'prod-x',
      buyerAccountIds: ['111111111111'],
      expireTime: new Date('2026-12-31T23:59:59.999Z'),
      currency: 'EUR',
      upfront: { price: '0.3', durationIso: 'P12M' },
      usageRates: [],
      agreementDurationIso: 'P12M',
      agreementStart: null,
      agreementEnd: null,
      version: 4,
    });
  });

  it('a document given as text reads like one given as JSON', () => {
    const { DetailsDocument, ...rest } = offer;
    const inText = describedEntity.parse({ ...rest, Details: JSON.stringify(DetailsDocument) });
    assert.deepEqual(readOfferEntity(inText), readOfferEntity(describedEntity.parse(offer)));
  });

  it('a product: status, kind and the address of its sign-up page', () => {
    const { document: _document, ...read } = readProductEntity(
      describedEntity.parse({
        EntityType: 'SaaSProduct@1.0',
        EntityIdentifier: 'prod-x@7',
        DetailsDocument: {
          Description: { ProductTitle: 'Widget', ProductCode: 'abc123', Visibility: 'Limited' },
          Dimensions: [
            { Key: 'seats', Name: 'Seats', Description: 'Seats', Unit: 'Units', Types: ['Entitled', 'Metered'] },
          ],
          Versions: [{ Id: 'v', DeliveryOptions: [{ Id: 'do-1', FulfillmentUrl: 'https://acme.test/signup' }] }],
        },
      }),
    );
    assert.deepEqual(read, {
      entityId: 'prod-x',
      externalId: 'abc123',
      title: 'Widget',
      status: 'LIMITED',
      productType: 'CONTRACT',
      fulfillmentUrl: 'https://acme.test/signup',
      meteringKey: 'LICENSE',
      version: 7,
      dimensions: [
        { key: 'seats', name: 'Seats', description: 'Seats', unit: 'Units', types: ['Entitled', 'Metered'] },
      ],
    });
  });

  it('a product with several delivery options: buyers come through the public one that is not an API', () => {
    const product = (DeliveryOptions: object[]) =>
      describedEntity.parse({
        EntityType: 'SaaSProduct@1.0',
        EntityIdentifier: 'prod-x@7',
        DetailsDocument: { Description: {}, Dimensions: [], Versions: [{ DeliveryOptions }] },
      });
    const option = (Id: string, Type: string, Visibility = 'Public') => ({
      Id,
      Type,
      Visibility,
      FulfillmentUrl: `https://acme.test/${Id}`,
    });
    const api = option('do-api', 'ApiDeliveryOption');
    const next = option('do-next', 'SaaSUrlDeliveryOption', 'Limited');
    const entity = product([api, next, option('do-now', 'SaaSUrlDeliveryOption')]);
    assert.equal(fulfillmentOptionOf(entity), 'do-now');
    assert.equal(readProductEntity(entity).fulfillmentUrl, 'https://acme.test/do-now');
    assert.equal(fulfillmentOptionOf(product([api, next])), 'do-next');
    assert.equal(fulfillmentOptionOf(product([api])), null, 'its address is added, not that of the API changed');
  });

  it('a change set: its entities without revisions, its errors as AWS reports them', () => {
    const change = {
      ChangeType: 'CreateOffer',
      ChangeName: 'offer',
      Entity: { Type: 'Offer@1.0', Identifier: 'offer-1@1' },
    };
    const read = (set: object) => readChangeSet(describedChangeSet.parse({ ChangeSetId: 'c', ...set }));
    assert.deepEqual(read({ Status: 'SUCCEEDED', ChangeSet: [change] }), {
      state: 'DONE',
      entityIds: { offer: 'offer-1' },
    });
    assert.deepEqual(read({ Status: 'APPLYING', ChangeSet: [change] }), { state: 'RUNNING' });
    const errors = [{ ErrorCode: 'INVALID_RATE_CARD', ErrorMessage: 'no such dimension' }];
    assert.deepEqual(
      read({ Status: 'FAILED', FailureCode: 'CLIENT_ERROR', ChangeSet: [{ ...change, ErrorDetailList: errors }] }),
      {
        state: 'FAILED',
        serverFault: false,
        errors: [{ code: 'INVALID_RATE_CARD', message: 'no such dimension', of: 'offer' }],
      },
    );
    for (const [Identifier, of] of [
      ['$offer.Entity.Identifier', 'offer'],
      [`$${memberName('offer_1')}.Entity.Identifier`, 'offer_1'],
      ['offer-1@7', 'offer-1'],
    ]) {
      const later = { ChangeType: 'ReleaseOffer', Entity: { Type: 'Offer@1.0', Identifier } };
      const end = read({ Status: 'FAILED', ChangeSet: [{ ...later, ErrorDetailList: errors }] });
      assert.equal(end.state === 'FAILED' && end.errors[0]?.of, of);
    }
    assert.deepEqual(read({ Status: 'FAILED', FailureCode: 'SERVER_FAULT', ChangeSet: [] }), {
      state: 'FAILED',
      serverFault: true,
      errors: [{ code: 'SERVER_FAULT', message: 'The change set ended as FAILED.' }],
    });
  });

  it('an agreement: the version is its last update, and the year 9999 means no end', () => {
    const described = describedAgreement.parse({
      agreementId: 'agmt-1',
      agreementType: 'PurchaseAgreement',
      acceptor: { accountId: '111111111111' },
      proposer: { accountId: '222222222222' },
      acceptanceTime: new Date('2026-11-01T00:00:00Z'),
      startTime: new Date('2026-11-02T00:00:00Z'),
      endTime: new Date('9999-01-01T00:00:00Z'),
      status: 'ACTIVE',
      initialAgreementId: 'agmt-0',
      proposalSummary: { offerId: 'offer-1', resources: [{ id: 'prod-x', type: 'SaaSProduct' }] },
      estimatedCharges: { currencyCode: 'USD', agreementValue: '12.50' },
    });
    const read = readAgreementAnswer(described, {
      lastUpdateTime: new Date(1_800_000_000_123),
      licenseArn: 'arn:l',
      terms: [],
    });
    assert.equal(read?.endTime, null);
    assert.equal(read?.version, 1_800_000_000_123);
    assert.equal(read?.value, '12.5');
    assert.deepEqual(read?.document, {
      agreementId: 'agmt-1',
      agreementType: 'PurchaseAgreement',
      status: 'ACTIVE',
      acceptanceTime: '2026-11-01T00:00:00.000Z',
      startTime: '2026-11-02T00:00:00.000Z',
      buyerAccountId: '111111111111',
      sellerAccountId: '222222222222',
      offerId: 'offer-1',
      productId: 'prod-x',
      productType: 'SaaSProduct',
    });
  });
});

describe('the accepted terms of an agreement', () => {
  const described = describedAgreement.parse({
    agreementId: 'agmt-1',
    acceptor: { accountId: '111111111111' },
    proposer: { accountId: '222222222222' },
    acceptanceTime: new Date('2026-11-01T00:00:00Z'),
    status: 'ACTIVE',
    proposalSummary: { offerId: 'offer-1', resources: [{ id: 'prod-x', type: 'SaaSProduct' }] },
  });
  const readOf = (acceptedTerms: object[]) => {
    const { acceptedTerms: terms } = agreementTerms.parse({ acceptedTerms });
    return readAgreementAnswer(described, { lastUpdateTime: null, licenseArn: null, terms });
  };
  const freeTrialPricingTerm = { type: 'FreeTrialPricingTerm', duration: 'P14D', grants: [{ dimensionKey: 'seats' }] };

  it('a free trial: with prices beside it, these apply after it; without a known length or grants it is still one', () => {
    const trialOf = (...terms: object[]) => readOf(terms)?.trial;
    const granted = [{ key: 'seats', quantity: null }];
    assert.deepEqual(trialOf({ freeTrialPricingTerm }), { length: 14, unit: 'DAY', granted });
    for (const priced of [
      { usageBasedPricingTerm: { currencyCode: 'USD', rateCards: [] } },
      { configurableUpfrontPricingTerm: {} },
      { fixedUpfrontPricingTerm: {} },
      { recurringPaymentTerm: {} },
      { variablePaymentTerm: {} },
    ])
      assert.deepEqual(trialOf({ freeTrialPricingTerm }, priced), { length: 14, unit: 'DAY', granted: null });
    assert.deepEqual(trialOf({ freeTrialPricingTerm: { duration: 'soon' } }), {
      length: null,
      unit: 'DAY',
      granted: [],
    });
    assert.equal(trialOf({ usageBasedPricingTerm: { rateCards: [] } }), undefined);
  });

  it('a variable payment term is kept as AWS wrote it, and gives the currency if nothing else does', () => {
    const variablePaymentTerm = {
      type: 'VariablePaymentTerm',
      currencyCode: 'EUR',
      maxTotalChargeAmount: '5000.00',
      configuration: { paymentRequestApprovalStrategy: 'AUTO_APPROVE_ON_EXPIRATION', expirationDuration: 'P10D' },
    };
    const read = readOf([{ variablePaymentTerm }]);
    assert.deepEqual([read?.currency, read?.document.variablePaymentTerm], ['EUR', variablePaymentTerm]);
  });
});

describe('usage sent to AWS', () => {
  const row = (change: Partial<UsageSend>): UsageSend => ({
    reportId: 'r1',
    product: { entityId: 'prod-x', externalId: 'code', meteringKey: 'LICENSE' },
    buyerAccountId: '111111111111',
    customerIdentifier: 'cust',
    usageResourceId: 'arn:a',
    dimension: 'd',
    quantity: '3',
    timestamp: new Date('2026-11-20T10:00:00.789Z'),
    allocations: [],
    ...change,
  });

  it('names account and license and no product code, with times in whole seconds', () => {
    assert.deepEqual(usageRequest([row({})]), {
      UsageRecords: [
        {
          Timestamp: new Date('2026-11-20T10:00:00Z'),
          Dimension: 'd',
          Quantity: 3,
          CustomerAWSAccountId: '111111111111',
          LicenseArn: 'arn:a',
        },
      ],
    });
  });

  it('names a legacy product by its code, and never both kinds of key', () => {
    const product = { entityId: 'prod-x', externalId: 'code', meteringKey: 'PRODUCT_CODE' } as const;
    assert.deepEqual(usageRequest([row({ product })]), {
      ProductCode: 'code',
      UsageRecords: [
        { Timestamp: new Date('2026-11-20T10:00:00Z'), Dimension: 'd', Quantity: 3, CustomerIdentifier: 'cust' },
      ],
    });
  });

  it('has allocations by tags; untagged usage has none', () => {
    const allocations = [
      { quantity: '2', tags: [{ key: 'team', value: 'a' }] },
      { quantity: '1', tags: [] },
    ];
    assert.deepEqual(usageRequest([row({ allocations })]).UsageRecords?.[0]?.UsageAllocations, [
      { AllocatedUsageQuantity: 2, Tags: [{ Key: 'team', Value: 'a' }] },
      { AllocatedUsageQuantity: 1 },
    ]);
  });

  it('is stored as it was sent, and a large request without its allocations', () => {
    const answer = meteredUsage.parse({ Results: [], UnprocessedRecords: [] });
    const kept = (count: number): object => {
      const allocations = Array.from({ length: count }, (_, index) => ({
        quantity: '1',
        tags: [{ key: 'team', value: `${index}`.padEnd(200, 'x') }],
      }));
      const request = usageRequest([row({ allocations })]);
      const { UsageAllocations: _, ...bare } = (request.UsageRecords ?? [])[0] as UsageRecord;
      const { UsageRecords } = usageDocuments(request, answer).request as { UsageRecords: object[] };
      assert.partialDeepStrictEqual(UsageRecords[0], JSON.parse(JSON.stringify(bare)));
      return UsageRecords[0] as object;
    };
    assert.ok('UsageAllocations' in kept(100));
    assert.ok(!('UsageAllocations' in kept(200)));
  });

  it('is refused as a programming error with rows of two products', () => {
    const product = { entityId: 'prod-y', externalId: 'other', meteringKey: 'LICENSE' } as const;
    assert.throws(() => usageRequest([row({}), row({ product })]), /several products/);
  });

  it('matches each result to its row, whatever the order; a row without a result was not processed', () => {
    const rows = [
      row({ reportId: 'same-dimension-other-licence', usageResourceId: 'arn:b' }),
      row({ reportId: 'accepted' }),
      row({ reportId: 'later-hour', timestamp: new Date('2026-11-20T11:00:00Z') }),
      row({ reportId: 'left', dimension: 'e' }),
      row({ reportId: 'not-named', dimension: 'f' }),
      row({ reportId: 'without-record', dimension: 'g' }),
    ];
    const record = (change: object) => ({
      Timestamp: new Date('2026-11-20T10:00:00Z'),
      Dimension: 'd',
      Quantity: 3,
      CustomerAWSAccountId: '111111111111',
      LicenseArn: 'arn:a',
      ...change,
    });
    const answer = meteredUsage.parse({
      Results: [
        {
          UsageRecord: record({ Timestamp: new Date('2026-11-20T11:00:00Z') }),
          MeteringRecordId: 'm3',
          Status: 'DuplicateRecord',
        },
        { UsageRecord: record({}), MeteringRecordId: 'm1', Status: 'Success' },
        { UsageRecord: record({ LicenseArn: 'arn:b' }), Status: 'CustomerNotSubscribed' },
        { UsageRecord: record({ Dimension: 'not ours' }), MeteringRecordId: 'm9', Status: 'Success' },
        { UsageRecord: record({ Dimension: 'g' }), Status: 'Success' },
      ],
      UnprocessedRecords: [record({ Dimension: 'e' })],
    });
    assert.deepEqual([...matchOutcomes(rows, answer)].map(([id, outcome]) => [id, outcome.state]).sort(), [
      ['accepted', 'ACCEPTED'],
      ['later-hour', 'DUPLICATE'],
      ['left', 'UNPROCESSED'],
      ['same-dimension-other-licence', 'REFUSED'],
    ]);
  });
});

describe('events from AWS', () => {
  const event = (source: string, type: string, detail: object) => ({
    version: '0',
    id: 'e1',
    'detail-type': type,
    source,
    account: '222222222222',
    time: '2026-11-20T00:00:00Z',
    region: 'us-east-1',
    resources: [],
    detail: { requestId: 'q1', catalog: 'AWSMarketplace', ...detail },
  });
  const arn = 'arn:aws:license-manager::294406891311:license:l-0123456789abcdef0123456789abcdef';

  it('are about the agreement, the offer or nothing', () => {
    const agreement = { agreement: { id: 'agmt-abc' } };
    const rows: [object, object][] = [
      [
        event('aws.agreement-marketplace', 'Purchase Agreement Created - Proposer', agreement),
        { about: 'AGREEMENT', agreementId: 'agmt-abc', licenseArn: null, licenseEnded: false },
      ],
      [
        event('aws.agreement-marketplace', 'License Updated - Manufacturer', { ...agreement, license: { arn } }),
        { about: 'AGREEMENT', agreementId: 'agmt-abc', licenseArn: arn, licenseEnded: false },
      ],
      [
        event('aws.agreement-marketplace', 'License Deprovisioned - Manufacturer', { ...agreement, license: { arn } }),
        { about: 'AGREEMENT', agreementId: 'agmt-abc', licenseArn: null, licenseEnded: true },
      ],
      [
        event('aws.marketplacecatalog', 'Offer Released', { offer: { id: 'offer-abc' } }),
        { about: 'OFFER', externalId: 'offer-abc' },
      ],
      [event('aws.marketplacecatalog', 'Change Set Succeeded', { ChangeSetId: 'c' }), { about: 'NOTHING' }],
      [
        event('aws.agreement-marketplace', 'Purchase Agreement Created - Proposer', {
          agreement: { id: "agmt-' or 1=1" },
        }),
        { about: 'NOTHING' },
      ],
      [{ hello: 'world' }, { about: 'NOTHING' }],
    ];
    for (const [body, hint] of rows) assert.deepEqual(awsMessages.readHint(body), hint);
  });

  it('have an envelope with the id under which they are stored once', () => {
    const released = event('x', 'Offer Released', {});
    assert.deepEqual(awsMessages.readEnvelopes(released), [
      {
        body: released,
        id: 'e1',
        requestId: 'q1',
        type: 'Offer Released',
      },
    ]);
    for (const body of [undefined, null, [], 'x', {}, { id: '', source: 'a', 'detail-type': 'b' }])
      assert.equal(awsMessages.readEnvelopes(body), null);
  });
});
