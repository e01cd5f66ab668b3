import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { type HubspotSimulator, startHubspot } from '../../../adapters/crm/hubspot/simulator.test-support.ts';
import { type SalesforceSimulator, startSalesforce } from '../../../adapters/crm/salesforce/simulator.test-support.ts';

// Previews and referrals of CRM records, against the simulators of both CRMs.

let app: TestApp;
let salesforce: SalesforceSimulator;
let hubspot: HubspotSimulator;
let account: string;
/** What the service sent to Salesforce: it is connected through a server that counts. */
const exchanges: string[] = [];
let counter: Server;

const startCounter = async (to: string): Promise<string> => {
  counter = createServer((request, reply) => {
    exchanges.push(`${request.method} ${request.url?.slice(0, 60)}`);
    const { hostname, port } = new URL(to);
    const { method, url: path, headers } = request;
    const forwarded = forward({ hostname, port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    request.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(counter, 'listening');
  return `http://127.0.0.1:${(counter.address() as AddressInfo).port}`;
};

const call = async <T>(method: string, path: string, body?: object) => {
  const reply = await app.acme.owner.call(method, path, body === undefined ? {} : { body });
  return { ...reply, body: reply.body as T };
};

before(async () => {
  [salesforce, hubspot] = await Promise.all([startSalesforce(), startHubspot()]);
  const direct = new URL(salesforce.access.endpoint ?? '');
  salesforce.access.endpoint = `${await startCounter(direct.origin)}${direct.pathname}`;
  const origins = [salesforce, hubspot].map(({ access }) => new URL(access.endpoint ?? '').origin);
  app = await startApp({}, { idle: true, outgoing: { allowedOrigins: origins } });
  for (const { access } of [salesforce, hubspot]) {
    const { system: partner, accountId, endpoint, credentials } = access;
    const reply = await call('POST', '/integration', { partner, service: 'CRM', accountId, endpoint, credentials });
    assert.equal(reply.status, 200, reply.text);
  }
  account = await salesforce.create('Account', {
    Name: 'Globex',
    Website: 'https://globex.example.com',
    BillingCountry: 'Germany',
    BillingPostalCode: '10115',
    Industry: 'Retail',
  });
});
after(async () => {
  await app.close();
  counter.close();
  await Promise.all([salesforce.close(), hubspot.close()]);
});

type Draft = { partner: string; salesforceOpportunityId?: string; info: { aceOpportunityV2: Record<string, never> } };
type Preview = { recordId: string; draft?: Draft; errors: { path: string; code: string }[] };
type Fault = { path: string; code: string };
type Shown = {
  crm: object;
  info: { aceOpportunityV2: { Project: { Title: string }; PartnerOpportunityIdentifier: string } };
};

const preview = (crm: string, recordIds: string[], partner = 'AWS') =>
  call<Preview[]>('POST', '/cosell/referral/batchPreview', { partner, crm, recordIds });

const opportunity = (fields = {}) =>
  salesforce.create('Opportunity', {
    Name: 'Globex platform',
    StageName: 'Qualification',
    CloseDate: '2036-12-31',
    Amount: 125000.5,
    Description: 'They lose a day each month with their billing.',
    AccountId: account,
    ...fields,
  });

test('a record is shown as the draft that creates it, in the order of the ids; one that is not there is an error', async () => {
  const id = await opportunity();
  const missing = '006000000000001AAA';
  const { status, body, text } = await preview('SALESFORCE', [missing, id.slice(0, 15)]);
  assert.equal(status, 200, text);
  assert.deepEqual(
    body.map(({ recordId, draft, errors }) => [
      recordId,
      draft?.salesforceOpportunityId,
      errors.map(({ code }) => code),
    ]),
    [
      [missing, undefined, ['notFound']],
      [id.slice(0, 15), id, []],
    ],
  );
});

test('what the mapping cannot make and what the partner would find are errors with their paths', async () => {
  const id = await opportunity({ CloseDate: '2020-01-01', Description: '' });
  const { body } = await preview('SALESFORCE', [id]);
  const paths = body[0]?.errors.map(({ path }) => path) ?? [];
  assert.ok(paths.includes('info.aceOpportunityV2.LifeCycle.TargetCloseDate'), paths.join(', '));
  assert.ok(paths.includes('info.aceOpportunityV2.Project.CustomerBusinessProblem'), paths.join(', '));
});

test('rows that are tried are used instead of those in force, and are checked like those', async () => {
  const id = await opportunity();
  const tried = (source: string) =>
    call<Preview[]>('POST', '/cosell/referral/batchPreview', {
      partner: 'AWS',
      crm: 'SALESFORCE',
      recordIds: [id],
      fields: [{ target: 'Project.Title', source }],
    });
  const { body } = await tried('deal.StageName');
  assert.deepEqual(body[0]?.draft?.info.aceOpportunityV2, { Project: { Title: 'Qualification' } });
  const inForce = (await preview('SALESFORCE', [id])).body[0]?.draft?.info.aceOpportunityV2.Project as unknown;
  assert.equal((inForce as { Title: string }).Title, 'Globex platform');
  const refused = await tried('StageName');
  assert.equal(refused.status, 400);
  assert.match(refused.text, /fields\.0\.source/);
});

test('a preview of 200 records is at most five exchanges with Salesforce', async () => {
  const ids = await Promise.all(Array.from({ length: 200 }, () => opportunity()));
  exchanges.length = 0;
  const { status, body } = await preview('SALESFORCE', ids);
  assert.deepEqual([status, body.filter(({ errors }) => errors.length === 0).length], [200, 200]);
  assert.ok(exchanges.length > 0 && exchanges.length <= 5, exchanges.join(', '));
});

test('deals of HubSpot are previewed, too', async () => {
  const company = await hubspot.create('companies', {
    name: 'Initech',
    website: 'https://initech.example.com',
    country: 'Germany',
    zip: '10115',
  });
  const id = await hubspot.create(
    'deals',
    { dealname: 'Initech', amount: '10.50', closedate: '2036-12-31', dealstage: 'qualifiedtobuy' },
    { [company]: 5 },
  );
  const { status, body, text } = await preview('HUBSPOT', [id]);
  assert.equal(status, 200, text);
  type Deal = { Customer: { Account: { CompanyName: string } }; LifeCycle: { Stage: string } };
  const made = body[0]?.draft?.info.aceOpportunityV2 as unknown as Deal | undefined;
  assert.deepEqual([made?.Customer.Account.CompanyName, made?.LifeCycle.Stage], ['Initech', 'Qualified']);
});

test('creating with a record and an empty info makes what the preview showed, with our id as the reference', async () => {
  const id = await opportunity();
  const [shown] = (await preview('SALESFORCE', [id])).body;
  const draft = { partner: 'AWS', salesforceOpportunityId: id.slice(0, 15), info: {} };
  const { status, body, text } = await call<{ entityId: string }>('POST', '/cosell/referral', draft);
  assert.equal(status, 200, text);
  const { body: referral } = await call<Shown>('GET', `/cosell/referral/${body.entityId}`);
  const { PartnerOpportunityIdentifier, ...rest } = referral.info.aceOpportunityV2;
  assert.deepEqual(rest, shown?.draft?.info.aceOpportunityV2);
  assert.equal(PartnerOpportunityIdentifier, body.entityId);
  assert.deepEqual(referral.crm, { system: 'SALESFORCE', recordId: id, url: `${salesforce.access.endpoint}/${id}` });
});

test('what the caller gives wins over what the CRM states', async () => {
  const id = await opportunity({ Description: '' });
  const info = {
    aceOpportunityV2: { Project: { Title: 'Ours', CustomerBusinessProblem: 'They cannot bill what they sell.' } },
  };
  const { body, text } = await call<{ entityId: string }>('POST', '/cosell/referral', {
    partner: 'AWS',
    salesforceOpportunityId: id,
    info,
  });
  const { body: referral } = await call<Shown>('GET', `/cosell/referral/${body.entityId}`);
  assert.equal(referral.info?.aceOpportunityV2.Project.Title, 'Ours', text);
});

test('a record that is not there, and one that lacks what the partner wants, are refused with their paths', async () => {
  const create = (salesforceOpportunityId: string) =>
    call<{ info: Fault[] }>('POST', '/cosell/referral', { partner: 'AWS', salesforceOpportunityId, info: {} });
  const missing = await create('006000000000001AAA');
  assert.equal(missing.status, 400);
  assert.ok(missing.body.info.some(({ path }) => path === 'salesforceOpportunityId'));
  const poor = await create(await opportunity({ Description: '' }));
  assert.ok(
    poor.body.info.some(({ path }) => path === 'info.aceOpportunityV2.Project.CustomerBusinessProblem'),
    poor.text,
  );
});

test('a batch reads the records of one CRM together, and a faulty item spoils none', async () => {
  const ids = await Promise.all([opportunity(), opportunity({ Description: '' })]);
  const items = ids.map((id) => ({ partner: 'AWS', salesforceOpportunityId: id, info: {} }));
  const { body, text } = await call<{ results: { error?: object }[] }>(
    'POST',
    '/cosell/referral/batchCreate',
    items as never,
  );
  assert.deepEqual(
    body.results?.map(({ error }) => error === undefined),
    [true, false],
    text,
  );
});
