import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BatchDescribeEntitiesCommand,
  CancelChangeSetCommand,
  type Change,
  DescribeChangeSetCommand,
  DescribeEntityCommand,
  ListChangeSetsCommand,
  ListEntitiesCommand,
  ListTagsForResourceCommand,
  type OfferFilters,
  StartChangeSetCommand,
  TagResourceCommand,
  UntagResourceCommand,
} from '@aws-sdk/client-marketplace-catalog';
import { createQuotas } from '../quotas.ts';
import {
  type Bench,
  buyer,
  clientsOf,
  errorCodes,
  failureOf,
  openBench,
  runChangeSet,
  type SdkError,
  type Seller,
  seedProduct,
} from '../simulator.test-support.ts';

type Document = Record<string, unknown>;

const Catalog = 'AWSMarketplace';

const onOffer = (ChangeType: string, DetailsDocument: Document, Identifier = '$deal.Entity.Identifier'): Change => ({
  ChangeType,
  Entity: { Type: 'Offer@1.0', Identifier },
  DetailsDocument: DetailsDocument as never,
});

const onProduct = (ChangeType: string, DetailsDocument: unknown, Identifier = '$new.Entity.Identifier'): Change => ({
  ChangeType,
  Entity: { Type: 'SaaSProduct@1.0', Identifier },
  DetailsDocument: DetailsDocument as never,
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const usageTerms = (price: string, key = 'requests') => ({
  PricingModel: 'Usage',
  Terms: [
    {
      Type: 'UsageBasedPricingTerm',
      CurrencyCode: 'USD',
      RateCards: [{ RateCard: [{ DimensionKey: key, Price: price }] }],
    },
  ],
});
const legalTerms = { Terms: [{ Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] }] };

const privateOffer = (
  productId: string,
  more: { name?: string; replace?: Record<string, Change | null> } = {},
): Change[] => {
  const changes: Change[] = [
    {
      ChangeType: 'CreateOffer',
      ChangeName: 'deal',
      Entity: { Type: 'Offer@1.0' },
      DetailsDocument: { ProductId: productId, Name: more.name ?? 'Deal' },
    },
    onOffer('UpdateInformation', { Description: 'for one buyer' }),
    onOffer('UpdateTargeting', { PositiveTargeting: { BuyerAccounts: [buyer] } }),
    onOffer('UpdatePricingTerms', usageTerms('0.02')),
    onOffer('UpdateLegalTerms', legalTerms),
    onOffer('UpdateAvailability', { AvailabilityEndDate: inDays(30) }),
    onOffer('ReleaseOffer', {}),
  ];
  const replace = more.replace ?? {};
  return changes
    .map((change) => (Object.hasOwn(replace, change.ChangeType ?? '') ? replace[change.ChangeType ?? ''] : change))
    .filter((change) => change !== null && change !== undefined);
};

const releasedOffer = async (bench: Bench, productId: string, name?: string): Promise<string> => {
  const changeSet = await runChangeSet(bench, privateOffer(productId, name === undefined ? {} : { name }));
  assert.equal(changeSet.Status, 'SUCCEEDED', JSON.stringify(changeSet));
  return changeSet.ChangeSet?.[0]?.Entity?.Identifier?.split('@')[0] ?? '';
};

const describe = async (bench: Bench, EntityId: string) => {
  const answer = await bench.catalog.send(new DescribeEntityCommand({ Catalog, EntityId }));
  return { ...answer, document: answer.DetailsDocument as Document };
};

test('one change set creates a product, releases it, publishes it and sells it', async (t) => {
  const bench = await openBench(t);
  const changeSet = await runChangeSet(bench, [
    { ChangeType: 'CreateProduct', ChangeName: 'new', Entity: { Type: 'SaaSProduct@1.0' }, DetailsDocument: {} },
    onProduct('UpdateInformation', {
      ProductTitle: 'Acme',
      ShortDescription: 'short',
      LongDescription: 'long',
      LogoUrl: 'https://acme.example/logo.png',
      Highlights: ['one'],
      SupportDescription: 'write to us',
      Categories: ['Data'],
      SearchKeywords: ['data'],
    }),
    onProduct('UpdateTargeting', { PositiveTargeting: { BuyerAccounts: [buyer] } }),
    onProduct('AddDeliveryOptions', {
      DeliveryOptions: [
        { Details: { SaaSUrlDeliveryOptionDetails: { FulfillmentUrl: 'https://acme.example/signup' } } },
      ],
    }),
    onProduct('AddDimensions', [
      { Key: 'requests', Name: 'Requests', Description: 'calls', Unit: 'Units', Types: ['ExternallyMetered'] },
    ]),
    onProduct('ReleaseProduct', {}),
    {
      ChangeType: 'CreateOffer',
      ChangeName: 'deal',
      Entity: { Type: 'Offer@1.0' },
      DetailsDocument: { ProductId: '$new.Entity.Identifier', Name: 'Public' },
    },
    onOffer('UpdateInformation', { Description: 'for all' }),
    onOffer('UpdatePricingTerms', usageTerms('0.01')),
    onOffer('UpdateLegalTerms', legalTerms),
    onOffer('UpdateSupportTerms', { Terms: [{ Type: 'SupportTerm', RefundPolicy: 'none' }] }),
    onOffer('ReleaseOffer', {}),
    onProduct('UpdateVisibility', { TargetVisibility: 'Public' }),
  ]);
  assert.equal(changeSet.Status, 'SUCCEEDED', JSON.stringify(changeSet));
  const identifier = changeSet.ChangeSet?.[0]?.Entity?.Identifier ?? '';
  assert.match(identifier, /^prod-[a-z0-9]{13}@1$/);
  const product = await describe(bench, identifier.split('@')[0] ?? '');
  assert.equal(product.EntityType, 'SaaSProduct@1.0');
  assert.equal(product.EntityIdentifier, identifier);
  const description = product.document.Description as Document;
  assert.equal(description.Visibility, 'Public');
  assert.match(String(description.ProductCode), /^[a-z0-9]{25}$/);
  assert.deepEqual(product.document.Targeting, { PositiveTargeting: { BuyerAccounts: [buyer] } });
  assert.deepEqual(JSON.parse(product.Details ?? ''), product.document);

  const id = product.document.Versions as { DeliveryOptions: { Id: string; FulfillmentUrl: string }[] }[];
  const optionId = id[0]?.DeliveryOptions[0]?.Id ?? '';
  const productId = identifier.split('@')[0] ?? '';
  const unnamed = { DeliveryOptions: [{ Details: { SaaSUrlDeliveryOptionDetails: { UsageInstructions: 'x' } } }] };
  await assert.rejects(runChangeSet(bench, [onProduct('UpdateDeliveryOptions', unnamed, productId)]), {
    name: 'ValidationException',
  });
  const updated = await runChangeSet(bench, [
    onProduct(
      'UpdateDeliveryOptions',
      {
        DeliveryOptions: [
          { Id: optionId, Details: { SaaSUrlDeliveryOptionDetails: { FulfillmentUrl: 'https://acme.example/new' } } },
        ],
      },
      productId,
    ),
    onProduct('UpdateTargeting', { PositiveTargeting: { BuyerAccounts: [] } }, productId),
  ]);
  assert.equal(updated.Status, 'SUCCEEDED');
  const after = await describe(bench, productId);
  assert.equal(after.EntityIdentifier, `${productId}@2`);
  assert.match(JSON.stringify(after.document.Versions), /acme\.example\/new/);
});

test('a failed change names the error, and no change of its set takes effect', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { productId } = await seedProduct(bench);
  const before = (await bench.catalog.send(new ListEntitiesCommand({ Catalog, EntityType: 'Offer' })))
    .EntitySummaryList;
  const cases: [Record<string, Change | null>, string[]][] = [
    [{ UpdatePricingTerms: onOffer('UpdatePricingTerms', usageTerms('0.02', 'unknown')) }, ['INVALID_RATE_CARD']],
    [{ UpdatePricingTerms: onOffer('UpdatePricingTerms', usageTerms('0.02', 'seats')) }, ['INVALID_RATE_CARD']],
    [{ UpdateInformation: null, UpdateLegalTerms: null }, ['MISSING_DESCRIPTION', 'MISSING_MANDATORY_TERMS']],
    [{ UpdateAvailability: null }, ['MISSING_AVAILABILITY_END_DATE']],
    [{ UpdateTargeting: null }, ['MISSING_BUYER_ACCOUNTS', 'MISSING_MANDATORY_TERMS']],
    [
      { UpdateAvailability: onOffer('UpdateAvailability', { AvailabilityEndDate: inDays(-1) }) },
      ['INVALID_AVAILABILITY_END_DATE'],
    ],
    [
      {
        UpdateLegalTerms: onOffer('UpdateRenewalTerms', { Terms: [{ Type: 'RenewalTerm' }] }),
      },
      ['MISSING_PRICE_INCREASE'],
    ],
  ];
  for (const [replace, codes] of cases) {
    const changeSet = await runChangeSet(bench, privateOffer(productId, { replace }));
    assert.equal(changeSet.Status, 'FAILED');
    assert.equal(changeSet.FailureCode, 'CLIENT_ERROR');
    assert.deepEqual(errorCodes(changeSet), codes);
  }
  const named = await runChangeSet(bench, privateOffer(productId, { name: 'please fail-release it' }));
  assert.deepEqual(errorCodes(named), ['INCOMPATIBLE_TERMS']);
  const after = (await bench.catalog.send(new ListEntitiesCommand({ Catalog, EntityType: 'Offer' }))).EntitySummaryList;
  assert.deepEqual(after, before);
});

test('renewal terms, schedules and fixed prices have to match', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { productId } = await seedProduct(bench);
  const currency = { CurrencyCode: 'USD' };
  const fixed = (Price: string) =>
    onOffer('UpdatePricingTerms', {
      PricingModel: 'Contract',
      Terms: [
        { Type: 'FixedUpfrontPricingTerm', ...currency, Price, Grants: [{ DimensionKey: 'seats', MaxQuantity: 2 }] },
      ],
    });
  const validity = onOffer('UpdateValidityTerms', { Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P12M' }] });
  const schedule = (...days: number[]) =>
    onOffer('UpdatePaymentScheduleTerms', {
      Terms: [
        {
          Type: 'PaymentScheduleTerm',
          ...currency,
          Schedule: days.map((day) => ({ ChargeDate: inDays(day), ChargeAmount: '100.50' })),
        },
      ],
    });
  const renewal = (term: Document) => onOffer('UpdateRenewalTerms', { Terms: [{ Type: 'RenewalTerm', ...term }] });
  const range = (MinValue: string, MaxValue: string, DefaultValue: string) => ({
    PriceIncrease: { Type: 'PercentageRange', Range: { MinValue, MaxValue, DefaultValue } },
  });
  const run = async (pricing: Change, more: Change[]) => {
    const changes = privateOffer(productId, { replace: { UpdatePricingTerms: pricing } });
    const changeSet = await runChangeSet(bench, [...changes.slice(0, -1), ...more, ...changes.slice(-1)]);
    return changeSet.Status === 'SUCCEEDED' ? 'SUCCEEDED' : errorCodes(changeSet).join();
  };
  assert.equal(await run(fixed('0'), [validity, schedule(10, 100)]), 'SUCCEEDED');
  assert.equal(await run(fixed('500'), [validity]), 'INCOMPATIBLE_TERMS');
  assert.equal(await run(fixed('500'), [validity, schedule(10)]), 'INCOMPATIBLE_TERMS');
  assert.equal(await run(fixed('0'), [schedule(10)]), 'MISSING_MANDATORY_TERMS');
  assert.equal(await run(fixed('0'), [validity, schedule(10, 20)]), 'TOO_MANY_BACKDATED_CHARGES');
  assert.equal(await run(fixed('0'), [validity, schedule(40, 40)]), 'DUPLICATE_CHARGE_DATES');
  assert.equal(await run(fixed('0'), [validity, schedule(-1, 40)]), 'INVALID_CHARGE_DATES');
  assert.equal(await run(fixed('0'), [validity, schedule(40, 370)]), 'INVALID_CHARGE_DATES');
  const periods = { LockoutPeriod: 'P30D', AdjustmentDeadline: 'P31D' };
  const both = [validity, schedule(10)];
  const whole = { ...periods, ...range('1', '5', '2') };
  const template = (...shares: string[]) => ({
    TermTemplates: [
      {
        Type: 'PaymentScheduleTermTemplate',
        Schedule: shares.map((ChargePercentage, index) => ({ ChargeDateOffset: `P${index * 30}D`, ChargePercentage })),
      },
    ],
  });
  assert.equal(await run(fixed('0'), [...both, renewal({ ...whole, ...template('60', '40') })]), 'SUCCEEDED');
  assert.equal(
    await run(fixed('0'), [...both, renewal({ ...whole, ...template('60', '39') })]),
    'INVALID_CHARGE_PERCENTAGES',
  );
  const twice = template('60', '40');
  for (const charge of twice.TermTemplates[0]?.Schedule ?? []) charge.ChargeDateOffset = 'P0D';
  assert.equal(await run(fixed('0'), [...both, renewal({ ...whole, ...twice })]), 'DUPLICATE_CHARGE_DATE_OFFSETS');
  assert.equal(await run(fixed('0'), [...both, renewal(whole)]), 'MISSING_PAYMENT_SCHEDULE_TERM_TEMPLATE');
  assert.equal(
    await run(fixed('0'), [...both, renewal({ ...periods, AdjustmentDeadline: 'P30D', ...range('1', '5', '2') })]),
    'INVALID_ADJUSTMENT_DEADLINE',
  );
  assert.equal(
    await run(fixed('0'), [...both, renewal({ LockoutPeriod: 'P30D', ...range('1', '5', '2') })]),
    'MISSING_ADJUSTMENT_DEADLINE',
  );
  assert.equal(
    await run(fixed('0'), [...both, renewal({ ...periods, ...range('1', '5', '6') })]),
    'INVALID_PERCENTAGE_RANGE',
  );
});

test('the prices of a public offer are frozen for 120 days after an increase', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { publicOfferId } = await seedProduct(bench, { dimensions: [{ key: 'requests', price: '0.01' }] });
  const reprice = async (price: string) => {
    const changeSet = await runChangeSet(bench, [onOffer('UpdatePricingTerms', usageTerms(price), publicOfferId)]);
    return changeSet.Status === 'SUCCEEDED' ? [] : errorCodes(changeSet);
  };
  assert.deepEqual(await reprice('0.009'), []);
  assert.deepEqual(await reprice('0.02'), []);
  assert.deepEqual(await reprice('0.03'), ['INVALID_PRICE_CHANGE']);
  await bench.post('/clock', { advance: 'P121D' });
  assert.deepEqual(await reprice('0.03'), []);
});

test('what the schemas forbid is refused at once with a list of fields', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { productId } = await seedProduct(bench);
  const start = (ChangeSet: Change[]) =>
    failureOf(bench.catalog.send(new StartChangeSetCommand({ Catalog, ChangeSet })));
  const fieldsOf = (error: SdkError) =>
    (error.ValidationExceptionFieldList ?? []) as { Reason: string; Field?: string; ChangeType?: string }[];

  const tooLong = await start(privateOffer(productId, { name: 'x'.repeat(151) }));
  assert.equal(tooLong.name, 'ValidationException');
  assert.equal(tooLong.$metadata.httpStatusCode, 422);
  assert.deepEqual(
    fieldsOf(tooLong).map(({ Reason, Field, ChangeType }) => [Reason, Field, ChangeType]),
    [['FieldValidationFailed', '$.Name', 'CreateOffer']],
  );
  const signs = await start(privateOffer(productId, { name: 'Acme <> Globex' }));
  assert.deepEqual(
    fieldsOf(signs).map(({ Field }) => Field),
    ['$.Name'],
  );
  const decimals = await start([onOffer('UpdatePricingTerms', usageTerms('0.123456789'), 'offer-x')]);
  assert.equal(fieldsOf(decimals)[0]?.Field, '$.Terms[0].RateCards[0].RateCard[0].Price');
  const unknown = await start([onOffer('DoSomething', {}, 'offer-x')]);
  assert.equal(fieldsOf(unknown)[0]?.Reason, 'UnknownOperation');
  const twice = await start([...[1, 2].map(() => onProduct('ReleaseProduct', {}, productId))]);
  assert.equal(fieldsOf(twice)[0]?.Reason, 'Other');
  const broken = await start([
    { ChangeType: 'ReleaseProduct', Entity: { Type: 'SaaSProduct@1.0', Identifier: productId }, Details: '{"a":' },
  ]);
  assert.equal(fieldsOf(broken)[0]?.Reason, 'CannotParse');
  const many = await start(Array.from({ length: 21 }, (_, index) => onOffer('ReleaseOffer', {}, `offer-${index}`)));
  assert.equal(many.name, 'ValidationException');
  const missing = await start([onOffer('ReleaseOffer', {}, 'offer-missing')]);
  assert.equal(missing.name, 'ResourceNotFoundException');
  assert.equal(missing.$metadata.httpStatusCode, 404);
  const dangling = await start([onOffer('ReleaseOffer', {})]);
  assert.equal(dangling.name, 'ValidationException');
});

test('an entity is locked while a change set runs on it; cancelling unlocks it', async (t) => {
  const bench = await openBench(t);
  const { productId } = await seedProduct(bench);
  await bench.post('/aws/settings', { changeSetDelayMs: 60_000 });
  const update = new StartChangeSetCommand({
    Catalog,
    ChangeSetName: 'first',
    ChangeSet: [onProduct('UpdateInformation', { Sku: 'A' }, productId)],
  });
  const { ChangeSetId } = await bench.catalog.send(update);
  const locked = await failureOf(bench.catalog.send(update));
  assert.equal(locked.name, 'ResourceInUseException');
  assert.equal(locked.$metadata.httpStatusCode, 423);
  await bench.catalog.send(new CancelChangeSetCommand({ Catalog, ChangeSetId }));
  const cancelled = await bench.catalog.send(new DescribeChangeSetCommand({ Catalog, ChangeSetId }));
  assert.equal(cancelled.Status, 'CANCELLED');

  const second = await bench.catalog.send(update);
  await bench.post('/clock', { advance: 'PT31S' });
  const applying = await bench.catalog.send(new DescribeChangeSetCommand({ Catalog, ChangeSetId: second.ChangeSetId }));
  assert.equal(applying.Status, 'APPLYING');
  const late = await failureOf(
    bench.catalog.send(new CancelChangeSetCommand({ Catalog, ChangeSetId: second.ChangeSetId })),
  );
  assert.equal(late.name, 'ResourceInUseException');
  await bench.post('/clock', { advance: 30_000 });
  const done = await bench.catalog.send(new DescribeChangeSetCommand({ Catalog, ChangeSetId: second.ChangeSetId }));
  assert.equal(done.Status, 'SUCCEEDED');

  const listed = await bench.catalog.send(
    new ListChangeSetsCommand({
      Catalog,
      FilterList: [
        { Name: 'ChangeSetName', ValueList: ['first'] },
        { Name: 'Status', ValueList: ['SUCCEEDED'] },
        { Name: 'EntityId', ValueList: [productId] },
      ],
    }),
  );
  assert.deepEqual(
    listed.ChangeSetSummaryList?.map((item) => item.ChangeSetId),
    [second.ChangeSetId],
  );
});

test('a client request token starts a change set once; VALIDATE changes nothing', async (t) => {
  const bench = await openBench(t);
  const { productId } = await seedProduct(bench);
  const input = {
    Catalog,
    ClientRequestToken: 'token-1',
    ChangeSet: [onProduct('UpdateInformation', { Sku: 'A' }, productId)],
  };
  const first = await bench.catalog.send(new StartChangeSetCommand(input));
  const again = await bench.catalog.send(new StartChangeSetCommand(input));
  assert.equal(again.ChangeSetId, first.ChangeSetId);
  const other = await failureOf(
    bench.catalog.send(
      new StartChangeSetCommand({ ...input, ChangeSet: [onProduct('UpdateInformation', { Sku: 'B' }, productId)] }),
    ),
  );
  assert.equal(other.name, 'ValidationException');
  await bench.post('/clock', { advance: 'PT1M' });
  const before = await describe(bench, productId);
  const { ChangeSetId } = await bench.catalog.send(
    new StartChangeSetCommand({
      Catalog,
      Intent: 'VALIDATE',
      ChangeSet: [onProduct('UpdateInformation', { Sku: 'C' }, productId)],
    }),
  );
  await bench.post('/clock', { advance: 'PT1M' });
  const validated = await bench.catalog.send(new DescribeChangeSetCommand({ Catalog, ChangeSetId }));
  assert.deepEqual([validated.Status, validated.Intent], ['SUCCEEDED', 'VALIDATE']);
  assert.deepEqual((await describe(bench, productId)).document, before.document);
});

test('the usage prices of a released private offer can be changed, and the offer can be extended and withdrawn', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { productId } = await seedProduct(bench);
  const offerId = await releasedOffer(bench, productId);
  const change = async (type: string, details: Document): Promise<string[]> => {
    const changeSet = await runChangeSet(bench, [onOffer(type, details, offerId)]);
    return changeSet.Status === 'SUCCEEDED' ? [] : errorCodes(changeSet);
  };
  assert.deepEqual(await change('UpdatePricingTerms', usageTerms('0.05')), []);
  const euro = usageTerms('0.05');
  euro.Terms[0] = { ...euro.Terms[0], CurrencyCode: 'EUR' } as never;
  await assert.rejects(change('UpdatePricingTerms', euro), { name: 'ValidationException' });
  assert.deepEqual(await change('UpdateTargeting', { PositiveTargeting: { BuyerAccounts: ['999988887777'] } }), [
    'INCOMPATIBLE_TARGETING',
  ]);
  assert.deepEqual(await change('ReleaseOffer', {}), ['INVALID_UPDATE_REQUEST']);
  assert.deepEqual(await change('UpdateAvailability', { AvailabilityEndDate: inDays(60) }), []);
  const rules = (await describe(bench, offerId)).document.Rules as Document[];
  assert.equal(rules[0]?.AvailabilityEndDate, `${inDays(60)}T23:59:59.999Z`);

  assert.deepEqual(await change('UpdateAvailability', { AvailabilityEndDate: inDays(-1) }), []);
  const refused = await failureOf(bench.post(`/aws/offer/${offerId}/accept`, { buyerAccountId: buyer }));
  assert.match(refused.message, /expired/);
});

test('an offer can be accepted until the end of its last UTC day', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-05-01T12:00:00Z' });
  const { productId } = await seedProduct(bench);
  const terms = usageTerms('0.02').Terms;
  const [open, late] = await Promise.all(
    [1, 2].map(() =>
      bench.post<{ offerId: string }>('/aws/offer', {
        productId,
        buyerAccountIds: [buyer],
        availabilityEndDate: '2027-05-02',
        terms,
      }),
    ),
  );
  await bench.post('/clock', { advance: 'P1DT11H59M' });
  await bench.post(`/aws/offer/${open?.offerId}/accept`, { buyerAccountId: buyer });
  await bench.post('/clock', { advance: 'PT1M' });
  const refused = await failureOf(bench.post(`/aws/offer/${late?.offerId}/accept`, { buyerAccountId: buyer }));
  assert.match(refused.message, /expired/);
});

test('entities are listed with typed filters, sorted, and page by page', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { productId, publicOfferId } = await seedProduct(bench);
  for (const name of ['B deal', 'A deal', 'C offer']) await releasedOffer(bench, productId, name);
  const names = async (OfferFilters: OfferFilters, more: object = {}) => {
    const answer = await bench.catalog.send(
      new ListEntitiesCommand({
        Catalog,
        EntityType: 'Offer',
        EntityTypeFilters: { OfferFilters },
        EntityTypeSort: { OfferSort: { SortBy: 'Name', SortOrder: 'ASCENDING' } },
        ...more,
      }),
    );
    return answer.EntitySummaryList?.map((item) => item.OfferSummary?.Name);
  };
  assert.deepEqual(await names({ Name: { WildCardValue: 'deal' } }), ['A deal', 'B deal']);
  assert.deepEqual(await names({ Targeting: { ValueList: ['None'] } }), ['Acme API - public offer']);
  assert.deepEqual(await names({ BuyerAccounts: { WildCardValue: buyer }, State: { ValueList: ['Released'] } }), [
    'A deal',
    'B deal',
    'C offer',
  ]);
  assert.deepEqual(await names({ EntityId: { ValueList: [publicOfferId] } }), ['Acme API - public offer']);
  assert.deepEqual(await names({ AvailabilityEndDate: { DateRange: { BeforeValue: `${inDays(10)}T00:00:00Z` } } }), []);
  assert.deepEqual(
    await names({ ReleaseDate: { DateRange: { AfterValue: '2020-01-01T00:00:00Z' } } }, { MaxResults: 2 }),
    ['A deal', 'Acme API - public offer'],
  );
  // DateTimeISO8601 of the model: exactly 20 characters.
  for (const AfterValue of [
    '2020-01-01T00:00:00.000Z',
    '2020-01-01',
    '2020-13-01T00:00:00Z',
    '2020-01-01T00:00:00+0',
  ]) {
    const error = await failureOf(names({ LastModifiedDate: { DateRange: { AfterValue } } }));
    assert.equal(error.name, 'ValidationException', AfterValue);
  }

  const seen: string[] = [];
  let NextToken: string | undefined;
  do {
    const page = await bench.catalog.send(
      new ListEntitiesCommand({ Catalog, EntityType: 'Offer', MaxResults: 3, NextToken }),
    );
    seen.push(...(page.EntitySummaryList ?? []).map((item) => item.EntityId ?? ''));
    NextToken = page.NextToken;
  } while (NextToken);
  assert.equal(new Set(seen).size, 4);
  assert.equal(seen.length, 4);

  const wrongUnion = await failureOf(
    bench.catalog.send(
      new ListEntitiesCommand({
        Catalog,
        EntityType: 'SaaSProduct',
        EntityTypeFilters: { OfferFilters: { State: { ValueList: ['Draft'] } } },
      }),
    ),
  );
  assert.equal(wrongUnion.name, 'ValidationException');
  const tooMany = await failureOf(
    bench.catalog.send(new ListEntitiesCommand({ Catalog, EntityType: 'Offer', MaxResults: 51 })),
  );
  assert.equal(tooMany.name, 'ValidationException');
});

test('entities belong to an account, and carry tags', async (t) => {
  const bench = await openBench(t);
  const { productId } = await seedProduct(bench);
  const stranger = await bench.post<Seller>('/aws/account', { name: 'Stranger' });
  const foreign = clientsOf(bench.url, stranger).catalog;
  const hidden = await failureOf(foreign.send(new DescribeEntityCommand({ Catalog, EntityId: productId })));
  assert.equal(hidden.name, 'ResourceNotFoundException');
  const batch = await bench.catalog.send(
    new BatchDescribeEntitiesCommand({
      EntityRequestList: [
        { Catalog, EntityId: productId },
        { Catalog, EntityId: 'offer-missing' },
      ],
    }),
  );
  assert.deepEqual(Object.keys(batch.EntityDetails ?? {}), [productId]);
  assert.equal(batch.Errors?.['offer-missing']?.ErrorCode, 'ResourceNotFoundException');

  const ResourceArn = batch.EntityDetails?.[productId]?.EntityArn ?? '';
  const Tags = [
    { Key: 'team', Value: 'a' },
    { Key: 'cost', Value: '' },
  ];
  await bench.catalog.send(new TagResourceCommand({ ResourceArn, Tags }));
  await bench.catalog.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['cost'] }));
  const tags = await bench.catalog.send(new ListTagsForResourceCommand({ ResourceArn }));
  assert.deepEqual(tags.Tags, [{ Key: 'team', Value: 'a' }]);
  const foreignTags = await failureOf(foreign.send(new ListTagsForResourceCommand({ ResourceArn })));
  assert.equal(foreignTags.name, 'ResourceNotFoundException');
});

test('calls beyond the quota per second are throttled', async (t) => {
  const bench = await openBench(t);
  const list = () => bench.catalog.send(new ListChangeSetsCommand({ Catalog }));
  const results = await Promise.allSettled(Array.from({ length: 20 }, list));
  const refused = results.filter((result) => result.status === 'rejected').map((result) => result.reason);
  assert.ok(refused.length >= 1 && refused.length <= 15, `${refused.length} were refused`);
  assert.equal(refused[0].name, 'ThrottlingException');
  assert.equal(refused[0].$metadata.httpStatusCode, 429);
  await bench.post('/aws/settings', { quotas: false });
  await Promise.all(Array.from({ length: 8 }, list));
});

// "The maximum number of BatchMeterUsage requests that you can make, per second, in this account in the current region."
test('each service has its own quotas: agreements by account, usage also by region', () => {
  const quotas = createQuotas();
  const passed = (service: string, operation: string, region = 'us-east-1') =>
    Array.from({ length: 30 }, () => quotas.take('1', { service, operation, region }, 0)).filter(Boolean).length;
  assert.deepEqual(
    [
      passed('agreement', 'SearchAgreements'),
      passed('agreement', 'GetAgreementTerms'),
      passed('agreement', 'SendAgreementCancellationRequest'),
      passed('metering', 'BatchMeterUsage'),
      passed('metering', 'BatchMeterUsage', 'eu-west-1'),
      passed('entitlement', 'GetEntitlements'),
      passed('metering', 'ResolveCustomer'),
    ],
    [5, 10, 2, 10, 10, 20, 30],
  );
});
