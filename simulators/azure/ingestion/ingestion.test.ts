import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, type Bench, configure, graphScope, openBench, seedProduct } from '../azure.test-support.ts';

const schema = (type: string, version = '2022-03-01-preview3') =>
  `https://schema.mp.microsoft.com/schema/${type}/${version}`;
const product = { resourceName: 'p' };
const plan = { resourceName: 'basic' };

const newProduct = (bench: Bench, alias = 'Contoso API', externalId = 'contoso-api') => [
  { $schema: schema('plan'), resourceName: 'basic', product, identity: { externalId: 'basic' }, alias: 'Basic' },
  { $schema: schema('product'), resourceName: 'p', identity: { externalId }, type: 'softwareAsAService', alias },
  {
    $schema: schema('property'),
    product,
    kind: 'azureSaaS',
    termsConditions: 'standardMicrosoft',
    categories: { 'developer-tools-saas': ['devService'] },
  },
  { $schema: schema('listing'), product, title: alias, languageId: 'en-us' },
  { $schema: schema('plan-listing'), product, plan, name: 'Basic', languageId: 'en-us', description: 'd' },
  {
    $schema: schema('price-and-availability-plan', '2022-03-01-preview4'),
    product,
    plan,
    audience: 'public',
    pricing: {
      recurrentPrice: {
        recurrentPriceMode: 'flatRate',
        priceInputOption: 'usd',
        prices: [{ billingTerm: { type: 'month', value: 1 }, pricePerPaymentInUsd: 30 }],
      },
    },
  },
  {
    $schema: schema('software-as-a-service-technical-configuration'),
    product,
    landingPageUrl: 'https://contoso.example/landing',
    connectionWebhook: 'https://contoso.example/webhook',
    azureAdTenantId: bench.account.tenantId,
    azureAdAppId: bench.account.clientId,
  },
];

const submit = (productId: string, targetType: string, id?: string, lifecycleState?: string) => ({
  $schema: schema('submission', '2022-03-01-preview2'),
  product: productId,
  target: { targetType },
  ...(id ? { id } : {}),
  ...(lifecycleState ? { lifecycleState } : {}),
});

const makeProduct = async (bench: Bench) => {
  const job = await configure(bench, newProduct(bench));
  assert.deepEqual([job.jobResult, job.errors], ['succeeded', []]);
  const { value } = (await bench.graph('GET', '/product?externalID=contoso-api')).body;
  return { productId: value[0].id as string, job };
};

const treeOf = async (bench: Bench, productId: string, target: string) =>
  (await bench.graph('GET', `/resource-tree/${productId}?targetType=${target}`)).body.resources as { id: string }[];

const submissionsOf = async (bench: Bench, productId: string, more = '') =>
  (await bench.graph('GET', `/submission/${productId}${more}`)).body.value;

test('a product is created in one request whose resources refer to each other', async (t) => {
  const bench = await openBench(t);
  const { productId, job } = await makeProduct(bench);
  assert.deepEqual(Object.keys(job).sort(), [
    '$schema',
    'errors',
    'jobEnd',
    'jobId',
    'jobResult',
    'jobStart',
    'jobStatus',
    'resourceUri',
  ]);
  const authorization = `Bearer ${await bench.token(graphScope)}`;
  const details = (await ask('GET', `${job.resourceUri}?$version=2022-07-01`, { authorization })).body;
  assert.equal(details.resources.length, 7);
  assert.ok(details.resources.every((item: Record<string, unknown>) => item.id && !('resourceName' in item)));

  const plans = (await bench.graph('GET', `/plan?product=${productId}`)).body.value;
  assert.deepEqual([plans.length, plans[0].product, plans[0].identity], [1, productId, { externalId: 'basic' }]);
  assert.deepEqual((await bench.graph('GET', `/${plans[0].id}`)).body, plans[0]);
  assert.equal((await treeOf(bench, productId, 'draft')).length, 7);
  const live = await bench.graph('GET', `/resource-tree/${productId}?targetType=live`);
  assert.equal(live.status, 400, 'it was never published');
  assert.equal((await bench.graph('GET', `/plan/${productId.slice(8)}/x`)).status, 404);
});

test('a product goes to preview, and that preview goes live', async (t) => {
  const bench = await openBench(t);
  const { productId } = await makeProduct(bench);
  const direct = await configure(bench, [submit(productId, 'live')]);
  assert.equal(direct.jobResult, 'failed', 'nothing goes live without its preview');
  assert.equal((await configure(bench, [submit(productId, 'preview')])).jobResult, 'succeeded');
  const [preview] = await submissionsOf(bench, productId, '?targetType=preview');
  assert.deepEqual([preview.status, preview.result], ['completed', 'succeeded']);

  // Changes after the preview do not go live with it.
  const [planBefore] = (await bench.graph('GET', `/plan?product=${productId}`)).body.value;
  await configure(bench, [{ ...planBefore, alias: 'Changed' }]);
  assert.equal((await configure(bench, [submit(productId, 'live', preview.id)])).jobResult, 'succeeded');
  const live = await treeOf(bench, productId, 'live');
  assert.deepEqual(
    live.find(({ id }) => id === planBefore.id),
    planBefore,
  );
  assert.equal((await configure(bench, [submit(productId, 'live', preview.id)])).jobResult, 'failed');
  const targets = (await submissionsOf(bench, productId)).map((item: { target: object }) => item.target);
  assert.deepEqual(targets, [{ targetType: 'draft' }, { targetType: 'live' }]);

  const gone = await configure(bench, [{ ...planBefore, lifecycleState: 'deleted' }]);
  assert.equal(gone.jobResult, 'failed', 'what has been published cannot be deleted');
  const bought = await bench.control('POST', '/subscription', {
    billingAccountId: 'b',
    offerId: 'contoso-api',
    planId: 'basic',
  });
  assert.match(bought.landingPageUrl, /^https:\/\/contoso\.example\/landing\?token=/);
  assert.equal((await configure(bench, [submit(productId, 'live', preview.id, 'deprecated')])).jobResult, 'succeeded');
  await assert.rejects(
    bench.control('POST', '/subscription', { billingAccountId: 'b', offerId: 'contoso-api', planId: 'basic' }),
    { status: 409 },
  );
});

test('a job fails with an error for each resource that cannot be processed, and publishes nothing', async (t) => {
  const bench = await openBench(t);
  const resources = newProduct(bench).filter(({ $schema }) => !$schema.includes('/listing/'));
  const bad = {
    $schema: schema('plan-listing'),
    resourceName: 'x',
    product,
    plan: { resourceName: 'no' },
    name: 'n',
    languageId: 'en-us',
  };
  const job = await configure(bench, [
    ...resources,
    bad,
    submit('product/00000000-0000-4000-8000-000000000000', 'preview'),
  ]);
  assert.equal(job.jobResult, 'failed');
  assert.deepEqual(
    job.errors.map((error: { resourceId: string; code: string }) => [error.resourceId, error.code]),
    [['x', 'notFound']],
  );
  const [made] = (await bench.graph('GET', '/product?externalID=contoso-api')).body.value;
  const incomplete = await configure(bench, [submit(made.id, 'preview')]);
  assert.deepEqual(
    incomplete.errors.map(({ message }: { message: string }) => message),
    ['The product has no listing.'],
  );
  const taken = await configure(bench, newProduct(bench));
  assert.equal(taken.jobResult, 'failed');
  assert.ok(taken.errors.some(({ code }: { code: string }) => code === 'conflict'));
  assert.equal((await configure(bench, [{ ...made, lifecycleState: 'deleted' }])).jobResult, 'succeeded');
  assert.deepEqual((await bench.graph('GET', '/product')).body.value, []);
});

test('the submission of a product with the sentinel in its name fails', async (t) => {
  const bench = await openBench(t);
  await configure(bench, newProduct(bench, 'Contoso fail-publish'));
  const [made] = (await bench.graph('GET', '/product')).body.value;
  assert.equal((await configure(bench, [submit(made.id, 'preview')])).jobResult, 'failed');
  assert.equal((await submissionsOf(bench, made.id, '?targetType=preview'))[0].result, 'failed');
});

test('input that violates the schema is refused at once', async (t) => {
  const bench = await openBench(t);
  const $schema = schema('configure', '2022-07-01');
  const post = (resources: unknown) => bench.graph('POST', '/configure', { $schema, resources });
  for (const resources of [
    undefined,
    [],
    [{ $schema: schema('nothing') }],
    [{ $schema: schema('plan'), alias: 'x' }],
    [{ $schema: schema('product'), identity: { externalId: 'Not Valid' }, type: 'softwareAsAService', alias: 'x' }],
    [{ $schema: schema('private-offer'), name: 'x', privateOfferType: 'customerPromotion', state: 'open' }],
  ]) {
    const { status, body } = await post(resources);
    assert.deepEqual([status, body.error.code], [400, 'badRequest'], JSON.stringify(resources));
    assert.ok(body.error.details.every((item: { code: string }) => item.code === 'schemaValidationError'));
  }
  const authorization = `Bearer ${await bench.token(graphScope)}`;
  const bare = await ask('GET', `${bench.url}/azure/graph/rp/product-ingestion/product`, { authorization });
  assert.deepEqual([bare.status, bare.body.error.code], [400, 'badRequest']);
});

test('a job is shown waiting, running and ended, and can be cancelled before it runs', async (t) => {
  const bench = await openBench(t);
  await bench.control('POST', '/settings', { jobDelayMs: 60_000, publishDelayMs: 60_000 });
  const body = { $schema: schema('configure', '2022-07-01'), resources: newProduct(bench) };
  const first = (await bench.graph('POST', '/configure', body)).body;
  assert.deepEqual([first.jobStatus, first.jobResult, first.jobEnd], ['notStarted', 'pending', '0001-01-01T00:00:00']);
  const status = async (id: string) => {
    const job = (await bench.graph('GET', `/configure/${id}/status`)).body;
    return `${job.jobStatus} ${job.jobResult}`;
  };
  assert.equal((await bench.graph('GET', `/configure/${first.jobId}`)).status, 400);
  const cancelled = await bench.graph('POST', `/configure/${first.jobId}/cancel`);
  assert.deepEqual([cancelled.status, cancelled.body.jobResult], [200, 'cancelled']);
  assert.equal((await bench.graph('POST', `/configure/${first.jobId}/cancel`)).status, 400);
  const second = (await bench.graph('POST', '/configure', body)).body.jobId;
  await bench.clock.advance(31_000);
  assert.equal(await status(second), 'running pending');
  await bench.clock.advance(30_000);
  assert.equal(await status(second), 'completed succeeded');
  const [made] = (await bench.graph('GET', '/product')).body.value;
  const publishing = { ...body, resources: [submit(made.id, 'preview')] };
  const third = (await bench.graph('POST', '/configure', publishing)).body.jobId;
  await bench.clock.advance(61_000);
  assert.equal(await status(third), 'running pending');
  assert.equal((await bench.graph('POST', `/configure/${third}/cancel`)).status, 400, 'it is too far along');
  assert.equal((await submissionsOf(bench, made.id, '?targetType=preview'))[0].status, 'running');
  await bench.clock.advance(60_000);
  assert.equal(await status(third), 'completed succeeded');
  assert.equal((await bench.graph('GET', '/configure/x/status')).status, 404);
});

test('lists are paged, and private audiences change everywhere at once', async (t) => {
  const bench = await openBench(t);
  const { productId, plans } = await seedProduct(bench);
  const first = (await bench.graph('GET', `/plan?product=${productId}&$maxpagesize=2`)).body;
  assert.equal(first.value.length, 2);
  const authorization = `Bearer ${await bench.token(graphScope)}`;
  const second = (await ask('GET', first['@nextLink'], { authorization })).body;
  assert.deepEqual([second.value.length, second['@nextLink']], [1, undefined]);
  const job = await configure(bench, [
    {
      $schema: schema('price-and-availability-update-private-audiences'),
      product: productId,
      plan: plans[0].id,
      privateAudiences: { add: [{ type: 'tenant', id: 't-1', label: 'one' }], remove: [] },
    },
  ]);
  assert.equal(job.jobResult, 'succeeded');
  for (const target of ['draft', 'preview', 'live']) {
    const tree = (await treeOf(bench, productId, target)) as unknown as {
      plan?: string;
      privateAudiences?: { id: string }[];
    }[];
    const found = tree.find((item) => item.plan === plans[0].id && item.privateAudiences);
    assert.deepEqual(
      found?.privateAudiences?.map(({ id }) => id),
      ['t-1'],
      target,
    );
  }
});
