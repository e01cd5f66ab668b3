import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createAwsMarketplace } from './marketplace/aws/adapter.ts';
import { createAzureMarketplace } from './marketplace/azure/adapter.ts';
import { createGcpMarketplace } from './marketplace/gcp/adapter.ts';
import type { MarketplaceAccess, MarketplaceCode, UsageAnswer, UsageSend } from './marketplace/port.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { isPartnerError, type PartnerError } from './partner-error.ts';
import { createAdyenPayments } from './payment/adyen/payments.ts';
import type { PaymentAccess } from './payment/port.ts';
import { createStripePayments } from './payment/stripe/payments.ts';

type Answer = { status: number; type: string | undefined; body: string };

let answer: Answer = { status: 500, type: undefined, body: '' };
const ok: Readonly<Record<string, object>> = {
  token: { access_token: 'token', expires_in: 3600, token_type: 'Bearer' },
  config: { id: '2026-01-01r0', metrics: [] },
  check: { checkErrors: [], serviceConfigId: '2026-01-01r0' },
};
/** Which of the calls before the one under test fails; null: none. */
let failing: RegExp | null = null;
let tokensLeft = Number.POSITIVE_INFINITY;
const isRefusedToken = (path: string): boolean => {
  if (!/\/token$/.test(path)) return false;
  tokensLeft -= 1;
  return tokensLeft < 0;
};
const prelude = (path: string): object | undefined =>
  failing?.test(path) || isRefusedToken(path)
    ? undefined
    : /\/token$/.test(path)
      ? ok.token
      : /config$/.test(path)
        ? ok.config
        : /:check$/.test(path)
          ? ok.check
          : undefined;

const server = createServer((request, response) => {
  request.resume();
  const fine = prelude(new URL(request.url ?? '', 'http://x').pathname);
  const { status, type, body } = fine ? { status: 200, type: 'application/json', body: JSON.stringify(fine) } : answer;
  request.on('end', () => {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type });
    response.end(body);
  });
});

let url = '';
let accountNumber = 0;
let calls: Record<string, () => Promise<unknown>>;
let close: () => void = () => {};
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outgoing = createOutgoing({ allowedOrigins: [url], answerMs: 5000 });
  const clock = { now: () => new Date('2026-11-10T12:00:00Z'), wallNow: () => new Date() };
  const aws = createAwsMarketplace({});
  close = () => aws.close();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const credentials: Record<MarketplaceCode, Record<string, string>> = {
    AWS: { accessKeyId: 'AKIAEXAMPLEEXAMPLE', secretAccessKey: 'secret' },
    AZURE: { tenantId: 'tenant', clientId: 'client', clientSecret: 'secret' },
    GCP: {
      clientEmail: 'a@example.com',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    },
  };
  const emailOf = (partner: MarketplaceCode) =>
    partner === 'GCP' ? { clientEmail: `a${accountNumber}@example.com` } : {};
  const accessOf = (partner: MarketplaceCode): MarketplaceAccess => ({
    connectionId: 'conn_1',
    partner,
    accountId: '111122223333',
    endpoint: url,
    region: 'us-east-1',
    meteringRegion: 'us-east-1',
    credentials: { ...credentials[partner], clientId: `client ${accountNumber}`, ...emailOf(partner) },
  });
  const row: UsageSend = {
    reportId: '0198a000-0000-7000-8000-000000000001',
    product: { entityId: 'service.example', externalId: 'code', meteringKey: 'LICENSE' },
    buyerAccountId: '111122223333',
    customerIdentifier: null,
    usageResourceId: 'license',
    planId: 'gold',
    dimension: 'users',
    quantity: '1',
    timestamp: new Date('2026-11-10T10:00:00Z'),
    allocations: [],
  };
  const azure = createAzureMarketplace({ outgoing, publicUrl: 'https://mos.example', clock });
  const gcp = createGcpMarketplace({ outgoing, clock });
  const payment = (partner: PaymentAccess['partner'], secrets: Record<string, string>): PaymentAccess => ({
    connectionId: 'conn_1',
    partner,
    accountId: 'acct',
    endpoint: url,
    credentials: secrets,
  });
  const method = { customerId: 'cus_1', methodId: 'pm_1' };
  calls = {
    AWS: () => aws.reportUsage(accessOf('AWS'), [row]),
    AZURE: () => azure.reportUsage(accessOf('AZURE'), [row]),
    GCP: () => gcp.reportUsage(accessOf('GCP'), [row]),
    STRIPE: () =>
      createStripePayments({ agents: outgoing.agents }).detachMethod(
        payment('STRIPE', { apiKey: 'sk' }),
        method,
        'key',
      ),
    ADYEN: () =>
      createAdyenPayments(outgoing.request, { publicUrl: 'https://api.example' }).detachMethod(
        payment('ADYEN', { apiKey: 'key' }),
        method,
        'key',
      ),
  };
});
after(() => {
  close();
  server.closeAllConnections();
  server.close();
});

const statuses = [
  200, 204, 301, 302, 400, 401, 403, 404, 405, 407, 408, 409, 410, 411, 413, 414, 421, 429, 431, 451, 499, 502, 503,
  504, 530,
];
const types = [
  'text/html',
  'text/html; charset=utf-8',
  'text/plain',
  'application/json',
  'application/problem+json',
  undefined,
];
/** Answers of proxies, firewalls, load balancers and gateways. */
const bodies = [
  '',
  '<html><body><h1>403 Forbidden</h1></body></html>',
  'Forbidden',
  '{}',
  '[]',
  '"Forbidden"',
  'null',
  '{"message":"Forbidden"}',
  '{"error":"Forbidden"}',
  '{"status":403,"title":"Forbidden"}',
  '{"code":403,"message":"Forbidden"}',
  '{"message":"Forbid',
];

/** How each partner refuses (its published error documents), and the code that it names. */
const own: Readonly<Record<string, readonly [type: string, body: object, code: string][]>> = {
  AWS: [
    [
      'application/x-amz-json-1.1',
      { __type: 'InvalidProductCodeException', message: 'no' },
      'InvalidProductCodeException',
    ],
  ],
  AZURE: [
    [
      'application/json; charset=utf-8',
      { code: 'BadArgument', message: 'no', target: 'usageEventRequest', details: [] },
      'BadArgument',
    ],
    ['application/json', { error: { code: 'Forbidden', message: 'no' } }, 'Forbidden'],
  ],
  GCP: [
    [
      'application/json; charset=UTF-8',
      { error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } },
      'INVALID_ARGUMENT',
    ],
    // Cloud Storage
    [
      'application/json; charset=UTF-8',
      { error: { code: 403, message: 'no', errors: [{ message: 'no', domain: 'global', reason: 'forbidden' }] } },
      'forbidden',
    ],
  ],
  STRIPE: [
    [
      'application/json',
      { error: { type: 'invalid_request_error', code: 'parameter_missing', message: 'no' } },
      'parameter_missing',
    ],
  ],
  ADYEN: [
    [
      'application/json;charset=UTF-8',
      { status: 422, errorCode: '130', message: 'no', errorType: 'validation' },
      '130',
    ],
  ],
};

const silence: Partial<PartnerError> = { outcome: 'UNKNOWN', retryable: true };

const failureOf = async (partner: string): Promise<Partial<PartnerError> | undefined> => {
  try {
    const answer = (await calls[partner]?.()) as UsageAnswer | undefined;
    // A response that does not mention the record leaves its outcome open.
    return answer?.outcomes?.size === 0 ? silence : undefined;
  } catch (error) {
    assert.ok(isPartnerError(error), String(error));
    return error;
  }
};

describe('a failure before usage is submitted', () => {
  it('leaves no doubt: nothing was submitted', async () => {
    for (const [partner, path] of [
      ['AZURE', /\/token$/],
      ['GCP', /\/token$/],
      ['GCP', /:check$/],
    ] as const)
      for (const status of [200, 403, 500, 503]) {
        failing = path;
        answer = { status, type: 'text/html', body: '<html></html>' };
        // Tokens are cached, so each round uses another account.
        accountNumber += 1;
        const failure = await failureOf(partner);
        failing = null;
        assert.deepEqual([failure?.outcome, failure?.retryable], ['NOT_SENT', true], `${partner} ${path} ${status}`);
      }
  });

  it('keeps the doubt about a call that was sent earlier', async () => {
    for (const partner of ['AZURE', 'GCP']) {
      accountNumber += 1;
      answer = { status: 401, type: 'text/html', body: '<html></html>' };
      // The first token is issued; the one requested after the response is not.
      tokensLeft = 1;
      const failure = await failureOf(partner);
      tokensLeft = Number.POSITIVE_INFINITY;
      assert.deepEqual([failure?.outcome, failure?.httpStatus], ['UNKNOWN', 401], partner);
    }
  });
});

/** Partners whose error documents also have a content type of their own. */
const isTyped: ReadonlySet<string> = new Set(['AZURE', 'GCP']);

for (const partner of Object.keys(own)) {
  describe(partner, () => {
    it('is not a refusal by the marketplace when a proxy in between answers', async () => {
      for (const status of statuses)
        for (const type of types)
          for (const body of bodies) {
            answer = { status, type, body: status === 204 ? '' : body };
            const failure = await failureOf(partner);
            const at = `${status} ${type} ${body}`;
            // If Adyen's response says nothing, only the status remains.
            if (failure === undefined) assert.ok(partner === 'ADYEN' && (status === 200 || status === 204), at);
            else assert.deepEqual([failure.outcome, failure.retryable], ['UNKNOWN', true], at);
          }
    });

    it('is a refusal when the marketplace’s own error document says so', async () => {
      for (const status of [400, 403, 413, 422])
        for (const [type, document, code] of own[partner] ?? []) {
          answer = { status, type, body: JSON.stringify(document) };
          const failure = await failureOf(partner);
          assert.deepEqual([failure?.outcome, failure?.partnerCode], ['REFUSED', code], `${status} ${code}`);
          if (!isTyped.has(partner)) continue;
          answer = { status, type: 'text/html', body: JSON.stringify(document) };
          const page = await failureOf(partner);
          assert.equal(page?.outcome, 'UNKNOWN', `${status} ${code} as a page`);
        }
    });
  });
}
