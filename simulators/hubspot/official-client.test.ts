import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client } from '@hubspot/api-client';
import { AssociationSpecAssociationCategoryEnum } from '@hubspot/api-client/lib/codegen/crm/associations/v4/index.js';
import { FilterOperatorEnum } from '@hubspot/api-client/lib/codegen/crm/deals/index.js';
import { openBench, seedDeal } from './hubspot.test-support.ts';
import { type Document, modelFaults } from './published-models.test-support.ts';

type Failure = { code: number; body: Record<string, unknown> };

const failureOf = async (call: Promise<unknown>): Promise<Failure> => {
  try {
    await call;
  } catch (error) {
    return error as Failure;
  }
  throw new Error('the call should have failed');
};

const open = async (t: TestContext, account = {}) => {
  const bench = await openBench(t, { account });
  const basePath = `${bench.url}/hubspot`;
  const clientOf = (accessToken: string) => new Client({ accessToken, basePath });
  return { bench, clientOf, client: clientOf(bench.account.privateToken) };
};

test("HubSpot's client reads, changes and archives deals, companies and contacts", async (t) => {
  const { client } = await open(t);
  const { companies, contacts, deals } = client.crm;
  const company = await companies.basicApi.create({ properties: { name: 'Globex', domain: 'globex.example' } });
  const contact = await contacts.basicApi.create({ properties: { email: 'hank@globex.example' } });
  const linkTo = (id: string, associationTypeId: number) => ({
    to: { id },
    types: [{ associationCategory: AssociationSpecAssociationCategoryEnum.HubspotDefined, associationTypeId }],
  });
  const deal = await deals.basicApi.create({
    properties: { dealname: 'Globex platform', dealstage: 'qualifiedtobuy', amount: '125000.50' },
    associations: [linkTo(company.id, 5), linkTo(contact.id, 3)],
  });
  assert.ok(deal.createdAt instanceof Date);

  const read = await deals.basicApi.getById(deal.id, ['dealname', 'amount'], ['dealstage'], ['companies', 'contacts']);
  assert.equal(read.properties.amount, '125000.50');
  assert.equal(read.propertiesWithHistory?.dealstage?.[0]?.value, 'qualifiedtobuy');
  assert.deepEqual(
    read.associations?.companies?.results.map(({ id, type }) => [id, type]),
    [
      [company.id, 'deal_to_company'],
      [company.id, 'deal_to_company_unlabeled'],
    ],
  );
  const changed = await deals.basicApi.update(deal.id, { properties: { dealstage: 'contractsent', amount: '' } });
  assert.deepEqual([changed.properties.dealstage, changed.properties.amount ?? null], ['contractsent', null]);
  assert.equal((await companies.basicApi.getById(company.id, ['domain'])).properties.domain, 'globex.example');
  const byMail = await contacts.basicApi.getById('hank@globex.example', [], [], [], false, 'email');
  assert.equal(byMail.id, contact.id);

  await deals.basicApi.archive(deal.id);
  assert.equal((await failureOf(deals.basicApi.getById(deal.id))).code, 404);
});

test("HubSpot's client reads and writes in batches; a missing record is an error beside the results", async (t) => {
  const { client } = await open(t);
  const { batchApi } = client.crm.deals;
  const input = (dealname: string) => ({ properties: { dealname, dealstage: 'qualifiedtobuy' }, associations: [] });
  const created = await batchApi.create({ inputs: [input('One'), input('Two')] });
  const ids = created.results.map(({ id }) => id);
  const updated = await batchApi.update({ inputs: ids.map((id) => ({ id, properties: { amount: '5' } })) });
  assert.deepEqual([updated.status, updated.results.length], ['COMPLETE', 2]);
  const read = await batchApi.read({
    inputs: [...ids, '999'].map((id) => ({ id })),
    properties: ['dealname', 'amount'],
    propertiesWithHistory: [],
  });
  assert.deepEqual(read.results.map(({ properties }) => [properties.dealname, properties.amount]).sort(), [
    ['One', '5'],
    ['Two', '5'],
  ]);
  assert.ok('errors' in read);
  assert.deepEqual([read.numErrors, read.errors?.[0]?.category], [1, 'OBJECT_NOT_FOUND']);
  assert.deepEqual(read.errors?.[0]?.context, { ids: ['999'] });
});

test("HubSpot's client searches in pages, in the order that it requests", async (t) => {
  const { bench, client } = await open(t);
  for (const amount of ['10', '20', '30', '40', '50']) {
    await bench.create('deals', { dealname: `Deal ${amount}`, dealstage: 'qualifiedtobuy', amount });
  }
  const amounts: unknown[] = [];
  let after: string | undefined = '0';
  while (after !== undefined) {
    const page = await client.crm.deals.searchApi.doSearch({
      filterGroups: [{ filters: [{ propertyName: 'amount', operator: FilterOperatorEnum.Gte, value: '20' }] }],
      sorts: ['-amount'],
      properties: ['amount'],
      limit: 3,
      after,
    });
    assert.equal(page.total, 4);
    amounts.push(...page.results.map(({ properties }) => properties.amount));
    after = page.paging?.next?.after;
  }
  assert.deepEqual(amounts, ['50', '40', '30', '20']);
  assert.equal((await client.crm.deals.getAll(2)).length, 5);
});

test("HubSpot's client reads and changes associations", async (t) => {
  const { bench, client } = await open(t);
  const { companyId, contactId, dealId } = await seedDeal(bench);
  const { basicApi, batchApi } = client.crm.associations.v4;
  const { results } = await basicApi.getPage('deals', dealId, 'companies');
  assert.deepEqual(
    results.map(({ toObjectId, associationTypes }) => [toObjectId, associationTypes.map(({ label }) => label)]),
    [[companyId, ['Primary', null]]],
  );
  const bare = await bench.create('deals', { dealname: 'Bare', dealstage: 'qualifiedtobuy' });
  const read = await batchApi.getPage('deals', 'contacts', { inputs: [{ id: dealId }, { id: bare }] });
  assert.deepEqual(
    read.results.map(({ _from, to }) => [_from.id, to.map(({ toObjectId }) => toObjectId)]),
    [[dealId, [contactId]]],
  );
  const spec = { associationCategory: AssociationSpecAssociationCategoryEnum.HubspotDefined, associationTypeId: 3 };
  const put = await basicApi.create('deals', bare, 'contacts', contactId, [spec]);
  assert.deepEqual([put.fromObjectId, put.toObjectId], [bare, contactId]);
  await basicApi.archive('deals', bare, 'contacts', contactId);
  const made = await basicApi.createDefault('deals', bare, 'companies', companyId);
  assert.equal(made.results[0]?._from.id, bare);
  assert.equal((await basicApi.getPage('deals', bare, 'contacts')).results.length, 0);
});

test("HubSpot's client receives refusals with their reasons", async (t) => {
  const { bench, client, clientOf } = await open(t);
  const dealId = await bench.create('deals', { dealname: 'Deal', dealstage: 'qualifiedtobuy' });
  const unknown = await failureOf(clientOf('pat-na1-wrong').crm.deals.basicApi.getById(dealId));
  assert.deepEqual([unknown.code, unknown.body.category], [401, 'INVALID_AUTHENTICATION']);
  const missing = await failureOf(client.crm.deals.basicApi.getById('424242'));
  assert.deepEqual([missing.code, missing.body.category], [404, 'OBJECT_NOT_FOUND']);
  const refused = await failureOf(client.crm.deals.basicApi.update(dealId, { properties: { amount: 'much' } }));
  assert.deepEqual([refused.code, refused.body.category], [400, 'VALIDATION_ERROR']);
  const operator = 'NEARLY' as FilterOperatorEnum;
  const filters = [{ propertyName: 'amount', operator, value: '1' }];
  const search = await failureOf(client.crm.deals.searchApi.doSearch({ filterGroups: [{ filters }] }));
  assert.equal(search.code, 400);
});

test("HubSpot's client is throttled like every other", async (t) => {
  const { bench, client } = await open(t);
  const dealId = await bench.create('deals', { dealname: 'Deal', dealstage: 'qualifiedtobuy' });
  await bench.control('POST', '/fault', { name: 'throttle', operation: 'GetRecord' });
  const throttled = await failureOf(client.crm.deals.basicApi.getById(dealId));
  assert.deepEqual([throttled.code, throttled.body.policyName], [429, 'TEN_SECONDLY_ROLLING']);
});

test("HubSpot's client reads the pipelines, properties and owners", async (t) => {
  const { client } = await open(t);
  const [pipeline] = (await client.crm.pipelines.pipelinesApi.getAll('deals')).results;
  assert.equal(pipeline?.stages.find(({ id }) => id === 'closedwon')?.metadata?.isClosed, 'true');
  const { results } = await client.crm.properties.coreApi.getAll('deals');
  assert.ok(results.find(({ name }) => name === 'dealstage')?.externalOptions);
  assert.equal((await client.crm.owners.ownersApi.getPage()).results.length, 1);
});

type Answered = { document: Document; model: string; guide?: RegExp; ask: (ids: Ids) => [string, string, unknown?] };
type Ids = Awaited<ReturnType<typeof seedDeal>>;

const objects = '/crm/v3/objects/deals';
const spec = (associationTypeId: number) => [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }];
const input = { properties: { dealname: 'New', dealstage: 'qualifiedtobuy' } };
/** The guide about associations shows that a type without a label has the label null. */
const unlabeled = /\.label is null, not string$/;
const withErrors = 'BatchResponseSimplePublicObjectWithErrors';

/** A request to the simulator, and the published model of the response. `guide`: where HubSpot's guides differ. */
const answers: Readonly<Record<string, Answered>> = {
  'a deal': {
    document: 'deals',
    model: 'SimplePublicObjectWithAssociations',
    ask: ({ dealId }) => ['GET', `${objects}/${dealId}?propertiesWithHistory=amount&associations=companies,contacts`],
  },
  'a new deal': { document: 'deals', model: 'SimplePublicObject', ask: () => ['POST', objects, input] },
  'a changed deal': {
    document: 'deals',
    model: 'SimplePublicObject',
    ask: ({ dealId }) => ['PATCH', `${objects}/${dealId}`, { properties: { amount: '7' } }],
  },
  'a page of deals': {
    document: 'deals',
    model: 'CollectionResponseSimplePublicObjectWithAssociationsForwardPaging',
    ask: () => ['GET', `${objects}?limit=1&associations=companies`],
  },
  'a search': {
    document: 'deals',
    model: 'CollectionResponseWithTotalSimplePublicObjectForwardPaging',
    ask: () => ['POST', `${objects}/search`, { limit: 1 }],
  },
  'a batch': {
    document: 'deals',
    model: 'BatchResponseSimplePublicObject',
    ask: ({ dealId }) => ['POST', `${objects}/batch/read`, { inputs: [{ id: dealId }], properties: ['amount'] }],
  },
  'a batch with a record that is not there': {
    document: 'deals',
    model: withErrors,
    ask: () => ['POST', `${objects}/batch/read`, { inputs: [{ id: '9' }] }],
  },
  'a batch of writes with traces': {
    document: 'deals',
    model: withErrors,
    ask: ({ dealId }) => [
      'POST',
      `${objects}/batch/update`,
      {
        inputs: [
          { id: dealId, objectWriteTraceId: 'a', properties: { amount: '1' } },
          { id: dealId, objectWriteTraceId: 'b', properties: { amount: 'x' } },
        ],
      },
    ],
  },
  'associations of a record': {
    document: 'associations/v4',
    model: 'CollectionResponseMultiAssociatedObjectWithLabelForwardPaging',
    guide: unlabeled,
    ask: ({ dealId }) => ['GET', `/crm/v4/objects/deals/${dealId}/associations/companies?limit=1`],
  },
  'associations in a batch': {
    document: 'associations/v4',
    model: 'BatchResponsePublicAssociationMultiWithLabel',
    guide: unlabeled,
    ask: ({ dealId }) => ['POST', '/crm/v4/associations/deals/companies/batch/read', { inputs: [{ id: dealId }] }],
  },
  'a new association': {
    document: 'associations/v4',
    model: 'LabelsBetweenObjectPair',
    ask: ({ dealId, companyId }) => [
      'PUT',
      `/crm/v4/objects/deals/${dealId}/associations/companies/${companyId}`,
      spec(5),
    ],
  },
  'a new default association': {
    document: 'associations/v4',
    model: 'BatchResponsePublicDefaultAssociation',
    ask: ({ dealId, companyId }) => [
      'PUT',
      `/crm/v4/objects/deals/${dealId}/associations/default/companies/${companyId}`,
    ],
  },
  properties: {
    document: 'properties',
    model: 'CollectionResponsePropertyNoPaging',
    ask: () => ['GET', '/crm/v3/properties/deals'],
  },
  pipelines: {
    document: 'pipelines',
    model: 'CollectionResponsePipelineNoPaging',
    ask: () => ['GET', '/crm/v3/pipelines/deals'],
  },
};

test('responses of the simulator have the fields, types and values that HubSpot publishes', async (t) => {
  const { bench } = await open(t);
  const ids = await seedDeal(bench);
  await bench.create('deals', input.properties);
  for (const [name, { document, model, guide, ask }] of Object.entries(answers)) {
    await t.test(name, async () => {
      const { status, body } = await bench.api(...ask(ids));
      assert.ok(status < 300, JSON.stringify(body));
      assert.deepEqual(
        modelFaults(document, model, body).filter((fault) => !guide?.test(fault)),
        [],
      );
    });
  }
});

test('a refusal has the fields that HubSpot publishes, and the status and policy that its guides show', async (t) => {
  const { bench } = await open(t);
  const faultsOf = async (path: string): Promise<string[]> =>
    modelFaults('deals', 'ModelError', (await bench.api('GET', path)).body);
  // Error handling: "status" comes first in every body.
  assert.deepEqual(await faultsOf(`${objects}/424242`), ['ModelError.status is not published']);
  await bench.control('POST', '/fault', { name: 'daily-limit', operation: 'GetRecord' });
  // API usage guidelines, 429: errorType stands for the category there.
  assert.deepEqual((await faultsOf(`${objects}/1`)).sort(), [
    'ModelError.category is required',
    'ModelError.errorType is not published',
    'ModelError.policyName is not published',
    'ModelError.status is not published',
  ]);
});
