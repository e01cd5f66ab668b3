import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, DescribeEntityCommand, ListEntitiesCommand } from '@aws-sdk/client-marketplace-catalog';
import {
  buyer,
  clientsOf,
  errorCodes,
  openBench,
  runChangeSet,
  type SdkError,
  type Seller,
  seedProduct,
} from '../simulator.test-support.ts';

const Catalog = 'AWSMarketplace';
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const on = (ChangeType: string, DetailsDocument: object, Identifier = '$deal.Entity.Identifier'): Change => {
  const Entity = { Type: 'ResaleAuthorization@1.0', Identifier };
  return { ChangeType, Entity, DetailsDocument: DetailsDocument as never };
};

const usage = {
  PricingModel: 'Usage',
  Terms: [
    {
      Type: 'ResaleUsageBasedPricingTerm',
      CurrencyCode: 'USD',
      RateCards: [{ RateCard: [{ DimensionKey: 'requests', Price: '0.1' }] }],
    },
  ],
};
const legal = {
  Terms: [
    { Type: 'BuyerLegalTerm', Documents: [{ Type: 'StandardEula' }] },
    { Type: 'ResaleLegalTerm', Documents: [{ Type: 'StandardResellerContract' }] },
  ],
};
const complete = [on('UpdatePricingTerms', usage), on('UpdateLegalTerms', legal)];
const release = on('ReleaseResaleAuthorization', {});

test('a manufacturer creates, releases and restricts a resale authorization with change sets', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { productId } = await seedProduct(bench);
  const partner = await bench.post<Seller>('/aws/account', { name: 'Partner' });
  const partnerCatalog = clientsOf(bench.url, partner).catalog;
  const create = (details: object = {}): Change => ({
    ChangeType: 'CreateResaleAuthorization',
    ChangeName: 'deal',
    Entity: { Type: 'ResaleAuthorization@1.0' },
    DetailsDocument: { ProductId: productId, Name: 'To Partner', ResellerAccountId: partner.id, ...details } as never,
  });
  const run = async (...changes: Change[]) => {
    const set = await runChangeSet(bench, changes);
    return set.Status === 'SUCCEEDED' ? (set.ChangeSet?.[0]?.Entity?.Identifier?.split('@')[0] ?? '') : errorCodes(set);
  };
  const shared = async (): Promise<string[]> => {
    const command = new ListEntitiesCommand({ Catalog, EntityType: 'ResaleAuthorization', OwnershipType: 'SHARED' });
    return ((await partnerCatalog.send(command)).EntitySummaryList ?? []).map(({ EntityId }) => EntityId ?? '');
  };

  const draft = String(await run(create(), ...complete));
  assert.deepEqual(await shared(), [], 'a draft is nothing to the partner');
  await assert.rejects(
    partnerCatalog.send(new DescribeEntityCommand({ Catalog, EntityId: draft })),
    ({ name }: SdkError) => name === 'ResourceNotFoundException',
  );
  await run(
    on('UpdateAvailability', { AvailabilityEndDate: inDays(30) }, draft),
    on(
      'UpdateBuyerTargetingTerms',
      { Terms: [{ Type: 'BuyerTargetingTerm', PositiveTargeting: { BuyerAccounts: [buyer] } }] },
      draft,
    ),
    on('UpdateNetPaymentTerms', { Terms: [{ Type: 'ResaleNetPaymentTerm', PaymentDuePeriod: 'P30D' }] }, draft),
    on('ReleaseResaleAuthorization', {}, draft),
  );
  assert.deepEqual(await shared(), [draft]);
  const { DetailsDocument: read } = await partnerCatalog.send(new DescribeEntityCommand({ Catalog, EntityId: draft }));
  const { Status, Terms } = read as { Status: string; Terms: { Type: string }[] };
  assert.equal(Status, 'Active');
  assert.deepEqual(Terms.map(({ Type }) => Type).sort(), [
    'BuyerLegalTerm',
    'BuyerTargetingTerm',
    'ResaleLegalTerm',
    'ResaleNetPaymentTerm',
    'ResaleUsageBasedPricingTerm',
  ]);

  // Once released it cannot change; once restricted it has ended.
  assert.deepEqual(await run(on('UpdateAvailability', { AvailabilityEndDate: inDays(60) }, draft)), [
    'INCOMPATIBLE_STATUS',
  ]);
  assert.deepEqual(await run(on('UpdatePricingTerms', usage, draft)), ['INCOMPATIBLE_STATUS']);
  assert.equal(await run(on('RestrictResaleAuthorization', {}, draft)), draft);

  assert.deepEqual(await run(create(), complete[1] as Change, release), ['MISSING_MANDATORY_TERMS']);
  assert.deepEqual(await run(create(), complete[0] as Change, release), ['MISSING_MANDATORY_TERMS']);
  assert.deepEqual(await run(create({ ResellerAccountId: '999988887777' })), ['INVALID_RESELLER_ACCOUNT']);
  assert.deepEqual(await run(create(), on('UpdateAvailability', { AvailabilityEndDate: inDays(-1) })), [
    'INVALID_AVAILABILITY_END_DATE',
  ]);
  const renewed = { AcquisitionChannel: 'AwsMarketplace', PricingModel: 'Usage' };
  const renewal = on('UpdateInformation', { PreExistingBuyerAgreement: renewed });
  assert.deepEqual(await run(create(), ...complete, renewal, release), ['INCOMPATIBLE_BUYER_TARGETING']);
  for (const refused of [
    create({ Name: 'To – Partner' }),
    on('UpdateAvailability', {}, draft),
    on('UpdateAvailability', { OffersMaxQuantity: 2 }, draft),
    on('UpdatePricingTerms', { ...usage, Terms: [{ ...usage.Terms[0], Type: 'UsageBasedPricingTerm' }] }, draft),
    on('UpdateLegalTerms', { Terms: legal.Terms.slice(1) }, draft),
  ]) {
    await assert.rejects(run(refused), ({ name }: SdkError) => name === 'ValidationException', refused.ChangeType);
  }
});
