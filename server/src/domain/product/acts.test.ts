import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { aProductRead, openWorld, type World } from '../../../test/factories/commerce.ts';
import { anAwsProduct, anAzureProduct, productIn } from '../../../test/factories/product.ts';
import type { ProductRead } from '../../adapters/marketplace/port.ts';
import { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import { isRefusal, type Refusal } from '../../kit/errors.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { nextStatus } from '../../kit/transitions.ts';
import { createProduct } from './actions/create-product.ts';
import { deleteProduct } from './actions/delete-product.ts';
import { importProduct } from './actions/import-product.ts';
import { publishProduct } from './actions/publish-product.ts';
import { recordProductUpdated, recordProductUpdateFailed } from './actions/record-product-change.ts';
import { recordProductCreated, recordProductCreateFailed } from './actions/record-product-creation.ts';
import { createOrUpdateDraftProduct } from './actions/save-draft-product.ts';
import { updateProduct } from './actions/update-product.ts';
import { updateProductFulfillmentUrl } from './actions/update-product-fulfillment-url.ts';
import { updateProductMetaInfo } from './actions/update-product-meta-info.ts';
import { updateProductPrice } from './actions/update-product-price.ts';
import { updateProductPricing } from './actions/update-product-pricing.ts';
import { updateProductTargeting } from './actions/update-product-targeting.ts';
import type { Product } from './product.ts';
import {
  ProductPatch,
  UpdateProductPrice,
  UpdateProductPricing,
  UpdateProductTargeting,
  WorkloadProduct,
} from './schema.ts';
import { productStatuses, productTransitions } from './states.ts';
import { findProduct } from './store.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(() => {
  world.orgId = randomUUID();
  world.started.length = 0;
});

type Row = Record<string, unknown>;
const uuidOf = (view: { id: string }): string => decodeId('prod', view.id) as string;
const save = (fields: Row) => world.act((call) => createOrUpdateDraftProduct(call, { body: productIn(fields) }));
const create = (fields: Row) => world.act((call) => createProduct(call, { body: productIn(fields) }));
const publish = (productId: string) => world.act((call) => publishProduct(call, { params: { productId } }));
const patch = (productId: string, body: Row, options?: { ifMatch: string }) =>
  world.act((call) => updateProduct(call, { params: { productId }, body: ProductPatch.parse(body) }), options);
const patchMeta = (productId: string, body: Row) =>
  world.act((call) =>
    updateProductMetaInfo(call, { params: { productId }, body: WorkloadMetaInfo.change.parse(body) }),
  );
const price = (productId: string, plans: Row[]) =>
  world.act((call) => updateProductPrice(call, { params: { productId }, body: UpdateProductPrice.parse({ plans }) }));
const pricing = (productId: string, body: Row) =>
  world.act((call) => updateProductPricing(call, { params: { productId }, body: UpdateProductPricing.parse(body) }));
const target = (productId: string, buyerAccountIds: string[]) =>
  world.act((call) =>
    updateProductTargeting(call, { params: { productId }, body: UpdateProductTargeting.parse({ buyerAccountIds }) }),
  );
const redirect = (productId: string, fulfillmentUrl: string) =>
  world.act((call) =>
    updateProductFulfillmentUrl(call, {
      params: { productId },
      body: { id: encodeId('prod', productId), organizationID: encodeId('org', world.orgId), fulfillmentUrl },
    }),
  );
const remove = (productId: string) => world.act((call) => deleteProduct(call, { params: { productId } }));
const importRead = (fields: Partial<ProductRead> = {}, partner = 'AWS'): Promise<string> =>
  world.act((call) => importProduct(call, { ...world.connection, partner: partner as 'AWS' }, aProductRead(fields)));
const rowOf = async (id: string): Promise<Product> => {
  const row = await findProduct(world.database.read(world.orgId), id);
  assert.ok(row);
  return row;
};
const setRow = (id: string, change: Row) =>
  world.database.write(world.orgId, (db) =>
    db.updateTable('product').set(change).where('product.id', '=', id).execute(),
  );
const endRuns = () =>
  world.database.write(world.orgId, (db) => db.updateTable('operation').set({ status: 'COMPLETED' }).execute());

const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => assert.fail('was not refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isRefusal(error), String(error));
  return error;
};
const pathsOf = async (work: Promise<unknown>): Promise<string[]> => {
  const { code, info } = await refusalOf(work);
  assert.equal(code, 'BadRequest');
  return (info as { path: string }[]).map(({ path }) => path).sort();
};
const names = async (view: { id: string }): Promise<string[]> => (await world.events(view.id)).map(({ name }) => name);

describe('a draft', () => {
  test('needs a name and a partner only, of any partner', async () => {
    for (const partner of ['AWS', 'GCP', 'STRIPE']) {
      const view = WorkloadProduct.parse(await save({ name: 'New', partner }));
      assert.deepEqual([view.status, view.partner, view.info, view.externalID], ['DRAFT', partner, {}, undefined]);
    }
    assert.deepEqual(await pathsOf(save({})), ['name', 'partner']);
    assert.deepEqual(await pathsOf(save({ name: '  ', partner: 'AWS' })), ['name']);
    assert.deepEqual(world.started, []);
  });

  test('keeps what a save leaves out, replaces info and metaInfo, and ignores what is not the caller’s', async () => {
    const made = await save(anAwsProduct({ metaInfo: { internalNote: 'a', errorMessages: ['mine'] } }));
    const saved = await save({
      id: made.id,
      status: 'PUBLIC',
      externalID: 'x',
      organizationID: 'org_other',
      metaInfo: { hubspotDealId: 'd' },
    });
    assert.deepEqual(
      [saved.name, saved.status, saved.externalID, saved.metaInfo, saved.info],
      ['Acme Insight', 'DRAFT', undefined, { hubspotDealId: 'd' }, made.info],
    );
    assert.deepEqual((await save({ id: made.id, info: { sellerNotes: 'n' } })).info, { sellerNotes: 'n' });
    assert.deepEqual(await names(made), ['product.created', 'product.updated', 'product.updated']);
    const audits = (await world.audits()).length;
    await save({ id: made.id, name: 'Acme Insight' });
    assert.equal((await world.audits()).length, audits);
  });

  test('takes the dimensions of AWS’s own document', async () => {
    const Dimensions = [
      { Key: 'seats', Name: 'Seats', Description: 'd', Unit: 'Users', Types: ['Entitled'] },
      { Key: 'gb', Types: ['ExternallyMetered'] },
    ];
    const { info } = await save({ name: 'New', partner: 'AWS', info: { awsSaasProduct: { Dimensions } } });
    assert.deepEqual(info?.commits, [
      { key: 'seats', name: 'Seats', description: 'd', category: 'Users', types: ['Entitled'] },
    ]);
    assert.deepEqual(info?.dimensions, [{ key: 'gb', types: ['ExternallyMetered'] }]);
  });

  test('of another organization, and one that the marketplace has, is not saved; the latter is created whole', async () => {
    const made = await save({ name: 'New', partner: 'AWS' });
    world.orgId = randomUUID();
    assert.equal((await refusalOf(save({ id: made.id, name: 'x' }))).code, 'NotFound');
    assert.equal((await refusalOf(save({ id: 'nonsense', name: 'x' }))).code, 'NotFound');
    const there = await importRead({ status: 'DRAFT' });
    assert.equal((await refusalOf(save({ id: encodeId('prod', there), name: 'x' }))).code, 'Conflict');
    assert.equal((await create({ ...anAwsProduct(), id: encodeId('prod', there) })).status, 'PENDING_CREATE');
  });

  test('has a sign-up address that a browser may be sent to: https and public', async () => {
    for (const signUpUrl of [
      'http://acme.example',
      'http://acme.example:8080',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://10.0.0.1/',
      'https://a@acme.example/',
      'javascript:alert(1)',
      '',
    ]) {
      const attributes = { signUpUrl };
      assert.deepEqual(await pathsOf(save(anAwsProduct({ info: { attributes } }))), ['info.attributes.signUpUrl']);
    }
    const { id } = await save(anAwsProduct());
    const productId = decodeId('prod', id) as string;
    assert.deepEqual(await pathsOf(patch(productId, { info: { attributes: { signUpUrl: 'http://x.example' } } })), [
      'info.attributes.signUpUrl',
    ]);
    assert.deepEqual(await pathsOf(save({ id, fulfillmentUrl: 'http://acme.example' })), ['fulfillmentUrl']);
  });
});

describe('creating', () => {
  test('submits a whole product, or a draft by its id', async () => {
    const view = WorkloadProduct.parse(await create(anAwsProduct()));
    assert.equal(view.status, 'PENDING_CREATE');
    assert.deepEqual(world.started, [{ name: 'product.create', input: { productId: uuidOf(view) } }]);
    assert.deepEqual(await names(view), ['product.created', 'product.submitted']);
    const draft = await save(anAwsProduct({ name: 'Second' }));
    assert.equal((await create({ id: draft.id })).status, 'PENDING_CREATE');
    assert.deepEqual(await names(draft), ['product.created', 'product.submitted']);
    const again = await refusalOf(create({ id: draft.id }));
    assert.deepEqual(again.info, { status: 'PENDING_CREATE', allowedFrom: ['DRAFT', 'CREATE_FAILED'] });
  });

  test('lists everything that AWS would refuse, at once', async () => {
    assert.deepEqual(await pathsOf(create({ name: 'x'.repeat(73), partner: 'AWS' })), [
      'fulfillmentUrl',
      'info',
      'info.awsSaasProduct.Description.Categories',
      'info.awsSaasProduct.Description.Highlights',
      'info.awsSaasProduct.Description.LongDescription',
      'info.awsSaasProduct.Description.SearchKeywords',
      'info.awsSaasProduct.Description.ShortDescription',
      'info.awsSaasProduct.PromotionalResources.LogoUrl',
      'info.awsSaasProduct.SupportInformation.Description',
      'name',
    ]);
    const { awsSaasProduct } = anAwsProduct().info as { awsSaasProduct: { Description: Row } };
    const Description = {
      ...awsSaasProduct.Description,
      Highlights: ['x'.repeat(501), 'y'.repeat(501)],
      SearchKeywords: ['a', 'a'],
    };
    const info = {
      awsSaasProduct: { ...awsSaasProduct, Description },
      currency: 'ABC',
      eulaType: 'ISV',
      refundCancellationPolicy: '',
      commits: [{ key: 'two words', rate: 1.2345 }],
      dimensions: [{ key: 'gb', rate: -1, types: ['Other'] }],
    };
    assert.deepEqual(await pathsOf(create(anAwsProduct({ info }))), [
      'info.awsSaasProduct.Description.Highlights.0',
      'info.awsSaasProduct.Description.Highlights.1',
      'info.awsSaasProduct.Description.SearchKeywords',
      'info.commits.0.key',
      'info.commits.0.length',
      'info.commits.0.rate',
      'info.currency',
      'info.dimensions.0.rate',
      'info.dimensions.0.types',
      'info.eulaType',
      'info.refundCancellationPolicy',
    ]);
    assert.deepEqual((await world.audits()).length, 0);
  });

  test('lists everything that AZURE would refuse, at once', async () => {
    assert.equal((await create(anAzureProduct())).status, 'PENDING_CREATE');
    const info = {
      azureProductResource: { listing: { privacyPolicyLink: 'http://acme.example', supportContact: { name: 'x' } } },
      currency: 'EUR',
      commits: [{ key: 'Gold', rate: 1, length: 2, timeUnit: 'MONTH' }],
      dimensions: [{ key: 'gb', rate: 1 }],
    };
    assert.deepEqual(await pathsOf(create(anAzureProduct({ info }))), [
      'info.azureProductResource.listing.description',
      'info.azureProductResource.listing.engineeringContact',
      'info.azureProductResource.listing.privacyPolicyLink',
      'info.azureProductResource.listing.searchResultSummary',
      'info.azureProductResource.listing.supportContact',
      'info.azureProductResource.property.categories',
      'info.commits.0.key',
      'info.commits.0.length',
      'info.currency',
      'info.dimensions.0.planId',
    ]);
  });

  test('is refused with the reason where the marketplace has no such way', async () => {
    for (const partner of ['GCP', 'STRIPE', 'SNOWFLAKE']) {
      const { code, info } = await refusalOf(create({ name: 'New', partner }));
      assert.deepEqual(
        [code, info],
        ['Conflict', { capability: 'productCreate', partner, possible: ['AWS', 'AZURE'] }],
      );
    }
  });

  test('read before its creation is recorded makes one product, with its entity', async () => {
    const view = await create(anAwsProduct());
    const read = { entityId: 'prod-new', externalId: 'code', title: 'Acme Insight' };
    assert.equal(await importRead(read), uuidOf(view));
    assert.deepEqual(
      [(await rowOf(uuidOf(view))).status, (await rowOf(uuidOf(view))).entity_id],
      ['PENDING_CREATE', 'prod-new'],
    );
    await world.act((call) => recordProductCreated(call, uuidOf(view), { entityId: 'prod-new' }));
    const row = await rowOf(uuidOf(view));
    assert.deepEqual([row.status, row.entity_id, row.external_id], ['LIMITED', 'prod-new', 'code']);
    assert.equal(row.info.commits?.[0]?.rate, 1200, 'the prices that the read did not show are kept');
  });

  test('read before its creation is recorded shows what that read showed, once it is read again', async () => {
    for (const status of ['DRAFT', 'LIMITED', 'PUBLIC', 'RESTRICTED'] as const) {
      const view = await create(anAwsProduct({ name: `Acme ${status}` }));
      const read = { entityId: `prod-${status}`, title: `Acme ${status}`, status };
      await importRead(read);
      await world.act((call) => recordProductCreated(call, uuidOf(view), { entityId: read.entityId }));
      assert.equal((await rowOf(uuidOf(view))).status, 'LIMITED');
      await importRead(read);
      assert.equal((await rowOf(uuidOf(view))).status, status);
    }
  });

  test('discards a copy that a read made, and releases an entity of another product', async () => {
    const view = await create(anAwsProduct());
    const copy = await importRead({ entityId: 'prod-new', title: 'Another title' });
    assert.notEqual(copy, uuidOf(view));
    await importRead({ entityId: 'prod-stranger', title: 'Acme Insight' });
    await world.act((call) => recordProductCreated(call, uuidOf(view), { entityId: 'prod-new' }));
    assert.deepEqual([(await rowOf(uuidOf(view))).entity_id, (await rowOf(copy)).status], ['prod-new', 'DELETED']);
    assert.notEqual(await importRead({ entityId: 'prod-stranger', title: 'Acme Insight' }), uuidOf(view));
    assert.equal(await importRead({ entityId: 'prod-new', version: 2 }), uuidOf(view));
  });

  test('of two products of one name ends with each at its own entity', async () => {
    const [one, two] = [await create(anAwsProduct()), await create(anAwsProduct())];
    await importRead({ entityId: 'prod-a', title: 'Acme Insight' });
    await importRead({ entityId: 'prod-b', title: 'Acme Insight' });
    const tell = (view: { id: string }, entityId: string) =>
      world.act((call) => recordProductCreated(call, uuidOf(view), { entityId }));
    await tell(two, 'prod-a');
    await tell(one, 'prod-b');
    const rows = [await rowOf(uuidOf(one)), await rowOf(uuidOf(two))];
    assert.deepEqual(
      rows.map(({ status, entity_id: entity }) => [status, entity]),
      [
        ['LIMITED', 'prod-b'],
        ['LIMITED', 'prod-a'],
      ],
    );
    assert.equal(await importRead({ entityId: 'prod-b', version: 2 }), uuidOf(one));
  });

  test('that failed can be corrected and submitted again, and shows why until then', async () => {
    const view = await create(anAwsProduct());
    await world.act((call) =>
      recordProductCreateFailed(call, uuidOf(view), { errorMessages: ['A: b'], prettified: ['B.'], entityId: null }),
    );
    const failed = await rowOf(uuidOf(view));
    assert.deepEqual(
      [failed.status, failed.meta_info],
      ['CREATE_FAILED', { errorMessages: ['A: b'], prettifiedErrorMessages: ['B.'] }],
    );
    const patched = await patch(uuidOf(view), { name: 'Better' });
    assert.deepEqual(
      [patched.name, patched.status, patched.metaInfo?.errorMessages],
      ['Better', 'CREATE_FAILED', ['A: b']],
    );
    await endRuns();
    const again = await create({ id: view.id });
    assert.deepEqual([again.name, again.status, again.metaInfo], ['Better', 'PENDING_CREATE', {}]);
  });
});

describe('publishing', () => {
  test('asks the marketplace once; a public product is answered as it is', async () => {
    const id = await importRead();
    const first = await publish(id);
    assert.equal(first.status, 'PENDING_PUBLISH');
    const audits = (await world.audits()).length;
    assert.deepEqual(await publish(id), first);
    assert.equal((await world.audits()).length, audits);
    assert.deepEqual(world.started, [{ name: 'product.publish', input: { productId: id } }]);
    await setRow(id, { status: 'PUBLIC' });
    assert.equal((await publish(id)).status, 'PUBLIC');
    assert.equal(world.started.length, 1);
  });

  test('of an abandoned run is resumed', async () => {
    const id = await importRead();
    await publish(id);
    await endRuns();
    await publish(id);
    assert.equal(world.started.length, 2);
  });

  test('of a draft checks it as its creation would', async () => {
    const { id } = await save({ name: 'New', partner: 'AWS' });
    assert.ok((await pathsOf(publish(decodeId('prod', id) as string))).includes('fulfillmentUrl'));
    const whole = await save(anAwsProduct());
    assert.equal((await publish(uuidOf(whole))).status, 'PENDING_PUBLISH');
  });
});

describe('a product that its marketplace has', () => {
  const described = {
    Description: { ProductTitle: 'Acme Analytics', ShortDescription: 'old', ProductCode: 'code123' },
  };

  test('stays as it is until the marketplace has done the change, and then shows it', async () => {
    const id = await importRead({ document: described });
    const view = await patch(id, {
      name: 'Renamed',
      info: { awsSaasProduct: { Description: { ShortDescription: 'new' } }, attributes: { color: 'red' } },
      metaInfo: { internalNote: 'n' },
    });
    assert.deepEqual(
      [view.name, view.status, view.info?.attributes, view.metaInfo],
      [
        'Acme Analytics',
        'LIMITED',
        { color: 'red' },
        { internalNote: 'n', updateMessage: 'A change is in progress at AWS.' },
      ],
    );
    assert.deepEqual((await rowOf(id)).pending_change?.change, {
      act: 'product.update',
      entityId: 'prod-abcdefghijklm',
      listing: { title: 'Renamed', shortDescription: 'new' },
      dimensions: null,
    });
    await world.act((call) => recordProductUpdated(call, id));
    const row = await rowOf(id);
    assert.deepEqual([row.name, row.pending_change, row.meta_info], ['Renamed', null, { internalNote: 'n' }]);
    assert.deepEqual(await names(view), ['product.imported', 'product.update_requested', 'product.updated']);
  });

  test('shows why the marketplace refused, and is as it was', async () => {
    const id = await importRead();
    await patch(id, { name: 'Renamed' });
    const errors = { errorMessages: ['BAD: no'], prettified: ['No.'] };
    await world.act((call) => recordProductUpdateFailed(call, id, errors));
    const { name, meta_info: meta, pending_change: pending } = await rowOf(id);
    assert.deepEqual(
      [name, pending, meta.errorMessages, meta.prettifiedErrorMessages],
      ['Acme Analytics', null, ['BAD: no'], ['No.']],
    );
    assert.match(meta.updateMessage ?? '', /did not accept/);
    await endRuns();
    assert.equal((await patch(id, { name: 'Again' })).metaInfo?.errorMessages, undefined);
  });

  test('sent back whole changes nothing', async () => {
    for (const partner of ['AWS', 'GCP']) {
      const id = await importRead({ document: described, entityId: `prod-${partner}` }, partner);
      const body = JSON.parse(JSON.stringify(await patch(id, {}))) as Row;
      const audits = (await world.audits()).length;
      await patch(id, body);
      assert.equal((await world.audits()).length, audits);
    }
    assert.deepEqual(world.started, []);
  });

  test('a draft sent back keeps each of its dimensions, also those without a key', async () => {
    const info = {
      commits: [
        { name: 'Base', rate: 5 },
        { name: 'Support', rate: 6 },
        { key: 'team', name: 'Team, monthly', rate: 1, length: 1, timeUnit: 'MONTH' as const },
        { key: 'team', name: 'Team, yearly', rate: 10, length: 12, timeUnit: 'MONTH' as const },
      ],
      dimensions: [{ name: 'Requests' }, { name: 'Storage' }],
    };
    const id = uuidOf(await save({ name: 'Draft', partner: 'STRIPE', info }));
    const body = JSON.parse(JSON.stringify(await patch(id, {}))) as Row;
    assert.deepEqual((await patch(id, body)).info, JSON.parse(JSON.stringify(info)));
    const renamed = await patch(id, { info: { commits: [{ key: 'team', name: 'Team' }, { name: 'Support' }] } });
    assert.deepEqual(
      renamed.info?.commits?.map(({ name, rate }) => [name, rate]),
      [
        ['Team', 1],
        ['Team', 10],
        ['Support', 6],
      ],
    );
  });

  test('changes no price by a PATCH', async () => {
    const id = await importRead({
      plans: [
        {
          id: null,
          name: 'p',
          description: '',
          commits: [{ key: 'seats', price: '1200', quantity: 1, durationIso: 'P12M', name: 's', description: '' }],
          usage: [{ key: 'gb', price: '0.25', name: 'g', description: '', unit: 'u', includedQuantity: null }],
          currency: 'USD',
          billingTermIso: null,
        },
      ],
    });
    const info = {
      currency: 'EUR',
      commits: [
        { key: 'seats', name: 'Seats', description: 'Named users', category: 'Units', types: ['Entitled'], rate: 1 },
      ],
      dimensions: [
        { key: 'gb', name: 'Renamed', description: 'Stored', category: 'Units', types: ['Metered'], rate: 9 },
        { key: 'calls' },
      ],
    };
    await patch(id, { info });
    const { pending_change: pending, info: before } = await rowOf(id);
    assert.deepEqual(
      pending?.change.act === 'product.update' && pending.change.dimensions?.map(({ key, name }) => [key, name]),
      [
        ['seats', 'Seats'],
        ['gb', 'Renamed'],
        ['calls', 'Calls'],
      ],
    );
    assert.deepEqual(await pathsOf(patch(await importRead({ entityId: 'prod-2' }), { info: { dimensions: [] } })), [
      'info',
    ]);
    await world.act((call) => recordProductUpdated(call, id));
    const { info: after } = await rowOf(id);
    assert.equal(before.currency, 'USD');
    assert.deepEqual(
      [after.currency, after.commits?.[0]?.rate, after.commits?.[0]?.length, after.dimensions?.[0]?.rate],
      ['USD', 1200, 12, 0.25],
    );
  });

  test('refuses a text that is too long before it is sent', async () => {
    const id = await importRead({ document: described });
    const body = { info: { awsSaasProduct: { Description: { ShortDescription: 'x'.repeat(1001) } } } };
    assert.deepEqual(await pathsOf(patch(id, body)), ['info.awsSaasProduct.Description.ShortDescription']);
  });

  test('takes one change at a time; 409 names the operation', async () => {
    const id = await importRead();
    const racers = await Promise.allSettled([
      patch(id, { name: 'One' }),
      target(id, ['123456789012']),
      publish(id),
      redirect(id, 'https://acme.example/other'),
    ]);
    assert.equal(racers.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const racer of racers) {
      if (racer.status === 'fulfilled') continue;
      assert.equal(racer.reason.code, 'Conflict');
      const { info } = racer.reason;
      // An act that is not allowed from PENDING_PUBLISH is refused because of the status.
      assert.ok(/^operation_/.test(info.operationId ?? '') || info.status === 'PENDING_PUBLISH');
    }
    assert.equal(world.started.length, 1);
    await patchMeta(id, { internalNote: 'always' });
    await endRuns();
    await setRow(id, { status: 'LIMITED' });
    await patch(id, { name: 'Two' });
    assert.equal(world.started.length, 2, 'one that nobody works on is in nobody’s way');
  });

  test('of GCP changes only what we keep', async () => {
    const id = await importRead({}, 'GCP');
    const attributes = { signUpUrl: 'https://acme.example/sign-up' };
    assert.deepEqual((await patch(id, { info: { attributes } })).info?.attributes, attributes);
    for (const [capability, work] of [
      ['productUpdate', () => patch(id, { name: 'Renamed' })],
      ['productPublish', () => publish(id)],
      ['productPrice', () => price(id, [{ name: 'p' }])],
      ['productPrice', () => pricing(id, { currency: 'USD' })],
      ['productTargeting', () => target(id, [])],
      ['productFulfillmentUrl', () => redirect(id, 'https://acme.example/x')],
    ] as const) {
      const { code, info } = await refusalOf(work());
      assert.deepEqual([code, (info as Row).capability], ['Conflict', capability]);
    }
    assert.deepEqual(world.started, []);
  });

  test('is compared with If-Match', async () => {
    const id = await importRead();
    assert.equal((await refusalOf(patch(id, { name: 'x' }, { ifMatch: '"7"' }))).code, 'PreconditionFailed');
    await patch(id, { name: 'x' }, { ifMatch: '"1"' });
  });
});

describe('prices', () => {
  const seats = { key: 'seats', rate: 1300, length: 12, timeUnit: 'MONTH' };

  test('of a draft change here; those not named stay', async () => {
    const id = uuidOf(await save(anAwsProduct()));
    const view = await price(id, [{ name: 'any', commits: [seats] }]);
    assert.deepEqual(
      [view.status, view.info?.commits, view.info?.dimensions?.[0]?.rate],
      ['DRAFT', [{ ...seats, name: 'Seats', description: 'Named users' }], 0.25],
    );
    assert.deepEqual(world.started, []);
  });

  test('at AWS are those of exactly one plan, for dimensions of the product', async () => {
    const id = uuidOf(await save(anAwsProduct()));
    assert.deepEqual(await pathsOf(price(id, [{ name: 'a' }, { name: 'b' }])), ['plans']);
    const wrong = { name: 'a', commits: [{ key: 'gb', rate: 1 }], dimensions: [{ key: 'x', rate: 1 }, { rate: 1 }] };
    assert.deepEqual(await pathsOf(price(id, [wrong])), [
      'plans.0.commits.0.key',
      'plans.0.dimensions.0.key',
      'plans.0.dimensions.1.key',
    ]);
    const priceless = { name: 'a', commits: [{ key: 'seats' }], dimensions: [{ key: 'gb', rate: 1 }] };
    assert.deepEqual(await pathsOf(price(id, [priceless])), ['plans.0.commits.0.rate'], 'or its price would be gone');
  });

  test('at the marketplace are said whole, with terms where they change', async () => {
    const id = await importRead();
    const billingTerm = { value: 12, unit: 'MONTH' };
    const plan = {
      name: 'p',
      currency: 'USD',
      commits: [{ key: 'seats', rate: 1300 }],
      dimensions: [
        { key: 'gb', rate: 0.5 },
        { key: 'calls', rate: 0.1 },
      ],
      billingTerm,
    };
    await price(id, [plan]);
    const { change } = (await rowOf(id)).pending_change ?? {};
    assert.ok(change?.act === 'product.price');
    assert.deepEqual(
      change.plans.map(({ commits, usage, currency }) => [
        commits.map(({ key, price: amount, durationIso }) => [key, amount, durationIso]),
        usage.map(({ key, price: amount }) => [key, amount]),
        currency,
      ]),
      [
        [
          [['seats', '1300', 'P12M']],
          [
            ['gb', '0.5'],
            ['calls', '0.1'],
          ],
          'USD',
        ],
      ],
    );
    await world.act((call) => recordProductUpdated(call, id));
    await endRuns();
    assert.equal((await rowOf(id)).info.commits?.[0]?.rate, 1300);
    await importRead({ version: 2 });
    assert.equal((await rowOf(id)).info.commits?.[0]?.rate, 1300, 'a read without prices leaves them');
    await price(id, [plan]);
    assert.equal((await rowOf(id)).pending_change, null, 'the same prices again ask for nothing');
    await pricing(id, { eulaType: 'SCMP', refundCancellationPolicy: 'None.', sellerNotes: 'ours' });
    const again = await rowOf(id);
    assert.deepEqual(again.pending_change?.change, {
      act: 'product.pricing',
      entityId: 'prod-abcdefghijklm',
      plans: change.plans,
      terms: { legal: { type: 'STANDARD' }, refundPolicy: 'None.' },
    });
    assert.deepEqual([again.info.sellerNotes, again.info.eulaType], ['ours', undefined]);
    await world.act((call) => recordProductUpdated(call, id));
    assert.deepEqual([(await rowOf(id)).info.eulaType, (await rowOf(id)).info.sellerNotes], ['SCMP', 'ours']);
  });

  test('with terms that AWS would refuse are refused', async () => {
    const id = await importRead();
    assert.deepEqual(await pathsOf(pricing(id, { eulaType: 'CUSTOM', eulaUrl: 'http://x.example', currency: 'EUR' })), [
      'eulaUrl',
    ]);
    assert.deepEqual(await pathsOf(pricing(id, { currency: 'ABC', dimensions: [{ key: 'gb', rate: 0.123456789 }] })), [
      'currency',
      'dimensions',
      'dimensions.0.rate',
      'eulaType',
      'refundCancellationPolicy',
    ]);
  });

  test('that are wrong are named by their place in the call, and what the product has by its place there', async () => {
    const id = await importRead();
    const { commits = [], dimensions = [] } = (await rowOf(id)).info;
    const [commit, dimension] = [commits.at(-1), dimensions.at(-1)];
    const unknown = { key: 'nobody', rate: 1 };
    const month = { length: 1, timeUnit: 'MONTH' as const };
    assert.deepEqual(
      await pathsOf(
        pricing(id, {
          commits: [unknown, { ...commit, rate: 0.12345, ...month }],
          dimensions: [{ ...dimension, rate: -1 }, unknown],
          currency: 'ABC',
        }),
      ),
      [
        ...['commits.0.key', 'commits.1.rate', 'currency', 'dimensions', 'dimensions.0.rate', 'dimensions.1.key'],
        ...['eulaType', 'refundCancellationPolicy'],
      ],
    );
    const plan = { name: 'p', currency: 'ABC', commits: [{ ...commit, rate: 0.12345, ...month }] };
    assert.deepEqual(await pathsOf(price(id, [plan])), ['plans.0.commits.0.rate', 'plans.0.currency']);

    const azure = uuidOf(await save(anAzureProduct()));
    assert.deepEqual(
      await pathsOf(
        pricing(azure, {
          commits: [
            { key: 'silver', rate: 50.123, ...month },
            { key: 'gold', rate: 1, ...month },
            { key: 'gold', rate: 2, ...month },
          ],
          dimensions: [{ key: 'gb', planId: 'gold', rate: -1 }],
        }),
      ),
      ['commits.0.rate', 'commits.2', 'dimensions.0.rate'],
    );
    const plans = [
      { name: 'Silver', commits: [{ rate: 50, ...month }] },
      {
        name: 'Gold',
        commits: [{ rate: 1, length: 7, timeUnit: 'MONTH' as const }],
        dimensions: [{ key: 'gb', rate: -1 }],
      },
    ];
    assert.deepEqual(await pathsOf(price(azure, plans)), ['plans.1.commits.0.length', 'plans.1.dimensions.0.rate']);
    // The product's own price, which the call does not name.
    await setRow(azure, {
      info: { ...(await rowOf(azure)).info, dimensions: [{ key: 'gb', planId: 'gold', rate: -5 }] },
    });
    assert.deepEqual(await pathsOf(price(azure, [{ name: 'Silver', commits: [{ rate: 50, ...month }] }])), [
      'info.dimensions.0.rate',
    ]);
  });

  test('at AZURE stand by plan; plans that are not named stay', async () => {
    const id = uuidOf(await save(anAzureProduct()));
    const view = await price(id, [
      {
        name: 'Silver Plus',
        commits: [{ rate: 50, length: 1, timeUnit: 'MONTH' }],
        dimensions: [{ key: 'gb', rate: 1 }],
      },
    ]);
    assert.deepEqual(
      view.info?.commits?.map(({ key, name, rate }) => [key, name, rate]),
      [
        ['gold', 'Gold', 100],
        ['silver-plus', 'Silver Plus', 50],
      ],
    );
    assert.deepEqual(
      view.info?.dimensions?.map(({ key, planId, planName, rate }) => [key, planId, planName, rate]),
      [
        ['gb', 'gold', 'Gold', 0.5],
        ['gb', 'silver-plus', 'Silver Plus', 1],
      ],
    );
    await setRow(id, { entity_id: 'product/1', status: 'LIMITED' });
    await price(id, [{ id: 'gold', name: 'Gold', commits: [{ rate: 110, length: 1, timeUnit: 'MONTH' }] }]);
    const { change } = (await rowOf(id)).pending_change ?? {};
    assert.ok(change?.act === 'product.price');
    assert.deepEqual(
      change.plans.map((plan) => [plan.id, plan.commits[0]?.price, plan.usage[0]?.price]),
      [['gold', '110', '0.5']],
    );
  });

  test('at AZURE leave the list of a plan that a call does not give, and take that away which it gives empty', async () => {
    const id = uuidOf(await save(anAzureProduct()));
    const shown = async () => {
      const { commits = [], dimensions = [] } = (await rowOf(id)).info;
      return [
        ...commits.map(({ key, name, rate }) => [key, name, rate]),
        ...dimensions.map(({ planId, planName, rate }) => [planId, planName, rate]),
      ];
    };
    await pricing(id, { commits: [{ key: 'gold', name: 'Gold', rate: 120, length: 1, timeUnit: 'MONTH' }] });
    assert.deepEqual(await shown(), [
      ['gold', 'Gold', 120],
      ['gold', 'Gold', 0.5],
    ]);
    await pricing(id, { dimensions: [{ key: 'gb', planId: 'gold', rate: 0.6 }] });
    assert.deepEqual((await shown())[0], ['gold', 'Gold', 120]);
    await price(id, [{ id: 'gold', name: 'Golden', dimensions: [{ key: 'gb', rate: 0.7 }] }]);
    assert.deepEqual(await shown(), [
      ['gold', 'Golden', 120],
      ['gold', 'Golden', 0.7],
    ]);
    await price(id, [{ id: 'gold', name: 'Golden', dimensions: [] }]);
    assert.deepEqual(await shown(), [['gold', 'Golden', 120]]);
  });

  test('at AZURE keep the name and the kind of a plan, and what a meter is, where a call gives only the price', async () => {
    const gold = {
      key: 'gold',
      name: 'Gold',
      description: 'For all',
      type: 'PER_USER',
      minimumUsers: 2,
      maximumUsers: 9,
    };
    const gb = {
      key: 'gb',
      name: 'Gigabytes',
      category: 'GB',
      description: 'Stored',
      planId: 'gold',
      planName: 'Gold',
    };
    const month = { length: 1, timeUnit: 'MONTH' };
    const commits = [{ ...gold, rate: 10, ...month }];
    const plain = anAzureProduct({ info: { commits, dimensions: [{ ...gb, rate: 1 }] } });
    const calls: ((id: string) => Promise<unknown>)[] = [
      (id) => pricing(id, { commits: [{ key: 'gold', rate: 12, ...month }] }),
      (id) => pricing(id, { dimensions: [{ key: 'gb', planId: 'gold', rate: 2 }] }),
      (id) =>
        price(id, [
          { id: 'gold', name: 'gold', commits: [{ rate: 12, ...month }], dimensions: [{ key: 'gb', rate: 2 }] },
        ]),
    ];
    for (const call of calls) {
      const id = uuidOf(await save(plain));
      await call(id);
      const { commits: after = [], dimensions = [] } = (await rowOf(id)).info;
      assert.deepEqual(
        after.map(({ rate: _, ...rest }) => rest),
        [{ ...gold, ...month }],
      );
      assert.deepEqual(
        dimensions.map(({ rate: _, ...rest }) => rest),
        [gb],
      );
    }
    const id = uuidOf(await save(plain));
    await pricing(id, { commits: [{ key: 'gold', rate: 12, type: 'FLAT_RATE', ...month }] });
    assert.deepEqual((await rowOf(id)).info.commits, [
      { key: 'gold', name: 'Gold', description: 'For all', type: 'FLAT_RATE', rate: 12, ...month },
    ]);
  });

  test('that are sent back as the marketplace shows them, empty texts with them, change nothing', async () => {
    const id = uuidOf(await save(anAzureProduct()));
    const { info } = await rowOf(id);
    const shown = {
      ...info,
      commits: info.commits?.map((commit) => ({ ...commit, description: '' })),
      dimensions: info.dimensions?.map((dimension) => ({ ...dimension, description: '' })),
    };
    await setRow(id, { entity_id: 'product/1', status: 'LIMITED', info: JSON.stringify(shown) });
    const before = await rowOf(id);
    await pricing(id, { currency: info.currency, commits: shown.commits, dimensions: shown.dimensions });
    assert.deepEqual(await rowOf(id), before);
    assert.deepEqual(world.started, []);
  });

  test('cannot be cleared: what a call does not name stays', async () => {
    const id = uuidOf(await save(anAzureProduct()));
    assert.deepEqual(await pathsOf(pricing(id, { commits: null, dimensions: null })), ['commits', 'dimensions']);
    const unpriced = uuidOf(await save({ name: 'New', partner: 'AWS' }));
    await pricing(unpriced, { commits: null, sellerNotes: 'ours' });
    assert.equal((await rowOf(unpriced)).info.sellerNotes, 'ours');
  });
});

describe('targeting', () => {
  test('replaces the list of a limited product', async () => {
    const id = await importRead();
    await target(id, ['123456789012']);
    assert.deepEqual((await rowOf(id)).pending_change?.change, {
      act: 'product.targeting',
      entityId: 'prod-abcdefghijklm',
      buyerAccountIds: ['123456789012'],
    });
    assert.deepEqual(await pathsOf(target(id, ['1', '123456789012', '123456789012'])), [
      'buyerAccountIds',
      'buyerAccountIds.0',
    ]);
    const many = Array.from({ length: 101 }, (_, index) => String(100_000_000_000 + index));
    assert.deepEqual(await pathsOf(target(id, many)), ['buyerAccountIds']);
  });
});

describe('metaInfo', () => {
  test('is changed member by member; null clears; what the service sets stays', async () => {
    const id = await importRead();
    await setRow(id, { meta_info: JSON.stringify({ errorMessages: ['x'], internalNote: 'a', hubspotDealId: 'd' }) });
    const meta = await patchMeta(id, {
      internalNote: null,
      salesforceQuoteId: 'q',
      errorMessages: [],
      hubspotDealId: '',
    });
    assert.deepEqual(meta, { errorMessages: ['x'], hubspotDealId: 'd', salesforceQuoteId: 'q' });
    const cleared = await patch(id, { metaInfo: null });
    assert.deepEqual(cleared.metaInfo, { errorMessages: ['x'] });
  });
});

describe('the fulfillment URL', () => {
  test('is https, and its ids repeat those of the path', async () => {
    const id = await importRead();
    assert.deepEqual(await pathsOf(redirect(id, 'http://acme.example')), ['fulfillmentUrl']);
    assert.equal((await redirect(id, 'https://acme.example/fulfil')).metaInfo?.updateMessage, undefined);
    await redirect(id, 'https://acme.example/other');
    assert.equal((await rowOf(id)).fulfillment_url, 'https://acme.example/fulfil');
    await world.act((call) => recordProductUpdated(call, id));
    assert.equal((await rowOf(id)).fulfillment_url, 'https://acme.example/other');
  });
});

describe('every status', () => {
  const tries: Record<string, { row: keyof typeof productTransitions; work: (id: string) => Promise<unknown> }> = {
    'draft save': { row: 'save', work: (id) => save({ id: encodeId('prod', id), name: 'Other' }) },
    create: { row: 'create', work: (id) => create({ id: encodeId('prod', id) }) },
    publish: { row: 'publish', work: (id) => publish(id) },
    update: { row: 'update', work: (id) => patch(id, { name: 'Other' }) },
    price: { row: 'update', work: (id) => price(id, [{ name: 'p', dimensions: [{ key: 'gb', rate: 2 }] }]) },
    pricing: { row: 'update', work: (id) => pricing(id, { refundCancellationPolicy: 'Other.' }) },
    'fulfillment URL': { row: 'update', work: (id) => redirect(id, 'https://acme.example/other') },
    targeting: { row: 'target', work: (id) => target(id, []) },
    metaInfo: { row: 'note', work: (id) => patchMeta(id, { internalNote: 'x' }) },
    delete: { row: 'delete', work: (id) => remove(id) },
  };
  for (const [name, { row, work }] of Object.entries(tries)) {
    test(`allows ${name} as its table says`, async () => {
      for (const status of productStatuses) {
        const isHere = ['DRAFT', 'PENDING_CREATE', 'CREATE_FAILED'].includes(status);
        const id = uuidOf(await save(anAwsProduct()));
        await setRow(id, { status, entity_id: isHere ? null : `prod-${status}-${randomUUID()}` });
        const { from }: { from: readonly string[] } = productTransitions[row];
        const idempotent =
          (row === 'publish' && (status === 'PUBLIC' || status === 'PENDING_PUBLISH')) ||
          (row === 'delete' && status === 'DELETED');
        if (from.includes(status)) {
          await work(id);
          assert.equal((await rowOf(id)).status, nextStatus('Product', productTransitions, row, { status }), status);
        } else if (idempotent) {
          await work(id);
          assert.equal((await rowOf(id)).status, status);
        } else {
          const { code, info } = await refusalOf(work(id));
          assert.deepEqual([code, (info as Row).status, (info as Row).allowedFrom], ['Conflict', status, from]);
          assert.equal((await rowOf(id)).status, status);
        }
      }
    });
  }

  test('except those in progress follows what the partner shows', async () => {
    for (const status of productStatuses) {
      const id = await importRead({ entityId: `prod-${status}` });
      await setRow(id, { status });
      await importRead({ entityId: `prod-${status}`, version: 2, status: 'RESTRICTED' });
      const stays = status.startsWith('PENDING_') || status === 'DELETED';
      assert.equal((await rowOf(id)).status, stays ? status : 'RESTRICTED', status);
    }
  });

  test('DELETED drops a change that was asked for', async () => {
    const id = await importRead();
    await patch(id, { name: 'Other' });
    await remove(id);
    const { pending_change: pending, meta_info: meta, name } = await rowOf(id);
    assert.deepEqual([pending, meta, name], [null, {}, 'Acme Analytics']);
  });

  test('DELETED hides a product from lists and leaves it readable', async () => {
    const id = await importRead();
    const before = (await rowOf(id)).version;
    assert.equal(await remove(id), '');
    assert.equal(await remove(id), '');
    assert.equal((await rowOf(id)).version, before + 1);
    await world.act((call) => recordProductUpdated(call, id));
    assert.equal((await rowOf(id)).status, 'DELETED');
  });
});
