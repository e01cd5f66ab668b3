import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf, type Doc, openBench, seedDeal, version } from '../salesforce.test-support.ts';

type SaveResult = { id?: string; success: boolean; created?: boolean; errors: { statusCode: string }[] };
type Part = { body: Doc; httpStatusCode: number; httpHeaders: Doc; referenceId: string };

test('a collection writes each record separately, or all or none', async (t) => {
  const bench = await openBench(t);
  const records = [
    { attributes: { type: 'Account' }, Name: 'One' },
    { attributes: { type: 'Contact' }, FirstName: 'No last name' },
    { attributes: { type: 'Account' }, Name: 'Two' },
  ];
  const codes = (body: SaveResult[]) => body.map(({ success, errors }) => (success ? 'saved' : errors[0]?.statusCode));
  const undone = await bench.api<SaveResult[]>('POST', '/composite/sobjects', { allOrNone: true, records });
  assert.deepEqual(codes(undone.body), [
    'ALL_OR_NONE_OPERATION_ROLLED_BACK',
    'REQUIRED_FIELD_MISSING',
    'ALL_OR_NONE_OPERATION_ROLLED_BACK',
  ]);
  assert.deepEqual(await bench.select('SELECT Id FROM Account'), []);
  const saved = await bench.api<SaveResult[]>('POST', '/composite/sobjects', { records });
  assert.deepEqual([saved.status, ...codes(saved.body)], [200, 'saved', 'REQUIRED_FIELD_MISSING', 'saved']);
  const [one, , two] = saved.body;
  const changed = await bench.api<SaveResult[]>('PATCH', '/composite/sobjects', {
    records: [
      { attributes: { type: 'Account' }, id: one?.id, Name: 'Uno' },
      { attributes: { type: 'Account' }, id: '001000000000000', Name: 'x' },
    ],
  });
  assert.deepEqual(codes(changed.body), ['saved', 'NOT_FOUND']);
  const read = await bench.api<Doc[]>('POST', '/composite/sobjects/Account', {
    ids: [two?.id, '001000000000000AAA', one?.id],
    fields: ['Name'],
  });
  assert.deepEqual(
    read.body.map((row) => row?.Name ?? null),
    ['Two', null, 'Uno'],
  );
  const removed = await bench.api<SaveResult[]>('DELETE', `/composite/sobjects?ids=${one?.id},${two?.id}`);
  assert.deepEqual(codes(removed.body), ['saved', 'saved']);
  const many = await bench.api('POST', '/composite/sobjects', { records: Array(201).fill(records[0]) });
  assert.equal(many.status, 400);
});

test('a collection is upserted by an external id', async (t) => {
  const bench = await openBench(t);
  await bench.control('POST', `/account/${bench.account.id}/field`, {
    object: 'Account',
    name: 'Key__c',
    externalId: true,
  });
  const upsert = (Name: string) =>
    bench.api<SaveResult[]>('PATCH', '/composite/sobjects/Account/Key__c', {
      records: [
        { attributes: { type: 'Account' }, Key__c: 'k1', Name },
        { attributes: { type: 'Account' }, Name },
      ],
    });
  const [first] = [await upsert('A'), await upsert('B')];
  assert.deepEqual(
    first.body.map(({ success, created }) => [success, created]),
    [
      [true, true],
      [false, undefined],
    ],
  );
  assert.deepEqual(await bench.select('SELECT Name FROM Account'), [{ Name: 'B' }]);
});

test('later parts of a composite call use the results of earlier ones', async (t) => {
  const bench = await openBench(t);
  const compositeRequest = [
    { method: 'POST', url: `${version}/sobjects/Account`, referenceId: 'account', body: { Name: 'Initech' } },
    {
      method: 'POST',
      url: `${version}/sobjects/Contact`,
      referenceId: 'contact',
      body: { LastName: 'Lumbergh', AccountId: '@{account.id}' },
    },
    {
      method: 'GET',
      url: `${version}/query?q=SELECT+Id,Name+FROM+Account+WHERE+Id='@{account.id}'`,
      referenceId: 'found',
    },
    { method: 'GET', url: `${version}/sobjects/Account/@{found.records[0].Id}?fields=Name`, referenceId: 'read' },
  ];
  const { status, body } = await bench.api<{ compositeResponse: Part[] }>('POST', '/composite', { compositeRequest });
  assert.equal(status, 200);
  const [account, contact, , read] = body.compositeResponse;
  assert.deepEqual([account?.httpStatusCode, contact?.httpStatusCode, read?.body.Name], [201, 201, 'Initech']);
  assert.deepEqual(account?.httpHeaders, { Location: `${version}/sobjects/Account/${account?.body.id}` });
});

test('a composite call is rolled back as a whole on request, and a part that refers to a failed one is halted', async (t) => {
  const bench = await openBench(t);
  const compositeRequest = [
    { method: 'POST', url: `${version}/sobjects/Account`, referenceId: 'good', body: { Name: 'Good' } },
    { method: 'POST', url: `${version}/sobjects/Account`, referenceId: 'bad', body: {} },
    { method: 'PATCH', url: `${version}/sobjects/Account/@{bad.id}`, referenceId: 'after', body: { Name: 'x' } },
  ];
  const codes = async (allOrNone: boolean) => {
    const { body } = await bench.api<{ compositeResponse: Part[] }>('POST', '/composite', {
      allOrNone,
      compositeRequest,
    });
    return body.compositeResponse.map((part) => [
      part.httpStatusCode,
      Array.isArray(part.body) ? (part.body as Doc[])[0]?.errorCode : part.body.success,
    ]);
  };
  const halted = [400, 'PROCESSING_HALTED'];
  assert.deepEqual(await codes(true), [halted, [400, 'REQUIRED_FIELD_MISSING'], halted]);
  assert.deepEqual(await bench.select('SELECT Id FROM Account'), []);
  assert.deepEqual(await codes(false), [[201, true], [400, 'REQUIRED_FIELD_MISSING'], halted]);
  assert.equal((await bench.select('SELECT Id FROM Account')).length, 1);
  const many = await bench.api('POST', '/composite', { compositeRequest: Array(26).fill(compositeRequest[0]) });
  assert.deepEqual(codesOf(many), [400, 'INVALID_INPUT']);
});

test('parts of a batch are independent, count separately, and stop at the first error on request', async (t) => {
  const bench = await openBench(t);
  const { opportunityId } = await seedDeal(bench);
  const batchRequests = [
    { method: 'PATCH', url: `v68.0/sobjects/Opportunity/${opportunityId}`, richInput: { NextStep: 'Call' } },
    { method: 'GET', url: 'v68.0/sobjects/Opportunity/nope' },
    { method: 'GET', url: `v68.0/sobjects/Opportunity/${opportunityId}?fields=NextStep` },
  ];
  type Batch = { hasErrors: boolean; results: { statusCode: number; result: Doc }[] };
  const ask = (haltOnError: boolean) => bench.api<Batch>('POST', '/composite/batch', { haltOnError, batchRequests });
  const before = Number(
    /=(\d+)\//.exec((await bench.api('GET', '/limits')).headers.get('sforce-limit-info') ?? '')?.[1],
  );
  const all = await ask(false);
  assert.deepEqual(
    all.body.results.map(({ statusCode }) => statusCode),
    [204, 404, 200],
  );
  assert.deepEqual([all.body.hasErrors, all.body.results[2]?.result.NextStep], [true, 'Call']);
  assert.match(all.headers.get('sforce-limit-info') ?? '', new RegExp(`=${before + 3}/`));
  assert.deepEqual(
    (await ask(true)).body.results.map(({ statusCode }) => statusCode),
    [204, 404, 412],
  );
});
