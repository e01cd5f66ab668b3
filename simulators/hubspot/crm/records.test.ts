import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Doc,
  type List,
  openBench,
  type Problem,
  problemOf,
  type Shown,
  seedDeal,
} from '../hubspot.test-support.ts';

test('a deal is created, read with its associations, changed and archived; values are texts', async (t) => {
  const bench = await openBench(t);
  const { dealId, companyId, contactId } = await seedDeal(bench);
  const path = `/crm/v3/objects/deals/${dealId}`;
  const read = await bench.api<Shown>(
    'GET',
    `${path}?properties=dealname,amount,hs_is_closed,description,nonsense&properties=closedate&associations=companies,contacts`,
  );
  assert.equal(read.status, 200);
  const { createdate, hs_lastmodifieddate, ...properties } = read.body.properties;
  assert.deepEqual(properties, {
    amount: '125000.50',
    closedate: '2026-12-31T00:00:00Z',
    dealname: 'Globex platform',
    description: null,
    hs_is_closed: 'false',
    hs_object_id: dealId,
  });
  assert.ok(createdate && hs_lastmodifieddate);
  assert.deepEqual(read.body.associations, {
    companies: {
      results: [
        { id: companyId, type: 'deal_to_company' },
        { id: companyId, type: 'deal_to_company_unlabeled' },
      ],
    },
    contacts: { results: [{ id: contactId, type: 'deal_to_contact' }] },
  });
  const changed = await bench.api<Shown>('PATCH', path, {
    properties: { dealstage: 'closedwon', amount: 99.5, closedate: '1798675200000', description: '' },
  });
  assert.deepEqual(
    ['amount', 'hs_is_closed', 'hs_is_closed_won', 'hs_deal_stage_probability', 'closedate'].map(
      (name) => changed.body.properties[name],
    ),
    ['99.5', 'true', 'true', '1.0', '2026-12-31T00:00:00Z'],
  );
  assert.ok(String(changed.body.properties.hs_lastmodifieddate) > String(hs_lastmodifieddate));
  assert.equal((await bench.api('DELETE', path)).status, 204);
  assert.deepEqual(problemOf(await bench.api('GET', path)), [404, 'OBJECT_NOT_FOUND']);
  assert.equal((await bench.api('GET', `${path}?archived=true`)).body.archived, true);
  // A dated address, with the id of the object's type, names the same records.
  const dated = await bench.api('GET', `/crm/objects/2026-03/0-1/${contactId}`);
  assert.equal(dated.body.id, contactId);
});

test('the history of a property shows who changed it: an app or a person', async (t) => {
  const bench = await openBench(t);
  const { dealId } = await seedDeal(bench);
  await bench.clock.advance(1000);
  await bench.person.edit(dealId, { amount: '7' });
  const { body } = await bench.api(
    'GET',
    `/crm/v3/objects/deals/${dealId}?propertiesWithHistory=amount&properties=hs_updated_by_user_id`,
  );
  const [person, app] = (body.propertiesWithHistory as { amount: Doc[] }).amount;
  const { userId } = bench.account;
  assert.deepEqual([person?.value, person?.sourceType, person?.updatedByUserId], ['7', 'CRM_UI', userId]);
  assert.deepEqual(
    [app?.value, app?.sourceType, app?.sourceId],
    ['125000.50', 'INTEGRATION', String(bench.account.appId)],
  );
  assert.equal((body.properties as Doc).hs_updated_by_user_id, String(userId));
});

test('an invalid value is refused by name and code, and nothing is written', async (t) => {
  const bench = await openBench(t);
  const { dealId } = await seedDeal(bench);
  const cases: [Doc, string][] = [
    [{ nonsense: 'x' }, 'PROPERTY_DOESNT_EXIST'],
    [{ dealtype: 'gift' }, 'INVALID_OPTION'],
    [{ dealstage: 'Closed Won' }, 'INVALID_OPTION'],
    [{ amount: 'much' }, 'INVALID_DOUBLE'],
    [{ amount: ' 5' }, 'LEADING_TRAILING_WHITESPACE'],
    [{ closedate: 'tomorrow' }, 'INVALID_DATE'],
    [{ hs_is_closed: 'true' }, 'READ_ONLY_VALUE'],
    [{ dealname: ['x'] }, 'INVALID_STRING'],
  ];
  for (const [properties, code] of cases) {
    const answer = await bench.api<Problem>('PATCH', `/crm/v3/objects/deals/${dealId}`, {
      properties: { description: 'kept', ...properties },
    });
    assert.deepEqual(problemOf(answer), [400, 'VALIDATION_ERROR', code], JSON.stringify(properties));
    assert.match(answer.body.message, /^Property values were not valid: \[\{"isValid":false,/);
  }
  const { body } = await bench.api<Shown>('GET', `/crm/v3/objects/deals/${dealId}?properties=description`);
  assert.equal(body.properties.description, null);
  const twice = await bench.api<Problem>('POST', '/crm/v3/objects/contacts', {
    properties: { email: 'HANK@globex.example' },
  });
  assert.deepEqual(problemOf(twice), [409, 'CONFLICT']);
  assert.match(twice.body.message, /^Contact already exists\. Existing ID: \d+$/);
  assert.deepEqual(problemOf(await bench.api('POST', '/crm/v3/objects/deals', '{')), [400, 'VALIDATION_ERROR']);
  assert.deepEqual(problemOf(await bench.api('GET', '/crm/v3/objects/unicorns')), [400, 'VALIDATION_ERROR']);
});

test('a stage belongs to its pipeline, and both are ids', async (t) => {
  const bench = await openBench(t);
  await bench.control('POST', `/account/${bench.account.id}/pipeline`, {
    id: '7700',
    label: 'Partners',
    stages: [
      { id: '7701', label: 'Open', probability: '0.5' },
      { id: '7702', label: 'Won', probability: '1.0', isClosed: true },
    ],
  });
  const { body } = await bench.api<{ results: { id: string; stages: { id: string; metadata: Doc }[] }[] }>(
    'GET',
    '/crm/v3/pipelines/deals',
  );
  assert.deepEqual(
    body.results.map(({ id }) => id),
    ['default', '7700'],
  );
  assert.deepEqual(
    body.results[1]?.stages.map(({ id, metadata }) => [id, metadata.isClosed]),
    [
      ['7701', 'false'],
      ['7702', 'true'],
    ],
  );
  const create = (properties: Doc) =>
    bench.api('POST', '/crm/v3/objects/deals', { properties: { dealname: 'x', ...properties } });
  assert.deepEqual(problemOf(await create({ dealstage: '7701' })), [400, 'VALIDATION_ERROR', 'INVALID_OPTION']);
  assert.equal((await create({ dealstage: '7701', pipeline: '7700' })).status, 201);
});

test('a list is read page by page', async (t) => {
  const bench = await openBench(t);
  for (let index = 0; index < 5; index += 1) await bench.create('companies', { name: `C${index}` });
  const names: unknown[] = [];
  let path: string | undefined = '/crm/v3/objects/companies?limit=2';
  while (path) {
    const { body }: { body: List } = await bench.api<List>('GET', path);
    names.push(...body.results.map(({ properties }) => properties.name));
    const next: string | undefined = body.paging?.next.link;
    path = next?.slice(next.indexOf('/crm'));
  }
  assert.deepEqual(names, ['C0', 'C1', 'C2', 'C3', 'C4']);
  assert.deepEqual(problemOf(await bench.api('GET', '/crm/v3/objects/companies?limit=101')), [400, 'VALIDATION_ERROR']);
});

test('a batch read returns existing records and names missing ones; a batch write is all or nothing unless its inputs have trace ids', async (t) => {
  const bench = await openBench(t);
  const { dealId } = await seedDeal(bench);
  const at = '/crm/v3/objects/deals/batch';
  const read = await bench.api<List & Doc>('POST', `${at}/read`, {
    inputs: [{ id: dealId }, { id: '1' }],
    properties: ['amount'],
  });
  assert.deepEqual([read.status, read.body.numErrors, read.body.results.length], [207, 1, 1]);
  const [error] = read.body.errors as { category: string; context: Doc }[];
  assert.deepEqual([error?.category, error?.context], ['OBJECT_NOT_FOUND', { ids: ['1'] }]);
  const inputs = [{ properties: { dealname: 'a' } }, { properties: { amount: 'x' } }];
  assert.deepEqual(problemOf(await bench.api('POST', `${at}/create`, { inputs })), [
    400,
    'VALIDATION_ERROR',
    'INVALID_DOUBLE',
  ]);
  assert.equal((await bench.search({})).body.total, 1);
  const traced = inputs.map((input, index) => ({ ...input, objectWriteTraceId: `t${index}` }));
  const partly = await bench.api<List & Doc>('POST', `${at}/create`, { inputs: traced });
  assert.deepEqual([partly.status, partly.body.results.length], [207, 1]);
  assert.deepEqual((partly.body.errors as { context: Doc }[])[0]?.context.objectWriteTraceId, ['t1']);
  const updated = await bench.api<List>('POST', `${at}/update`, {
    inputs: [{ id: dealId, properties: { amount: '1' } }],
  });
  assert.deepEqual([updated.status, updated.body.results[0]?.properties.amount], [200, '1']);
  const many = Array.from({ length: 101 }, (_, index) => ({ id: String(index) }));
  assert.deepEqual(problemOf(await bench.api('POST', `${at}/read`, { inputs: many })), [400, 'VALIDATION_ERROR']);
  assert.equal((await bench.api('POST', `${at}/archive`, { inputs: [{ id: dealId }] })).status, 204);
  assert.equal((await bench.search({})).body.total, 1);
});

test('an app can add a property, and a unique property finds records', async (t) => {
  const bench = await openBench(t);
  const property = {
    name: 'deal_key',
    label: 'Deal key',
    type: 'string',
    fieldType: 'text',
    groupName: 'dealinformation',
    hasUniqueValue: true,
  };
  assert.equal((await bench.api('POST', '/crm/v3/properties/deals', property)).status, 201);
  assert.equal((await bench.api('POST', '/crm/v3/properties/deals', property)).status, 409);
  const shown = await bench.api('GET', '/crm/v3/properties/deals/deal_key');
  assert.deepEqual([shown.body.hasUniqueValue, shown.body.hubspotDefined], [true, false]);
  const upsert = (amount: string) =>
    bench.api<{ results: (Shown & { new: boolean })[] }>('POST', '/crm/v3/objects/deals/batch/upsert', {
      inputs: [{ id: 'k1', idProperty: 'deal_key', properties: { dealname: 'x', amount } }],
    });
  const [first, second] = [await upsert('1'), await upsert('2')];
  assert.deepEqual([first.body.results[0]?.new, second.body.results[0]?.new], [true, false]);
  assert.equal(first.body.results[0]?.id, second.body.results[0]?.id);
  const byKey = await bench.api<Shown>('GET', '/crm/v3/objects/deals/k1?idProperty=deal_key');
  assert.equal(byKey.body.properties.amount, '2');
  const listed = await bench.api<{ results: Doc[] }>('GET', '/crm/v3/properties/deals');
  assert.ok(listed.body.results.some(({ name }) => name === 'deal_key'));
});

test('associations are created, listed and removed in both directions; one company is primary', async (t) => {
  const bench = await openBench(t);
  const { dealId, companyId } = await seedDeal(bench);
  const other = await bench.create('companies', { name: 'Other' });
  const at = `/crm/v4/objects/deals/${dealId}/associations`;
  const typesOf = async (object: string, id: string, to: string) => {
    const { body } = await bench.api<{ results: { toObjectId: string; associationTypes: Doc[] }[] }>(
      'GET',
      `/crm/v4/objects/${object}/${id}/associations/${to}`,
    );
    return body.results.map(({ toObjectId, associationTypes }) => [
      toObjectId,
      ...associationTypes.map(({ typeId }) => typeId),
    ]);
  };
  assert.deepEqual(await typesOf('deals', dealId, 'companies'), [[companyId, 5, 341]]);
  assert.equal((await bench.api('PUT', `${at}/default/companies/${other}`)).status, 200);
  assert.deepEqual(await typesOf('deals', dealId, 'companies'), [
    [companyId, 5, 341],
    [other, 341],
  ]);
  const primary = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 5 }];
  const put = await bench.api('PUT', `${at}/companies/${other}`, primary);
  assert.deepEqual([put.status, put.body.labels], [201, ['Primary']]);
  assert.deepEqual(await typesOf('deals', dealId, 'companies'), [
    [companyId, 341],
    [other, 341, 5],
  ]);
  assert.deepEqual(await typesOf('companies', other, 'deals'), [[dealId, 342, 6]]);
  const wrong = await bench.api('PUT', `${at}/companies/${other}`, [{ ...primary[0], associationTypeId: 3 }]);
  assert.deepEqual(problemOf(wrong), [400, 'VALIDATION_ERROR']);
  const read = await bench.api<{ results: { from: Doc; to: Doc[] }[] }>(
    'POST',
    '/crm/v4/associations/deals/companies/batch/read',
    {
      inputs: [{ id: dealId }],
    },
  );
  assert.equal(read.body.results[0]?.to.length, 2);
  assert.equal((await bench.api('DELETE', `${at}/companies/${other}`)).status, 204);
  assert.deepEqual(await typesOf('companies', other, 'deals'), []);
});

test('owners and the account are read', async (t) => {
  const bench = await openBench(t);
  const [owner] = bench.account.owners;
  const { body } = await bench.api<{ results: Doc[] }>('GET', '/crm/v3/owners?limit=1');
  assert.deepEqual([body.results[0]?.id, body.results[0]?.email], [owner?.id, owner?.email]);
  const byUser = await bench.api('GET', `/crm/v3/owners/${owner?.userId}?idProperty=userId`);
  assert.equal(byUser.body.id, owner?.id);
});

test('the price of a line item is exact', async (t) => {
  const bench = await openBench(t);
  const id = await bench.create('line_items', { name: 'Seat', price: '0.1', quantity: '3' });
  assert.equal((await bench.api<Shown>('GET', `/crm/v3/objects/line_items/${id}`)).body.properties.amount, '0.3');
});
