import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { PlanWrite, ProductChange } from '../changes.ts';
import type { Marketplace, ProductRead } from '../port.ts';
import { createAzureMarketplace } from './adapter.ts';
import { doChange, untilEnded } from './changes.test-support.ts';
import { type AzureSimulator, startSimulator } from './simulator.test-support.ts';
import { readPricing, termPrice, writePricing } from './translate/prices.ts';

let simulator: AzureSimulator;
let azure: Marketplace;
before(async () => {
  simulator = await startSimulator();
  azure = createAzureMarketplace({ outgoing: simulator.outgoing, publicUrl: 'https://api.example' });
});
after(() => simulator.close());
beforeEach(() => simulator.control('DELETE', '/fault'));

const contact = { name: 'Alex', email: 'alex@acme.example', phone: '1' };

const aPlan = (change: Partial<PlanWrite> = {}): PlanWrite => ({
  id: 'basic',
  name: 'Basic',
  description: 'The basic plan',
  commits: [{ key: 'basic', name: 'Basic', description: '', price: '49.5', quantity: 1, durationIso: 'P1M' }],
  usage: [
    {
      key: 'calls',
      name: 'Calls',
      description: '',
      unit: '1000 calls',
      price: '0.0125',
      includedQuantity: null,
      included: [{ every: 'MONTH', quantity: '100' }],
    },
  ],
  perUser: null,
  currency: 'USD',
  billingTermIso: null,
  ...change,
});

const aCreation = (name: string, change: Partial<Extract<ProductChange, { act: 'product.create' }>> = {}) =>
  ({
    act: 'product.create',
    name,
    listing: {
      title: name,
      summary: 'Short',
      longDescription: 'Long',
      privacyPolicyUrl: 'https://acme.example/privacy',
      supportContact: contact,
      engineeringContact: contact,
      keywords: ['api'],
    },
    dimensions: [{ key: 'calls', name: 'Calls', description: '', unit: '1000 calls', types: ['Metered'] }],
    plans: [aPlan()],
    terms: { legal: { type: 'STANDARD' }, refundPolicy: null },
    fulfillmentUrl: 'https://acme.example/landing',
    buyerAccountIds: [],
    document: { property: { categories: { 'developer-tools-saas': ['devService'] } } },
    ...change,
  }) as const satisfies ProductChange;

const created = async (name: string): Promise<string> => {
  const { end, made } = await doChange(azure, simulator, aCreation(name));
  assert.equal(end.state, 'DONE', JSON.stringify(end));
  return made.product as string;
};
const read = async (entityId: string): Promise<ProductRead> => {
  const product = await azure.readProduct(simulator.access, entityId);
  assert.ok(product);
  return product;
};
const done = async (change: ProductChange): Promise<number> => {
  const { end, stages } = await doChange(azure, simulator, change);
  assert.equal(end.state, 'DONE', JSON.stringify(end));
  return stages;
};

describe('a product at Microsoft', () => {
  it('is created, published to preview, and read with its plans, prices and dimensions', async () => {
    const entityId = await created('Made here');
    const product = await read(entityId);
    assert.deepEqual(
      [product.status, product.title, product.externalId, product.fulfillmentUrl, product.productType],
      ['LIMITED', 'Made here', 'made-here', 'https://acme.example/landing', 'FLAT_RATE'],
    );
    assert.deepEqual(product.dimensions, [
      { key: 'calls', name: 'Calls', description: '', unit: '1000 calls', types: ['Metered'] },
    ]);
    assert.deepEqual(product.plans, [aPlan({ commits: [{ ...aPlan().commits[0]!, description: 'The basic plan' }] })]);
    assert.deepEqual(product.publicTerms?.legal, { type: 'STANDARD' });
    const { technicalConfiguration } = product.document as { technicalConfiguration: Record<string, unknown> };
    assert.equal(technicalConfiguration.connectionWebhook, 'https://api.example/hook/azure/conn_test');
    assert.equal(technicalConfiguration.azureAdAppId, simulator.publisher.clientId);
  });

  it('that a failed attempt left as a draft is completed, and not created twice', async () => {
    const change = aCreation('Half made');
    const step = { stage: 0, made: {} };
    // Long enough for the retry to be faster, even on a busy machine.
    await simulator.control('POST', '/settings', { jobDelayMs: 1000 });
    await azure.startChange(simulator.access, change, { ...step, key: 'half', attempt: 1 });
    // The retry comes before the first attempt is visible: it is accepted, and the next one finds it.
    const hasty = await azure.startChange(simulator.access, change, { ...step, key: 'half', attempt: 2 });
    await simulator.control('POST', '/settings', { jobDelayMs: 10 });
    let looked = await azure.readChange(simulator.access, hasty.changeId);
    while (looked.state === 'RUNNING') looked = await azure.readChange(simulator.access, hasty.changeId);
    assert.ok(looked.state === 'FAILED' && looked.serverFault, JSON.stringify(looked));
    const entityId = await created('Half made');
    const all = await azure.listProducts(simulator.access);
    assert.deepEqual(
      all.filter(({ title }) => title === 'Half made').map((product) => product.entityId),
      [entityId],
    );
  });

  it('with an id that another product has is refused with Microsoft’s message', async () => {
    const document = { ...aCreation('').document, product: { identity: { externalId: simulator.product.offerId } } };
    const { end } = await doChange(azure, simulator, aCreation('Taken', { document }));
    assert.ok(end.state === 'FAILED');
    assert.match(end.errors[0]?.message ?? '', /already in use/);
    assert.match(azure.prettifyError(end.errors[0]!), /has that id/);
  });

  it('goes live from its preview, with a higher version', async () => {
    const entityId = await created('To publish');
    const before = await read(entityId);
    assert.equal(await done({ act: 'product.publish', entityId }), 1);
    const live = await read(entityId);
    assert.deepEqual([live.status, live.version > before.version], ['PUBLIC', true]);
    // Already published: nothing is sent.
    assert.equal(await done({ act: 'product.publish', entityId }), 1);
    assert.equal((await read(entityId)).version, live.version);
  });

  it('that Microsoft does not certify fails, and the preview stays', async () => {
    const { end } = await doChange(azure, simulator, aCreation('Of fail-publish kind'));
    assert.ok(end.state === 'FAILED' && !end.serverFault);
    assert.match(azure.prettifyError(end.errors[0]!), /certify/);
  });

  it('keeps what a change does not name, and a change goes as far as the product was published', async () => {
    const entityId = await created('To change');
    await done({ act: 'product.publish', entityId });
    const before = await read(entityId);
    const listing = { shortDescription: 'Shorter' };
    assert.equal(await done({ act: 'product.update', entityId, listing, dimensions: null }), 3);
    const after = await read(entityId);
    const listingOf = ({ document }: ProductRead) => document.listing as Record<string, unknown>;
    assert.deepEqual(
      [listingOf(after).shortDescription, listingOf(after).description, after.status, after.version > before.version],
      ['Shorter', 'Long', 'PUBLIC', true],
    );
    assert.deepEqual(after.plans, before.plans);
  });

  it('gets another landing page and keeps its webhook', async () => {
    const entityId = await created('To move');
    await done({ act: 'product.fulfillmentUrl', entityId, fulfillmentUrl: 'https://acme.example/elsewhere' });
    const { fulfillmentUrl, document, status } = await read(entityId);
    assert.deepEqual([fulfillmentUrl, status], ['https://acme.example/elsewhere', 'LIMITED']);
    assert.match(
      String((document.technicalConfiguration as Record<string, unknown>).connectionWebhook),
      /\/hook\/azure\//,
    );
  });

  it('gets new prices, plans and meters; plans that are not named stay as they are', async () => {
    const entityId = await created('To price');
    const yearly = { key: 'basic', name: 'Basic', description: '', price: '480', quantity: 1, durationIso: 'P12M' };
    const team = aPlan({
      id: 'team',
      name: 'Team',
      perUser: { min: 2, max: 30 },
      commits: [{ ...yearly, key: 'team', price: '99' }],
      usage: [{ key: 'storage', name: 'Storage', description: '', unit: 'GB', price: '1.5', includedQuantity: null }],
    });
    await done({ act: 'product.price', entityId, plans: [{ ...aPlan(), commits: [yearly], usage: [] }, team] });
    const { plans = [], dimensions, productType } = await read(entityId);
    const shown = plans.map(({ id, commits, usage, perUser }) => ({
      id,
      perUser,
      commits: commits.map(({ durationIso, price }) => `${durationIso} ${price}`),
      usage: usage.map(({ key, price }) => `${key} ${price}`),
    }));
    assert.deepEqual(shown, [
      { id: 'basic', perUser: null, commits: ['P1M 49.5', 'P12M 480'], usage: ['calls 0.0125'] },
      { id: 'team', perUser: { min: 2, max: 30 }, commits: ['P12M 99'], usage: ['storage 1.5'] },
    ]);
    assert.deepEqual([dimensions.map(({ key }) => key), productType], [['calls', 'storage'], 'PER_USER']);
  });

  it('gets other terms together with its prices', async () => {
    const entityId = await created('To agree');
    const terms = { legal: { type: 'CUSTOM', url: 'https://acme.example/terms.pdf' }, refundPolicy: null } as const;
    await done({ act: 'product.pricing', entityId, plans: [], terms });
    assert.deepEqual((await read(entityId)).publicTerms?.legal, terms.legal);
  });

  it('can be given details by a document of its own, resource by resource', async () => {
    const document = {
      property: { categories: { 'developer-tools-saas': ['devService'] } },
      plans: [{ plan: { identity: { externalID: 'basic' } }, priceAndAvailabilityPlan: { markets: ['us', 'de'] } }],
    };
    const { made } = await doChange(azure, simulator, aCreation('By document', { document }));
    const product = await read(made.product ?? '');
    const [plan] = product.document.plans as { priceAndAvailabilityPlan: Record<string, unknown> }[];
    assert.deepEqual((product.document.property as Record<string, unknown>).categories, document.property.categories);
    assert.deepEqual(plan?.priceAndAvailabilityPlan.markets, ['us', 'de']);
    assert.deepEqual(product.plans?.[0]?.commits[0]?.price, '49.5');
  });

  it('that someone else is publishing is reported as locked; our own publication with a lost response is followed', async () => {
    const entityId = await created('Locked');
    await simulator.control('POST', '/settings', { publishDelayMs: 300 });
    try {
      const change = { act: 'product.publish', entityId } as const;
      const step = { stage: 0, made: {} };
      // The response to the first attempt was lost; the product is locked by its job.
      await azure.startChange(simulator.access, change, { ...step, key: 'first', attempt: 1 });
      const { end } = await doChange(azure, simulator, change, { attempt: 2 });
      assert.equal(end.state, 'DONE', JSON.stringify(end));
      assert.equal((await read(entityId)).status, 'PUBLIC');
      const update = { act: 'product.update', entityId, dimensions: null, listing: { summary: 'Other' } } as const;
      const draft = await azure.startChange(simulator.access, update, { ...step, key: 'draft', attempt: 1 });
      assert.equal((await untilEnded(azure, simulator, draft.changeId)).state, 'DONE');
      await simulator.control('POST', '/settings', { publishDelayMs: 2000 });
      const ours = await azure.startChange(simulator.access, update, { ...step, stage: 1, key: 'ours', attempt: 1 });
      const late = await azure.startChange(simulator.access, update, { ...step, stage: 1, key: 'late', attempt: 1 });
      const looked = await untilEnded(azure, simulator, late.changeId);
      assert.ok(looked.state === 'FAILED', JSON.stringify(looked));
      assert.equal((await untilEnded(azure, simulator, ours.changeId)).state, 'DONE');
    } finally {
      await simulator.control('POST', '/settings', { publishDelayMs: 10 });
    }
  });
});

describe('the list of products', () => {
  it('has what the publisher sells, with live prices for live products', async () => {
    const products = await azure.listProducts(simulator.access);
    const seeded = products.find(({ externalId }) => externalId === simulator.product.offerId);
    assert.deepEqual(
      [seeded?.status, seeded?.plans?.map(({ id }) => id)],
      ['PUBLIC', ['silver', 'gold', 'metered', 'bundle']],
    );
    assert.equal(await azure.readProduct(simulator.access, 'product/00000000-0000-4000-8000-000000000000'), null);
  });
});

describe('user limits', () => {
  it('of 0 mean no limit, as live plans show it', () => {
    const perUserOf = (userLimits: object) =>
      readPricing({ recurrentPrice: { recurrentPriceMode: 'perUser', userLimits, prices: [] } }, {}).perUser;
    assert.deepEqual(perUserOf({ min: 40, max: 0 }), { min: 40, max: null });
    assert.deepEqual(perUserOf({ min: 0, max: 10 }), { min: null, max: 10 });
  });
});

describe('a price that is paid in parts', () => {
  const month = { type: 'month', value: 1 };
  const year = { type: 'year', value: 1 };
  const pricing = {
    recurrentPrice: { prices: [{ billingTerm: year, paymentOption: month, pricePerPaymentInUsd: 10 }] },
  };

  it('is read as the price of the whole term, and written as it is paid', () => {
    assert.deepEqual(readPricing(pricing, {}).prices, [{ durationIso: 'P12M', price: '120' }]);
    const recurrent = [termPrice(pricing, { durationIso: 'P12M', price: '240' })];
    const written = writePricing(pricing, { recurrent, perUser: null, meters: [] });
    assert.deepEqual((written.recurrentPrice as { prices: unknown }).prices, [
      { billingTerm: year, paymentOption: month, pricePerPaymentInUsd: 20 },
    ]);
    assert.deepEqual(readPricing(written, {}).prices, [{ durationIso: 'P12M', price: '240' }]);
  });

  it('is paid at once for a term that the plan lacks, and refused if its parts are not exact', () => {
    const paid = { billingTermIso: 'P1M', paymentOptionIso: 'P1M', price: '12' };
    assert.deepEqual(termPrice(pricing, { durationIso: 'P1M', price: '12' }), paid);
    assert.throws(() => termPrice(pricing, { durationIso: 'P1Y', price: '100' }), /12 equal payments/);
  });
});
