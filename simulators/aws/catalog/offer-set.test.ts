import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, ListEntitiesCommand } from '@aws-sdk/client-marketplace-catalog';
import { type Bench, buyer, errorCodes, openBench, runChangeSet, seedProduct } from '../simulator.test-support.ts';

const setId = '$set.Entity.Identifier';

const on = (Type: string, ChangeType: string, Identifier: string, DetailsDocument: object): Change => ({
  ChangeType,
  Entity: { Type, Identifier },
  DetailsDocument: DetailsDocument as never,
});

const member = (name: string, productId: string, day: string): Change[] => {
  const id = `$${name}.Entity.Identifier`;
  const rateCard = [{ RateCard: [{ DimensionKey: 'requests', Price: '0.02' }] }];
  return [
    {
      ChangeType: 'CreateOffer',
      ChangeName: name,
      Entity: { Type: 'Offer@1.0' },
      DetailsDocument: { ProductId: productId, Name: name, OfferSetId: setId },
    },
    on('Offer@1.0', 'UpdateInformation', id, { Description: name }),
    on('Offer@1.0', 'UpdateTargeting', id, { PositiveTargeting: { BuyerAccounts: [buyer] } }),
    on('Offer@1.0', 'UpdatePricingTerms', id, {
      PricingModel: 'Usage',
      Terms: [{ Type: 'UsageBasedPricingTerm', CurrencyCode: 'USD', RateCards: rateCard }],
    }),
    on('Offer@1.0', 'UpdateLegalTerms', id, {
      Terms: [{ Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] }],
    }),
    on('Offer@1.0', 'UpdateAvailability', id, { AvailabilityEndDate: day }),
    on('Offer@1.0', 'ReleaseOffer', id, {}),
  ];
};

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const offerSet = (names: string[]): Change[] => [
  on('OfferSet@1.0', 'UpdateInformation', setId, { BuyerNotes: 'all together' }),
  on('OfferSet@1.0', 'AssociateOffers', setId, {
    Offers: names.map((name) => ({ OfferId: `$${name}.Entity.Identifier` })),
  }),
  on('OfferSet@1.0', 'ReleaseOfferSet', setId, {}),
];

const create: Change = {
  ChangeType: 'CreateOfferSet',
  ChangeName: 'set',
  Entity: { Type: 'OfferSet@1.0' },
  DetailsDocument: { Name: 'Bundle' },
};

const twoProducts = async (bench: Bench): Promise<[string, string]> => {
  const [first, second] = await Promise.all(['One', 'Two'].map((title) => seedProduct(bench, { title })));
  return [first?.productId ?? '', second?.productId ?? ''];
};

test('an offer set is released with its offers and accepted as a whole', async (t) => {
  const bench = await openBench(t);
  const [one, two] = await twoProducts(bench);
  const changeSet = await runChangeSet(bench, [
    create,
    ...member('first', one, inDays(20)),
    ...member('second', two, inDays(20)),
    ...offerSet(['first', 'second']),
  ]);
  assert.equal(changeSet.Status, 'SUCCEEDED', JSON.stringify(changeSet.ChangeSet));
  const [id = ''] = changeSet.ChangeSet?.[0]?.Entity?.Identifier?.split('@') ?? [];
  const listed = await bench.catalog.send(
    new ListEntitiesCommand({
      Catalog: 'AWSMarketplace',
      EntityType: 'OfferSet',
      EntityTypeFilters: { OfferSetFilters: { State: { ValueList: ['Released'] } } },
    }),
  );
  const [summary] = listed.EntitySummaryList ?? [];
  assert.equal(summary?.EntityId, id);
  assert.equal(summary?.OfferSetSummary?.AssociatedOfferIds?.length, 2);

  const { agreements } = await bench.post<{ agreements: { offerSetId: string; productId: string }[] }>(
    `/aws/offer-set/${id}/accept`,
    { buyerAccountId: buyer },
  );
  assert.deepEqual(
    agreements.map((agreement) => agreement.offerSetId),
    [id, id],
  );
  assert.deepEqual(agreements.map((agreement) => agreement.productId).sort(), [one, two].sort());

  const frozen = await runChangeSet(bench, [on('OfferSet@1.0', 'UpdateInformation', id, { Name: 'Other' })]);
  assert.deepEqual(errorCodes(frozen), ['INVALID_UPDATE_REQUEST']);
});

test('offers that do not belong together are not released together', async (t) => {
  const bench = await openBench(t);
  const [one, two] = await twoProducts(bench);
  const days = await runChangeSet(bench, [
    create,
    ...member('first', one, inDays(20)),
    ...member('second', two, inDays(21)),
    ...offerSet(['first', 'second']),
  ]);
  assert.deepEqual(errorCodes(days), ['INCONSISTENT_OFFER_AVAILABILITY_END_DATE']);
  const sameProduct = await runChangeSet(bench, [
    create,
    ...member('first', one, inDays(20)),
    ...member('second', one, inDays(20)),
    ...offerSet(['first', 'second']),
  ]);
  assert.deepEqual(errorCodes(sameProduct), ['TOO_MANY_OFFERS_PER_PRODUCT']);
  const alone = await runChangeSet(bench, [create, ...member('first', one, inDays(20)), ...offerSet(['first'])]);
  assert.deepEqual(errorCodes(alone), ['MISSING_OFFERS']);
});
