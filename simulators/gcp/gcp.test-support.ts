import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { importPKCS8, SignJWT } from 'jose';
import { openSimulator, readReport, takeMessages } from '../kit/bench.test-support.ts';
import { dateTimeOf, midnightAfterMonths } from './producer/date-time.ts';
import { startGcpSimulator } from './server.ts';

export type Doc = Record<string, unknown> & { [key: string]: unknown };
export type Answer<T = Doc> = { status: number; body: T };
export type Seller = { providerId: string; clientEmail: string; privateKey: string; parent: string; projectId: string };
export type Bench = Awaited<ReturnType<typeof openBench>>;
export type Order = { id: string; buyerAccountId: string; entitlement: Doc };
export type Product = {
  id: string;
  name: string;
  metrics: string[];
  standardOffers: { id: string; name: string; plan: string; termMonths: number | null }[];
  skus: { id: string; flatFee: boolean }[];
};

export const billingAccount = '01A2B3-C4D5E6-F70819';
export const cloudPlatform = 'https://www.googleapis.com/auth/cloud-platform';
/** A fixed start, so that dates in tests are fixed. */
const defaultStart = '2026-11-20T18:00:00Z';

/** Opens a simulator with one seller and no delays. `dataDir` opens the state of another bench. */
export const openBench = async (t: TestContext, options: { dataDir?: string; startsAt?: string } = {}) => {
  const simulator = await openSimulator(t, startGcpSimulator, { startsAt: defaultStart, ...options });

  const ask = async <T = Doc>(method: string, path: string, body?: unknown, token?: string): Promise<Answer<T>> => {
    const response = await fetch(`${simulator.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };

  /** Calls the control API; fails if it refuses. */
  const control = async <T = Doc>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await ask<T>(method, `/control/gcp${path}`, body, simulator.token);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  if (!options.dataDir) {
    await control('POST', '/settings', { activationDelayMs: 0, publishDelayMs: 0, cancellingDelayMs: 0 });
  }
  const seller = await control<Seller>('POST', '/account', { id: 'acme-public', name: 'Acme' });
  const token = await fetchToken(simulator.url, seller);

  /** Calls Cloud Storage below the bucket of the seller's reports. */
  const storage = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${simulator.url}/gcp/storage/v1/b/acme-public-marketplace-reports/o${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  /** The rows of a report file. */
  const report = async (name: string): Promise<Record<string, string>[]> => {
    const response = await storage(`/${encodeURIComponent(name)}?alt=media`);
    assert.equal(response.status, 200, name);
    return readReport(await response.text());
  };

  /** Moves business time to a time in the future. */
  const advanceTo = (time: string): Promise<number> =>
    simulator.clock.advance(Date.parse(time) - simulator.clock.now());

  return {
    ...simulator,
    storage,
    report,
    advanceTo,
    seller,
    controlToken: simulator.token,
    token,
    ask,
    control,
    /** Calls an API below `/gcp` with the seller's token. */
    api: <T = Doc>(method: string, path: string, body?: unknown) => ask<T>(method, `/gcp${path}`, body, token),
    procurement: <T = Doc>(method: string, path: string, body?: unknown) =>
      ask<T>(method, `/gcp/procurement/v1/providers/acme-public${path}`, body, token),
    producer: <T = Doc>(method: string, path: string, body?: unknown) =>
      ask<T>(method, `/gcp/producer/v1beta/${seller.parent}${path}`, body, token),
  };
};

/** Signs an assertion as the service account would. */
export const assertion = async (seller: Seller, claims: Record<string, unknown> = {}): Promise<string> => {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: seller.clientEmail,
    scope: cloudPlatform,
    aud: 'https://oauth2.googleapis.com/token',
    iat: now,
    exp: now + 300,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .sign(await importPKCS8(seller.privateKey, 'RS256'));
};

/** Requests a token; returns the response. */
export const askToken = async (url: string, signed: string): Promise<Answer> => {
  const response = await fetch(`${url}/gcp/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: signed }),
  });
  return { status: response.status, body: (await response.json()) as Doc };
};

const fetchToken = async (url: string, seller: Seller): Promise<string> => {
  const { status, body } = await askToken(url, await assertion(seller));
  assert.equal(status, 200, JSON.stringify(body));
  return String(body.access_token);
};

/** A product with a monthly and yearly subscription, and a plan charged by usage. */
export const seedProduct = (bench: Bench, more: Record<string, unknown> = {}): Promise<Product> =>
  bench.control('POST', '/product', {
    title: 'Acme API',
    plans: [
      { plan: 'pro', title: 'Pro', monthlyPrice: '100', termMonths: [1, 12] },
      { plan: 'max', monthlyPrice: '250', metrics: [{ name: 'requests', price: '0.01' }] },
      {
        plan: 'payg',
        metrics: [
          { name: 'calls', price: '0.002' },
          { name: 'hours', type: 'DOUBLE', price: '1' },
        ],
      },
    ],
    ...more,
  });

/** Publishes a twelve-month offer for a plan; `more` overrides its fields. */
export const publishOffer = async (
  bench: Bench,
  product: Product,
  more: Record<string, unknown> = {},
): Promise<Doc> => {
  const draft = await bench.producer('POST', '/privateOffers', offerBody(bench, product, more));
  assert.equal(draft.status, 200, JSON.stringify(draft.body));
  const path = `/${String(draft.body.name).split('/').slice(4).join('/')}`;
  await bench.producer('POST', `${path}/documents`, { documentType: 'STANDARD_END_USER_LICENSE_AGREEMENT_V2' });
  const published = await bench.producer('POST', `${path}:publish`, {});
  assert.equal(published.status, 200, JSON.stringify(published.body));
  return { ...(await bench.producer('GET', `${path}?view=PRIVATE_OFFER_VIEW_FULL`)).body, path };
};

export const offerBody = (bench: Bench, product: Product, more: Record<string, unknown> = {}): Doc => ({
  title: 'Acme for Globex',
  offerDealType: 'NEW',
  partnerContact: { contact: 'Ann', email: 'ann@acme.example' },
  customer: {
    entityTitle: 'Globex',
    contact: 'Bob',
    email: 'bob@globex.example',
    targetBillingAccount: `billingAccounts/${billingAccount}`,
  },
  acceptDeadlineTime: dateTimeOf(midnightAfterMonths(bench.clock.now(), 1)),
  term: { startPolicy: 'IMMEDIATE', endPolicy: 'AFTER_DURATION', durationMonths: 12, maxRenewalCount: 0 },
  singleProductOffer: {
    baseStandardOffer: offerOf(product, 'pro', 12),
    standardIntervalPrice: {
      standardInterval: 'MONTHLY_NOT_PRORATED',
      priceModel: { flatFee: { flatFeeOverride: { currencyCode: 'USD', units: '80', nanos: 500000000 } } },
    },
  },
  ...more,
});

export const offerOf = (product: Product, plan: string, termMonths: number | null = null): string =>
  product.standardOffers.find((row) => row.plan === plan && row.termMonths === termMonths)?.name ?? '';

/** Buys a public plan. */
export const buy = (bench: Bench, product: Product, more: Record<string, unknown> = {}): Promise<Order> =>
  bench.control('POST', '/order', { service: product.id, plan: 'pro', billingAccount, ...more });

/** Buys a plan, signs the customer up and approves the order. */
export const activeOrder = async (
  bench: Bench,
  product: Product,
  more: Record<string, unknown> = {},
): Promise<Order> => {
  const order = await buy(bench, product, more);
  await bench.procurement('POST', `/accounts/${order.buyerAccountId}:approve`, {});
  const approved = await bench.procurement('POST', `/entitlements/${order.id}:approve`, {});
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  return readOrder(bench, order.id);
};

export const readOrder = (bench: Bench, id: string): Promise<Order> => bench.control('GET', `/order/${id}`);

/** The state shown by Partner Procurement. */
export const stateOf = async (bench: Bench, id: string): Promise<unknown> =>
  (await bench.procurement('GET', `/entitlements/${id}`)).body.state;

/** The events that were published so far, oldest first. */
export const publishedEvents = async (bench: Bench): Promise<{ type: string; data: Doc }[]> => {
  type Sent = { type: string; body: { data: Doc } };
  const { messages } = await bench.control<{ messages: Sent[] }>('GET', '/message');
  return messages.map(({ type, body }) => ({ type, data: body.data }));
};

export type Push = { headers: Record<string, string | string[] | undefined>; body: Doc };

/** A server that receives pushes; it responds with `statuses` first, then with 204. */
export const openReceiver = async (t: TestContext, statuses: number[] = []) => {
  const pushes: Push[] = [];
  const waiting: (() => void)[] = [];
  const url = await takeMessages(t, ({ text, headers }) => {
    pushes.push({ headers, body: JSON.parse(text) as Doc });
    for (const wake of waiting.splice(0)) wake();
    return { status: statuses.shift() ?? 204 };
  });
  return {
    url,
    pushes,
    async took(count: number): Promise<Push[]> {
      while (pushes.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return pushes;
    },
  };
};

/** An order by a private offer for a plan, with a price model and the interval of its payments. */
export const acceptedOffer = async (
  bench: Bench,
  product: Product,
  priceModel: Doc,
  standardInterval: string | undefined,
  plan = 'pro',
  installments: readonly Doc[] = [{ priceModel }],
): Promise<Order & { offerId: string }> => {
  const singleProductOffer = {
    baseStandardOffer: offerOf(product, plan, plan === 'pro' ? 12 : null),
    ...(standardInterval === 'INSTALLMENTS'
      ? { customIntervalPrice: { installments } }
      : { standardIntervalPrice: { standardInterval, priceModel } }),
  };
  const { name } = await publishOffer(bench, product, { singleProductOffer });
  const offerId = String(name).split('/').at(-1) ?? '';
  const accepted = await bench.control<{ name: string }>('POST', `/offer/${offerId}/accept`, {});
  const order = await readOrder(bench, accepted.name.split('/').at(-1) ?? '');
  await bench.procurement('POST', `/accounts/${order.buyerAccountId}:approve`, {});
  await bench.procurement('POST', `/entitlements/${order.id}:approve`, {});
  return { ...(await readOrder(bench, order.id)), offerId };
};
