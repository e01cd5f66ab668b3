import assert from 'node:assert/strict';
import { createProduct } from '../../src/domain/product/actions/create-product.ts';
import { publishProduct } from '../../src/domain/product/actions/publish-product.ts';
import { updateProduct } from '../../src/domain/product/actions/update-product.ts';
import { ProductPatch } from '../../src/domain/product/schema.ts';
import { decodeId } from '../../src/kit/ids.ts';
import { anAwsProduct, productIn } from '../factories/product.ts';
import { only, productsAtPartner } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { finishRuns } from './execute.ts';
import type { Scenario } from './scenario.ts';

const name = 'Acme Insight';

const creationStarted = async (tenant: Tenant): Promise<string> => {
  const view = await tenant.act('create', (call) => createProduct(call, { body: productIn(anAwsProduct()) }));
  return decodeId('prod', view.id) as string;
};

const created = async (tenant: Tenant): Promise<string> => {
  const id = await creationStarted(tenant);
  await finishRuns(tenant);
  return id;
};

/** The product of the scenario, here and at AWS, beside the one that every tenant has. */
const here = async (tenant: Tenant, called = name): Promise<Row> =>
  only((await tenant.rows('product')).filter((row) => row.name === called));
const there = async (tenant: Tenant, called = name): Promise<Row[]> =>
  (await productsAtPartner(tenant)).filter((row) => row.title === called);

const refusedByAws = (tenant: Tenant): Promise<void> =>
  tenant.deployment.simulator.fault('change-set-failure', {
    accountId: tenant.sellerId,
    errorCode: 'INVALID_INPUT',
    errorMessage: 'not like this',
  });

const messagesOf = ({ meta_info: meta }: Row): unknown => (meta as Row).errorMessages;

/** The change is done; only the read behind it is not, which the next reconciliation makes up for. */
const isReadBack = (step: { name: string }): boolean => /^(read|import) /.test(step.name);

/** What we do with products at AWS. */
export const productScenarios = {
  'product.create': [
    {
      title: 'a product is created',
      arrange: async (tenant) => void (await creationStarted(tenant)),
      status: 'COMPLETED',
      survives: isReadBack,
      check: async (tenant) => {
        const { status, entity_id: entityId } = await here(tenant);
        const { productId, visibility } = only(await there(tenant));
        assert.deepEqual([status, entityId, visibility], ['LIMITED', productId, 'Limited']);
      },
      checkRefused: async (tenant, step) => {
        const product = await here(tenant);
        assert.equal(product.status, isReadBack(step) ? 'LIMITED' : 'CREATE_FAILED');
        assert.ok((await there(tenant)).length <= (step.name === 'load' || step.name === 'create' ? 0 : 1));
      },
    },
    {
      title: 'AWS refuses the product',
      arrange: async (tenant) => {
        await refusedByAws(tenant);
        await creationStarted(tenant);
      },
      status: 'FAILED',
      check: async (tenant) => {
        const product = await here(tenant);
        assert.deepEqual([product.status, messagesOf(product)], ['CREATE_FAILED', ['INVALID_INPUT: not like this']]);
        assert.deepEqual(await there(tenant), []);
      },
      checkRefused: async (tenant) => assert.equal((await here(tenant)).status, 'CREATE_FAILED'),
    },
  ],
  'product.publish': [
    {
      title: 'a draft is created and published',
      arrange: async (tenant) => {
        const productId = await creationStarted(tenant);
        // As a draft that was never submitted.
        await tenant.deployment.database.write(tenant.orgId, async (db) => {
          await db.updateTable('operation').set({ status: 'CANCELED' }).execute();
          await db.updateTable('product').set({ status: 'DRAFT' }).where('product.id', '=', productId).execute();
        });
        await tenant.act('publish', (call) => publishProduct(call, { params: { productId } }));
      },
      status: 'COMPLETED',
      survives: isReadBack,
      check: async (tenant) => {
        const { status, entity_id: entityId } = await here(tenant);
        const { productId, visibility } = only(await there(tenant));
        assert.deepEqual([status, entityId, visibility], ['PUBLIC', productId, 'Public']);
      },
      checkRefused: async (tenant, step) => {
        assert.equal((await here(tenant)).status, isReadBack(step) ? 'PUBLIC' : 'PUBLISH_FAILED');
        assert.ok((await there(tenant)).length <= 1);
      },
    },
    {
      title: 'AWS does not publish it',
      arrange: async (tenant) => {
        const productId = await created(tenant);
        await refusedByAws(tenant);
        await tenant.act('publish', (call) => publishProduct(call, { params: { productId } }));
      },
      status: 'FAILED',
      check: async (tenant) => {
        const product = await here(tenant);
        assert.deepEqual([product.status, messagesOf(product)], ['PUBLISH_FAILED', ['INVALID_INPUT: not like this']]);
        assert.equal(only(await there(tenant)).visibility, 'Limited');
      },
      checkRefused: async (tenant) => assert.equal((await here(tenant)).status, 'PUBLISH_FAILED'),
    },
  ],
  'product.update': [
    {
      title: 'a product gets another name',
      arrange: async (tenant) => {
        const productId = await created(tenant);
        await tenant.act('update', (call) =>
          updateProduct(call, { params: { productId }, body: ProductPatch.parse({ name: 'Renamed' }) }),
        );
      },
      status: 'COMPLETED',
      survives: isReadBack,
      check: async (tenant) => {
        const { status, pending_change: pending } = await here(tenant, 'Renamed');
        assert.deepEqual([status, pending], ['LIMITED', null]);
        only(await there(tenant, 'Renamed'));
      },
      checkRefused: async (tenant, step) => {
        const product = await here(tenant, isReadBack(step) ? 'Renamed' : name);
        assert.deepEqual([product.status, product.pending_change], ['LIMITED', null]);
      },
    },
    {
      title: 'AWS does not take the name',
      arrange: async (tenant) => {
        const productId = await created(tenant);
        await refusedByAws(tenant);
        await tenant.act('update', (call) =>
          updateProduct(call, { params: { productId }, body: ProductPatch.parse({ name: 'Renamed' }) }),
        );
      },
      status: 'FAILED',
      check: async (tenant) => {
        const product = await here(tenant);
        assert.deepEqual(
          [product.status, product.pending_change, messagesOf(product)],
          ['LIMITED', null, ['INVALID_INPUT: not like this']],
        );
        only(await there(tenant));
      },
      checkRefused: async (tenant) => assert.equal((await here(tenant)).pending_change, null),
    },
  ],
} satisfies Record<string, readonly [Scenario, ...Scenario[]]>;
