import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { aProductRead, openWorld, type World } from '../../../test/factories/commerce.ts';
import type { ProductRead } from '../../adapters/marketplace/port.ts';
import { encodeId } from '../../kit/ids.ts';
import { importProduct } from './actions/import-product.ts';
import { PartnerProductParams, ProductListParams, ProductQueryParams } from './fields.ts';
import { parseProjection, project } from './projection.ts';
import {
  getProduct,
  listProductMeteringDimensions,
  listProducts,
  listProductsByPartner,
  queryProducts,
} from './reads.ts';
import { Product, productFieldNames, WorkloadProduct } from './schema.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(() => {
  world.orgId = randomUUID();
});

const importRead = (fields: Partial<ProductRead> = {}): Promise<string> =>
  world.act((call) => importProduct(call, world.connection, aProductRead(fields)));
const get = async (productId: string) =>
  WorkloadProduct.parse((await world.read((call) => getProduct(call, { params: { productId } }))).reply);
const list = async (query: object) =>
  (await world.read((call) => listProducts(call, { query: ProductListParams.parse(query) }))).reply;
const setRow = (id: string, change: { status?: 'DELETED'; meta_info?: string }) =>
  world.database.write(world.orgId, (db) =>
    db.updateTable('product').set(change).where('product.id', '=', id).execute(),
  );

describe('importing', () => {
  test('takes over a product with its contract and metered dimensions', async () => {
    const view = await get(await importRead());
    assert.deepEqual(
      [view.name, view.status, view.productType, view.externalID, view.partnerID, view.sellerID],
      ['Acme Analytics', 'LIMITED', 'CONTRACT', 'code123', '111122223333', '111122223333'],
    );
    assert.deepEqual(
      view.info?.commits?.map(({ key }) => key),
      ['seats'],
    );
    assert.deepEqual(
      view.info?.dimensions?.map(({ key, types }) => [key, types]),
      [
        ['gb', ['Metered']],
        ['calls', ['ExternallyMetered']],
      ],
    );
    assert.deepEqual(view.info?.awsSaasProduct, aProductRead().document);
    assert.deepEqual(
      (await world.events(view.id)).map(({ name }) => name),
      ['product.imported'],
    );
  });

  test('applies newer reads only, and keeps what is ours', async () => {
    const id = await importRead({ version: 3 });
    await setRow(id, { meta_info: JSON.stringify({ internalNote: 'ours' }) });
    await importRead({ version: 3, title: 'Same version' });
    await importRead({ version: 2, title: 'Older' });
    assert.equal((await get(id)).name, 'Acme Analytics');
    assert.equal(await importRead({ version: 4, title: 'Newer', status: 'PUBLIC' }), id);
    const view = await get(id);
    assert.deepEqual([view.name, view.status, view.metaInfo], ['Newer', 'PUBLIC', { internalNote: 'ours' }]);
    assert.deepEqual(
      (await world.events(view.id)).map(({ name, version }) => [name, version]),
      [
        ['product.imported', 1],
        ['product.updated', 2],
      ],
    );
    await importRead({ version: 5, status: 'RESTRICTED' });
    assert.equal((await get(id)).status, 'RESTRICTED');
  });

  test('of what was read before the publication does not take the publication back', async () => {
    for (const status of ['PUBLIC', 'RESTRICTED'] as const) {
      const entityId = `prod-${status}`;
      const id = await importRead({ entityId, status, version: 1 });
      for (const [version, earlier] of [
        [2, 'LIMITED'],
        [3, 'DRAFT'],
      ] as const) {
        await importRead({ entityId, status: earlier, version });
        assert.equal((await get(id)).status, status);
      }
    }
  });

  test('of a newer read that shows nothing new leaves no trace', async () => {
    const id = await importRead();
    const audits = (await world.audits()).length;
    await importRead({ version: 2 });
    assert.equal((await world.audits()).length, audits);
    await importRead({ version: 2, title: 'Seen already' });
    assert.equal((await get(id)).name, 'Acme Analytics');
  });

  test('leaves a deleted product deleted', async () => {
    const id = await importRead();
    await setRow(id, { status: 'DELETED' });
    await importRead({ version: 9, title: 'Back' });
    assert.deepEqual([(await get(id)).status, (await get(id)).name], ['DELETED', 'Acme Analytics']);
    assert.deepEqual(await list({}), []);
  });

  test('at once makes one product', async () => {
    const ids = await Promise.all([importRead(), importRead({ version: 2 }), importRead()]);
    assert.equal(new Set(ids).size, 1);
  });
});

describe('lists', () => {
  test('show what can carry a private offer, of no deal or of the deal', async () => {
    const plain = await importRead();
    const ofDeal = await importRead({ entityId: 'prod-2', status: 'PUBLIC' });
    const ofOther = await importRead({ entityId: 'prod-3' });
    await importRead({ entityId: 'prod-4', status: 'RESTRICTED' });
    await importRead({ entityId: 'prod-5', status: 'DRAFT' });
    await setRow(ofDeal, { meta_info: JSON.stringify({ hubspotDealId: 'd1' }) });
    await setRow(ofOther, { meta_info: JSON.stringify({ hubspotDealId: 'd2' }) });
    const ids = (products: { id: string }[]) => products.map(({ id }) => id).sort();
    const shown = (...uuids: string[]) => uuids.map((uuid) => encodeId('prod', uuid)).sort();
    assert.equal((await list({})).length, 5);
    assert.deepEqual(ids(await list({ forCreateOffer: 'true' })), shown(plain, ofDeal, ofOther));
    assert.deepEqual(ids(await list({ forCreateOffer: 'true', hubspotDealId: 'd1' })), shown(plain, ofDeal));
    assert.deepEqual(ids(await list({ hubspotDealId: 'd1' })), shown(ofDeal));
  });

  test('in the lite view leave out info and metaInfo', async () => {
    await importRead();
    const [lite] = await list({ view: 'lite' });
    assert.ok(lite);
    assert.deepEqual(
      [Object.hasOwn(lite, 'info'), Object.hasOwn(lite, 'metaInfo'), WorkloadProduct.safeParse(lite).success],
      [false, false, true],
    );
    assert.ok(Object.hasOwn((await list({}))[0] ?? {}, 'info'));
  });

  test('of a partner hold its products only', async () => {
    await importRead();
    const of = async (partner: string) =>
      (
        await world.read((call) =>
          listProductsByPartner(call, { params: { partner }, query: PartnerProductParams.parse({}) }),
        )
      ).reply.length;
    assert.deepEqual([await of('AWS'), await of('GCP')], [1, 0]);
    assert.equal((await list({ partner: 'AZURE' })).length, 0);
  });

  test('of metering dimensions hold the metered ones', async () => {
    const productId = await importRead();
    const { reply } = await world.read((call) => listProductMeteringDimensions(call, { params: { productId } }));
    assert.deepEqual(
      reply.map(({ key }) => key),
      ['gb', 'calls'],
    );
  });
});

describe('a projection', () => {
  test('keeps the asked fields, through arrays and documents', async () => {
    await importRead();
    const query = async (fields: string) =>
      (await world.read((call) => queryProducts(call, { query: ProductQueryParams.parse({ fields }) }))).reply.data.map(
        (each) => Product.parse(each),
      );
    assert.deepEqual(await query('name,info.dimensions.key, info.awsSaasProduct.Description.ProductCode'), [
      {
        name: 'Acme Analytics',
        info: {
          dimensions: [{ key: 'gb' }, { key: 'calls' }],
          awsSaasProduct: { Description: { ProductCode: 'code123' } },
        },
      },
    ]);
    assert.deepEqual(Object.keys((await query('info.dimensions.key,info'))[0]?.info ?? {}).sort(), [
      'awsSaasProduct',
      'commits',
      'dimensions',
    ]);
    assert.deepEqual(await query('info.currency,id.x'), [{ info: {} }]);
  });

  test('of an unknown field is refused, each named', () => {
    for (const text of ['nothing', '__proto__', 'constructor.name', 'Name']) {
      assert.throws(() => parseProjection(`id,${text}`, productFieldNames), { code: 'BadRequest' });
    }
    assert.deepEqual(project({ info: { a: 1 } }, parseProjection('info.constructor', productFieldNames)), { info: {} });
  });
});
