import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createProduct } from '../../domain/product/actions/create-product.ts';
import { publishProduct } from '../../domain/product/actions/publish-product.ts';
import { updateProductPrice } from '../../domain/product/actions/update-product-price.ts';
import { ProductIn, UpdateProductPrice } from '../../domain/product/schema.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { type AzureDeal, type Row, startAzureDeal } from '../deal/azure-deal.test-support.ts';

let deal: AzureDeal;
before(async () => {
  deal = await startAzureDeal();
});
after(() => deal.close());
beforeEach(async () => {
  await deal.simulator.control('DELETE', '/fault');
  deal.refuseChanges(false);
});

const contact = { name: 'Alex', email: 'alex@acme.example', phone: '1' };

const aProduct = (name: string, change: Row = {}) =>
  ProductIn.parse({
    name,
    partner: 'AZURE',
    fulfillmentUrl: 'https://acme.example/landing',
    info: {
      currency: 'USD',
      eulaType: 'SCMP',
      commits: [{ key: 'basic', name: 'Basic', type: 'FLAT_RATE', rate: 49.5, length: 1, timeUnit: 'MONTH' }],
      dimensions: [{ key: 'calls', name: 'Calls', category: '1000 calls', rate: 0.0125, planId: 'basic' }],
      azureProductResource: {
        property: { categories: { 'developer-tools-saas': ['devService'] } },
        listing: {
          searchResultSummary: 'Short',
          description: 'Long',
          privacyPolicyLink: 'https://acme.example/privacy',
          supportContact: contact,
          engineeringContact: contact,
        },
      },
    },
    ...change,
  });

const create = async (name: string, change: Row = {}): Promise<string> => {
  const view = await deal.act('createProduct', (call) => createProduct(call, { body: aProduct(name, change) }));
  await deal.settle();
  return decodeId('prod', view.id) as string;
};
const product = async (id: string): Promise<Row & { info: Row; meta_info: Row }> =>
  (await deal.rows('product')).find((row) => row.id === id) as never;
const pricesOf = ({ info }: { info: Row }): string[] =>
  (info.commits as Row[]).map(({ key, length, timeUnit, rate }) => `${key} ${length} ${timeUnit} ${rate}`);

describe('a product for Microsoft', () => {
  it('is created in preview, published, and repriced, each time where buyers see it', async () => {
    const id = await create('Made here');
    const made = await product(id);
    assert.deepEqual(
      [made.status, made.external_id, made.product_type, pricesOf(made)],
      ['LIMITED', 'made-here', 'FLAT_RATE', ['basic 1 MONTH 49.5']],
    );
    await deal.act('publishProduct', (call) => publishProduct(call, { params: { productId: id } }));
    await deal.settle();
    assert.equal((await product(id)).status, 'PUBLIC');
    const body = UpdateProductPrice.parse({
      plans: [
        { id: 'basic', name: 'Basic', commits: [{ type: 'FLAT_RATE', rate: 480, length: 12, timeUnit: 'MONTH' }] },
        { name: 'Team', commits: [{ type: 'PER_USER', rate: 9, length: 1, timeUnit: 'MONTH' }] },
      ],
    });
    await deal.act('price', (call) => updateProductPrice(call, { params: { productId: id }, body }));
    await deal.settle();
    const priced = await product(id);
    assert.equal(priced.status, 'PUBLIC', JSON.stringify(priced.meta_info));
    assert.ok(pricesOf(priced).includes('basic 12 MONTH 480') && pricesOf(priced).includes('team 1 MONTH 9'));
    // Buyers see what was published.
    const live = await deal.marketplace.readProduct(deal.simulator.access, String(priced.entity_id));
    assert.deepEqual([live?.status, live?.plans?.map((plan) => plan.id)], ['PUBLIC', ['basic', 'team']]);
    await deal.reconcile(true);
    assert.equal((await product(id)).version, priced.version, 'read again, nothing is written');
  });

  for (const fault of ['throttle', 'timeout-after', 'rubbish']) {
    it(`is created once although Microsoft misbehaves (${fault})`, async () => {
      await deal.simulator.fault(fault, { operation: 'Configure' });
      const id = await create(`Through ${fault}`);
      assert.equal((await product(id)).status, 'LIMITED', JSON.stringify((await product(id)).meta_info));
      const there = await deal.marketplace.listProducts(deal.simulator.access);
      assert.equal(there.filter(({ title }) => title === `Through ${fault}`).length, 1);
    });
  }

  it('that Microsoft refuses halfway is completed by the next attempt', async () => {
    const name = 'Half way';
    // The first request creates the draft; the second would publish it.
    deal.beforeChange(async () => deal.beforeChange(async () => deal.refuseChanges(true)));
    const id = await create(name);
    const failed = await product(id);
    assert.deepEqual([failed.status, failed.meta_info.errorMessages], ['CREATE_FAILED', ['badRequest: not like this']]);
    deal.refuseChanges(false);
    await create(name, { id: encodeId('prod', id) });
    assert.equal((await product(id)).status, 'LIMITED', JSON.stringify((await product(id)).meta_info));
    const there = await deal.marketplace.listProducts(deal.simulator.access);
    assert.equal(there.filter(({ title }) => title === name).length, 1);
  });
});
