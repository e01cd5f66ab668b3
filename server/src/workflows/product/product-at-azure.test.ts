import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { testDatabase } from '../../../test/app.ts';
import { anAzureProduct, productIn } from '../../../test/factories/product.ts';
import { allRows } from '../../../test/rows.ts';
import type { Row, Tenant } from '../../../test/workflows/deployment.ts';
import { finishRuns } from '../../../test/workflows/execute.ts';
import { noDocuments } from '../../adapters/documents/documents.test-support.ts';
import type {
  ChangeRead,
  ChangeStep,
  PartnerChange,
  PlanWrite,
  ProductChange,
} from '../../adapters/marketplace/changes.ts';
import type { Marketplace, ProductRead } from '../../adapters/marketplace/port.ts';
import { createSecretKeys } from '../../auth/secrets.ts';
import type { ActCall } from '../../contract/call.ts';
import { type EventName, eventCatalogue } from '../../contract/events.ts';
import type { Database } from '../../db/database.ts';
import { connectMarketplace } from '../../domain/organization/connection/actions/connect-marketplace.ts';
import { insertOrganization } from '../../domain/organization/store.ts';
import { createProduct } from '../../domain/product/actions/create-product.ts';
import { importProduct } from '../../domain/product/actions/import-product.ts';
import { publishProduct } from '../../domain/product/actions/publish-product.ts';
import { updateProduct } from '../../domain/product/actions/update-product.ts';
import { updateProductPrice } from '../../domain/product/actions/update-product-price.ts';
import type { Product } from '../../domain/product/product.ts';
import { ProductPatch, UpdateProductPrice } from '../../domain/product/schema.ts';
import { findProduct } from '../../domain/product/store.ts';
import type { ProductView } from '../../domain/product/view.ts';
import { type ActEnvironment, runAct } from '../../engine/run-act.ts';
import { startWorkflow } from '../../engine/start.ts';
import { createMovableClock } from '../../kit/clock.ts';
import { createIds, decodeId, encodeId } from '../../kit/ids.ts';
import { silentLog } from '../../kit/log.ts';
import { silentMetrics } from '../../kit/metrics.ts';
import { createWorkflows } from '../registry.ts';

// Products at a marketplace that takes several requests for one change, has plans, and keeps what an earlier one made: a
// scripted one in place of AZURE.

const entityId = 'product/0000-1111';
const guid = '11111111-2222-4333-8444-555555555555';

/** The requests to the scripted marketplace, and its behavior. */
const script = {
  changes: [] as { change: ProductChange; stage: number }[],
  refuseStage: null as number | null,
  /** As at AWS, where the product's own version does not cover its prices. */
  pricesInStages: false,
  there: null as ProductRead | null,
};

type Kept = Exclude<ChangeRead, { state: 'RUNNING' }>;
const ends = new Map<string, Kept>();

const readOf = (change: Extract<ProductChange, { act: 'product.create' }>): ProductRead => ({
  entityId,
  externalId: 'acme-insight',
  title: change.name,
  status: 'DRAFT',
  productType: 'FLAT_RATE',
  fulfillmentUrl: change.fulfillmentUrl,
  dimensions: change.dimensions,
  plans: change.plans,
  meteringKey: 'LICENSE',
  version: 1,
  document: change.document,
});

const apply = (change: ProductChange, stage: number): void => {
  if (change.act === 'product.create' && stage === 0) script.there = readOf(change);
  const { there } = script;
  if (!there) return;
  if (change.act === 'product.create' && stage === 1) script.there = { ...there, status: 'LIMITED', version: 2 };
  if (change.act === 'product.publish') script.there = { ...there, status: 'PUBLIC', version: there.version + 1 };
  if (change.act === 'product.update') {
    const { title = there.title } = change.listing;
    script.there = { ...there, title, document: change.document ?? there.document, version: there.version + 1 };
  }
  if (change.act === 'product.price') {
    const named = new Set(change.plans.map(({ id }) => id));
    const plans: PlanWrite[] = [...(there.plans ?? []).filter(({ id }) => !named.has(id)), ...change.plans];
    script.there = { ...there, plans, version: there.version + (script.pricesInStages ? 0 : 1) };
  }
};

const scripted = {
  code: 'AZURE',
  prettifyError: ({ message }: { message: string }) => `Readable: ${message}`,
  startChange: async (_access: unknown, change: PartnerChange, { key, stage }: ChangeStep) => {
    const product = change as ProductChange;
    const isStaged = product.act === 'product.create' || (product.act === 'product.price' && script.pricesInStages);
    const more = isStaged && stage === 0;
    if (!ends.has(key)) {
      script.changes.push({ change: product, stage });
      if (script.refuseStage === stage) {
        ends.set(key, { state: 'FAILED', serverFault: false, errors: [{ code: 'bad', message: 'not like this' }] });
      } else {
        apply(product, stage);
        ends.set(key, { state: 'DONE', entityIds: stage === 0 ? { product: entityId } : {} });
      }
    }
    return { changeId: key, ...(more ? { more } : {}) };
  },
  readChange: async (_access: unknown, changeId: string): Promise<ChangeRead> => ends.get(changeId) as Kept,
  readProduct: async () => script.there,
};

let database: Database;
let environment: ActEnvironment;
let tenant: Tenant;
before(async () => {
  database = await testDatabase();
  const clock = createMovableClock(new Date('2026-11-20T10:00:00Z'));
  const keys = createSecretKeys('0123456789abcdef0123456789abcdef');
  environment = {
    database,
    clock,
    ids: createIds(clock),
    secretKeys: keys,
    authUrl: 'https://auth.test',
    startWorkflow,
  };
});
after(() => database.close());

const act = async <T>(work: (call: ActCall) => Promise<T>): Promise<T> => {
  const request = {
    orgId: tenant.orgId,
    actor: { type: 'user', id: 'user_1', name: 'u' } as const,
    action: 'test',
    requestId: 'r',
    emits: Object.keys(eventCatalogue) as EventName[],
  };
  return (await runAct(environment, request, work)).reply as T;
};

beforeEach(async () => {
  Object.assign(script, { changes: [], refuseStage: null, there: null, pricesInStages: false });
  const workflows = createWorkflows({
    marketplaces: { AZURE: scripted as unknown as Marketplace },
    receivers: {},
    payments: {},
    revenueFeeds: {},
    coSells: {},
    crms: {},
    mailer: { send: async () => {} },
    organizationMail: { mailerOf: () => ({ send: async () => {} }) },
    documents: noDocuments,
    authUrl: 'https://auth.test',
    publicUrl: 'https://api.test',
    secretKeys: environment.secretKeys,
    log: silentLog,
    metrics: silentMetrics,
  });
  const orgId = environment.ids.next();
  await database.system((statements) =>
    insertOrganization(statements, {
      id: orgId,
      name: 'Acme',
      emailDomain: '',
      website: '',
      createdBy: 'test',
      now: environment.clock.now(),
    }),
  );
  const rows = (table: string): Promise<Row[]> => allRows(database, orgId, table);
  const deployment = { environment, workflows: new Map(workflows.map((workflow) => [workflow.name, workflow])) };
  tenant = { deployment, orgId, rows } as unknown as Tenant;
  await act((call) =>
    connectMarketplace(call, {
      keys: environment.secretKeys,
      input: {
        partner: 'AZURE',
        accountId: 'tenant',
        credentials: { tenantId: guid, clientId: guid, clientSecret: 'secret-of-the-test' },
        mode: 'LIVE',
      },
    }),
  );
  await finishRuns(tenant).catch(() => undefined);
});

const settled = async (work: (call: ActCall) => Promise<ProductView>): Promise<Product> => {
  const view = await act(work);
  await finishRuns(tenant);
  const row = await findProduct(database.read(tenant.orgId), decodeId('prod', view.id) as string);
  assert.ok(row);
  return row;
};
const create = (fields: Row = {}) =>
  settled((call) => createProduct(call, { body: productIn(anAzureProduct(fields)) }));
const publish = (productId: string) => settled((call) => publishProduct(call, { params: { productId } }));
const actsAsked = (): string[] => script.changes.map(({ change, stage }) => `${change.act} ${stage}`);

describe('a product at a marketplace with plans', () => {
  it('is created in stages, each once, with its plans', async () => {
    const product = await create();
    assert.deepEqual(actsAsked(), ['product.create 0', 'product.create 1']);
    assert.deepEqual(
      [product.status, product.entity_id, product.external_id, product.meta_info],
      ['LIMITED', entityId, 'acme-insight', {}],
    );
    const [{ change } = {}] = script.changes;
    assert.ok(change?.act === 'product.create');
    assert.deepEqual(change.plans, [
      {
        id: 'gold',
        name: 'Gold',
        description: '',
        commits: [{ key: 'gold', name: 'Gold', description: '', price: '100', quantity: 1, durationIso: 'P1M' }],
        usage: [
          {
            key: 'gb',
            name: 'Gigabytes',
            description: '',
            unit: 'GB',
            price: '0.5',
            includedQuantity: null,
            included: [{ every: 'MONTH', quantity: '10' }],
          },
        ],
        perUser: null,
        currency: 'USD',
        billingTermIso: null,
      },
    ]);
    assert.deepEqual(
      [product.info.commits?.[0]?.key, product.info.commits?.[0]?.rate, product.info.commits?.[0]?.timeUnit],
      ['gold', 100, 'MONTH'],
    );
    const [meter] = product.info.dimensions ?? [];
    assert.deepEqual(
      [meter?.planId, meter?.rate, meter?.includedBaseQuantities],
      ['gold', 0.5, [{ recurringUnit: 'Monthly', quantity: 10 }]],
    );
  });

  it('that was refused halfway is corrected here and completed, not created again', async () => {
    script.refuseStage = 1;
    const failed = await create();
    assert.deepEqual(
      [failed.status, failed.entity_id, failed.meta_info.prettifiedErrorMessages],
      ['CREATE_FAILED', entityId, ['Readable: not like this']],
    );
    const reference = { id: environment.ids.next(), partner: 'AZURE' as const, accountId: 'tenant' };
    const { there } = script;
    assert.ok(there);
    await act((call) => importProduct(call, reference, { ...there, title: 'Half' }));
    assert.equal((await findProduct(database.read(tenant.orgId), failed.id))?.name, 'Acme Insight');
    const mended = await settled((call) =>
      updateProduct(call, { params: { productId: failed.id }, body: ProductPatch.parse({ name: 'Mended' }) }),
    );
    assert.deepEqual([mended.name, mended.status, mended.pending_change], ['Mended', 'CREATE_FAILED', null]);
    const submit = () =>
      settled((call) => createProduct(call, { body: productIn({ id: encodeId('prod', failed.id) }) }));
    script.refuseStage = 0;
    const refused = await submit();
    assert.deepEqual([refused.status, refused.entity_id], ['CREATE_FAILED', entityId], 'what was made is still there');
    Object.assign(script, { changes: [], refuseStage: null });
    const again = await submit();
    const [{ change } = {}] = script.changes;
    assert.ok(change?.act === 'product.create');
    assert.deepEqual(
      [change.entityId, change.name, again.status, again.name],
      [entityId, 'Mended', 'LIMITED', 'Mended'],
    );
    assert.equal((await tenant.rows('product')).length, 1);
  });

  it('whose publication failed halfway through its creation is completed and published', async () => {
    const draft = productIn(anAzureProduct());
    script.refuseStage = 1;
    const created = await settled((call) => createProduct(call, { body: draft }));
    const failed = await publish(created.id);
    assert.deepEqual([failed.status, failed.entity_id], ['PUBLISH_FAILED', entityId]);
    Object.assign(script, { changes: [], refuseStage: null });
    const done = await publish(created.id);
    assert.deepEqual(
      [done.status, actsAsked()],
      ['PUBLIC', ['product.create 0', 'product.create 1', 'product.publish 0']],
    );
  });

  it('sends its document along where the listing has no field for a change', async () => {
    const product = await create();
    const info = { azureProductResource: { property: { termsOfUse: 'Be kind.' } } };
    script.changes = [];
    const changed = await settled((call) =>
      updateProduct(call, { params: { productId: product.id }, body: ProductPatch.parse({ info }) }),
    );
    const [{ change } = {}] = script.changes;
    assert.ok(change?.act === 'product.update');
    assert.deepEqual([change.listing, change.dimensions], [{}, null]);
    const property = { categories: { 'developer-tools-saas': ['devService'] }, termsOfUse: 'Be kind.' };
    assert.deepEqual(change.document?.property, property);
    assert.deepEqual(changed.info.azureProductResource?.property, property);
  });

  it('whose prices were changed in part shows what is there, and says so', async () => {
    const product = await create();
    Object.assign(script, { pricesInStages: true, refuseStage: 1 });
    const plans = [{ name: 'Silver', commits: [{ rate: 50, length: 1, timeUnit: 'MONTH' }] }];
    const failed = await settled((call) =>
      updateProductPrice(call, { params: { productId: product.id }, body: UpdateProductPrice.parse({ plans }) }),
    );
    assert.match(failed.meta_info.updateMessage ?? '', /a part of the change only/);
    assert.deepEqual(
      failed.info.commits?.map(({ key }) => key),
      ['gold', 'silver'],
    );
  });

  it('keeps the plans that a change of prices does not name', async () => {
    const product = await create();
    const plans = [{ name: 'Silver', commits: [{ rate: 50, length: 1, timeUnit: 'MONTH' }] }];
    const changed = await settled((call) =>
      updateProductPrice(call, { params: { productId: product.id }, body: UpdateProductPrice.parse({ plans }) }),
    );
    assert.deepEqual(
      changed.info.commits?.map(({ key, rate }) => [key, rate]),
      [
        ['gold', 100],
        ['silver', 50],
      ],
    );
    assert.equal(changed.info.dimensions?.[0]?.planId, 'gold');
  });
});
