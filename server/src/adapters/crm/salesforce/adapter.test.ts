import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { PartnerError } from '../../partner-error.ts';
import type { Crm } from '../port.ts';
import { createSalesforceCrm } from './adapter.ts';
import { type SalesforceSimulator, startSalesforce } from './simulator.test-support.ts';
import { soqlPattern, soqlText } from './soql.ts';

let simulator: SalesforceSimulator;
let crm: Crm;
let account: string;
before(async () => {
  simulator = await startSalesforce();
  account = await simulator.create('Account', { Name: 'Globex', Website: 'https://globex.example' });
});
after(() => simulator.close());
beforeEach(() => {
  crm = createSalesforceCrm({
    outgoing: simulator.outgoing,
    clock: { now: simulator.now, wallNow: () => new Date() },
  });
  simulator.sent.length = 0;
});

const deal = (fields = {}) =>
  simulator.create('Opportunity', { Name: 'Deal', StageName: 'Prospecting', CloseDate: '2027-01-31', ...fields });

const isRefused =
  (code: string) =>
  (error: unknown): boolean => {
    const { outcome, partnerCode } = error as PartnerError;
    assert.deepEqual([outcome, partnerCode], ['REFUSED', code]);
    return true;
  };

const selection = { deal: ['Name', 'Amount', 'Owner.Name'], company: ['Name'], contact: ['Email', 'Role'] };

test('a record is read with its account and contacts, the primary one first, by either length of its id', async () => {
  const id = await deal({ AccountId: account, Amount: 125000.5 });
  const contacts = await Promise.all(
    ['a', 'b'].map((name) => simulator.create('Contact', { LastName: name, Email: `${name}@globex.example` })),
  );
  for (const [place, ContactId] of contacts.entries())
    await simulator.create('OpportunityContactRole', {
      OpportunityId: id,
      ContactId,
      Role: 'Evaluator',
      IsPrimary: place === 1,
    });
  const [record, ...rest] = await crm.readRecords(simulator.access, [id.slice(0, 15), id, '../x'], selection);
  assert.equal(rest.length, 0);
  assert.equal(record?.id, id);
  assert.equal(record?.url, `${simulator.access.endpoint}/${id}`);
  assert.equal(record?.deal.Amount, 125000.5);
  assert.equal(record?.company?.Name, 'Globex');
  assert.deepEqual(
    record?.contacts.map(({ Email, Role }) => [Email, Role]),
    [
      ['b@globex.example', 'Evaluator'],
      ['a@globex.example', 'Evaluator'],
    ],
  );
});

test('200 records are read with two queries', async () => {
  const ids = await Promise.all(Array.from({ length: 200 }, () => deal({ AccountId: account })));
  simulator.sent.length = 0;
  const records = await crm.readRecords(simulator.access, ids, selection);
  assert.equal(records.length, 200);
  assert.equal(simulator.sent.filter(({ url }) => url.includes('/query')).length, 2);
  assert.equal(simulator.sent.length, 3, 'and one token');
});

test('a single-currency organization has no currency field, which is remembered', async () => {
  const id = await deal();
  const wanted = { deal: ['Name', 'CurrencyIsoCode'], company: [], contact: [] };
  for (const queries of [3, 1]) {
    simulator.sent.length = 0;
    const [record] = await crm.readRecords(simulator.access, [id], wanted);
    assert.equal(record?.deal.Name, 'Deal');
    assert.equal(simulator.sent.filter(({ url }) => url.includes('/query')).length, queries);
  }
});

test('amounts of a single-currency organization are in its currency, wherever the organization states it', async (t) => {
  for (const hidesCurrency of [false, true]) {
    const own = await startSalesforce({ currency: 'EUR', hidesCurrency });
    t.after(() => own.close());
    const euros = createSalesforceCrm({ outgoing: own.outgoing, clock: { now: own.now, wallNow: () => new Date() } });
    const id = await own.create('Opportunity', {
      ...{ Name: 'Deal', StageName: 'Prospecting', CloseDate: '2027-01-31', Amount: 5000 },
    });
    for (const wanted of [['Amount', 'CurrencyIsoCode'], ['Amount']]) {
      const selected = { deal: wanted, company: [], contact: [] };
      const [record] = await euros.readRecords(own.access, [id], selected);
      assert.deepEqual(
        [record?.deal.Amount, record?.deal.CurrencyIsoCode],
        [5000, wanted.length === 2 ? 'EUR' : undefined],
        String(hidesCurrency),
      );
    }
  }
});

test('a missing field is refused by name; text that is not a field name is never sent', async () => {
  const id = await deal();
  const read = (name: string) => crm.readRecords(simulator.access, [id], { deal: [name], company: [], contact: [] });
  await assert.rejects(read('Nothing__c'), isRefused('INVALID_FIELD'));
  simulator.sent.length = 0;
  await assert.rejects(read('Name FROM User WHERE'), isRefused('InvalidFieldName'));
  assert.equal(simulator.sent.length, 0);
});

test('an expired session is opened again, once', async () => {
  const id = await deal();
  const read = () => crm.readRecords(simulator.access, [id], { deal: ['Name'], company: [], contact: [] });
  await read();
  await simulator.control('POST', `/account/${simulator.account.id}/expire-sessions`);
  simulator.sent.length = 0;
  assert.equal((await read()).length, 1);
  assert.equal(simulator.sent.filter(({ url }) => url.endsWith('/token')).length, 1);
});

test('a signed assertion also opens a session', async () => {
  const { clientId, username, privateKey } = simulator.account;
  const access = { ...simulator.access, credentials: { clientId, username, privateKey } };
  await simulator.control('POST', `/account/${simulator.account.id}/app`, { approved: [username] });
  await crm.verify(access);
  await assert.rejects(
    crm.verify({ ...access, credentials: { clientId, username, privateKey: 'nonsense' } }),
    isRefused('UnreadableKey'),
  );
});

test('a token is sent to no host but that of the connection or one of Salesforce', async () => {
  const outgoing = {
    ...simulator.outgoing,
    request: async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: 't', instance_url: 'https://salesforce.com.evil.example' }),
    }),
  };
  const other = createSalesforceCrm({ outgoing, clock: { now: simulator.now, wallNow: () => new Date() } });
  await assert.rejects(other.verify(simulator.access), isRefused('AddressRefused'));
});

test('only the named fields are written, and a refusal names the field at fault', async () => {
  const id = await deal({ NextStep: 'Call' });
  await crm.write(simulator.access, id, { StageName: 'Qualification', Amount: JSON.rawJSON('12.50') });
  const { StageName, NextStep, Amount } = await simulator.read(id);
  assert.deepEqual([StageName, NextStep, Amount], ['Qualification', 'Call', 12.5]);
  await assert.rejects(crm.write(simulator.access, id, { CloseDate: 'soon' }), /./);
});

test('a locked row and an exhausted limit are retryable', async () => {
  const id = await deal();
  await simulator.fault('lock-row', { operation: 'Opportunity' });
  await assert.rejects(crm.write(simulator.access, id, { NextStep: 'x' }), (error: PartnerError) => {
    assert.deepEqual([error.outcome, error.partnerCode, error.retryable], ['REFUSED', 'UNABLE_TO_LOCK_ROW', true]);
    return true;
  });
  await simulator.control('DELETE', '/fault');
});

test('a change is listed once it has settled, and again while Salesforce may still show it late', async () => {
  await simulator.advance('PT1H');
  const { cursor } = await crm.listChanged(simulator.access, null);
  const id = await deal();
  const first = await crm.listChanged(simulator.access, cursor);
  assert.ok(first.ids.includes(id));
  assert.ok((await crm.listChanged(simulator.access, first.cursor)).ids.includes(id), 'shortly after');
  await simulator.advance('PT10M');
  const settled = await crm.listChanged(simulator.access, first.cursor);
  assert.deepEqual((await crm.listChanged(simulator.access, settled.cursor)).ids, []);
});

test('text in queries is quoted as literals', async () => {
  assert.equal(soqlText("O'Neil \\ Sons"), "'O\\'Neil \\\\ Sons'");
  assert.equal(soqlPattern('50%_'), "'%50\\%\\_%'");
  const id = await deal({ Name: "O'Neil 50% _off_" });
  const hits = await crm.search(simulator.access, "O'Neil 50%", 5);
  assert.deepEqual(
    hits.map((hit) => hit.id),
    [id],
  );
});

test('fields are described with their values', async () => {
  const fields = await crm.describe(simulator.access);
  const stage = fields.find(({ object, name }) => object === 'DEAL' && name === 'StageName');
  assert.ok(stage?.isWritable && stage.values.includes('Prospecting'));
});

test('a mapping of many fields is read in smaller queries; one that no query can hold is refused', async () => {
  const ids = await Promise.all(Array.from({ length: 90 }, () => deal()));
  const named = (count: number) => ({
    ...{ company: [], contact: [] },
    deal: ['Name', ...Array.from({ length: count }, (_, at) => `Owner.${'x'.repeat(80)}${at}`)],
  });
  await assert.rejects(crm.readRecords(simulator.access, ids, named(110)), isRefused('INVALID_FIELD'));
  const [query] = simulator.sent.filter(({ url }) => url.includes('/query'));
  assert.ok((query?.url.length ?? 0) < 13_000, String(query?.url.length));
  simulator.sent.length = 0;
  await assert.rejects(crm.readRecords(simulator.access, ids, named(200)), isRefused('TooManyFields'));
  assert.deepEqual(simulator.sent, []);
});

test('text that is not a record id is not sent', async () => {
  for (const id of ['..', '.', '006', 'a/b', '']) {
    await assert.rejects(crm.write(simulator.access, id, { Name: 'x' }), isRefused('InvalidRecordId'));
  }
  assert.deepEqual(simulator.sent, []);
});

test('a single currency in one organization says nothing about another that is reached by the same app', async () => {
  const asked: string[] = [];
  const json = (status: number, body: unknown) => ({
    ...{ status, body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  });
  const outgoing = {
    ...simulator.outgoing,
    request: async ({
      url,
      body = '',
      headers = {},
    }: {
      url: string;
      body?: string;
      headers?: Record<string, string>;
    }) => {
      if (url.endsWith('/token')) {
        const token = new URLSearchParams(body).get('client_secret');
        return json(200, { access_token: token, instance_url: 'https://acme.my.salesforce.com' });
      }
      if (!url.includes('FROM%20Opportunity')) return json(404, [{ errorCode: 'NOT_FOUND', message: 'not here' }]);
      const named = url.includes('CurrencyIsoCode');
      asked.push(`${headers.authorization} ${named}`);
      return named && headers.authorization === 'Bearer single'
        ? json(400, [{ errorCode: 'INVALID_FIELD', message: "No such column 'CurrencyIsoCode'" }])
        : json(200, { done: true, records: [] });
    },
  } as typeof simulator.outgoing;
  const other = createSalesforceCrm({ outgoing, clock: { now: simulator.now, wallNow: () => new Date() } });
  const wanted = { deal: ['CurrencyIsoCode'], company: [], contact: [] };
  for (const clientSecret of ['single', 'several']) {
    const access = {
      ...simulator.access,
      endpoint: 'https://login.salesforce.com',
      credentials: { clientId: 'app', clientSecret },
    };
    await other.readRecords(access, ['006000000000001AAA'], wanted);
  }
  assert.deepEqual(asked, ['Bearer single true', 'Bearer single false', 'Bearer several true']);
});
