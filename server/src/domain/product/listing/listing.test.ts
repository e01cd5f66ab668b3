import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anAwsProduct, anAzureProduct, productIn } from '../../../../test/factories/product.ts';
import { mergeDraft, newDraft } from '../draft.ts';
import { mergePatch, patchProduct } from '../patch.ts';
import { lengthOf, readDimensions } from '../prices.ts';
import type { Product } from '../product.ts';
import { ProductPatch } from '../schema.ts';
import { checkCreation, creationOf, listingChange } from './submission.ts';

type Row = Record<string, unknown>;

const call = { newId: () => '01900000-0000-7000-8000-000000000000', actor: { id: 'a' }, now: new Date(0) };
const productOf = (fields: Row): Product => mergeDraft(newDraft(call as never), productIn(fields));
const pathsOf = (product: Product): string[] => checkCreation(product).map(({ path }) => path);

describe('what goes to AWS', () => {
  test('is the listing that the document describes, by its own name', () => {
    const document = {
      Description: {
        ProductTitle: 'Another title',
        ShortDescription: 'Short',
        LongDescription: 'Long',
        Sku: 'S1',
        Highlights: ['a', 'b'],
        Categories: ['c'],
        SearchKeywords: ['k'],
        Manufacturer: 'ignored',
      },
      PromotionalResources: {
        LogoUrl: 'https://acme.example/logo.png',
        Videos: [{ Title: 't', Url: 'https://acme.example/video' }],
        AdditionalResources: [{ Text: 'Docs', Url: 'https://acme.example/docs' }],
      },
      SupportInformation: { Description: 'Help' },
      Targeting: { PositiveTargeting: { BuyerAccounts: ['123456789012'] } },
    };
    const product = productOf(anAwsProduct({ info: { awsSaasProduct: document } }));
    assert.deepEqual(checkCreation(product), []);
    const change = creationOf(product);
    assert.ok(change.act === 'product.create');
    assert.deepEqual(change.listing, {
      title: 'Acme Insight',
      shortDescription: 'Short',
      longDescription: 'Long',
      sku: 'S1',
      highlights: ['a', 'b'],
      categories: ['c'],
      keywords: ['k'],
      logoUrl: 'https://acme.example/logo.png',
      videoUrls: ['https://acme.example/video'],
      resources: [{ text: 'Docs', url: 'https://acme.example/docs' }],
      supportDescription: 'Help',
    });
    assert.deepEqual(change.dimensions, [
      { key: 'seats', name: 'Seats', description: 'Named users', unit: 'Units', types: ['Entitled'] },
      { key: 'gb', name: 'Gigabytes', description: 'Stored', unit: 'Units', types: ['ExternallyMetered'] },
    ]);
    assert.deepEqual(
      [change.buyerAccountIds, change.terms, change.fulfillmentUrl],
      [['123456789012'], { legal: { type: 'STANDARD' }, refundPolicy: 'No refunds.' }, 'https://acme.example/welcome'],
    );
  });

  test('has a dimension that is bought and metered once, with both types', () => {
    const both = { key: 'api', name: 'API' };
    const info = { commits: [{ ...both, rate: 1, length: 1, timeUnit: 'YEAR' }], dimensions: [{ ...both, rate: 2 }] };
    const change = creationOf(productOf(anAwsProduct({ info })));
    assert.ok(change.act === 'product.create');
    assert.deepEqual(
      change.dimensions.map(({ key, types }) => [key, types]),
      [['api', ['Entitled', 'ExternallyMetered']]],
    );
    assert.deepEqual(change.plans[0]?.commits[0]?.durationIso, 'P12M');
  });

  test('needs no terms without a price, and no price', () => {
    const info = {
      commits: [{ key: 'seats' }],
      dimensions: [],
      eulaType: '',
      refundCancellationPolicy: '',
      currency: '',
    };
    const product = productOf(anAwsProduct({ info }));
    assert.deepEqual(checkCreation(product), []);
    const change = creationOf(product);
    assert.deepEqual(change.act === 'product.create' && [change.plans, change.terms.legal], [[], null]);
  });

  test('keeps amounts digit for digit', () => {
    const dimensions = [{ key: 'gb', rate: 0.00000001 }];
    const change = creationOf(productOf(anAwsProduct({ info: { dimensions } })));
    assert.equal(change.act === 'product.create' && change.plans[0]?.usage[0]?.price, '0.00000001');
  });
});

describe('what AZURE wants', () => {
  test('of seats is priced for each user, in one way', () => {
    const gold = {
      key: 'gold',
      name: 'Gold',
      rate: 10,
      length: 1,
      timeUnit: 'MONTH',
      type: 'PER_USER',
      minimumUsers: 5,
    };
    const product = productOf(anAzureProduct({ info: { commits: [gold], dimensions: [] } }));
    const change = creationOf(product);
    assert.deepEqual(change.act === 'product.create' && change.plans[0]?.perUser, { min: 5, max: null });
    const mixed = [gold, { ...gold, length: 1, timeUnit: 'YEAR', type: 'FLAT_RATE' }];
    assert.deepEqual(pathsOf(productOf(anAzureProduct({ info: { commits: mixed } }))), ['info.commits.1.type']);
    assert.deepEqual(pathsOf(productOf(anAzureProduct({ info: { commits: [gold, gold] } }))), ['info.commits.1']);
  });

  test('is a term for every plan', () => {
    const dimensions = [{ key: 'gb', rate: 1, planId: 'silver' }];
    assert.deepEqual(pathsOf(productOf(anAzureProduct({ info: { dimensions } }))), ['info.dimensions.0.planId']);
  });

  test('gets the large logo', () => {
    const { azureProductResource } = anAzureProduct().info as { azureProductResource: Row };
    const listingAssets = [
      { type: 'azureLogoSmall', url: 'https://acme.example/small.png' },
      { type: 'azureLogoLarge', url: 'https://acme.example/large.png' },
    ];
    const product = productOf(
      anAzureProduct({ info: { azureProductResource: { ...azureProductResource, listingAssets } } }),
    );
    const change = creationOf(product);
    assert.equal(change.act === 'product.create' && change.listing.logoUrl, 'https://acme.example/large.png');
  });
});

describe('a change of a listing', () => {
  const old = { ...productOf(anAwsProduct()), entity_id: 'prod-1', status: 'LIMITED' as const };
  const changed = (patch: Row) => listingChange(old, patchProduct(old, ProductPatch.parse(patch)));

  test('says only what differs', () => {
    const patch = { info: { awsSaasProduct: { SupportInformation: { Description: 'Call us.' } } } };
    assert.deepEqual(changed(patch).pending, {
      change: {
        act: 'product.update',
        entityId: 'prod-1',
        listing: { supportDescription: 'Call us.' },
        dimensions: null,
      },
      outcome: {},
    });
    assert.deepEqual(changed({}).pending, null);
    assert.deepEqual(changed({ info: { awsSaasProduct: { Description: { Manufacturer: 'x' } } } }).pending, null);
  });

  test('takes the title from the document where the name is not changed', () => {
    const patch = { info: { awsSaasProduct: { Description: { ProductTitle: 'New title' } } } };
    assert.deepEqual(changed(patch).pending?.outcome, { name: 'New title' });
    assert.deepEqual(changed({ ...patch, name: 'New name' }).pending?.outcome, { name: 'New name' });
  });

  test('takes no dimension away, and no kind of one', () => {
    assert.deepEqual(
      changed({ info: { dimensions: [] } }).faults.map(({ code }) => code),
      ['dimension_gone'],
    );
    const typed = changed({ info: { dimensions: [{ key: 'gb', types: ['Metered'] }] } });
    assert.deepEqual(
      typed.faults.map(({ code }) => code),
      ['dimension_gone'],
    );
  });
});

describe('a read', () => {
  const dimensions = [
    { key: 'seats', name: 'Seats', description: '', unit: 'Units', types: ['Entitled'] },
    { key: 'gb', name: 'GB', description: '', unit: 'GB', types: ['Metered'] },
  ];

  test('without prices keeps those that are known', () => {
    const old = {
      commits: [
        { key: 'seats', rate: 5, length: 1 },
        { key: 'seats', rate: 9, length: 12 },
      ],
      dimensions: [],
    };
    const { commits } = readDimensions({ dimensions }, old);
    assert.deepEqual(
      commits?.map(({ key, rate, name }) => [key, rate, name]),
      [
        ['seats', 5, 'Seats'],
        ['seats', 9, 'Seats'],
      ],
    );
  });

  test('without prices keeps plans', () => {
    const old = {
      commits: [{ key: 'gold', name: 'Gold', rate: 1 }],
      dimensions: [
        { key: 'gb', planId: 'gold', rate: 2 },
        { key: 'gb', planId: 'silver', rate: 3 },
      ],
    };
    const read = readDimensions({ dimensions: dimensions.slice(1) }, old);
    assert.deepEqual(read.commits, old.commits);
    assert.deepEqual(
      read.dimensions?.map(({ planId, rate, name }) => [planId, rate, name]),
      [
        ['gold', 2, 'GB'],
        ['silver', 3, 'GB'],
      ],
    );
  });

  test('knows lengths as they are written', () => {
    assert.deepEqual(['P12M', 'P1Y', 'P30D', 'P1Y6M', ''].map(lengthOf), [
      { length: 12, timeUnit: 'MONTH' },
      { length: 1, timeUnit: 'YEAR' },
      { length: 30, timeUnit: 'DAY' },
      {},
      {},
    ]);
  });
});

test('whatever stands in a document, the check answers with faults and never breaks', () => {
  const where = ['Description', 'PromotionalResources', 'SupportInformation', 'Targeting', 'Dimensions'];
  const azure = ['listing', 'listingAssets', 'property'];
  const documentOf = (names: string[]) =>
    fc.dictionary(
      fc.constantFrom(...names, 'Highlights', 'Videos', 'AdditionalResources', 'supportContact', '__proto__'),
      fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.dictionary(fc.constantFrom(...names, 'Url'), fc.jsonValue())),
    );
  fc.assert(
    fc.property(documentOf(where), documentOf(azure), (awsSaasProduct, azureProductResource) => {
      for (const make of [anAwsProduct, anAzureProduct]) {
        const info = JSON.parse(JSON.stringify({ awsSaasProduct, azureProductResource }));
        const whole = productOf(make());
        // Older versions may have stored documents that the API now refuses.
        const product = { ...whole, info: { ...whole.info, ...info } };
        assert.ok(Array.isArray(checkCreation(product)));
        creationOf(product);
        const old = { ...whole, entity_id: 'prod-1' };
        listingChange(old, patchProduct(old, { info } as never));
      }
    }),
    { numRuns: 300 },
  );
});

test('a merge changes nothing beyond its target', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
      const before = JSON.stringify(target);
      mergePatch(target, patch);
      assert.equal(JSON.stringify(target), before);
      assert.equal(({} as Row).polluted, undefined);
    }),
  );
  const hostile = JSON.parse('{"__proto__": {"polluted": true}}');
  mergePatch({}, hostile);
  assert.equal(({} as Row).polluted, undefined);
  assert.deepEqual(mergePatch({ a: 1, b: { c: [1, 2] } }, { a: null, b: { c: [3] } }), { b: { c: [3] } });
});
