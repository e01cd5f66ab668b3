import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeededIds } from '../../kit/seeded-ids.ts';
import { codesOf, type Doc, type ErrorDoc, openBench, seedDeal } from '../salesforce.test-support.ts';
import { longId, newId, readId } from './ids.ts';

test('ids have the documented suffix, whatever the case of the long form', () => {
  // The example of the Object Reference, and ids in examples of the REST API guide.
  for (const id of ['001R00000064wdtIAA', '001R00000033I6AIAU', 'a00D0000008pQRAIA2', '0038c00002SGq8sAAD']) {
    assert.equal(longId(id.slice(0, 15)), id);
    assert.equal(readId(id), id);
    assert.equal(readId(id.toUpperCase()), id);
    assert.equal(readId(id.toLowerCase()), id);
    assert.equal(readId(id.slice(0, 15)), id);
  }
  assert.equal(readId('001R00000064wdt'.slice(1)), null);
  const [one, other] = [createSeededIds('seed'), createSeededIds('seed')];
  const ids = Array.from({ length: 500 }, () => newId(one, '006'));
  assert.equal(new Set(ids.map((id) => id.toLowerCase())).size, 500);
  assert.equal(newId(other, '006'), ids[0]);
});

test('a record is created, read, changed and deleted', async (t) => {
  const bench = await openBench(t);
  const { opportunityId, accountId } = await seedDeal(bench);
  const path = `/sobjects/Opportunity/${opportunityId}`;
  const read = async (fields: string) => (await bench.api('GET', `${path}?fields=${fields}`)).body;
  const { attributes, ...shown } = await read('Name,Amount,AccountId,IsClosed,Probability,NextStep');
  assert.deepEqual(attributes, { type: 'Opportunity', url: `/services/data/v68.0${path}` });
  assert.deepEqual(shown, {
    Name: 'Globex platform',
    Amount: 125000.5,
    AccountId: accountId,
    IsClosed: false,
    Probability: 10,
    NextStep: null,
  });
  const changed = await bench.api('PATCH', path, { StageName: 'Closed Won', Amount: '99.95', NextStep: ' ' });
  assert.deepEqual([changed.status, changed.body], [204, null]);
  const after = await read('StageName,Amount,IsClosed,IsWon,Probability,NextStep');
  assert.deepEqual([after.Amount, after.IsClosed, after.IsWon, after.Probability], [99.95, true, true, 100]);
  assert.equal((await bench.api('DELETE', path)).status, 204);
  assert.deepEqual(codesOf(await bench.api('GET', path)), [404, 'ENTITY_IS_DELETED']);
  assert.deepEqual(await bench.select('SELECT Id FROM OpportunityContactRole'), []);
  const all = await bench.api('GET', `/queryAll?q=${encodeURIComponent('SELECT Id, IsDeleted FROM Opportunity')}`);
  assert.deepEqual((all.body.records as Doc[])[0]?.IsDeleted, true);
  await bench.control('POST', `/record/${opportunityId}/undelete`);
  assert.equal((await bench.select('SELECT Id FROM OpportunityContactRole')).length, 1);
});

test('a record shows who changed it, the API user or a person; an automatic change moves only the time stamp', async (t) => {
  const bench = await openBench(t);
  const { opportunityId } = await seedDeal(bench);
  const person = bench.account.users.find(({ id }) => id !== bench.account.apiUserId);
  const stamps = async () =>
    (
      await bench.select(
        `SELECT CreatedById, LastModifiedById, LastModifiedDate, SystemModstamp, LastModifiedBy.Name FROM Opportunity WHERE Id = '${opportunityId}'`,
      )
    )[0];
  const first = await stamps();
  assert.equal(first?.LastModifiedById, bench.account.apiUserId);
  assert.match(String(first?.SystemModstamp), /^2026-11-20T18:00:\d\d\.000\+0000$/);
  await bench.clock.advance(60_000);
  await bench.person.edit(opportunityId, { NextStep: 'Call' });
  const second = await stamps();
  assert.deepEqual([second?.CreatedById, second?.LastModifiedById], [bench.account.apiUserId, person?.id]);
  assert.ok(String(second?.SystemModstamp) > String(first?.SystemModstamp));
  await bench.clock.advance(60_000);
  await bench.control('POST', `/record/${opportunityId}/touch`);
  const third = await stamps();
  assert.equal(third?.LastModifiedDate, second?.LastModifiedDate);
  assert.ok(String(third?.SystemModstamp) > String(second?.SystemModstamp));
  const [start, end] = ['2026-11-20T18:01:30Z', '2026-11-20T18:05:00Z'].map(encodeURIComponent);
  const updated = await bench.api('GET', `/sobjects/Opportunity/updated?start=${start}&end=${end}`);
  assert.deepEqual(updated.body.ids, [opportunityId]);
  await bench.api('DELETE', `/sobjects/Opportunity/${opportunityId}`);
  const deleted = await bench.api('GET', `/sobjects/Opportunity/deleted?start=${start}&end=${end}`);
  assert.deepEqual(
    (deleted.body.deletedRecords as Doc[]).map(({ id }) => id),
    [opportunityId],
  );
});

test('invalid content of a record is refused, and nothing is written', async (t) => {
  const bench = await openBench(t);
  const { accountId, opportunityId, contactId } = await seedDeal(bench);
  await bench.control('POST', `/account/${bench.account.id}/picklist`, {
    object: 'Opportunity',
    field: 'Type',
    values: ['New', 'Renewal'],
    restricted: true,
  });
  const good = { Name: 'X', StageName: 'Prospecting', CloseDate: '2026-12-01' };
  const cases: [Doc, string, RegExp][] = [
    [{ Name: 'X' }, 'REQUIRED_FIELD_MISSING', /^Required fields are missing: \[StageName, CloseDate\]$/],
    [{ ...good, Name: 'x'.repeat(121) }, 'STRING_TOO_LONG', /data value too large: x+ \(max length=120\)$/],
    [
      { ...good, Type: 'Other' },
      'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
      /^Opportunity Type: bad value for restricted picklist field: Other$/,
    ],
    [{ ...good, Nope: 1 }, 'INVALID_FIELD', /^No such column 'Nope' on sobject of type Opportunity$/],
    [{ ...good, IsClosed: true }, 'INVALID_FIELD_FOR_INSERT_UPDATE', /^Unable to create\/update fields: IsClosed\./],
    [{ ...good, CloseDate: '2026-02-30' }, 'JSON_PARSER_ERROR', /instance of date from VALUE_STRING value 2026-02-30/],
    [{ ...good, Amount: 'much' }, 'JSON_PARSER_ERROR', /instance of double/],
    [{ ...good, AccountId: 'x' }, 'MALFORMED_ID', /^Account ID: id value of incorrect type: x$/],
    [{ ...good, AccountId: contactId }, 'FIELD_INTEGRITY_EXCEPTION', /id value of incorrect type/],
    [{ ...good, AccountId: longId('001000000000001') }, 'INVALID_CROSS_REFERENCE_KEY', /invalid cross reference id/],
  ];
  for (const [given, code, message] of cases) {
    const answer = await bench.api<ErrorDoc[]>('POST', '/sobjects/Opportunity', given);
    assert.deepEqual(codesOf(answer), [400, code]);
    assert.match(answer.body[0]?.message ?? '', message);
  }
  assert.equal((await bench.select('SELECT Id FROM Opportunity')).length, 1);
  const email = await bench.api<ErrorDoc[]>('PATCH', `/sobjects/Contact/${contactId}`, { Email: 'no', FirstName: 'Z' });
  assert.deepEqual(email.body, [
    { message: 'Email: invalid email address: no', errorCode: 'INVALID_EMAIL_ADDRESS', fields: ['Email'] },
  ]);
  assert.deepEqual(await bench.select('SELECT FirstName FROM Contact'), [{ FirstName: 'Hank' }]);
  const emptied = await bench.api('PATCH', `/sobjects/Opportunity/${opportunityId}`, { Name: null });
  assert.deepEqual(codesOf(emptied), [400, 'REQUIRED_FIELD_MISSING']);
  const get = async (path: string) => codesOf(await bench.api('GET', path));
  assert.deepEqual(await get('/sobjects/Account/nope'), [404, 'NOT_FOUND']);
  assert.deepEqual(await get(`/sobjects/Account/${contactId}`), [400, 'MALFORMED_ID']);
  assert.deepEqual(await get(`/sobjects/Account/${longId('001000000000001')}`), [404, 'NOT_FOUND']);
  assert.deepEqual(await get(`/sobjects/Account/${accountId}?fields=Nope`), [400, 'INVALID_FIELD']);
  assert.deepEqual(await get('/sobjects/Nope/describe'), [404, 'NOT_FOUND']);
  assert.deepEqual(codesOf(await bench.api('PUT', '/sobjects/Account', {})), [405, 'METHOD_NOT_ALLOWED']);
  assert.deepEqual(codesOf(await bench.api('POST', '/sobjects/Account', '{')), [400, 'JSON_PARSER_ERROR']);
  assert.deepEqual(codesOf(await bench.api('POST', '/sobjects/User', { LastName: 'x' })), [
    400,
    'INVALID_TYPE_FOR_OPERATION',
  ]);
});

test('faults strike one write: a locked row, and a rule of the organization', async (t) => {
  const bench = await openBench(t);
  const { opportunityId } = await seedDeal(bench);
  const path = `/sobjects/Opportunity/${opportunityId}`;
  await bench.control('POST', '/fault', { name: 'lock-row', operation: 'Opportunity' });
  await bench.control('POST', '/fault', {
    name: 'validation-rule',
    operation: 'Opportunity',
    message: 'Amount needs an approval',
    field: 'Amount',
  });
  await bench.person.edit(opportunityId, { NextStep: 'people are not struck' });
  assert.deepEqual(codesOf(await bench.api('PATCH', path, { Amount: 1 })), [400, 'UNABLE_TO_LOCK_ROW']);
  const ruled = await bench.api<ErrorDoc[]>('PATCH', path, { Amount: 1 });
  assert.deepEqual(ruled.body, [
    { message: 'Amount needs an approval', errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', fields: ['Amount'] },
  ]);
  assert.equal((await bench.api('PATCH', path, { Amount: 1 })).status, 204);
});

test('custom fields are described, filtered, unique, and found by upserts', async (t) => {
  const bench = await openBench(t);
  const at = `/account/${bench.account.id}`;
  await bench.control('POST', `${at}/field`, {
    object: 'Opportunity',
    name: 'Deal_Key__c',
    length: 40,
    externalId: true,
    unique: true,
  });
  await bench.control('POST', `${at}/field`, {
    object: 'Opportunity',
    name: 'Clouds__c',
    type: 'multipicklist',
    values: ['AWS', 'AZURE', 'GCP'],
    restricted: true,
  });
  await bench.control('POST', `${at}/field`, {
    object: 'Opportunity',
    name: 'Partner__c',
    type: 'reference',
    referenceTo: 'Account',
    childRelationship: 'Partner_Deals__r',
  });
  const described = await bench.api<{ fields: Doc[]; keyPrefix: string }>('GET', '/sobjects/Opportunity/describe');
  const field = (name: string) => described.body.fields.find((one) => one.name === name);
  assert.equal(described.body.keyPrefix, '006');
  assert.deepEqual(
    [field('Deal_Key__c')?.externalId, field('Deal_Key__c')?.length, field('Deal_Key__c')?.custom],
    [true, 40, true],
  );
  assert.deepEqual(
    (field('Clouds__c')!.picklistValues as Doc[]).map(({ value }) => value),
    ['AWS', 'AZURE', 'GCP'],
  );
  assert.deepEqual(
    [field('Partner__c')?.relationshipName, field('Partner__c')?.referenceTo],
    ['Partner__r', ['Account']],
  );
  assert.deepEqual([field('StageName')?.nillable, field('IsClosed')?.createable], [false, false]);
  const partner = await bench.create('Account', { Name: 'Partner' });
  const body = {
    Name: 'A',
    StageName: 'Prospecting',
    CloseDate: '2026-12-01',
    Clouds__c: 'AWS;GCP',
    Partner__c: partner,
  };
  const path = '/sobjects/Opportunity/Deal_Key__c/deal%2F1';
  const created = await bench.api('PATCH', path, body);
  assert.deepEqual([created.status, created.body.created], [201, true]);
  const again = await bench.api('PATCH', path, { Name: 'B' });
  assert.deepEqual(
    [again.status, again.body],
    [200, { id: created.body.id, success: true, errors: [], created: false }],
  );
  const old = await bench.call('PATCH', `/services/data/v45.0${path}`, { Name: 'C' });
  assert.equal(old.status, 204);
  assert.deepEqual((await bench.api('GET', `${path}?fields=Name,Deal_Key__c`)).body.Deal_Key__c, 'deal/1');
  assert.deepEqual(
    await bench
      .select("SELECT Name, Partner__r.Name FROM Opportunity WHERE Clouds__c INCLUDES ('AZURE', 'AWS;GCP')")
      .then((rows) => rows.length),
    1,
  );
  assert.deepEqual(codesOf(await bench.api('POST', '/sobjects/Opportunity', { ...body, Deal_Key__c: 'DEAL/1' })), [
    400,
    'DUPLICATE_VALUE',
  ]);
  assert.deepEqual(codesOf(await bench.api('PATCH', '/sobjects/Opportunity/Name/x', body)), [404, 'NOT_FOUND']);
});

test('one contact role of an opportunity is primary, and the price of a line item is recalculated', async (t) => {
  const bench = await openBench(t);
  const { opportunityId, accountId } = await seedDeal(bench);
  const other = await bench.create('Contact', { LastName: 'Other', AccountId: accountId });
  await bench.create('OpportunityContactRole', { OpportunityId: opportunityId, ContactId: other, IsPrimary: true });
  const roles = await bench.select('SELECT IsPrimary FROM OpportunityContactRole');
  assert.deepEqual(
    roles.map(({ IsPrimary }) => IsPrimary),
    [false, true],
  );
  await bench.create('OpportunityLineItem', { OpportunityId: opportunityId, Quantity: 3, UnitPrice: 0.1 });
  await bench.create('OpportunityLineItem', { OpportunityId: opportunityId, Quantity: 3, TotalPrice: 100 });
  assert.deepEqual(await bench.select('SELECT UnitPrice, TotalPrice FROM OpportunityLineItem'), [
    { UnitPrice: 0.1, TotalPrice: 0.3 },
    { UnitPrice: 33.33, TotalPrice: 100 },
  ]);
});
