import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Doc, openBench, seedProduct } from './gcp.test-support.ts';

test('the listing can be read: services, plans, SKUs with their prices, SKU groups', async (t) => {
  const bench = await openBench(t);
  const product = await seedProduct(bench, { skuGroup: 'usage' });
  const path = `/services/${product.id}`;
  const { services } = (await bench.producer<{ services: Doc[] }>('GET', '/services')).body;
  assert.deepEqual(services, [{ name: product.name }]);
  assert.equal((await bench.producer('GET', `${path}?view=SERVICE_VIEW_FULL`)).body.title, 'Acme API');
  const { standardOffers } = (await bench.producer<{ standardOffers: Doc[] }>('GET', `${path}/standardOffers`)).body;
  assert.deepEqual(
    standardOffers.map(({ serviceLevel, termDurationMonths }) => [serviceLevel, termDurationMonths]),
    [
      ['pro', 1],
      ['pro', 12],
      ['max', 1],
      ['payg', undefined],
    ],
  );
  const { skus } = (await bench.producer<{ skus: Doc[] }>('GET', `${path}/skus?pageSize=2`)).body;
  const [flat, usage] = skus.map(({ skuPriceTimeline }) => (skuPriceTimeline as Doc[])[0]);
  assert.ok(flat && usage);
  assert.deepEqual(flat.flatSubscriptionFee, { unit: 'mo', pricePerUnit: { currencyCode: 'USD', units: '100' } });
  assert.equal((await bench.producer('GET', '/skuGroups/usage')).status, 200);
  assert.equal((await bench.producer('GET', '/services/none.example.com')).status, 404);
  assert.equal((await bench.api('GET', '/producer/v1beta/projects/other/locations/global/services')).status, 403);
});

test('documents belong to drafts and are validated', async (t) => {
  const bench = await openBench(t);
  const draft = (await bench.producer('POST', '/privateOffers', { title: 'Draft' })).body;
  const path = `/privateOffers/${String(draft.name).split('/').at(-1)}/documents`;
  const inlineContent = Buffer.from('%PDF-1.7').toString('base64');
  const custom = { documentType: 'CUSTOM_END_USER_LICENSE_AGREEMENT', mimeType: 'application/pdf', inlineContent };
  const made = await bench.producer('POST', path, custom);
  assert.deepEqual([made.status, made.body.inlineContent], [200, inlineContent]);
  assert.equal((await bench.producer('POST', path, custom)).status, 400, 'only one custom EULA');
  assert.equal((await bench.producer('POST', path, { documentType: 'STATEMENT_OF_WORK' })).status, 400);
  assert.equal(
    (await bench.producer('POST', path, { documentType: 'STANDARD_END_USER_LICENSE_AGREEMENT_V1' })).status,
    400,
  );
  const one = `${path}/${String(made.body.name).split('/').at(-1)}`;
  assert.equal(
    (await bench.producer('PATCH', one, { documentType: 'STATEMENT_OF_WORK' })).body.documentType,
    'STATEMENT_OF_WORK',
  );
  assert.equal(
    (await bench.producer<{ privateOfferDocuments: Doc[] }>('GET', path)).body.privateOfferDocuments.length,
    1,
  );
  assert.equal((await bench.producer('DELETE', one)).status, 200);
  assert.equal((await bench.producer('GET', one)).status, 404);
});
