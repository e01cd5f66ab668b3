import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startApp, type TestApp, type TestOrganization } from '../../../../test/app.ts';
import { actIn, aDeal } from '../../../../test/examples/deal.ts';
import { decodeId } from '../../../kit/ids.ts';

let app: TestApp;
let partner: Server;
let origin: string;
/** The partner's next response. */
let answer: { status: number; body: unknown } = { status: 200, body: { id: 'acct_1' } };
let asked: (string | undefined)[] = [];
/** Runs at the partner while it is being called. */
let meanwhile: () => Promise<unknown> = async () => {};

before(async () => {
  partner = createServer(async (request, reply) => {
    asked.push(request.headers.authorization);
    await meanwhile();
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(partner, 'listening');
  origin = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`;
  app = await startApp({}, { idle: true, outgoing: { allowedOrigins: [origin] } });
});
after(async () => {
  partner.close();
  await app.close();
});

type View = {
  hookPath?: string;
  id: string;
  status: string;
  mode?: string;
  accountId?: string;
  endpoint?: string;
  settings?: Record<string, unknown>;
  credentialFields: string[];
  lastError?: { code: string; message: string; partnerMessage?: string };
  lastVerifiedTime?: string;
  reportFrom?: string;
};
type Problem = { info: { path: string; code: string }[]; code: string };

const call = async <T = View>(method: string, path: string, body?: object, org: TestOrganization = app.acme) => {
  const reply = await org.owner.call(method, `/integration${path}`, body === undefined ? {} : { body });
  return { ...reply, body: reply.body as T };
};

const removed = async (name: string, org: TestOrganization = app.acme): Promise<void> => {
  const { body } = await call<{ data: (View & { partner: string })[] }>('GET', '?page_size=100', undefined, org);
  for (const row of body.data.filter((one) => one.partner === name))
    assert.equal(
      (await call('DELETE', `/${row.id}?force=true&confirm=${row.accountId ?? name}`, undefined, org)).status,
      200,
    );
};

const stripe = (change: object = {}) => ({
  partner: 'STRIPE',
  service: 'PAYMENT',
  endpoint: origin,
  credentials: { apiKey: 'sk_test_one' },
  ...change,
});

const connected = async (body: { partner: string } & object): Promise<View & { hookSecret: string | null }> => {
  await removed(body.partner);
  const reply = await call<View & { hookSecret: string | null }>('POST', '', body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

const due = async (entity: string): Promise<string[]> =>
  actIn(app, app.acme, async (act) => {
    const rows = await act.db
      .selectFrom('due' as never)
      .select(['kind', 'entity_id'] as never)
      .execute();
    return (rows as { kind: string; entity_id: string }[])
      .filter(({ entity_id }) => entity_id === entity)
      .map(({ kind }) => kind);
  });

test('every fault of what is to be connected is named at once', async () => {
  const reply = await call<Problem>('POST', '', {
    partner: 'AWS',
    service: 'MARKETPLACE',
    accountId: '12',
    endpoint: 'https://169.254.169.254/',
    region: 'mars',
    credentials: { accessKeyId: 'no key', secretaccesskey: 'x', sessionToken: 5 },
  });
  assert.equal(reply.status, 400);
  assert.deepEqual(reply.body.info.map(({ path, code }) => `${path} ${code}`).sort(), [
    'accountId account',
    'credentials.accessKeyId pattern',
    'credentials.secretAccessKey required',
    'credentials.secretaccesskey unknown',
    'credentials.sessionToken pattern',
    'endpoint address',
    'region pattern',
  ]);
  for (const body of [
    { partner: 'AWS', service: 'CRM', credentials: {} },
    { partner: 'STRIPE', service: 'PAYMENT', credentials: { apiKey: 'sk_test_1' }, mode: 'LIVE' },
    { partner: 'STRIPE', service: 'PAYMENT', credentials: { apiKey: 'sk_test_1' }, region: 'us-east-1' },
    { partner: 'SALESFORCE', service: 'CRM', credentials: { clientId: 'a', clientSecret: 'b' } },
    {
      partner: 'SMTP',
      service: 'EMAIL',
      accountId: 'a@b.example',
      endpoint: 'https://mail.b.example',
      credentials: { user: 'a', password: 'b' },
    },
  ])
    assert.equal((await call('POST', '', body)).status, 400, JSON.stringify(body));
});

test('an endpoint that is not public is refused, whoever connects it', async () => {
  for (const endpoint of [
    'http://api.stripe.com',
    'https://localhost',
    'https://10.0.0.1',
    'https://0x7f.1',
    'https://[::1]',
  ])
    assert.equal((await call('POST', '', stripe({ endpoint }))).status, 400, endpoint);
});

test('addresses of single services are checked, shown, and take the credentials again', async () => {
  await removed('AZURE');
  const uuid = '00000000-0000-4000-8000-000000000001';
  const credentials = { tenantId: uuid, clientId: uuid, clientSecret: 'secret-of-azure' };
  const azure = { partner: 'AZURE', service: 'MARKETPLACE', credentials };
  const wrong = await call<Problem>('POST', '', {
    ...azure,
    endpoints: {
      login: 'https://10.0.0.1',
      metering: 'http://metering.example',
      ingestion: 'https://graph.example/?x=',
      catalog: 'https://x.example',
    },
  });
  assert.deepEqual(wrong.body.info.map(({ path, code }) => `${path} ${code}`).sort(), [
    'endpoints.catalog unknown',
    'endpoints.ingestion address',
    'endpoints.login address',
    'endpoints.metering address',
  ]);
  assert.equal((await call('POST', '', { ...stripe(), endpoints: { api: 'https://x.example' } })).status, 400);
  const endpoints = { login: 'https://login.microsoftonline.us', graph: 'https://graph.microsoft.us' };
  const located = { ...azure, endpoints };
  const made = await connected(located);
  const shown = (body: View): unknown => (body as View & { endpoints?: unknown }).endpoints;
  assert.deepEqual(shown(made), endpoints);
  const path = `/${made.id}`;
  for (const change of [
    { ...endpoints, login: 'https://evil.example' },
    { ...endpoints, metering: 'https://evil.example' },
    { login: endpoints.login },
    {},
    null,
  ]) {
    const refused = await call<Problem>('PATCH', path, { endpoints: change });
    assert.equal(refused.status, 400, JSON.stringify(change));
    assert.deepEqual(
      refused.body.info.map(({ path: at }) => at),
      ['credentials'],
    );
  }
  assert.deepEqual(shown((await call('GET', path)).body), endpoints);
  // The same addresses in another order are not a change, and clients may send a whole object back.
  assert.equal(
    (await call('PATCH', path, { endpoints: { graph: endpoints.graph, login: endpoints.login } })).status,
    200,
  );
  assert.equal((await call('PATCH', path, (await call('GET', path)).body)).status, 200);
  const moved = await call('PATCH', path, { endpoints: { metering: 'https://metering.example' }, credentials });
  assert.deepEqual([moved.status, shown(moved.body)], [200, { metering: 'https://metering.example' }]);
  assert.equal(shown((await call('PATCH', path, { endpoints: null, credentials })).body), undefined);
});

test('there is one account of each partner and service in an organization, also for two at once', async () => {
  await removed('STRIPE');
  const replies = await Promise.all([1, 2, 3].map(() => call('POST', '', stripe())));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
  assert.equal((await call('POST', '', stripe(), app.globex)).status, 200);
});

test('credentials are never returned, only their names; they are sealed, and not in the audit trail', async () => {
  const secret = 'sk_test_findme12345';
  const { id } = await connected(stripe({ credentials: { apiKey: secret } }));
  const shown = await call('GET', `/${id}`);
  assert.deepEqual(shown.body.credentialFields, ['apiKey']);
  await call('PATCH', `/${id}`, { credentials: { apiKey: `${secret}again` } });
  answer = { status: 401, body: { error: { message: `No such key: ${secret}again` } } };
  const verified = await call('POST', `/${id}/verify`);
  assert.equal(verified.status, 200);
  for (const text of [shown.text, verified.text, (await call('GET', '')).text]) assert.ok(!text.includes(secret));
  for (const table of ['audit_event', 'outbox', 'idempotency', 'connection', 'operation']) {
    const { rows } = await app.database.pool.query(
      `select count(*)::int as n from ${table} as t where strpos(to_jsonb(t)::text, $1) > 0`,
      [secret],
    );
    assert.equal(rows[0].n, 0, table);
  }
});

test('the secret of a hook is shown once, to those who send it along only', async () => {
  const tenantId = '00000000-0000-0000-0000-000000000001';
  const azure = {
    partner: 'AZURE',
    service: 'MARKETPLACE',
    credentials: { tenantId, clientId: tenantId, clientSecret: 's' },
  };
  const { id, hookSecret } = await connected(azure);
  assert.match(hookSecret ?? '', /^mos_/);
  const { text, body } = await call<View & { hookPath: string }>('GET', `/${id}`);
  assert.equal(body.hookPath, `/hook/azure/${id}`);
  assert.ok(!text.includes(hookSecret ?? ''));
  assert.equal(body.mode, 'SHADOW');
  const signing = await connected(stripe());
  assert.deepEqual([signing.hookSecret, signing.hookPath], [null, `/hook/stripe/${signing.id}`]);
});

test('verifying asks the partner with the stored credentials and records the result', async () => {
  const { id } = await connected(stripe({ credentials: { apiKey: 'sk_test_good' } }));
  asked = [];
  answer = { status: 200, body: { id: 'acct_77' } };
  type Verified = { integration: View; verification: Record<string, unknown> };
  const good = await call<Verified>('POST', `/${id}/verify`);
  assert.deepEqual(asked, ['Bearer sk_test_good']);
  assert.deepEqual([good.body.verification.ok, good.body.integration.status], [true, 'CONNECTED']);
  assert.equal(good.body.integration.accountId, 'acct_77', 'the partner told whose it is');
  assert.ok(good.body.integration.lastVerifiedTime);

  answer = { status: 401, body: { error: { code: 'api_key_expired', message: 'Expired API Key' } } };
  const bad = await call<Verified>('POST', `/${id}/verify`);
  assert.equal(bad.status, 200);
  assert.equal(bad.body.integration.status, 'ERROR');
  const { lastError } = bad.body.integration;
  assert.deepEqual([lastError?.code, lastError?.partnerMessage], ['api_key_expired', 'Expired API Key']);
  assert.match(lastError?.message ?? '', /Stripe does not recognize the key/);

  answer = { status: 200, body: { id: 'acct_78' } };
  const other = await call<Verified>('POST', `/${id}/verify`);
  assert.equal(other.body.integration.lastError?.code, 'ACCOUNT_MISMATCH');

  answer = { status: 200, body: { id: 'acct_77' } };
  const again = await call<Verified>('POST', `/${id}/verify`);
  assert.deepEqual([again.body.integration.status, again.body.integration.lastError], ['CONNECTED', undefined]);
  const { rows } = await app.database.pool.query(
    "select name from outbox where org_id = $1 and entity_id = $2 and name <> 'connection.connected' order by version, position",
    [app.acme.uuid, id],
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    [
      'connection.verified',
      'connection.verified',
      'connection.failed',
      'connection.verified',
      'connection.verified',
      'connection.recovered',
    ],
  );
});

test('a response for credentials that were replaced meanwhile is ignored', async () => {
  const { id } = await connected(stripe());
  answer = { status: 401, body: {} };
  meanwhile = () => call('PATCH', `/${id}`, { credentials: { apiKey: 'sk_test_newer' } });
  const reply = await call('POST', `/${id}/verify`);
  meanwhile = async () => {};
  assert.equal(reply.status, 409, reply.text);
  assert.equal((await call('GET', `/${id}`)).body.status, 'CONNECTED');
});

test('what has no harmless call is not verified, and says so', async () => {
  const { id } = await connected({
    partner: 'MICROSOFT',
    service: 'TEAMS',
    credentials: { webhookUrl: 'https://prod-1.westus.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=x' },
  } as never);
  const { body } = await call<{ integration: View; verification: { ok: boolean; code: string } }>(
    'POST',
    `/${id}/verify`,
  );
  assert.deepEqual([body.verification.ok, body.verification.code], [false, 'NOT_SUPPORTED']);
  assert.deepEqual([body.integration.status, body.integration.lastVerifiedTime], ['CONNECTED', undefined]);
});

test('a change keeps what is absent, and sends whole objects back unchanged', async () => {
  const { id, hookSecret: _, ...view } = await connected(stripe());
  const same = await call('PATCH', `/${id}`, { id, ...view });
  assert.equal(same.status, 200, same.text);
  assert.equal(same.headers.get('etag'), '"1"');
  assert.deepEqual(same.body, { id, ...view });
  assert.equal((await call('PATCH', `/${id}`, { credentials: { apiKey: 'sk_test_two' } })).headers.get('etag'), '"2"');
  assert.equal((await call('PATCH', `/${id}`, { credentials: {} })).status, 400);
  assert.equal((await call('PATCH', `/${id}`, { partner: 'ADYEN' })).status, 400);
});

test('stored credentials go to no other address: a new endpoint takes new ones', async () => {
  const { id } = await connected(stripe());
  const elsewhere = 'https://attacker.example';
  const reply = await call<Problem>('PATCH', `/${id}`, { endpoint: elsewhere });
  assert.deepEqual(
    reply.body.info.map(({ path }) => path),
    ['credentials'],
  );
  assert.equal((await call('PATCH', `/${id}`, { endpoint: null })).status, 400);
  assert.equal((await call('GET', `/${id}`)).body.endpoint, origin);
  const both = await call('PATCH', `/${id}`, { endpoint: elsewhere, credentials: { apiKey: 'sk_test_theirs' } });
  assert.equal(both.body.endpoint, elsewhere);
  assert.equal(
    (await call('PATCH', `/${id}`, { endpoint: 'https://127.0.0.1', credentials: { apiKey: 'sk_test_x' } })).status,
    400,
  );
});

test('credentials being tested get the same response, right or wrong', async () => {
  const { id } = await connected(stripe());
  const answers = new Set<string>();
  for (const apiKey of ['sk_test_one', 'sk_test_two']) {
    const reply = await call('PATCH', `/${id}?dryRun=true`, { credentials: { apiKey } });
    assert.equal(reply.status, 200, reply.text);
    const { lastUpdateTime: _, ...body } = reply.body as View & { lastUpdateTime?: string };
    answers.add(JSON.stringify([reply.headers.get('etag'), body]));
  }
  assert.equal(answers.size, 1);
});

test('a marketplace goes from SHADOW to LIVE and not back; its metering region is fixed', async () => {
  const aws = {
    partner: 'AWS',
    service: 'MARKETPLACE',
    accountId: '111122223333',
    meteringRegion: 'eu-west-1',
    credentials: { accessKeyId: 'AKIAEXAMPLE1', secretAccessKey: 'secret' },
    settings: { settleMinutes: 30 },
  };
  const { id } = await connected(aws);
  assert.deepEqual(await due(decodeId('conn', id) ?? ''), ['marketplace.reconcile', 'revenue.sync']);
  const live = await call('PATCH', `/${id}`, {
    mode: 'LIVE',
    reportFrom: '2026-01-01T00:00:00Z',
    settings: { latePolicy: 'HOLD' },
  });
  assert.deepEqual([live.body.mode, live.body.reportFrom], ['LIVE', '2026-01-01T00:00:00.000Z']);
  assert.deepEqual([live.body.settings?.settleMinutes, live.body.settings?.latePolicy], [30, 'HOLD']);
  const reset = await call('PATCH', `/${id}`, { reportFrom: null, settings: { settleMinutes: null } });
  assert.deepEqual([reset.body.reportFrom, reset.body.settings?.settleMinutes], [undefined, 15]);
  assert.equal((await call('PATCH', `/${id}`, { mode: 'SHADOW' })).status, 409);
  assert.equal((await call('PATCH', `/${id}`, { meteringRegion: 'us-east-1' })).status, 400);
  assert.equal((await call('PATCH', `/${id}`, { meteringRegion: 'eu-west-1' })).status, 200);
});

test('what is disconnected is gone with its credentials and its work; what it brought stays', async () => {
  await removed('AWS', app.globex);
  await removed('STRIPE', app.globex);
  const { entitlementId, connectionId } = await aDeal(app, app.globex);
  const uuid = decodeId('conn', connectionId);
  const count = async (table: string, column: string): Promise<number> => {
    const { rows } = await app.database.pool.query(`select count(*)::int as n from ${table} where ${column} = $1`, [
      uuid,
    ]);
    return rows[0].n;
  };
  await actIn(app, app.globex, async (act) => {
    act.recordChange({ type: 'message', id: 'm', before: null, after: {} });
    await act.db
      .insertInto(
        'partner_message' as never,
        {
          id: act.newId(),
          connection_id: uuid,
          partner: 'AWS',
          partner_message_id: 'm1',
          type: 't',
          body: '{}',
          status: 'DONE',
          creation_time: act.now,
          last_update_time: act.now,
        } as never,
      )
      .execute();
  });
  const group = {
    id: 'waits',
    entitlementID: entitlementId,
    records: { gb: 3 },
    timestamp: new Date(app.clock.now().getTime() - 3_600_000).toISOString(),
  };
  const stored = await app.globex.editor.call('POST', `/entitlement/${entitlementId}/usageRecordGroup`, {
    body: group,
  });
  assert.equal(stored.status, 200, stored.text);
  const waits = await call<Problem>('DELETE', `/${connectionId}`, undefined, app.globex);
  assert.equal(waits.status, 409, 'usage waits to be told');
  assert.equal(await count('connection', 'id'), 1);

  const inUse = await call<Problem>('DELETE', `/${connectionId}?force=true`, undefined, app.globex);
  assert.equal(inUse.status, 409);
  const { info, message } = inUse.body as unknown as {
    info: { confirm: string; entitlements: number };
    message: string;
  };
  assert.ok(
    info.entitlements > 0 && message.includes(`confirm=${info.confirm}`),
    'it says what depends on it, and how',
  );
  const wrong = await call('DELETE', `/${connectionId}?force=true&confirm=AZURE`, undefined, app.globex);
  assert.equal(wrong.status, 409, 'another name is no yes');
  assert.equal(await count('connection', 'id'), 1);
  const way = `/${connectionId}?force=true&confirm=${encodeURIComponent(info.confirm)}`;
  const gone = await call<string>('DELETE', way, undefined, app.globex);
  assert.deepEqual([gone.status, gone.body], [200, '']);
  assert.deepEqual([await count('connection', 'id'), await count('partner_route', 'connection_id')], [0, 0]);
  assert.equal(await count('partner_message', 'connection_id'), 1);
  assert.equal((await call('GET', `/${connectionId}`, undefined, app.globex)).status, 404);
  assert.equal((await app.globex.editor.call('GET', `/entitlement/${entitlementId}`)).status, 200);
  const { rows } = await app.database.pool.query('select kind from due where org_id = $1', [app.globex.uuid]);
  assert.deepEqual(rows, [{ kind: 'entitlement.end_soon' }], 'only the notice of what stays');

  const aws = {
    partner: 'AWS',
    service: 'MARKETPLACE',
    accountId: '111122223333',
    credentials: { accessKeyId: 'AKIAEXAMPLE1', secretAccessKey: 'secret' },
  };
  assert.equal((await call('POST', '', aws, app.globex)).status, 200);
  const again = await app.database.pool.query('select kind from due where org_id = $1 order by kind', [
    app.globex.uuid,
  ]);
  assert.deepEqual(
    again.rows.map(({ kind }) => kind),
    ['entitlement.end_soon', 'marketplace.reconcile', 'revenue.sync', 'usage.report'],
    'what waited goes on',
  );
});
