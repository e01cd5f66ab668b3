import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Change,
  type DescribeChangeSetResponse,
  StartChangeSetCommand,
} from '@aws-sdk/client-marketplace-catalog';
import fc from 'fast-check';
import { type Bench, errorCodes, failureOf, openBench, runChangeSet, seedProduct } from '../simulator.test-support.ts';

// A product and its public offer as created by AWS's own samples (aws-marketplace-reference-code, "Create a limited
// SaaS product and public offer"), and the Developer Guide's rules for single changes.

const product = '$product.Entity.Identifier';
const offer = '$offer.Entity.Identifier';

type Details = NonNullable<Change['DetailsDocument']>;
const change = (type: string, name: string, id: string | undefined, details: Details, made?: string): Change => ({
  ChangeType: name,
  Entity: { Type: `${type}@1.0`, ...(id === undefined ? {} : { Identifier: id }) },
  DetailsDocument: details,
  ...(made === undefined ? {} : { ChangeName: made }),
});
const onProduct = (name: string, details: Details, id = product): Change => change('SaaSProduct', name, id, details);
const onOffer = (name: string, details: Details, id = offer): Change => change('Offer', name, id, details);

const usage = (CurrencyCode: string, ...keys: string[]) => ({
  Type: 'UsageBasedPricingTerm',
  CurrencyCode,
  RateCards: [{ RateCard: keys.map((DimensionKey) => ({ DimensionKey, Price: '0.5' })) }],
});
const prices = (...Terms: Details[]) => onOffer('UpdatePricingTerms', { PricingModel: 'Usage', Terms });
const dimension = (Key: string, Unit = 'Units') => ({
  Key,
  Name: Key,
  Description: Key,
  Unit,
  Types: ['ExternallyMetered'],
});
const legal = (document: Record<string, string>): Change =>
  onOffer('UpdateLegalTerms', { Terms: [{ Type: 'LegalTerm', Documents: [document] }] });

const productPart = (dimensions: Details = [dimension('small'), dimension('large')]): Change[] => [
  change('SaaSProduct', 'CreateProduct', undefined, {}, 'product'),
  onProduct('UpdateInformation', {
    ProductTitle: 'Sample product',
    ShortDescription: 'Brief description',
    LongDescription: 'Detailed description',
    Highlights: ['Sample highlight'],
    SearchKeywords: ['Sample keyword'],
    Categories: ['Data Catalogs'],
    LogoUrl: 'https://s3.amazonaws.com/logos/sample.png',
    VideoUrls: ['https://sample.amazonaws.com/awsmp-video-1'],
    AdditionalResources: [],
  }),
  onProduct('AddDeliveryOptions', {
    DeliveryOptions: [
      { Details: { SaaSUrlDeliveryOptionDetails: { FulfillmentUrl: 'https://acme.example/sign-up' } } },
    ],
  }),
  onProduct('AddDimensions', dimensions),
  onProduct('ReleaseProduct', {}),
];
const offerPart = (pricing: Change = prices(usage('USD', 'small', 'large'))): Change[] => [
  change('Offer', 'CreateOffer', undefined, { ProductId: product }, 'offer'),
  onOffer('UpdateInformation', { Name: 'Public', Description: 'For all' }),
  pricing,
  legal({ Type: 'StandardEula', Version: '2022-07-14' }),
  onOffer('UpdateSupportTerms', { Terms: [{ Type: 'SupportTerm', RefundPolicy: 'None.' }] }),
  onOffer('ReleaseOffer', {}),
];

const run = async (bench: Bench, changes: Change[]): Promise<string[]> =>
  errorCodes(await runChangeSet(bench, changes));
const bench = async (t: Parameters<typeof openBench>[0]): Promise<Bench> => {
  const opened = await openBench(t);
  await opened.post('/aws/settings', { quotas: false });
  return opened;
};

test('a product and its public offer are created in one set, in whatever order its changes are listed', async (t) => {
  const at = await bench(t);
  const sample = [...productPart(), ...offerPart()];
  assert.deepEqual(await run(at, sample), []);
  assert.deepEqual(await run(at, [...sample].reverse()), []);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(sample, { minLength: sample.length }), async (shuffled) => {
      const done: DescribeChangeSetResponse = await runChangeSet(at, shuffled);
      assert.deepEqual(errorCodes(done), []);
      assert.deepEqual(
        done.ChangeSet?.map(({ ChangeType }) => ChangeType),
        shuffled.map(({ ChangeType }) => ChangeType),
        'the set is shown as it was sent',
      );
    }),
    { numRuns: 12 },
  );
});

test('a product is released only together with its public offer', async (t) => {
  const at = await bench(t);
  const draftOffer = offerPart().filter(({ ChangeType }) => ChangeType !== 'ReleaseOffer');
  const set = await runChangeSet(at, [...productPart(), ...draftOffer]);
  assert.deepEqual(errorCodes(set), ['INCOMPATIBLE_PRODUCT']);
  const refused = set.ChangeSet?.find(({ ErrorDetailList }) => (ErrorDetailList ?? []).length > 0);
  assert.equal(refused?.ChangeType, 'ReleaseProduct');
  const drafts = [...productPart(), ...draftOffer].filter(({ ChangeType }) => ChangeType !== 'ReleaseProduct');
  assert.deepEqual(await run(at, drafts), [], 'drafts of both may stand');
});

test('a usage price is in USD and has a rate for every metered dimension', async (t) => {
  const at = await bench(t);
  const withPrices = (pricing: Change) => run(at, [...productPart(), ...offerPart(pricing)]);
  assert.deepEqual(await withPrices(prices(usage('USD', 'small'))), ['INVALID_RATE_CARD']);
  const inEuros = new StartChangeSetCommand({
    Catalog: 'AWSMarketplace',
    ChangeSet: [...productPart(), ...offerPart(prices(usage('EUR', 'small', 'large')))],
  });
  assert.equal((await failureOf(at.catalog.send(inEuros))).name, 'ValidationException');
});

test('a free trial at no cost has no refund policy', async (t) => {
  const at = await bench(t);
  const { productId } = await seedProduct(at);
  const trial = onOffer('UpdatePricingTerms', {
    PricingModel: 'Free',
    Terms: [{ Type: 'FreeTrialPricingTerm', Duration: 'P20D', Grants: [{ DimensionKey: 'requests' }] }],
  });
  const changes = offerPart(trial).filter(({ ChangeType }) => ChangeType !== 'UpdateSupportTerms');
  changes[0] = change('Offer', 'CreateOffer', undefined, { ProductId: productId }, 'offer');
  assert.deepEqual(await run(at, changes), []);
});

test('units come from the published list, and an update cannot change them', async (t) => {
  const at = await bench(t);
  const { productId } = await seedProduct(at);
  const send = (name: string, details: Details) =>
    failureOf(
      at.catalog.send(
        new StartChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSet: [onProduct(name, details, productId)] }),
      ),
    );
  assert.equal((await send('AddDimensions', [dimension('calls', 'API calls')])).name, 'ValidationException');
  const known = { Key: 'requests', Name: 'All requests', Types: ['Metered'] };
  assert.equal((await send('UpdateDimensions', [{ ...known, Unit: 'Units' }])).name, 'ValidationException');
  assert.equal((await send('UpdateDimensions', [{ Key: 'requests', Name: 'x' }])).name, 'ValidationException');
  assert.deepEqual(await run(at, [onProduct('UpdateDimensions', [known], productId)]), []);
});

test('a custom EULA is stored in Amazon S3', async (t) => {
  const at = await bench(t);
  const { productId } = await seedProduct(at);
  const make = (Url: string): Change[] => [
    change('Offer', 'CreateOffer', undefined, { ProductId: productId }, 'offer'),
    legal({ Type: 'CustomEula', Url }),
  ];
  for (const url of ['https://acme.example/eula.pdf', 'https://s3.amazonaws.com.acme.example/eula.pdf']) {
    const start = new StartChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSet: make(url) });
    assert.equal((await failureOf(at.catalog.send(start))).name, 'ValidationException', url);
  }
  for (const url of [
    'https://acme.s3.eu-central-1.amazonaws.com/eula.pdf?X-Amz-Signature=1',
    'https://s3.amazonaws.com/acme/eula.pdf',
    'https://acme.s3.amazonaws.com/eula.pdf',
  ]) {
    assert.deepEqual(await run(at, make(url)), [], url);
  }
});

test('a public product can be made Limited again', async (t) => {
  const at = await bench(t);
  const { productId } = await seedProduct(at);
  const show = (TargetVisibility: string) => run(at, [onProduct('UpdateVisibility', { TargetVisibility }, productId)]);
  for (const visibility of ['Limited', 'Public', 'Restricted', 'Limited']) {
    assert.deepEqual(await show(visibility), [], visibility);
  }
});

test('an offer for a product that does not exist is refused at once', async (t) => {
  const at = await bench(t);
  for (const ProductId of ['prod-unknown000000', '$other.Entity.Identifier']) {
    const create = change('Offer', 'CreateOffer', undefined, { ProductId }, 'offer');
    const start = new StartChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSet: [create] });
    const error = await failureOf(at.catalog.send(start));
    assert.equal(error.name, 'ResourceNotFoundException');
    assert.equal(error.$metadata.httpStatusCode, 404);
  }
});
