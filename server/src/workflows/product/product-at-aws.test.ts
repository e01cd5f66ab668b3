import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { anAwsProduct, productIn } from '../../../test/factories/product.ts';
import type { ActCall } from '../../contract/call.ts';
import { createProduct } from '../../domain/product/actions/create-product.ts';
import { publishProduct } from '../../domain/product/actions/publish-product.ts';
import { createOrUpdateDraftProduct } from '../../domain/product/actions/save-draft-product.ts';
import { updateProduct } from '../../domain/product/actions/update-product.ts';
import { updateProductFulfillmentUrl } from '../../domain/product/actions/update-product-fulfillment-url.ts';
import { updateProductPrice } from '../../domain/product/actions/update-product-price.ts';
import { updateProductPricing } from '../../domain/product/actions/update-product-pricing.ts';
import { updateProductTargeting } from '../../domain/product/actions/update-product-targeting.ts';
import type { Product } from '../../domain/product/product.ts';
import { ProductPatch, UpdateProductPrice } from '../../domain/product/schema.ts';
import { findProduct } from '../../domain/product/store.ts';
import type { ProductView } from '../../domain/product/view.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { type Deal, type Row, startDeal } from '../deal/deal.test-support.ts';

// The life of a product at the simulated AWS, from a draft to the public listing and its changes.

let deal: Deal;
before(async () => {
  deal = await startDeal();
});
after(() => deal.close());
beforeEach(() => deal.simulator.control('DELETE', '/fault'));

const rowOf = async (id: string): Promise<Product> => {
  const row = await findProduct(deal.database.read(deal.orgId), id);
  assert.ok(row);
  return row;
};
/** Runs an act and everything that it started. */
const settled = async (work: (call: ActCall) => Promise<ProductView>): Promise<Product> => {
  const view = await deal.act('test', work);
  await deal.settle();
  return rowOf(decodeId('prod', view.id) as string);
};
const create = (fields: Row): Promise<Product> =>
  settled((call) => createProduct(call, { body: productIn(anAwsProduct(fields)) }));
const patch = (productId: string, body: Row): Promise<Product> =>
  settled((call) => updateProduct(call, { params: { productId }, body: ProductPatch.parse(body) }));
const publish = (productId: string): Promise<Product> =>
  settled((call) => publishProduct(call, { params: { productId } }));
const operationsOf = async ({ id }: Product): Promise<unknown[]> =>
  (await deal.rows('operation'))
    .filter((row) => row.entity_id === encodeId('prod', id))
    .sort((left, right) => Number(left.start_time) - Number(right.start_time))
    .map((row) => `${row.name} ${row.status}`);
const productAtPartner = (entityId: string | null): Promise<Row> =>
  deal.simulator.control('GET', `/product/${entityId}`);
const namesAtPartner = async (): Promise<unknown[]> =>
  (await deal.simulator.control<{ products: Row[] }>('GET', '/product')).products.map(({ title }) => title);

describe('a product at AWS', () => {
  it('is created as Limited, with its dimensions, prices and terms as AWS shows them', async () => {
    const product = await create({ name: 'Acme One' });
    assert.deepEqual([product.status, product.meta_info], ['LIMITED', {}]);
    assert.match(product.entity_id ?? '', /^prod-/);
    assert.match(product.external_id ?? '', /./);
    assert.deepEqual(
      [product.info.currency, product.info.eulaType, product.info.refundCancellationPolicy],
      ['USD', 'SCMP', 'No refunds.'],
    );
    assert.deepEqual(
      product.info.commits?.map(({ key, rate, length, timeUnit, types }) => [key, rate, length, timeUnit, types]),
      [['seats', 1200, 12, 'MONTH', ['Entitled']]],
    );
    assert.deepEqual(
      product.info.dimensions?.map(({ key, rate, types }) => [key, rate, types]),
      [['gb', 0.25, ['ExternallyMetered']]],
    );
    const document = product.info.awsSaasProduct as { Description: Row };
    assert.equal(document.Description.ShortDescription, 'Insight into everything.');
    assert.equal(product.info.attributes?.signUpUrl, 'https://acme.example/sign-up', 'what is ours stays');
    assert.deepEqual(await operationsOf(product), ['product.create COMPLETED']);
  });

  it('that AWS refuses shows why, and is created once it is corrected', async () => {
    const failed = await create({ name: 'Acme fail-release' });
    assert.equal(failed.status, 'CREATE_FAILED');
    assert.deepEqual([failed.entity_id, failed.meta_info.errorMessages?.length], [null, 1]);
    assert.match(failed.meta_info.errorMessages?.[0] ?? '', /^INVALID_PRODUCT: /);
    assert.ok(!(await namesAtPartner()).includes('Acme fail-release'));
    const mended = await settled((call) =>
      createProduct(call, { body: productIn({ id: encodeId('prod', failed.id), name: 'Acme Two' }) }),
    );
    assert.deepEqual([mended.id, mended.status, mended.meta_info], [failed.id, 'LIMITED', {}]);
    assert.deepEqual(await operationsOf(mended), ['product.create FAILED', 'product.create COMPLETED']);
  });

  it('is created once although the response to its creation was lost', async () => {
    await deal.simulator.fault('timeout-after', { operation: 'StartChangeSet' });
    const product = await create({ name: 'Acme Once' });
    assert.equal(product.status, 'LIMITED');
    assert.equal((await namesAtPartner()).filter((name) => name === 'Acme Once').length, 1);
  });

  it('described by a draft is created and published in one run', async () => {
    const view = await deal.act('draft', (call) =>
      createOrUpdateDraftProduct(call, { body: productIn(anAwsProduct({ name: 'Acme Three' })) }),
    );
    const product = await publish(decodeId('prod', view.id) as string);
    assert.equal(product.status, 'PUBLIC', JSON.stringify(product.meta_info));
    assert.equal((await productAtPartner(product.entity_id)).visibility, 'Public');
    assert.deepEqual(await operationsOf(product), ['product.publish COMPLETED']);
    assert.equal((await deal.rows('product')).filter(({ name }) => name === 'Acme Three').length, 1);
  });

  it('that AWS does not publish is PUBLISH_FAILED, and stays Limited there', async () => {
    const product = await create({ name: 'Acme fail-publish' });
    const failed = await publish(product.id);
    assert.deepEqual([failed.status, failed.meta_info.errorMessages?.length], ['PUBLISH_FAILED', 1]);
    assert.equal((await productAtPartner(product.entity_id)).visibility, 'Limited');
    await patch(product.id, { name: 'Acme Four' });
    const again = await publish(product.id);
    assert.deepEqual([again.status, again.name, again.meta_info], ['PUBLIC', 'Acme Four', {}]);
  });

  describe('that people at AWS review', () => {
    const startReview = async (name: string, days: number): Promise<{ id: string; operation: () => Promise<Row> }> => {
      const product = await create({ name });
      await deal.simulator.control('POST', '/settings', { changeSetDelayMs: days * 86_400_000 });
      await deal.act('publish', (call) => publishProduct(call, { params: { productId: product.id } }));
      const operation = async (): Promise<Row> => {
        const rows = await deal.rows('operation');
        return rows.find(
          (row) => row.name === 'product.publish' && row.entity_id === encodeId('prod', product.id),
        ) as Row;
      };
      await deal.until('the review is waited for', async () =>
        String((await operation())?.message).includes('reviews'),
      );
      return { id: product.id, operation };
    };
    afterEach(() => deal.simulator.control('POST', '/settings', { changeSetDelayMs: 20 }));

    it('is waited for as long as AWS may take, and the operation says so', async () => {
      const { id, operation } = await startReview('Acme Patience', 36);
      const { status, message, start_time: start } = await operation();
      assert.equal(status, 'RUNNING');
      const until = new Date(new Date(start as string).getTime() + 37 * 86_400_000).toISOString();
      assert.equal(
        message,
        'AWS reviews the product before it shows it to everyone. ' + `This may take 37 days; we wait until ${until}.`,
      );
      await deal.simulator.advance('P35D');
      assert.equal((await operation()).status, 'RUNNING');
      await deal.simulator.advance('P2D');
      await deal.until('AWS has published it', async () => (await rowOf(id)).status === 'PUBLIC');
      await deal.settle();
      assert.deepEqual(
        [(await operation()).status, (await operation()).message],
        ['COMPLETED', 'The product is public.'],
      );
    });

    it('is abandoned after 37 days', async () => {
      const { id, operation } = await startReview('Acme Oblivion', 60);
      await deal.simulator.advance('P38D');
      await deal.until('it is given up', async () => (await operation()).status === 'TIMED_OUT');
      assert.equal((await rowOf(id)).status, 'PUBLISH_FAILED');
    });
  });

  it('stays a draft there without a price, and cannot be published', async () => {
    const seats = { key: 'seats', name: 'Seats', description: 'Named users' };
    const product = await create({ name: 'Acme Unpriced', info: { commits: [seats], dimensions: [] } });
    assert.equal(product.status, 'DRAFT', JSON.stringify(product.meta_info));
    assert.equal((await productAtPartner(product.entity_id)).visibility, 'Draft');
    await assert.rejects(publish(product.id), /rate of a commit or a dimension/);
  });

  it('that was published there meanwhile counts as published', async () => {
    const product = await create({ name: 'Acme Five' });
    await deal.simulator.control('PATCH', `/product/${product.entity_id}`, { visibility: 'Public' });
    assert.equal((await publish(product.id)).status, 'PUBLIC');
  });

  it('is changed there first; then the record shows what AWS has', async () => {
    const product = await create({ name: 'Acme Six' });
    const body = {
      name: 'Acme Six Plus',
      info: {
        awsSaasProduct: { Description: { ShortDescription: 'Shorter.', Highlights: ['One', 'Two'] } },
        dimensions: [
          { key: 'gb', name: 'Gigabytes used' },
          { key: 'calls', name: 'Calls', description: 'API calls' },
        ],
      },
    };
    const changed = await patch(product.id, body);
    const { Description } = changed.info.awsSaasProduct as { Description: Row };
    assert.deepEqual(
      [changed.name, changed.status, changed.meta_info, Description.ShortDescription, Description.Highlights],
      ['Acme Six Plus', 'LIMITED', {}, 'Shorter.', ['One', 'Two']],
    );
    assert.deepEqual(
      changed.info.dimensions?.map(({ key, name, rate }) => [key, name, rate]),
      [
        ['gb', 'Gigabytes used', 0.25],
        ['calls', 'Calls', undefined],
      ],
    );
    assert.equal((await productAtPartner(product.entity_id)).title, 'Acme Six Plus');
    const twoNames = { info: { dimensions: [{ key: 'gb' }, { key: 'calls' }, { key: 'more', name: 'Seats' }] } };
    await assert.rejects(patch(product.id, twoNames), { code: 'BadRequest' });
  });

  it('that AWS refuses to change is as it was, and says why', async () => {
    const product = await create({ name: 'Acme Seven' });
    const fault = { accountId: deal.simulator.seller.id, errorCode: 'INVALID_INPUT', errorMessage: 'not like this' };
    await deal.simulator.fault('change-set-failure', fault);
    const refused = await patch(product.id, { name: 'Acme Eight' });
    assert.deepEqual(
      [refused.name, refused.status, refused.meta_info.errorMessages, refused.pending_change],
      ['Acme Seven', 'LIMITED', ['INVALID_INPUT: not like this'], null],
    );
    assert.deepEqual(await operationsOf(product), ['product.create COMPLETED', 'product.update FAILED']);
  });

  it('gets another fulfillment URL and other buyers', async () => {
    const product = await create({ name: 'Acme Nine' });
    const ids = { id: encodeId('prod', product.id), organizationID: encodeId('org', deal.orgId) };
    const params = { productId: product.id };
    const fulfillmentUrl = 'https://acme.example/other';
    const moved = await settled((call) =>
      updateProductFulfillmentUrl(call, { params, body: { ...ids, fulfillmentUrl } }),
    );
    assert.deepEqual([moved.fulfillment_url, moved.meta_info], [fulfillmentUrl, {}]);
    const targeted = await settled((call) =>
      updateProductTargeting(call, { params, body: { buyerAccountIds: ['123456789012'] } }),
    );
    const { Targeting } = targeted.info.awsSaasProduct as { Targeting: unknown };
    assert.deepEqual(Targeting, { PositiveTargeting: { BuyerAccounts: ['123456789012'] } });
  });

  it('gets new prices and terms', async () => {
    const product = await create({ name: 'Acme Ten' });
    const params = { productId: product.id };
    const plans = [{ name: 'Standard', dimensions: [{ key: 'gb', rate: 0.2 }] }];
    const priced = await settled((call) =>
      updateProductPrice(call, { params, body: UpdateProductPrice.parse({ plans }) }),
    );
    assert.deepEqual(
      [priced.info.dimensions?.[0]?.rate, priced.info.commits?.[0]?.rate, priced.meta_info],
      [0.2, 1200, {}],
    );
    const terms = await settled((call) =>
      updateProductPricing(call, { params, body: { refundCancellationPolicy: 'Within a week.' } }),
    );
    assert.deepEqual([terms.info.refundCancellationPolicy, terms.meta_info], ['Within a week.', {}]);
    await deal.reconcile();
    assert.deepEqual(await rowOf(product.id).then(({ info }) => info.dimensions?.[0]?.rate), 0.2);
  });

  it('keeps its status through a read while it is being created, and no second product appears', async () => {
    const view = await deal.act('create', (call) =>
      createProduct(call, { body: productIn(anAwsProduct({ name: 'Acme Twelve' })) }),
    );
    for (let round = 0; round < 3; round += 1) await deal.reconcile();
    await deal.settle();
    const rows = (await deal.rows('product')).filter(({ name }) => name === 'Acme Twelve');
    assert.deepEqual(
      rows.map(({ id, status }) => [id, status]),
      [[decodeId('prod', view.id), 'LIMITED']],
    );
  });
});
