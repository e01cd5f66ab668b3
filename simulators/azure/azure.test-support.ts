import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { eventually, openSimulator, readReport, takeMessages } from '../kit/bench.test-support.ts';
import { startAzureSimulator } from './server.ts';

export const marketplaceScope = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7/.default';
export const graphScope = 'https://graph.microsoft.com/.default';
const insightsScope = 'https://api.partnercenter.microsoft.com/.default';
export const partnerResource = 'https://api.partner.microsoft.com';
/** The system query of revenue. */
export const revenueQuery = 'bf54dde4-7dc4-492f-a69a-f45de049bfcb';
export const billingAccount = 'ac357579-e860-54a6-80b3-66958aea67fe:7471d04e-f696-4d20-af34-fa78d51e419c_2019-05-31';

// biome-ignore lint/suspicious/noExplicitAny: tests inspect the partner's responses freely
export type Answer = { status: number; headers: Headers; body: any };
export type Account = { id: string; tenantId: string; clientId: string; clientSecret: string };
export type Bench = Awaited<ReturnType<typeof openBench>>;

/** A running simulator with one publisher. With `dataDir` it opens the state of an earlier bench. */
export const openBench = async (
  t: TestContext,
  options: { dataDir?: string; autoAcceptMs?: number; startsAt?: string } = {},
) => {
  const simulator = await openSimulator(t, startAzureSimulator, options);
  const { url, token: controlToken } = simulator;
  const mayControl = { authorization: `Bearer ${controlToken}` };

  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of the control API freely
  const control = (method: string, path: string, body?: unknown): Promise<any> =>
    simulator.control(method, `/azure${path}`, body);
  if (options.dataDir === undefined) {
    const { autoAcceptMs = 10_000 } = options;
    await control('POST', '/settings', { jobDelayMs: 0, publishDelayMs: 0, operationDelayMs: 0, autoAcceptMs });
  }
  const account: Account = await control('POST', '/account', { id: 'contoso', name: 'Contoso' });
  const tokens = new Map<string, Promise<string>>();

  const token = async (scope: string, given: Account = account): Promise<string> => {
    const key = `${given.id} ${scope}`;
    let known = tokens.get(key);
    if (!known) {
      known = askToken(url, given, scope).then(({ body }) => body.access_token as string);
      tokens.set(key, known);
    }
    return known;
  };

  /** A call of the fulfilment or metering API. */
  const api = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const sign = path.includes('?') ? '&' : '?';
    const authorization = `Bearer ${await token(marketplaceScope)}`;
    return ask(method, `${url}/azure/api${path}${sign}api-version=2018-08-31`, { authorization, ...headers }, body);
  };

  /** A call of the product ingestion API. */
  const graph = async (
    method: string,
    path: string,
    body?: unknown,
    version = '2022-03-01-preview5',
  ): Promise<Answer> => {
    const sign = path.includes('?') ? '&' : '?';
    const authorization = `Bearer ${await token(graphScope)}`;
    const address = `${url}/azure/graph/rp/product-ingestion${path}${sign}$version=${version}`;
    return ask(method, address, { authorization }, body);
  };

  /** A call of the analytics API. */
  const insights = async (method: string, path: string, body?: unknown): Promise<Answer> =>
    ask(method, `${url}/azure/insights/v1/cmp${path}`, { authorization: `Bearer ${await token(insightsScope)}` }, body);

  /** Runs a query once, by its id or its text, and returns the rows of its file. */
  const report = async (query: string, more: Record<string, unknown> = {}): Promise<Record<string, string>[]> =>
    readReport(await reportText(query, more), more.Format === 'tsv' ? '\t' : ',');

  /** The same as text. */
  const reportText = async (query: string, more: Record<string, unknown> = {}): Promise<string> => {
    const isText = /^select /i.test(query);
    const made = isText ? await insights('POST', '/ScheduledQueries', { Name: 'Test', Query: query }) : null;
    const QueryId = made ? made.body.value[0].queryId : query;
    const created = await insights('POST', '/ScheduledReport', { ReportName: 'R', QueryId, ExecuteNow: true, ...more });
    assert.equal(created.status, 200, JSON.stringify(created.body));
    await simulator.clock.advance(1000);
    const { body } = await insights('GET', `/ScheduledReport/execution/${created.body.Value[0].reportId}`);
    const file = await fetch(body.value[0].reportAccessSecureLink);
    assert.equal(file.status, 200);
    return file.text();
  };

  return { ...simulator, mayControl, control, account, token, api, graph, insights, report, reportText };
};

export const ask = async (
  method: string,
  address: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...sent,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
};

/** Requests a token with client credentials. */
export const askToken = async (url: string, account: Account, scope: string, more = {}): Promise<Answer> => {
  const form = { grant_type: 'client_credentials', client_id: account.clientId, client_secret: account.clientSecret };
  const response = await fetch(`${url}/azure/login/${account.tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, scope, ...more }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** Requests a token of a person with a refresh token. */
export const askUserToken = (url: string, account: Account, refresh_token: string, more = {}): Promise<Answer> =>
  askToken(url, account, `${partnerResource}/.default`, { grant_type: 'refresh_token', refresh_token, ...more });

/** Verifies a token with only the published metadata and keys of a tenant. */
export const verifyToken = async (url: string, tenantId: string, token: string): Promise<JWTPayload> => {
  const path = `/azure/login/${tenantId}/v2.0/.well-known/openid-configuration`;
  const metadata = (await ask('GET', `${url}${path}`, {})).body as { issuer: string; jwks_uri: string };
  const keys = (await ask('GET', metadata.jwks_uri, {})).body as JSONWebKeySet;
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer: metadata.issuer });
  return payload;
};

// biome-ignore lint/suspicious/noExplicitAny: tests inspect the partner's bodies freely
export type Received = { headers: Record<string, string | string[] | undefined>; body: any };

/** The publisher's webhook: records what it receives and responds with `status`. */
export const openWebhook = async (t: TestContext) => {
  const received: Received[] = [];
  const webhook = { received, status: 200, url: '' };
  webhook.url = await takeMessages(t, ({ text, headers }) => {
    received.push({ headers, body: JSON.parse(text) });
    return { status: webhook.status };
  });
  return webhook;
};

/** A live product with two plans per seat and a flat one with a dimension. */
export const seedProduct = (bench: Bench, more: Record<string, unknown> = {}) =>
  bench.control('POST', '/product', {
    accountId: bench.account.id,
    offerId: 'contoso-api',
    title: 'Contoso API',
    landingPageUrl: 'https://contoso.example/landing?from=azure',
    dimensions: [{ id: 'requests', displayName: 'Requests', unitOfMeasure: '1000 requests' }],
    plans: [
      {
        planId: 'silver',
        name: 'Silver',
        isPerSeat: true,
        minQuantity: 1,
        maxQuantity: 50,
        prices: [
          { termUnit: 'P1M', price: 10 },
          { termUnit: 'P1Y', price: 100 },
        ],
      },
      { planId: 'gold', name: 'Gold', isPerSeat: true, prices: [{ termUnit: 'P1M', price: 20 }] },
      { planId: 'metered', name: 'Metered', prices: [{ termUnit: 'P1M', price: 0 }], meters: { requests: 0.1 } },
    ],
    ...more,
  });

/** A purchased subscription, activated by default. */
export const seedSubscription = async (bench: Bench, order: Record<string, unknown> = {}, isActive = true) => {
  const bought = await bench.control('POST', '/subscription', {
    billingAccountId: billingAccount,
    offerId: 'contoso-api',
    planId: 'silver',
    ...order,
  });
  if (isActive) {
    const { planId } = bought;
    const answer = await bench.api('POST', `/saas/subscriptions/${bought.id}/activate`, { planId });
    assert.equal(answer.status, 200);
  }
  return bought;
};

/** Sends a configure request and waits for its job. */
export const configure = async (bench: Bench, resources: unknown[]): Promise<Answer['body']> => {
  const $schema = 'https://schema.mp.microsoft.com/schema/configure/2022-07-01';
  const { status, body } = await bench.graph('POST', '/configure', { $schema, resources }, '2022-07-01');
  assert.equal(status, 202, JSON.stringify(body));
  return eventually(async () => {
    const job = (await bench.graph('GET', `/configure/${body.jobId}/status`, undefined, '2022-07-01')).body;
    return job.jobStatus === 'completed' && job;
  });
};
