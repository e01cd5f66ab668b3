import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { dayFrom } from '../../simulated.test-support.ts';
import type { PartnerChange, PlanWrite, ProductChange } from '../changes.ts';
import type { AwsOfferSubmission } from '../offer-submissions.ts';
import type { MarketplaceAccess } from '../port.ts';
import { type AwsMarketplace, createAwsMarketplace } from './adapter.ts';
import { anOffer, runStages, runToEnd, settle } from './changes.test-support.ts';
import { type AwsSimulator, startSimulator } from './simulator.test-support.ts';

let simulator: AwsSimulator;
let aws: AwsMarketplace;
let access: MarketplaceAccess;

before(async () => {
  simulator = await startSimulator();
  access = simulator.access;
  aws = createAwsMarketplace({ answerTimeoutMs: 700 });
  await simulator.control('POST', '/settings', { changeSetDelayMs: 20, licenseDelayMs: 20, quotas: false });
});
after(async () => {
  aws.close();
  await simulator.close();
});
beforeEach(() => simulator.control('DELETE', '/fault'));

const run = (change: PartnerChange) => runToEnd(aws, access, change);
const offer = (change: Partial<AwsOfferSubmission> = {}) => anOffer(simulator, change);
const createOffer = async (change: Partial<AwsOfferSubmission> = {}, as = access): Promise<string> =>
  (await runToEnd(aws, as, { act: 'offer.create', offer: offer(change) })).offer ?? '';
const accept = async (offerId: string): Promise<string> =>
  (
    await simulator.control<{ agreementId: string }>('POST', `/offer/${offerId}/accept`, {
      buyerAccountId: simulator.buyerId,
    })
  ).agreementId;
const termOf = async (offerId: string, type: string, as = access): Promise<Record<string, unknown> | undefined> => {
  const terms = (await aws.readOffer(as, offerId))?.document.Terms as Record<string, unknown>[] | undefined;
  return terms?.find((term) => term.Type === type);
};

const plan = (change: Partial<PlanWrite> = {}): PlanWrite => ({
  id: null,
  name: 'Public offer',
  description: '',
  commits: [
    { key: 'seats', price: '100', quantity: 1, durationIso: 'P12M', name: 'Seats', description: 'A seat' },
    { key: 'seats', price: '10', quantity: 1, durationIso: 'P1M', name: 'Seats', description: 'A seat' },
  ],
  usage: [
    { key: 'calls', price: '0.01', name: 'Calls', description: 'A call', unit: 'Requests', includedQuantity: null },
  ],
  currency: 'USD',
  billingTermIso: null,
  ...change,
});

const aProduct = (
  change: Partial<Extract<ProductChange, { act: 'product.create' }>> = {},
): Extract<ProductChange, { act: 'product.create' }> => ({
  act: 'product.create',
  name: 'Widgets',
  listing: {
    shortDescription: 's',
    longDescription: 'l',
    logoUrl: 'https://acme.test/logo.png',
    highlights: ['h'],
    supportDescription: 'mail us',
    categories: ['Data'],
    keywords: ['k'],
  },
  dimensions: [],
  plans: [plan()],
  terms: { legal: null, refundPolicy: 'None.' },
  fulfillmentUrl: 'https://acme.test/signup',
  buyerAccountIds: [],
  document: {},
  ...change,
});

describe('a product at AWS', () => {
  it('is created with its public offer in one change set, and reads back with prices and terms', async () => {
    const made = await run(aProduct({ buyerAccountIds: ['111111111111'] }));
    assert.match(made.product ?? '', /^prod-/);
    assert.match(made.publicOffer ?? '', /^offer-/);
    const read = await aws.readProduct(access, made.product ?? '');
    assert.equal(read?.status, 'LIMITED');
    assert.equal(read?.title, 'Widgets');
    assert.equal(read?.fulfillmentUrl, 'https://acme.test/signup');
    assert.deepEqual(
      read?.dimensions.map(({ key, types }) => [key, types]),
      [
        ['seats', ['Entitled']],
        ['calls', ['ExternallyMetered']],
      ],
    );
    assert.deepEqual(
      read?.plans?.[0]?.commits.map(({ key, price, durationIso }) => [key, price, durationIso]),
      [
        ['seats', '100', 'P12M'],
        ['seats', '10', 'P1M'],
      ],
    );
    assert.deepEqual(
      read?.plans?.[0]?.usage.map(({ key, price, unit }) => [key, price, unit]),
      [['calls', '0.01', 'Requests']],
    );
    assert.equal(read?.plans?.[0]?.currency, 'USD');
    assert.deepEqual(read?.publicTerms, { legal: { type: 'STANDARD' }, refundPolicy: 'None.' });
    const listed = (await aws.listProducts(access)).find(({ entityId }) => entityId === made.product);
    assert.deepEqual(listed, read);
  });

  it('is not created at all when one of its changes is refused', async () => {
    const before = (await aws.listProducts(access)).length;
    const end = await runStages(aws, access, aProduct({ terms: { legal: null, refundPolicy: null } }));
    assert.deepEqual('errors' in end && end.errors, ['MISSING_MANDATORY_TERMS']);
    assert.equal((await aws.listProducts(access)).length, before);
  });

  it('is updated, restricted to some buyers, given another fulfillment URL, and published', async () => {
    const { product: entityId = '' } = await run(aProduct());
    const dimensions = (await aws.readProduct(access, entityId))?.dimensions ?? [];
    const [seats] = dimensions;
    assert.ok(seats);
    await run({
      act: 'product.update',
      entityId,
      listing: { title: 'Better widgets' },
      dimensions: [
        { ...seats, name: 'Chairs' },
        { key: 'extra', name: 'Extra', description: '', unit: '', types: ['Entitled'] },
      ],
    });
    await run({ act: 'product.targeting', entityId, buyerAccountIds: ['222222222222'] });
    await run({ act: 'product.fulfillmentUrl', entityId, fulfillmentUrl: 'https://acme.test/new' });
    await run({ act: 'product.publish', entityId });
    const read = await aws.readProduct(access, entityId);
    assert.deepEqual(
      [read?.title, read?.status, read?.fulfillmentUrl],
      ['Better widgets', 'PUBLIC', 'https://acme.test/new'],
    );
    assert.deepEqual(read?.dimensions.map(({ key, name }) => [key, name]).sort(), [
      ['calls', 'Calls'],
      ['extra', 'Extra'],
      ['seats', 'Chairs'],
    ]);
    assert.deepEqual(read?.document.Targeting, { PositiveTargeting: { BuyerAccounts: ['222222222222'] } });
  });

  it('is changed once, even if the first response was lost and the entity reads differently since', async () => {
    const { product: entityId = '' } = await run(aProduct());
    const known = (await aws.readProduct(access, entityId))?.dimensions ?? [];
    const dimensions = [...known, { key: 'late', name: 'Late', description: 'l', unit: 'Units', types: ['Entitled'] }];
    const change: PartnerChange = { act: 'product.update', entityId, listing: { title: 'Once' }, dimensions };
    const step = { key: 'lost-answer', stage: 0, made: {} };
    await simulator.fault('timeout-after', { operation: 'StartChangeSet' });
    await assert.rejects(aws.startChange(access, change, step));
    await new Promise((resolve) => setTimeout(resolve, 60));
    const { changeId } = await aws.startChange(access, change, step);
    assert.equal((await settle(aws, access, changeId)).state, 'DONE');
    const again = await runStages(aws, access, change);
    assert.ok('stages' in again, 'what stands there already is not added again');
  });

  it('changes its prices in the steps that AWS accepts: additions and decreases first, then increases', async () => {
    const { product: entityId = '', publicOffer } = await run(aProduct());
    const [first, second] = plan().commits;
    const [calls] = plan().usage;
    assert.ok(first && second && calls);
    const raised = plan({
      commits: [
        { ...first, price: '90' },
        { ...second, price: '12' },
      ],
      usage: [
        { ...calls, price: '0.02' },
        { ...calls, key: 'bytes', name: 'Bytes', price: '0.5' },
      ],
    });
    const end = await runStages(aws, access, {
      act: 'product.pricing',
      entityId,
      plans: [raised],
      terms: { legal: { type: 'CUSTOM', url: 'https://acme.s3.amazonaws.com/eula.pdf' }, refundPolicy: 'Some.' },
    });
    assert.equal('stages' in end && end.stages, 2, JSON.stringify(end));
    const read = await aws.readProduct(access, entityId);
    assert.deepEqual(
      read?.plans?.[0]?.commits.map(({ price }) => price),
      ['90', '12'],
    );
    assert.deepEqual(
      read?.plans?.[0]?.usage.map(({ key, price }) => [key, price]),
      [
        ['calls', '0.02'],
        ['bytes', '0.5'],
      ],
    );
    assert.deepEqual(read?.publicTerms, {
      legal: { type: 'CUSTOM', url: 'https://acme.s3.amazonaws.com/eula.pdf' },
      refundPolicy: 'Some.',
    });
    const dearer = { ...raised, usage: raised.usage.map((rate) => ({ ...rate, price: '1' })) };
    const frozen = await runStages(aws, access, { act: 'product.price', entityId, plans: [dearer] });
    assert.deepEqual('errors' in frozen && frozen.errors, ['INVALID_PRICE_CHANGE'], 'an increase freezes for 120 days');
    assert.ok(publicOffer);
  });

  it('gets a public offer with its first price', async () => {
    const { product: entityId = '' } = await run(
      aProduct({
        plans: [],
        dimensions: [{ key: 'seats', name: 'Seats', description: 'Seats', unit: 'Units', types: ['Entitled'] }],
      }),
    );
    assert.deepEqual((await aws.readProduct(access, entityId))?.plans, []);
    const terms = { legal: null, refundPolicy: 'None.' };
    await run({ act: 'product.pricing', entityId, plans: [plan()], terms });
    assert.equal((await aws.readProduct(access, entityId))?.plans?.[0]?.usage[0]?.price, '0.01');
  });
});

describe('a private offer at AWS', () => {
  it('carries its payment and renewal terms, and that it continues a purchase from elsewhere', async () => {
    const now = simulator.now();
    const offerId = await createOffer({
      upfront: { price: '300', grants: [{ key: 'seats', quantity: 3 }] },
      installments: [
        { chargeDate: dayFrom(now, 30), amount: '100' },
        { chargeDate: dayFrom(now, 60), amount: '100' },
        { chargeDate: dayFrom(now, 90), amount: '100' },
      ],
      upfrontChargeDate: dayFrom(now, 0),
      netPaymentDays: 45,
      preExistingAgreement: { acquisitionChannel: 'External', pricingModel: 'Contract' },
      renewal: {
        enabled: true,
        lockoutDays: 30,
        adjustmentDeadlineDays: 60,
        maxRenewals: 2,
        priceIncrease: { type: 'RANGE', min: '1', default: '2.5', max: '5' },
      },
    });
    const read = await aws.readOffer(access, offerId);
    assert.equal(read?.upfront?.price, '300');
    assert.match(read?.privateOfferUrl ?? '', new RegExp(offerId));
    assert.deepEqual(read?.document.PreExistingAgreement, { AcquisitionChannel: 'External', PricingModel: 'Contract' });
    assert.equal((await termOf(offerId, 'NetPaymentTerm'))?.PaymentDuePeriod, 'P45D');
    assert.deepEqual(await termOf(offerId, 'RenewalTerm'), {
      Type: 'RenewalTerm',
      LockoutPeriod: 'P30D',
      AdjustmentDeadline: 'P60D',
      MaxRenewals: 2,
      PriceIncrease: {
        Type: 'PercentageRange',
        Range: { MinValue: '1', MaxValue: '5', DefaultValue: '2.5' },
      },
      TermTemplates: [
        {
          Type: 'PaymentScheduleTermTemplate',
          Schedule: [
            { ChargeDateOffset: 'P30D', ChargePercentage: '33.34' },
            { ChargeDateOffset: 'P60D', ChargePercentage: '33.33' },
            { ChargeDateOffset: 'P90D', ChargePercentage: '33.33' },
          ],
        },
      ],
    });
  });

  for (const [kind, sold, price] of [
    ['one price', {}, '1500'],
    ['a schedule', { upfront: { price: '900', grants: [{ key: 'seats', quantity: 2 }] } }, '1500.5'],
  ] as const) {
    it(`replaces an agreement with ${kind} and keeps its buyer and its kinds of price`, async () => {
      const now = simulator.now();
      const agreementId = await accept(await createOffer({ ...sold, upfrontChargeDate: dayFrom(now, 0) } as never));
      const endDate = dayFrom(now, 700);
      const grants = 'upfront' in sold ? [{ key: 'seats', quantity: 4 }] : [{ key: 'seats', quantity: 1 }];
      const offerId = await createOffer({
        base: { kind: 'REPLACEMENT', agreementId },
        upfront: { price, grants },
        durationIso: 'P700D',
        endDate,
        upfrontChargeDate: dayFrom(now, 0),
      });
      const read = await aws.readOffer(access, offerId);
      assert.deepEqual(read?.buyerAccountIds, [simulator.buyerId]);
      assert.equal(read?.upfront?.price, price);
      assert.equal(read?.agreementEnd?.toISOString().slice(0, 10), endDate);
      const next = await aws.readAgreement(access, await accept(offerId));
      assert.equal(next?.initialAgreementId, agreementId);
      assert.equal((await aws.readAgreement(access, agreementId))?.status, 'REPLACED');
    });
  }

  it('is created by a channel partner: authorized prices with a markup, or a price of its own', async () => {
    const partner = await simulator.control<AwsSimulator['seller']>('POST', '/account', { name: 'Partner' });
    const as: MarketplaceAccess = {
      ...access,
      connectionId: 'conn_partner',
      accountId: partner.id,
      credentials: { accessKeyId: partner.accessKeyId, secretAccessKey: partner.secretAccessKey },
    };
    const { resaleAuthorizationId } = await simulator.control<{ resaleAuthorizationId: string }>(
      'POST',
      '/resale-authorization',
      {
        productId: simulator.product.productId,
        resellerAccountId: partner.id,
        buyerAccountIds: [simulator.buyerId],
        terms: [
          {
            Type: 'ConfigurableUpfrontPricingTerm',
            CurrencyCode: 'USD',
            RateCards: [
              {
                Selector: { Type: 'Duration', Value: 'P12M' },
                Constraints: { MultipleDimensionSelection: 'Allowed', QuantityConfiguration: 'Allowed' },
                RateCard: [{ DimensionKey: 'seats', Price: '200' }],
              },
            ],
          },
          { Type: 'LegalTerm', Documents: [{ Type: 'CustomEula', Url: 'https://acme.s3.amazonaws.com/eula.pdf' }] },
          { Type: 'NetPaymentTerm', PaymentDuePeriod: 'P60D' },
        ],
      },
    );
    const base = { kind: 'RESALE' as const, resaleAuthorizationId, markupPercentage: '12.5' };
    const common = { eula: null, usageRates: [], upfrontChargeDate: dayFrom(simulator.now(), 0) };
    const marked = await createOffer({ ...common, base, netPaymentDays: 30 }, as);
    assert.equal((await aws.readOffer(as, marked))?.upfront?.price, '225');
    assert.equal((await aws.readOffer(as, marked))?.document.MarkupPercentage, '12.5');
    assert.match(JSON.stringify(await termOf(marked, 'LegalTerm', as)), /CustomEula/, 'the manufacturer’s EULA stays');
    const own = await createOffer({ ...common, base: { ...base, markupPercentage: null } }, as);
    assert.equal((await aws.readOffer(as, own))?.upfront?.price, '1200');
    const agreement = await aws.readAgreement(as, await accept(marked));
    assert.equal(agreement?.value, '225');
    const longer = await runStages(aws, as, {
      act: 'offer.create',
      offer: offer({ ...common, base, netPaymentDays: 90 }),
    });
    assert.deepEqual('errors' in longer && longer.errors, ['INCOMPATIBLE_RESALE_AUTHORIZATION']);
    const replaced = await createOffer(
      {
        ...common,
        base: { ...base, markupPercentage: null, agreementId: agreement?.externalId ?? '' },
        endDate: dayFrom(simulator.now(), 500),
        durationIso: 'P500D',
      },
      as,
    );
    assert.equal((await aws.readAgreement(as, await accept(replaced)))?.initialAgreementId, agreement?.externalId);
  });

  it('is extended and withdrawn by its last day', async () => {
    const externalId = await createOffer();
    const lastDay = dayFrom(simulator.now(), 40);
    await run({ act: 'offer.extend', externalId, lastDay, expireTime: `${lastDay}T23:59:59.999Z` });
    assert.equal((await aws.readOffer(access, externalId))?.expireTime?.toISOString(), `${lastDay}T23:59:59.999Z`);
    await run({ act: 'offer.withdraw', externalId, lastDay: dayFrom(simulator.now(), -1) });
    assert.ok(((await aws.readOffer(access, externalId))?.expireTime ?? simulator.now()) < simulator.now());
  });

  it('is repriced once even if two executions of a step plan at the same time and read different states', async () => {
    const externalId = await createOffer();
    const step = { key: `twice-${externalId}`, stage: 0, made: {} };
    const start = (price: string) => {
      const rates = [{ key: 'requests', price }];
      const productEntityId = simulator.product.productId;
      const act = 'offer.reprice';
      return aws.startChange(
        access,
        { act, externalId, productEntityId, newDimensions: [], currency: 'USD', rates },
        step,
      );
    };
    await simulator.control('POST', '/fault', { name: 'slow', operation: 'DescribeEntity', delayMs: 500 });
    const late = start('0.006');
    type Faults = { faults: { remaining: number | null }[] };
    while ((await simulator.control<Faults>('GET', '/fault')).faults.some(({ remaining }) => remaining !== 0));
    const first = await start('0.008');
    assert.equal((await settle(aws, access, first.changeId)).state, 'DONE');
    assert.deepEqual(await late, first);
    assert.deepEqual((await aws.readOffer(access, externalId))?.usageRates, [{ key: 'requests', price: '0.008' }]);
  });

  it('is repriced: new dimensions and lower rates first, then higher ones; its contract price stays', async () => {
    const externalId = await createOffer();
    const productEntityId = simulator.product.productId;
    const key = 'gigabytes';
    const end = await runStages(aws, access, {
      act: 'offer.reprice',
      externalId,
      productEntityId,
      newDimensions: [{ key, name: 'Gigabytes', description: 'GB', unit: 'GB', types: ['ExternallyMetered'] }],
      currency: 'USD',
      rates: [
        { key: 'requests', price: '0.03' },
        { key, price: '0.2' },
      ],
    });
    assert.ok('stages' in end, JSON.stringify(end));
    const read = await aws.readOffer(access, externalId);
    assert.equal(read?.upfront?.price, '1200');
    assert.deepEqual(read?.usageRates, [
      { key: 'requests', price: '0.03' },
      { key, price: '0.2' },
    ]);
    assert.ok((await aws.readProduct(access, productEntityId))?.dimensions.some((known) => known.key === key));
    const dropped = await runStages(aws, access, {
      act: 'offer.reprice',
      externalId,
      productEntityId,
      newDimensions: [],
      currency: 'USD',
      rates: [{ key, price: '0.2' }],
    });
    assert.deepEqual('errors' in dropped && dropped.errors, ['INVALID_RATE_CARD']);
  });
});

describe('an offer set at AWS', () => {
  const members = async (count: number, change: Partial<AwsOfferSubmission> = {}) => {
    const found = [];
    for (let index = 0; index < count; index += 1) {
      const product = await simulator.control<{ productId: string }>('POST', '/product', {
        sellerAccountId: simulator.seller.id,
        title: `Part ${index}`,
        dimensions: [{ key: 'seats', types: ['Entitled'] }],
      });
      const sold = { productEntityId: product.productId, usageRates: [], name: `Part ${index}`, ...change };
      found.push({ key: `offer_01jd8k3q7wexamplemember00${index}`, offer: offer(sold) });
    }
    return found;
  };
  const aSet = (offers: Awaited<ReturnType<typeof members>>, name = 'Bundle') => ({
    act: 'offerSet.create' as const,
    name,
    buyerNotes: 'all together',
    solutionId: null,
    offers,
  });

  it('is created, released and accepted as a whole; each offer is named by our id', async () => {
    const offers = await members(3);
    const end = await runStages(aws, access, aSet(offers));
    assert.ok('stages' in end, JSON.stringify(end));
    assert.deepEqual(Object.keys(end.made).sort(), ['offerSet', ...offers.map(({ key }) => key)].sort());
    for (const { key } of offers) {
      assert.equal((await aws.readOffer(access, end.made[key] ?? ''))?.state, 'RELEASED');
    }
    await assert.rejects(accept(end.made[offers[0]?.key ?? ''] ?? ''), /accepted with offerset-/);
    const { agreements } = await simulator.control<{ agreements: { offerId: string }[] }>(
      'POST',
      `/offer-set/${end.made.offerSet}/accept`,
      { buyerAccountId: simulator.buyerId },
    );
    assert.deepEqual(agreements.map(({ offerId }) => offerId).sort(), offers.map(({ key }) => end.made[key]).sort());
  });

  it('leaves no offer open when it cannot be released', async () => {
    const offers = await members(2);
    const end = await runStages(aws, access, aSet(offers, 'fail-release'));
    assert.deepEqual('errors' in end && end.errors, ['INVALID_UPDATE_REQUEST']);
    for (const { key } of offers) {
      assert.equal(
        (await aws.readOffer(access, end.made[key] ?? ''))?.state,
        'DRAFT',
        'a draft, which buyers do not see',
      );
    }
  });
});

describe('a buyer who arrives from AWS', () => {
  it('is the account that the token names, with the agreement just made; a used token resolves to nobody', async () => {
    const agreementId = await accept(await createOffer({ usageRates: [] }));
    const token = async (): Promise<string> =>
      (await simulator.control<{ registrationToken: string }>('POST', `/agreement/${agreementId}/registration-token`))
        .registrationToken;
    const early = await aws.resolveLanding(access, { token: await token(), audience: 'acme.test' });
    assert.equal(early?.buyerAccountId, simulator.buyerId);
    assert.equal(early?.agreementIds[0], agreementId);
    assert.equal(early?.productExternalId, simulator.product.productCode);
    assert.equal(await aws.resolveLanding(access, { token: 'rubbish', audience: 'acme.test' }), null);
    const old = await token();
    await simulator.advance('PT5H');
    assert.equal(await aws.resolveLanding(access, { token: old, audience: 'acme.test' }), null);
    const late = await aws.resolveLanding(access, { token: await token(), audience: 'acme.test' });
    assert.ok(late?.licenseArn);
    assert.deepEqual(late?.agreementIds, [agreementId]);
  });
});
