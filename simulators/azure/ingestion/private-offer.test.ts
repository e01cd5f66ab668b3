import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bench, billingAccount, configure, openBench, seedProduct } from '../azure.test-support.ts';

const day = 86_400_000;
const dateIn = (bench: Bench, days: number) => new Date(bench.clock.now() + days * day).toISOString().slice(0, 10);

// biome-ignore lint/suspicious/noExplicitAny: the seeded product is looked at freely
type Seeded = any;

const offerOf = (bench: Bench, seeded: Seeded, more: Record<string, unknown> = {}) => ({
  $schema: 'https://schema.mp.microsoft.com/schema/private-offer/2023-07-15',
  name: 'Deal',
  state: 'live',
  privateOfferType: 'customerPromotion',
  offerPricingType: 'editExistingOfferPricingOnly',
  variableStartDate: true,
  end: dateIn(bench, 400),
  acceptBy: dateIn(bench, 10),
  preparedBy: 'amy@contoso.example',
  notificationContacts: ['amy@contoso.example'],
  beneficiaries: [{ id: billingAccount, description: 'Customer' }],
  termsAndConditionsDocSasUrl: 'https://files.example/terms.pdf',
  pricing: [
    { product: seeded.productId, plan: seeded.plans[0].id, discountType: 'percentage', discountPercentage: 15 },
  ],
  ...more,
});

const putOffer = async (bench: Bench, resources: unknown[]) => {
  const job = await configure(bench, resources);
  assert.deepEqual([job.jobResult, job.errors], ['succeeded', []]);
  const older = await bench.graph('GET', `/configure/${job.jobId}`, undefined, '2022-07-01');
  assert.equal(older.status, 400, 'that version has no such private offers');
  const details = (await bench.graph('GET', `/configure/${job.jobId}`, undefined, '2023-07-15')).body;
  return details.resources.find((item: { id: string }) => item.id.startsWith('private-offer/'));
};

const messagesOf = (job: { errors: { message: string }[] }) => job.errors.map(({ message }) => message);
const change = (id: string, state: string) => ({
  $schema: 'https://schema.mp.microsoft.com/schema/private-offer/2023-07-15',
  id,
  name: 'Deal',
  privateOfferType: 'customerPromotion',
  offerPricingType: 'editExistingOfferPricingOnly',
  state,
});

test('a live private offer is accepted and purchased at its discount, and is named by the subscription', async (t) => {
  const bench = await openBench(t);
  const seeded = await seedProduct(bench);
  const offer = await putOffer(bench, [offerOf(bench, seeded)]);
  assert.deepEqual([offer.state, offer.subState], ['live', 'pendingAcceptance']);
  assert.deepEqual([offer.acceptanceLinks.length, offer.acceptanceLinks[0].beneficiaryId], [1, billingAccount]);
  assert.deepEqual([offer.pricing[0].productName, offer.pricing[0].planName], ['Contoso API', 'Silver']);
  const guid = offer.id.split('/')[1];
  await assert.rejects(bench.control('POST', `/private-offer/${guid}/purchase`), { status: 409 });
  await assert.rejects(bench.control('POST', `/private-offer/${guid}/accept`, { billingAccountId: 'other' }), {
    status: 409,
  });
  await bench.control('POST', `/private-offer/${guid}/accept`);
  await assert.rejects(bench.control('POST', `/private-offer/${guid}/accept`), { status: 409 });
  const accepted = (await bench.graph('GET', `/${offer.id}`, undefined, '2023-07-15')).body;
  assert.deepEqual([accepted.state, accepted.subState], ['live', 'accepted']);
  assert.notEqual(accepted.eTag, offer.eTag);

  const bought = await bench.control('POST', `/private-offer/${guid}/purchase`, { planId: 'silver', quantity: 3 });
  const { plans } = (await bench.api('GET', `/saas/subscriptions/${bought.id}/listAvailablePlans?planId=silver`)).body;
  assert.deepEqual(plans[0].sourceOffers, [{ externalId: guid }]);
  assert.deepEqual(
    plans[0].planComponents.recurrentBillingTerms.map(({ price }: { price: number }) => price),
    [8.5, 85],
  );
  const { value } = (await bench.graph('GET', '/private-offer/query', undefined, '2023-07-15')).body;
  assert.deepEqual(
    value.map(({ id }: { id: string }) => id),
    [offer.id],
  );
});

test('a customized plan with absolute prices comes with the offer', async (t) => {
  const bench = await openBench(t);
  const seeded = await seedProduct(bench);
  const basePlan = seeded.plans[2].id;
  const guids = basePlan.split('/');
  const template = await bench.graph(
    'GET',
    `/price-and-availability-private-offer-plan/${guids[1]}?plan=${basePlan}`,
    undefined,
    '2023-07-15',
  );
  assert.deepEqual([template.status, template.body.plan], [200, basePlan]);
  const priced = {
    ...template.body,
    resourceName: 'prices',
    offerPricingType: 'saasNewCustomizedPlans',
    pricing: {
      recurrentPrice: {
        recurrentPriceMode: 'flatRate',
        priceInputOption: 'usd',
        prices: [{ billingTerm: { type: 'year', value: 3 }, pricePerPaymentInUsd: 9000 }],
      },
      customMeters: {
        meters: {
          requests: {
            includedQuantities: [{ billingTerm: { type: 'year', value: 3 }, quantity: 15, isInfinite: false }],
          },
        },
      },
    },
  };
  const offer = await putOffer(bench, [
    offerOf(bench, seeded, {
      offerPricingType: 'saasNewCustomizedPlans',
      pricing: [
        {
          product: seeded.productId,
          basePlan,
          newPlanDetails: { name: 'Special', description: 'For you' },
          discountType: 'absolute',
          priceDetails: { resourceName: 'prices' },
        },
      ],
    }),
    priced,
  ]);
  assert.match(offer.pricing[0].priceDetails, /^price-and-availability-private-offer-plan\//);
  assert.match(offer.pricing[0].newPlanDetails.id, /^plan\//);
  await bench.control('POST', `/private-offer/${encodeURIComponent(offer.id)}/accept`);
  const bought = await bench.control('POST', `/private-offer/${encodeURIComponent(offer.id)}/purchase`);
  assert.equal(bought.term.termUnit, 'P3Y');
  const path = `/saas/subscriptions/${bought.id}/listAvailablePlans?planId=${bought.planId}`;
  const [plan] = (await bench.api('GET', path)).body.plans;
  assert.deepEqual([plan.displayName, plan.isPrivate], ['Special', true]);
  const [term] = plan.planComponents.recurrentBillingTerms;
  assert.deepEqual(
    [term.price, term.termUnit, term.meteredQuantityIncluded],
    [9000, 'P3Y', [{ dimensionId: 'requests', units: '15' }]],
  );
  await bench.api('POST', `/saas/subscriptions/${bought.id}/activate`, { planId: bought.planId });
  const usage = await bench.api('POST', '/usageEvent', {
    resourceId: bought.id,
    quantity: 1,
    dimension: 'requests',
    effectiveStartTime: new Date(bench.clock.now() - 60_000).toISOString(),
    planId: bought.planId,
  });
  assert.equal(usage.status, 200, 'usage of a customized plan names its own id');
  await bench.clock.advance(500 * day);
  const later = await bench.api('POST', '/usageEvent', {
    resourceId: bought.id,
    quantity: 1,
    dimension: 'requests',
    effectiveStartTime: new Date(bench.clock.now() - 60_000).toISOString(),
    planId: bought.planId,
  });
  assert.equal(later.status, 200, 'also after the end of the offer, while the term runs');
});

test('an offer that is not accepted can be withdrawn, and deleted as a draft; it does not go live again', async (t) => {
  const bench = await openBench(t);
  const seeded = await seedProduct(bench);
  const { id } = await putOffer(bench, [offerOf(bench, seeded)]);
  assert.deepEqual(messagesOf(await configure(bench, [change(id, 'deleted')])), [
    'Only draft private offers can be deleted.',
  ]);
  assert.equal((await configure(bench, [change(id, 'live')])).jobResult, 'failed', 'live offers are locked');
  const withdrawn = await putOffer(bench, [change(id, 'withdrawn')]);
  assert.deepEqual([withdrawn.state, withdrawn.acceptanceLinks], ['draft', []]);
  await assert.rejects(bench.control('POST', `/private-offer/${encodeURIComponent(id)}/accept`), { status: 409 });
  assert.equal((await configure(bench, [change(id, 'withdrawn')])).jobResult, 'failed');
  const acceptBy = dateIn(bench, 20);
  const stale = await configure(bench, [{ ...change(id, 'live'), acceptBy, eTag: '"old"' }]);
  assert.deepEqual(
    stale.errors.map(({ code }: { code: string }) => code),
    ['conflict'],
  );
  const again = await configure(bench, [{ ...change(id, 'live'), acceptBy, eTag: withdrawn.eTag }]);
  assert.deepEqual(messagesOf(again), ['A withdrawn private offer cannot be published again by this API.']);
  const deleted = await configure(bench, [change(id, 'deleted')]);
  assert.deepEqual([deleted.jobResult, deleted.resourceUri], ['succeeded', undefined]);
  assert.equal((await bench.graph('GET', `/${id}`)).status, 404);
});

test('an accepted offer cannot be withdrawn, even if the buyer was faster than the job', async (t) => {
  const bench = await openBench(t);
  const seeded = await seedProduct(bench);
  const { id } = await putOffer(bench, [offerOf(bench, seeded)]);
  await bench.control('POST', '/settings', { jobDelayMs: 60_000 });
  const $schema = 'https://schema.mp.microsoft.com/schema/configure/2022-07-01';
  const { jobId } = (await bench.graph('POST', '/configure', { $schema, resources: [change(id, 'withdrawn')] })).body;
  await bench.control('POST', `/private-offer/${encodeURIComponent(id)}/accept`);
  await bench.clock.advance(60_000);
  const job = (await bench.graph('GET', `/configure/${jobId}/status`, undefined, '2022-07-01')).body;
  assert.deepEqual([job.jobResult, job.errors[0].code], ['failed', 'Conflict']);
  const { state, subState } = (await bench.graph('GET', `/${id}`)).body;
  assert.deepEqual([state, subState], ['live', 'accepted']);
});

test('an offer expires after its last day', async (t) => {
  const bench = await openBench(t);
  const seeded = await seedProduct(bench);
  const { id } = await putOffer(bench, [offerOf(bench, seeded, { acceptBy: dateIn(bench, 1) })]);
  await bench.clock.advance(2 * day);
  await assert.rejects(bench.control('POST', `/private-offer/${encodeURIComponent(id)}/accept`), { status: 409 });
  const withdrawn = await putOffer(bench, [change(id, 'withdrawn')]);
  assert.equal(withdrawn.state, 'draft', 'what has expired can be withdrawn and sent again');
});

test('a draft may be incomplete; going live requires everything', async (t) => {
  const bench = await openBench(t);
  const seeded = await seedProduct(bench);
  const draft = await putOffer(bench, [{ ...change('', 'draft'), id: undefined, offerPricingType: undefined }]);
  assert.deepEqual([draft.state, draft.subState], ['draft', undefined]);
  const cases: [Record<string, unknown>, string][] = [
    [{ variableStartDate: false }, 'The start date should be defined'],
    [{ end: undefined }, 'The end date should be defined'],
    [{ acceptBy: dateIn(bench, -1) }, 'The accept by date should not be in the past'],
    [{ beneficiaries: [] }, 'At least one beneficiary should be defined'],
    [{ pricing: [] }, 'At least one pricing should be defined'],
    [
      { pricing: [{ product: seeded.productId, discountType: 'percentage', discountPercentage: 101 }] },
      'The discount should be above 0 and at most 100 percent',
    ],
    [{ offerPricingType: 'saasNewCustomizedPlans' }, 'The base plan should be a live plan'],
  ];
  for (const [more, message] of cases) {
    const job = await configure(bench, [offerOf(bench, seeded, more)]);
    assert.equal(job.jobResult, 'failed');
    assert.ok(messagesOf(job).includes(message), `${message}: ${messagesOf(job)}`);
  }
  const { value } = (await bench.graph('GET', '/private-offer/query')).body;
  assert.equal(value.length, 1, 'what has failed leaves nothing');
});
