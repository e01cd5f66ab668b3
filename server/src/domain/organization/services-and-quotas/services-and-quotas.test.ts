import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp, type TestCaller } from '../../../../test/app.ts';
import { standardLimits } from '../../../contract/limits.ts';
import { maxBatch } from '../../metering/usage-record-group/schema.ts';
import { oauthAppsMax } from '../../oauth-app/oauth-app.ts';

let app: TestApp;
before(async () => {
  app = await startApp({ RATE_LIMIT: '1/50' }, { idle: true });
});
after(() => app.close());

type View = {
  services: { partner: string; service: string; status: string; connectedTime?: string; lastError?: object }[];
  quotas: { name: string; limit: number; used: number; unit: string; period?: string }[];
};

const ask = async (caller: TestCaller = app.acme.viewer): Promise<View> => {
  const reply = await caller.call('GET', '/services-and-quotas');
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const quota = async (name: string, caller?: TestCaller) => {
  const found = (await ask(caller)).quotas.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};

const connect = (partner: string, service: string, error: object | null) =>
  app.database.write(app.acme.uuid, (db) =>
    sql`insert into connection (org_id, id, partner, service, account_id, region, metering_region, credentials_sealed, status,
        last_error, created_by, creation_time, last_update_time)
      values (${db.orgId}, ${app.app.environment.ids.next()}, ${partner}, ${service}, '1', 'x', 'x', '',
        ${error ? 'ERROR' : 'CONNECTED'}, ${error && JSON.stringify(error)}::jsonb, 'test', ${app.clock.now()},
        ${app.clock.now()})
    `.execute(db.raw),
  );

test('shows every service that can be connected, how it does, and nothing of another organization', async () => {
  const before = (await ask()).services;
  assert.ok(before.length >= 10 && before.every(({ status }) => status === 'NOT_CONNECTED'));
  const error = { code: 'REFUSED', message: 'The key is wrong.' };
  await connect('AWS', 'MARKETPLACE', null);
  await connect('SALESFORCE', 'CRM', error);
  const { services } = await ask();
  assert.equal(services.length, before.length);
  const of = (partner: string) => services.find((one) => one.partner === partner);
  assert.equal(of('AWS')?.status, 'CONNECTED');
  assert.equal(typeof of('AWS')?.connectedTime, 'string');
  assert.deepEqual([of('SALESFORCE')?.status, of('SALESFORCE')?.lastError], ['ERROR', error]);
  assert.equal(of('GCP')?.status, 'NOT_CONNECTED');
  assert.ok((await ask(app.globex.viewer)).services.every(({ status }) => status === 'NOT_CONNECTED'));
});

test('counts the API clients and OAuth Apps that live, of its own organization', async () => {
  const { owner } = app.acme;
  const make = () => owner.call('POST', '/apiClient', { body: { type: 'API_KEY', role: 'VIEWER' } });
  const [{ body }] = [await make(), await make()];
  await owner.call('DELETE', `/apiClient/${(body as { id: string }).id}`);
  assert.deepEqual(await quota('apiClients'), { name: 'apiClients', limit: 5, used: 1, unit: 'clients' });
  assert.equal((await quota('apiClients', app.globex.viewer)).used, 0);
  assert.equal((await quota('oauthApps')).used, 2);
});

test('counts the invitations that are open, of its own organization', async () => {
  await app.acme.owner.call('POST', '/user', { body: { email: 'ann@invited.test', role: 'VIEWER' } });
  const expected = { name: 'openInvitations', limit: 100, used: 1, unit: 'invitations' };
  assert.deepEqual(await quota('openInvitations'), expected);
  assert.equal((await quota('openInvitations', app.globex.viewer)).used, 0);
});

test('limits are those that are kept', async () => {
  assert.equal((await quota('requestBody')).limit, standardLimits.bytes);
  assert.equal((await quota('batchItems')).limit, maxBatch);
  assert.equal((await quota('oauthApps')).limit, oauthAppsMax);
});

test('says how full the bucket of the caller is, as the headers do', async () => {
  const reply = await app.globex.editor.call('GET', '/services-and-quotas');
  const requests = (reply.body as View).quotas.find(({ name }) => name === 'requestsAtOnce');
  assert.equal(requests?.limit, 50);
  assert.equal(requests?.used, 50 - Number(reply.headers.get('ratelimit-remaining')));
  assert.ok(requests.used >= 1);
});
