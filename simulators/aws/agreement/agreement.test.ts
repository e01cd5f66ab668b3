import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AcceptAgreementCancellationRequestCommand,
  CancelAgreementCancellationRequestCommand,
  DescribeAgreementCommand,
  GetAgreementCancellationRequestCommand,
  GetAgreementEntitlementsCommand,
  GetAgreementTermsCommand,
  ListAgreementCancellationRequestsCommand,
  SearchAgreementsCommand,
  SendAgreementCancellationRequestCommand,
} from '@aws-sdk/client-marketplace-agreement';
import { ListEntitiesCommand } from '@aws-sdk/client-marketplace-catalog';
import { eventually } from '../../kit/bench.test-support.ts';
import {
  type Bench,
  buyer,
  clientsOf,
  errorCodes,
  failureOf,
  openBench,
  runChangeSet,
  type Seller,
  seedAgreement,
  seedProduct,
} from '../simulator.test-support.ts';

const proposer = [
  { name: 'PartyType', values: ['Proposer'] },
  { name: 'AgreementType', values: ['PurchaseAgreement'] },
];

type Event = { type: string; body: { time: string; detail: Record<string, never> } };

const eventTypes = async (bench: Bench): Promise<string[]> => {
  const { messages } = await bench.get<{ messages: Event[] }>('/aws/message');
  return messages.map(({ type }) => type);
};

const search = async (bench: Bench, filters: [string, string][], more: object = {}): Promise<string[]> => {
  const answer = await bench.agreements.send(
    new SearchAgreementsCommand({
      catalog: 'AWSMarketplace',
      filters: [...proposer, ...filters.map(([name, value]) => ({ name, values: [value] }))],
      ...more,
    }),
  );
  return (answer.agreementViewSummaries ?? []).map((item) => item.agreementId ?? '');
};

/** A private contract with a renewal: 12 months, 1000 USD, with an uplift of 2 to 10 percent. */
const renewingContract = async (bench: Bench): Promise<string> => {
  const { productId } = await seedProduct(bench);
  const offer = await bench.post<{ offerId: string }>('/aws/offer', {
    productId,
    buyerAccountIds: [buyer],
    terms: [
      {
        Type: 'FixedUpfrontPricingTerm',
        CurrencyCode: 'USD',
        Price: '1000',
        Grants: [{ DimensionKey: 'seats', MaxQuantity: 10 }],
      },
      { Type: 'ValidityTerm', AgreementDuration: 'P12M' },
      {
        Type: 'RenewalTerm',
        LockoutPeriod: 'P30D',
        AdjustmentDeadline: 'P60D',
        MaxRenewals: 1,
        PriceIncrease: {
          Type: 'PercentageRange',
          Range: { MinValue: '2', MaxValue: '10', DefaultValue: '5' },
        },
      },
    ],
  });
  return (await seedAgreement(bench, offer.offerId)).agreementId;
};

test('an agreement is described with its terms and entitlements', async (t) => {
  const bench = await openBench(t);
  const { productId, publicOfferId } = await seedProduct(bench);
  const { agreementId, licenseArn } = await seedAgreement(bench, publicOfferId, { quantities: { seats: 3 } });
  const agreement = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.equal(agreement.status, 'ACTIVE');
  assert.deepEqual(agreement.acceptor, { accountId: buyer });
  assert.deepEqual(agreement.proposer, { accountId: bench.seller.id });
  assert.deepEqual(agreement.estimatedCharges, { currencyCode: 'USD', agreementValue: '360' });
  assert.deepEqual(agreement.proposalSummary, {
    offerId: publicOfferId,
    resources: [{ id: productId, type: 'SaaSProduct' }],
  });
  assert.equal(agreement.initialAgreementId, agreementId);
  assert.deepEqual(agreement.endTimeBehavior, { type: 'EXPIRE', reasonCode: 'NO_RENEWAL_TERM' });
  const year = (agreement.endTime?.getTime() ?? 0) - (agreement.startTime?.getTime() ?? 0);
  assert.ok(year === 365 * 86_400_000 || year === 366 * 86_400_000);

  const { acceptedTerms = [] } = await bench.agreements.send(new GetAgreementTermsCommand({ agreementId }));
  const configurable = acceptedTerms.find(
    (term) => term.configurableUpfrontPricingTerm,
  )?.configurableUpfrontPricingTerm;
  assert.deepEqual(configurable?.configuration, {
    selectorValue: 'P12M',
    dimensions: [{ dimensionKey: 'seats', dimensionValue: 3 }],
  });
  assert.equal(configurable?.rateCards?.[0]?.rateCard?.[0]?.price, '120');
  assert.match(configurable?.id ?? '', /^term-/);
  const usage = acceptedTerms.find((term) => term.usageBasedPricingTerm)?.usageBasedPricingTerm;
  assert.deepEqual(usage?.rateCards, [{ rateCard: [{ dimensionKey: 'requests', price: '0.01' }] }]);
  assert.ok(acceptedTerms.some((term) => term.legalTerm));

  const entitlements = await bench.agreements.send(new GetAgreementEntitlementsCommand({ agreementId }));
  assert.equal(entitlements.agreementEntitlements?.[0]?.status, 'PROVISIONED');
  assert.equal(entitlements.agreementEntitlements?.[0]?.licenseArn, licenseArn);
});

test('agreements are searched with filters, sorted and page by page', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { productId, publicOfferId } = await seedProduct(bench);
  const first = await seedAgreement(bench, publicOfferId);
  const second = await seedAgreement(bench, publicOfferId, { buyerAccountId: '222233334444' });
  await bench.post(`/aws/agreement/${second.agreementId}/cancel`);
  assert.deepEqual(await search(bench, [['Status', 'ACTIVE']]), [first.agreementId]);
  assert.deepEqual(await search(bench, [['AcceptorAccountId', '222233334444']]), [second.agreementId]);
  assert.deepEqual(await search(bench, [['LicenseArn', first.licenseArn]]).catch((error) => error.name), [
    first.agreementId,
  ]);
  assert.equal((await search(bench, [['ResourceIdentifier', productId]])).length, 2);
  assert.deepEqual(await search(bench, [['AfterLastUpdateTime', '2999-01-01T00:00:00Z']]), []);
  // A FilterValue in the model has no dot, so milliseconds are refused.
  const odd = await failureOf(search(bench, [['AfterLastUpdateTime', '2026-01-01T00:00:00.000Z']]));
  assert.equal(odd.name, 'ValidationException');
  const sort = { sortBy: 'StartTime', sortOrder: 'ASCENDING' };
  assert.deepEqual(await search(bench, [], { sort }), [first.agreementId, second.agreementId]);
  const page = await bench.agreements.send(new SearchAgreementsCommand({ filters: proposer, maxResults: 1 }));
  assert.ok(page.nextToken);
  const rest = await bench.agreements.send(
    new SearchAgreementsCommand({ filters: proposer, maxResults: 1, nextToken: page.nextToken }),
  );
  assert.equal(rest.nextToken, undefined);
  const wrongToken = bench.agreements.send(
    new SearchAgreementsCommand({
      filters: [...proposer, { name: 'Status', values: ['ACTIVE'] }],
      nextToken: page.nextToken,
    }),
  );
  assert.equal((await failureOf(wrongToken)).reason, 'INVALID_NEXT_TOKEN');
});

test('a search without party type, or with a filter that the party may not use, is refused', async (t) => {
  const bench = await openBench(t);
  const refusal = async (filters: { name: string; values: string[] }[]) => {
    const error = await failureOf(bench.agreements.send(new SearchAgreementsCommand({ filters })));
    assert.equal(error.name, 'ValidationException');
    assert.equal(error.$metadata.httpStatusCode, 400);
    assert.ok(error.requestId);
    return error.reason;
  };
  const type = { name: 'AgreementType', values: ['PurchaseAgreement'] };
  assert.equal(await refusal([type]), 'MISSING_PARTY_TYPE');
  assert.equal(await refusal([{ name: 'PartyType', values: ['Proposer'] }]), 'MISSING_FILTER_NAME');
  assert.equal(await refusal([...proposer, { name: 'Colour', values: ['red'] }]), 'INVALID_FILTER_NAME');
  assert.equal(
    await refusal([{ name: 'PartyType', values: ['Acceptor'] }, type, { name: 'AcceptorAccountId', values: [buyer] }]),
    'UNSUPPORTED_FILTERS',
  );
  const missing = await failureOf(bench.agreements.send(new DescribeAgreementCommand({ agreementId: 'agmt-missing' })));
  assert.equal(missing.name, 'ResourceNotFoundException');
  assert.equal(missing.$metadata.httpStatusCode, 404);
});

test('a cancellation request is withdrawn, rejected or approved, once', async (t) => {
  const bench = await openBench(t);
  await bench.post('/aws/settings', { quotas: false });
  const { publicOfferId } = await seedProduct(bench);
  const { agreementId } = await seedAgreement(bench, publicOfferId);
  const send = (more: object = {}) =>
    bench.agreements.send(
      new SendAgreementCancellationRequestCommand({ agreementId, reasonCode: 'OTHER', description: 'please', ...more }),
    );
  const first = await send({ clientToken: 'token-1' });
  assert.equal(first.status, 'PENDING_APPROVAL');
  assert.match(first.agreementCancellationRequestId ?? '', /^acr-/);
  const same = await send({ clientToken: 'token-1' });
  assert.equal(same.agreementCancellationRequestId, first.agreementCancellationRequestId);
  const second = await failureOf(send({ clientToken: 'token-2' }));
  assert.equal(second.name, 'ConflictException');
  assert.equal(second.$metadata.httpStatusCode, 409);
  assert.equal((await failureOf(send({ reasonCode: 'BORED' as never }))).reason, 'INVALID_REASON_CODE');

  const agreementCancellationRequestId = first.agreementCancellationRequestId;
  const withdrawn = await bench.agreements.send(
    new CancelAgreementCancellationRequestCommand({
      agreementId,
      agreementCancellationRequestId,
      cancellationReason: 'changed our mind',
    }),
  );
  assert.equal(withdrawn.status, 'CANCELLED');
  const again = await failureOf(
    bench.agreements.send(
      new CancelAgreementCancellationRequestCommand({
        agreementId,
        agreementCancellationRequestId,
        cancellationReason: 'again',
      }),
    ),
  );
  assert.equal(again.name, 'ConflictException');

  const rejected = await send();
  await bench.post(`/aws/cancellation-request/${rejected.agreementCancellationRequestId}/reject`, {
    reason: 'we need it',
  });
  const read = await bench.agreements.send(
    new GetAgreementCancellationRequestCommand({
      agreementId,
      agreementCancellationRequestId: rejected.agreementCancellationRequestId,
    }),
  );
  assert.deepEqual([read.status, read.statusMessage], ['REJECTED', 'we need it']);

  const approved = await send();
  const account = await bench.post<Seller>('/aws/account', { kind: 'buyer', id: buyer });
  await clientsOf(bench.url, account).agreements.send(
    new AcceptAgreementCancellationRequestCommand({
      agreementId,
      agreementCancellationRequestId: approved.agreementCancellationRequestId,
    }),
  );
  const ended = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.equal(ended.status, 'CANCELLED');
  assert.equal((await failureOf(send())).reason, 'INACTIVE_AGREEMENT');
  const listed = await bench.agreements.send(
    new ListAgreementCancellationRequestsCommand({ partyType: 'Proposer', agreementId }),
  );
  assert.deepEqual(listed.items?.map((item) => item.status).sort(), ['APPROVED', 'CANCELLED', 'REJECTED']);
});

test('a request without a response is approved after seven days of business time', async (t) => {
  const bench = await openBench(t);
  const { publicOfferId } = await seedProduct(bench);
  const { agreementId } = await seedAgreement(bench, publicOfferId);
  const { agreementCancellationRequestId, createdAt } = await bench.agreements.send(
    new SendAgreementCancellationRequestCommand({ agreementId, reasonCode: 'TEST_AGREEMENT' }),
  );
  const read = () =>
    bench.agreements.send(new GetAgreementCancellationRequestCommand({ agreementId, agreementCancellationRequestId }));
  await bench.post('/clock', { advance: 'P6DT23H' });
  assert.equal((await read()).status, 'PENDING_APPROVAL');
  await bench.post('/clock', { advance: 'P30D' });
  const approved = await read();
  assert.equal(approved.status, 'APPROVED');
  // It happened during the advance, not at its end.
  assert.equal((approved.updatedAt?.getTime() ?? 0) - (createdAt?.getTime() ?? 0), 7 * 86_400_000);
  assert.deepEqual((await eventTypes(bench)).slice(-4), [
    'Agreement Cancellation Request Pending Approval - Proposer',
    'Agreement Cancellation Request Approved - Proposer',
    'Purchase Agreement Ended - Proposer',
    'License Deprovisioned - Manufacturer',
  ]);
});

test('a request whose description asks for it fails validation afterwards', async (t) => {
  const bench = await openBench(t);
  const { publicOfferId } = await seedProduct(bench);
  const { agreementId } = await seedAgreement(bench, publicOfferId);
  const { agreementCancellationRequestId } = await bench.agreements.send(
    new SendAgreementCancellationRequestCommand({ agreementId, reasonCode: 'OTHER', description: 'fail-validation' }),
  );
  const failed = await eventually(async () => {
    const answer = await bench.agreements.send(
      new GetAgreementCancellationRequestCommand({ agreementId, agreementCancellationRequestId }),
    );
    return answer.status === 'PENDING_APPROVAL' ? null : answer;
  });
  assert.equal(failed.status, 'VALIDATION_FAILED');
});

test('an agreement ends with its term, and the events state when', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-01-15T10:00:00Z' });
  const { publicOfferId } = await seedProduct(bench);
  const { agreementId, endAt } = await seedAgreement(bench, publicOfferId);
  await bench.post('/clock', { advance: 'P13M' });
  const agreement = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.equal(agreement.status, 'EXPIRED');
  assert.equal(agreement.endTimeBehavior, undefined);
  const { messages: events } = await bench.get<{ messages: Event[] }>('/aws/message');
  const ending = events.filter((event) => event.type === 'Purchase Agreement Ending - Proposer');
  assert.equal(ending.length, 5);
  const ended = events.find((event) => event.type === 'Purchase Agreement Ended - Proposer');
  assert.equal(ended?.body.time, `${endAt?.slice(0, 19)}Z`);
});

test('a replacement ends the old agreement and continues its chain', async (t) => {
  const bench = await openBench(t);
  const agreementId = await renewingContract(bench);
  const on = (ChangeType: string, DetailsDocument: object) => ({
    ChangeType,
    Entity: { Type: 'Offer@1.0', Identifier: '$new.Entity.Identifier' },
    DetailsDocument: DetailsDocument as never,
  });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const pricing = {
    PricingModel: 'Contract',
    Terms: [
      {
        Type: 'FixedUpfrontPricingTerm',
        CurrencyCode: 'USD',
        Price: '0',
        Grants: [{ DimensionKey: 'seats', MaxQuantity: 20 }],
      },
    ],
  };
  const schedule = {
    Terms: [
      {
        Type: 'PaymentScheduleTerm',
        CurrencyCode: 'USD',
        Schedule: [
          { ChargeDate: day(5), ChargeAmount: '1500' },
          { ChargeDate: day(200), ChargeAmount: '500.50' },
        ],
      },
    ],
  };
  const validity = { Terms: [{ Type: 'ValidityTerm', AgreementEndDate: day(400) }] };
  const changes = [
    {
      ChangeType: 'CreateReplacementOffer',
      ChangeName: 'new',
      Entity: { Type: 'Offer@1.0' },
      DetailsDocument: { AgreementId: agreementId, Name: 'Bigger' },
    },
    on('UpdateInformation', { Description: 'more seats' }),
    on('UpdatePricingTerms', pricing),
    on('UpdateLegalTerms', {
      Terms: [{ Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] }],
    }),
    on('UpdateAvailability', { AvailabilityEndDate: day(10) }),
    on('ReleaseOffer', {}),
  ];
  const incomplete = await runChangeSet(bench, changes);
  assert.deepEqual(errorCodes(incomplete), ['MISSING_AGREEMENT_END_DATE', 'MISSING_MANDATORY_TERMS']);
  const changeSet = await runChangeSet(bench, [
    ...changes.slice(0, 3),
    on('UpdatePaymentScheduleTerms', schedule),
    on('UpdateValidityTerms', validity),
    ...changes.slice(3),
  ]);
  assert.equal(changeSet.Status, 'SUCCEEDED', JSON.stringify(changeSet.ChangeSet));
  const [offerId = ''] = changeSet.ChangeSet?.[0]?.Entity?.Identifier?.split('@') ?? [];
  const next = await seedAgreement(bench, offerId);
  const old = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.equal(old.status, 'REPLACED');
  const replacing = await bench.agreements.send(new DescribeAgreementCommand({ agreementId: next.agreementId }));
  assert.equal(replacing.initialAgreementId, agreementId);
  assert.equal(replacing.estimatedCharges?.agreementValue, '2000.5');
  assert.equal(replacing.endTime?.toISOString().slice(0, 19), `${day(400)}T23:59:59`);

  // Its first charge is past: a replacement copies it, and needs charges of its own, which come after the validity in AWS' sample.
  await bench.post('/clock', { advance: 'P8D' });
  const again = (terms: readonly ReturnType<typeof on>[]) =>
    runChangeSet(bench, [
      {
        ChangeType: 'CreateReplacementOffer',
        ChangeName: 'new',
        Entity: { Type: 'Offer@1.0' },
        DetailsDocument: { AgreementId: next.agreementId, Name: 'Bigger again' },
      },
      on('UpdateInformation', { Description: 'other charges' }),
      on('UpdatePricingTerms', pricing),
      on('UpdateValidityTerms', validity),
      ...terms,
      on('UpdateAvailability', { AvailabilityEndDate: day(20) }),
      on('ReleaseOffer', {}),
    ]);
  assert.deepEqual(errorCodes(await again([])), ['INVALID_CHARGE_DATES']);
  const [term] = schedule.Terms;
  const later = [
    { ChargeDate: day(15), ChargeAmount: '100' },
    { ChargeDate: day(250), ChargeAmount: '1900.50' },
  ];
  const replaced = await again([on('UpdatePaymentScheduleTerms', { Terms: [{ ...term, Schedule: later }] })]);
  assert.equal(replaced.Status, 'SUCCEEDED', JSON.stringify(replaced.ChangeSet));
});

test('a renewal is offered, repriced within its range, and becomes the next agreement', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-01-15T10:00:00Z' });
  await bench.post('/aws/settings', { quotas: false });
  const agreementId = await renewingContract(bench);
  await bench.post('/clock', { advance: 'P9M' });
  const listed = await bench.catalog.send(
    new ListEntitiesCommand({
      Catalog: 'AWSMarketplace',
      EntityType: 'Offer',
      EntityTypeFilters: {
        OfferFilters: {
          CreatedBySource: { ValueList: ['AwsMarketplace'] },
          TargetAgreementIntent: { ValueList: ['Renew'] },
          TargetAgreementId: { ValueList: [agreementId] },
        },
      },
    }),
  );
  assert.equal(listed.EntitySummaryList?.length, 1);
  const renewalOfferId = listed.EntitySummaryList?.[0]?.EntityId ?? '';
  const agreement = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.deepEqual(agreement.endTimeBehavior, { type: 'RENEW', renewalSummary: { offerId: renewalOfferId } });

  const reprice = async (Price: string) => {
    const terms = [
      {
        Type: 'FixedUpfrontPricingTerm',
        CurrencyCode: 'USD',
        Price,
        Grants: [{ DimensionKey: 'seats', MaxQuantity: 10 }],
      },
    ];
    const changeSet = await runChangeSet(bench, [
      {
        ChangeType: 'UpdatePricingTerms',
        Entity: { Type: 'Offer@1.0', Identifier: renewalOfferId },
        DetailsDocument: { PricingModel: 'Contract', Terms: terms },
      },
    ]);
    return changeSet.Status === 'SUCCEEDED' ? [] : errorCodes(changeSet);
  };
  assert.deepEqual(await reprice('1101'), ['INVALID_PRICE_CHANGE']);
  assert.deepEqual(await reprice('1019'), ['INVALID_PRICE_CHANGE']);
  assert.deepEqual(await reprice('1080'), []);
  await bench.post('/clock', { advance: 'P35D' });
  assert.deepEqual(await reprice('1030'), ['INVALID_UPDATE_REQUEST']);

  await bench.post('/clock', { advance: 'P3M' });
  const old = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.equal(old.status, 'RENEWED');
  const [nextId = ''] = await search(bench, [
    ['InitialAgreementId', agreementId],
    ['Status', 'ACTIVE'],
  ]);
  const next = await bench.agreements.send(new DescribeAgreementCommand({ agreementId: nextId }));
  assert.equal(next.estimatedCharges?.agreementValue, '1080');
  assert.equal(next.startTime?.getTime(), old.endTime?.getTime());
  assert.deepEqual(next.endTimeBehavior?.reasonCode, 'RENEWAL_LIMIT_EXHAUSTED');
  const types = await eventTypes(bench);
  for (const word of ['Renewal Terms Finalized', 'Renewal Upcoming', 'Ended', 'Created']) {
    assert.ok(types.includes(`Purchase Agreement ${word} - Proposer`), word);
  }
});

test('a seller can opt out of a renewal until the lockout', async (t) => {
  const bench = await openBench(t, { startsAt: '2027-01-15T10:00:00Z' });
  const agreementId = await renewingContract(bench);
  const { offerId } = await bench.post<{ offerId: string }>(`/aws/agreement/${agreementId}/renewal-offer`);
  const optOut = () =>
    runChangeSet(bench, [
      {
        ChangeType: 'UpdateAvailability',
        Entity: { Type: 'Offer@1.0', Identifier: offerId },
        DetailsDocument: { AvailabilityEndDate: '2027-01-01' },
      },
    ]);
  assert.equal((await optOut()).Status, 'SUCCEEDED');
  const agreement = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.deepEqual(agreement.endTimeBehavior, {
    type: 'EXPIRE',
    reasonCode: 'PROPOSER_RENEW_OPTED_OUT',
    renewalSummary: { offerId },
  });
  assert.ok((await eventTypes(bench)).includes('Purchase Agreement Amended - Proposer'));
  await bench.post('/clock', { advance: 'P11M5D' });
  assert.deepEqual(errorCodes(await optOut()), ['INVALID_UPDATE_REQUEST']);
  await bench.post('/clock', { advance: 'P1M' });
  const ended = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.equal(ended.status, 'EXPIRED');
});

test('a buyer changes quantities and switches the renewal off', async (t) => {
  const bench = await openBench(t);
  const { publicOfferId } = await seedProduct(bench);
  const { agreementId } = await seedAgreement(bench, publicOfferId, { quantities: { seats: 1 } });
  await bench.post(`/aws/agreement/${agreementId}/amend`, { quantities: { seats: 4 } });
  const amended = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.equal(amended.estimatedCharges?.agreementValue, '480');
  assert.deepEqual((await eventTypes(bench)).slice(-2), [
    'Purchase Agreement Amended - Proposer',
    'License Updated - Manufacturer',
  ]);
  const refused = await failureOf(bench.post(`/aws/agreement/${agreementId}/amend`, { quantities: { unknown: 1 } }));
  assert.match(refused.message, /unknown/);
});

const trialTerm = {
  Type: 'FreeTrialPricingTerm',
  Duration: 'P14D',
  Grants: [{ DimensionKey: 'seats', MaxQuantity: 5 }, { DimensionKey: 'requests' }],
};

const seedTrial = async (bench: Bench, productId: string): Promise<string> =>
  (await bench.post<{ offerId: string }>('/aws/offer', { productId, name: 'Trial', terms: [trialTerm] })).offerId;

test('a free trial grants what it names, costs nothing, ends after its duration, and is available once', async (t) => {
  const bench = await openBench(t);
  const { productId, publicOfferId } = await seedProduct(bench);
  const offerId = await seedTrial(bench, productId);
  const { agreementId } = await seedAgreement(bench, offerId);
  const agreement = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.deepEqual(agreement.estimatedCharges, { currencyCode: 'USD', agreementValue: '0' });
  assert.equal((agreement.endTime?.getTime() ?? 0) - (agreement.startTime?.getTime() ?? 0), 14 * 86_400_000);
  assert.deepEqual(agreement.endTimeBehavior, { type: 'EXPIRE', reasonCode: 'NO_RENEWAL_TERM' });
  const { acceptedTerms = [] } = await bench.agreements.send(new GetAgreementTermsCommand({ agreementId }));
  const accepted = acceptedTerms.find((term) => term.freeTrialPricingTerm)?.freeTrialPricingTerm;
  assert.deepEqual(
    [accepted?.duration, accepted?.grants],
    ['P14D', [{ dimensionKey: 'seats', maxQuantity: 5 }, { dimensionKey: 'requests' }]],
  );
  await bench.post('/clock', { advance: 'P15D' });
  const { status } = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.equal(status, 'EXPIRED');
  assert.ok((await eventTypes(bench)).includes('Purchase Agreement Ended - Proposer'));
  const again = await failureOf(seedAgreement(bench, offerId));
  assert.match(again.message, /had a free trial/);
  const paid = await bench.post<{ agreementId: string }>(`/aws/offer/${publicOfferId}/accept`, {
    buyerAccountId: buyer,
  });
  const bought = await bench.agreements.send(new DescribeAgreementCommand({ agreementId: paid.agreementId }));
  assert.equal(bought.initialAgreementId, paid.agreementId, 'a purchase after the trial is a new one');
});

test('a purchase during its free trial replaces the trial', async (t) => {
  const bench = await openBench(t);
  const { productId, publicOfferId } = await seedProduct(bench);
  const { agreementId: trialId } = await seedAgreement(bench, await seedTrial(bench, productId));
  const { agreementId } = await seedAgreement(bench, publicOfferId, { quantities: { seats: 2 } });
  const bought = await bench.agreements.send(new DescribeAgreementCommand({ agreementId }));
  assert.deepEqual([bought.status, bought.initialAgreementId], ['ACTIVE', trialId]);
  const trial = await bench.agreements.send(new DescribeAgreementCommand({ agreementId: trialId }));
  assert.equal(trial.status, 'REPLACED');
});
