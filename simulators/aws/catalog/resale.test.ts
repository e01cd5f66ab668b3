import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, DescribeEntityCommand, ListEntitiesCommand } from '@aws-sdk/client-marketplace-catalog';
import { eventually } from '../../kit/bench.test-support.ts';
import {
  buyer,
  clientsOf,
  errorCodes,
  openBench,
  runChangeSet,
  type Seller,
  seedProduct,
} from '../simulator.test-support.ts';

const Catalog = 'AWSMarketplace';
const made = '$deal.Entity.Identifier';

const on = (ChangeType: string, DetailsDocument: object, Identifier = made): Change => ({
  ChangeType,
  Entity: { Type: 'Offer@1.0', Identifier },
  DetailsDocument: DetailsDocument as never,
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const usage = (...prices: [string, string][]) => {
  const RateCard = prices.map(([DimensionKey, Price]) => ({ DimensionKey, Price }));
  return {
    PricingModel: 'Usage',
    Terms: [{ Type: 'UsageBasedPricingTerm', CurrencyCode: 'USD', RateCards: [{ RateCard }] }],
  };
};

test('a channel partner sells under a resale authorization, at its prices and a markup', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { productId } = await seedProduct(bench);
  const partner = await bench.post<Seller>('/aws/account', { name: 'Partner' });
  const partnerBench = { ...bench, ...clientsOf(bench.url, partner) };
  const authorize = (more: object = {}) =>
    bench.post<{ resaleAuthorizationId: string }>('/aws/resale-authorization', {
      productId,
      resellerAccountId: partner.id,
      buyerAccountIds: [buyer],
      terms: [
        ...usage(['requests', '0.1']).Terms,
        { Type: 'NetPaymentTerm', PaymentDuePeriod: 'P45D' },
        { Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] },
      ],
      ...more,
    });
  const { resaleAuthorizationId } = await authorize();
  const listed = await partnerBench.catalog.send(
    new ListEntitiesCommand({ Catalog, EntityType: 'ResaleAuthorization', OwnershipType: 'SHARED' }),
  );
  assert.deepEqual(
    listed.EntitySummaryList?.map(({ ResaleAuthorizationSummary }) => ResaleAuthorizationSummary?.Status),
    ['Active'],
  );
  const read = await partnerBench.catalog.send(new DescribeEntityCommand({ Catalog, EntityId: resaleAuthorizationId }));
  assert.match(JSON.stringify(read.DetailsDocument), /ResaleUsageBasedPricingTerm/);

  const sell = async (changes: Change[], authorization = resaleAuthorizationId, seller = partnerBench) => {
    const changeSet = await runChangeSet(seller, [
      {
        ChangeType: 'CreateOfferUsingResaleAuthorization',
        ChangeName: 'deal',
        Entity: { Type: 'Offer@1.0' },
        DetailsDocument: { ResaleAuthorizationId: authorization, Name: 'Resold' },
      },
      on('UpdateInformation', { Description: 'd' }),
      ...changes,
      on('UpdateAvailability', { AvailabilityEndDate: inDays(30) }),
      on('ReleaseOffer', {}),
    ]);
    return changeSet.Status === 'SUCCEEDED'
      ? (changeSet.ChangeSet?.[0]?.Entity?.Identifier ?? '')
      : errorCodes(changeSet);
  };
  const offerId = await sell([on('UpdateMarkup', { Percentage: '12.5' })]);
  assert.ok(typeof offerId === 'string', String(offerId));
  const offer = await partnerBench.catalog.send(
    new DescribeEntityCommand({ Catalog, EntityId: offerId.split('@')[0] }),
  );
  assert.match(JSON.stringify(offer.DetailsDocument), /"MarkupPercentage":"12.5".*"Price":"0.1125"/);
  const stranger = on('UpdateTargeting', { PositiveTargeting: { BuyerAccounts: ['999988887777'] } });
  assert.deepEqual(await sell([stranger]), ['INCOMPATIBLE_RESALE_AUTHORIZATION']);
  assert.deepEqual(await sell([on('UpdatePricingTerms', usage(['requests', '9']))]), [
    'INCOMPATIBLE_RESALE_AUTHORIZATION',
  ]);
  const net = { Terms: [{ Type: 'NetPaymentTerm', PaymentDuePeriod: 'P60D' }] };
  assert.deepEqual(await sell([on('UpdateNetPaymentTerms', net)]), ['INCOMPATIBLE_RESALE_AUTHORIZATION']);
  assert.deepEqual(await sell([], resaleAuthorizationId, bench as never), ['INCOMPATIBLE_RESALE_AUTHORIZATION']);
  const once = await authorize({ offersMax: 1 });
  assert.equal(typeof (await sell([], once.resaleAuthorizationId)), 'string');
  assert.deepEqual(await sell([], once.resaleAuthorizationId), ['INCOMPATIBLE_RESALE_AUTHORIZATION']);
  await bench.post(`/aws/resale-authorization/${resaleAuthorizationId}/restrict`);
  assert.deepEqual(await sell([]), ['INCOMPATIBLE_RESALE_AUTHORIZATION']);

  // Both are notified of the agreement; the license belongs to the manufacturer, who meters with it.
  await bench.post(`/aws/offer/${offerId.split('@')[0]}/accept`, { buyerAccountId: buyer });
  const types = (accountId: string) =>
    bench
      .get<{ messages: { type: string }[] }>(`/aws/message?accountId=${accountId}`)
      .then(({ messages }) => messages.map(({ type }) => type));
  assert.ok((await types(partner.id)).includes('Purchase Agreement Created - Proposer'));
  await eventually(async () => (await types(bench.seller.id)).includes('License Updated - Manufacturer'));
  assert.ok((await types(bench.seller.id)).includes('Purchase Agreement Created - Manufacturer'));
});

test('prices of a released offer increase in a separate request', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { productId } = await seedProduct(bench, {
    dimensions: ['a', 'b'].map((key) => ({ key, types: ['Metered'] })),
  });
  const { offerId } = await bench.post<{ offerId: string }>('/aws/offer', {
    productId,
    buyerAccountIds: [buyer],
    terms: usage(['a', '1'], ['b', '1']).Terms,
  });
  const reprice = async (...prices: [string, string][]) =>
    errorCodes(await runChangeSet(bench, [on('UpdatePricingTerms', usage(...prices), offerId)]));
  assert.deepEqual(await reprice(['a', '2'], ['b', '0.5']), ['INVALID_PRICE_CHANGE']);
  const added = [{ Key: 'c', Name: 'c', Description: 'c', Unit: 'Units', Types: ['Metered'] }];
  const more = { ChangeType: 'AddDimensions', Entity: { Type: 'SaaSProduct@1.0', Identifier: productId } };
  assert.deepEqual(errorCodes(await runChangeSet(bench, [{ ...more, DetailsDocument: added }])), []);
  assert.deepEqual(await reprice(['a', '2'], ['b', '1'], ['c', '1']), ['INVALID_PRICE_CHANGE']);
  assert.deepEqual(await reprice(['a', '1'], ['b', '0.5'], ['c', '1']), []);
  assert.deepEqual(await reprice(['a', '2'], ['b', '0.5'], ['c', '1']), []);
  assert.deepEqual(await reprice(['a', '2'], ['b', '0.5']), ['INVALID_RATE_CARD']);
});

test('a product has one public offer, which renews if it is a contract', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const unsold = { dimensions: [{ key: 'seats', types: ['Entitled'] }] };
  const { productId } = await seedProduct(bench, unsold);
  const card = {
    Selector: { Type: 'Duration', Value: 'P12M' },
    Constraints: { MultipleDimensionSelection: 'Allowed', QuantityConfiguration: 'Allowed' },
    RateCard: [{ DimensionKey: 'seats', Price: '1' }],
  };
  const release = async (...more: Change[]) =>
    errorCodes(
      await runChangeSet(bench, [
        {
          ChangeType: 'CreateOffer',
          ChangeName: 'deal',
          Entity: { Type: 'Offer@1.0' },
          DetailsDocument: { ProductId: productId, Name: 'Public' },
        },
        on('UpdateInformation', { Description: 'd' }),
        on('UpdatePricingTerms', {
          PricingModel: 'Contract',
          Terms: [{ Type: 'ConfigurableUpfrontPricingTerm', CurrencyCode: 'USD', RateCards: [card] }],
        }),
        on('UpdateLegalTerms', {
          Terms: [{ Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] }],
        }),
        on('UpdateSupportTerms', { Terms: [{ Type: 'SupportTerm', RefundPolicy: 'None.' }] }),
        ...more,
        on('ReleaseOffer', {}),
      ]),
    );
  const renewal = on('UpdateRenewalTerms', { Terms: [{ Type: 'RenewalTerm' }] });
  const validity = on('UpdateValidityTerms', { Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P12M' }] });
  assert.deepEqual(await release(), ['MISSING_MANDATORY_TERMS']);
  assert.deepEqual(await release(renewal, validity), ['INCOMPATIBLE_TERMS']);
  assert.deepEqual(await release(renewal), []);
  assert.deepEqual(await release(renewal), ['TOO_MANY_OFFERS']);
});

test('a replacement starts with the prices of its agreement, and keeps the kinds of price', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { publicOfferId } = await seedProduct(bench, {
    dimensions: [{ key: 'seats', types: ['Entitled'], price: '10' }],
  });
  const { agreementId } = await bench.post<{ agreementId: string }>(`/aws/offer/${publicOfferId}/accept`, {
    buyerAccountId: buyer,
  });
  const replace = async (...more: Change[]) => {
    const changeSet = await runChangeSet(bench, [
      {
        ChangeType: 'CreateReplacementOffer',
        ChangeName: 'deal',
        Entity: { Type: 'Offer@1.0' },
        DetailsDocument: { AgreementId: agreementId, Name: 'More' },
      },
      on('UpdateInformation', { Description: 'd' }),
      ...more,
      on('UpdateAvailability', { AvailabilityEndDate: inDays(10) }),
      on('ReleaseOffer', {}),
    ]);
    return errorCodes(changeSet);
  };
  const until = on('UpdateValidityTerms', { Terms: [{ Type: 'ValidityTerm', AgreementEndDate: inDays(500) }] });
  const fixed = on('UpdatePricingTerms', {
    PricingModel: 'Contract',
    Terms: [
      {
        Type: 'FixedUpfrontPricingTerm',
        CurrencyCode: 'USD',
        Price: '0',
        Grants: [{ DimensionKey: 'seats', MaxQuantity: 1 }],
      },
    ],
  });
  assert.deepEqual(await replace(), ['MISSING_AGREEMENT_END_DATE']);
  assert.deepEqual(await replace(fixed, until), ['INCOMPATIBLE_AGREEMENT', 'INCOMPATIBLE_AGREEMENT']);
  assert.deepEqual(await replace(until), []);
});
