import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dayFrom } from '../../simulated.test-support.ts';
import type { AwsOfferSubmission } from '../offer-submissions.ts';
import type { MarketplaceAccess } from '../port.ts';
import { type AwsMarketplace, createAwsMarketplace } from './adapter.ts';
import { anOffer, runStages, runToEnd } from './changes.test-support.ts';
import { type AwsSimulator, startSimulator } from './simulator.test-support.ts';
import { awsMessages } from './translate/event.ts';

let simulator: AwsSimulator;
let aws: AwsMarketplace;
let manufacturer: MarketplaceAccess;
let partner: MarketplaceAccess;

before(async () => {
  simulator = await startSimulator();
  await simulator.control('POST', '/settings', { changeSetDelayMs: 10, quotas: false });
  aws = createAwsMarketplace();
  manufacturer = simulator.access;
  const account = await simulator.control<AwsSimulator['seller']>('POST', '/account', { name: 'Partner' });
  const { accessKeyId, secretAccessKey } = account;
  partner = {
    ...manufacturer,
    connectionId: 'conn_partner',
    accountId: account.id,
    credentials: { accessKeyId, secretAccessKey },
  };
});
after(async () => {
  aws.close();
  await simulator.close();
});

const authorization = (change: Partial<AwsOfferSubmission> = {}): AwsOfferSubmission =>
  anOffer(simulator, {
    name: 'To Partner',
    upfront: { price: '100', grants: [{ key: 'seats', quantity: 1 }] },
    authorizes: {
      resellerAccountId: partner.accountId,
      once: false,
      prices: [{ key: 'seats', price: '100' }],
      contract: { type: 'STANDARD' },
    },
    ...change,
  });

const make = async (change: Partial<AwsOfferSubmission> = {}): Promise<string> =>
  (await runToEnd(aws, manufacturer, { act: 'offer.create', offer: authorization(change) })).offer ?? '';

describe('a resale authorization at AWS', () => {
  it('is granted by one account and received by the other, and both read it with its terms', async () => {
    const id = await make({ netPaymentDays: 30, startDate: dayFrom(simulator.now(), 90) });
    assert.match(id, /^resaleauthz-/);
    for (const [access, resale] of [
      [manufacturer, 'CPPO_OUT'],
      [partner, 'CPPO_IN'],
    ] as const) {
      const [read] = await aws.readOffers(access, [id]);
      assert.deepEqual(await aws.readOffer(access, id), read);
      assert.equal(read?.resale, resale);
      assert.equal(read?.state, 'RELEASED');
      assert.deepEqual(read?.upfront, { price: '100', durationIso: 'P12M' });
      assert.deepEqual(read?.usageRates, [{ key: 'requests', price: '0.01' }]);
      assert.deepEqual(read?.buyerAccountIds, [simulator.buyerId]);
      assert.equal(read?.expireTime?.toISOString(), `${dayFrom(simulator.now(), 20)}T23:59:59.999Z`);
      const listed = await aws.listOffers(access, { changedSince: new Date(simulator.now().getTime() - 60_000) });
      assert.ok(listed.some(({ externalId }) => externalId === id));
    }
    const terms = (await aws.readOffer(partner, id))?.document.Terms;
    const types = (terms as { Type: string }[]).map(({ Type }) => Type);
    for (const type of ['ResaleLegalTerm', 'ResaleNetPaymentTerm', 'BuyerValidityTerm'])
      assert.ok(types.includes(type), type);
    assert.equal(aws.privateOfferUrl({ productEntityId: 'prod-1', externalId: id }), null);
  });

  it('lets a channel partner sell at a markup, until it is withdrawn', async () => {
    const id = await make({ availabilityEndDate: '', buyerAccountIds: [] });
    const sell = () =>
      runStages(aws, partner, {
        act: 'offer.create',
        offer: anOffer(simulator, {
          base: { kind: 'RESALE', resaleAuthorizationId: id, markupPercentage: '10' },
          eula: null,
          upfrontChargeDate: dayFrom(simulator.now(), 0),
        }),
      });
    const sold = await sell();
    assert.ok('stages' in sold, JSON.stringify(sold));
    const read = await aws.readOffer(partner, sold.made.offer ?? '');
    assert.equal(read?.resale, 'CPPO');
    assert.equal(read?.upfront?.price, '110');
    const lastDay = dayFrom(simulator.now(), -1);
    await runToEnd(aws, manufacturer, { act: 'offer.withdraw', externalId: id, lastDay });
    assert.equal((await aws.readOffer(partner, id))?.state, 'WITHDRAWN');
    const late = await sell();
    assert.deepEqual('errors' in late && late.errors, ['INCOMPATIBLE_RESALE_AUTHORIZATION']);
  });

  it('with installments is for one offer, and is charged after its last day', async () => {
    const days = [30, 60].map((day) => dayFrom(simulator.now(), day));
    const id = await make({
      installments: days.map((chargeDate) => ({ chargeDate, amount: '50' })),
      authorizes: { resellerAccountId: partner.accountId, once: true, prices: [], contract: null },
    });
    const read = await aws.readOffer(partner, id);
    assert.equal(read?.upfront?.price, '100');
    assert.match(JSON.stringify(read?.document.Rules), /"OffersMaxQuantity":1/);
  });

  it('has no agreements of its own, so AWS is not asked for any', async () => {
    const nowhere = { ...manufacturer, endpoint: 'http://127.0.0.1:9' };
    assert.deepEqual(await aws.listAgreements(nowhere, { offerExternalId: 'resaleauthz-1' }), []);
  });

  it('is named by the events of what a partner sold under it, which its manufacturer does not read', () => {
    const hintOf = (type: string) => {
      const hint = awsMessages.readHint({
        id: 'e1',
        source: 'aws.agreement-marketplace',
        'detail-type': type,
        detail: { agreement: { id: 'agmt-1' }, resaleAuthorization: { id: 'resaleauthz-1' } },
      });
      return hint.about === 'AGREEMENT' && [hint.authorizationId, hint.isOthers];
    };
    assert.deepEqual(hintOf('Purchase Agreement Created - Manufacturer'), ['resaleauthz-1', true]);
    assert.deepEqual(hintOf('Purchase Agreement Created - Proposer'), ['resaleauthz-1', undefined]);
    assert.deepEqual(hintOf('License Updated - Manufacturer'), ['resaleauthz-1', undefined]);
  });
});
