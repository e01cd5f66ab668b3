import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { jwtVerify } from 'jose';
import { systemClock } from '../../kit/clock.ts';
import { createClosers } from '../../wiring/closers.ts';
import { wireCoSells, wireCoSellVerifiers } from '../../wiring/cosell.ts';
import { wireMarketplaces } from '../../wiring/marketplaces.ts';
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts';
import {
  type ConnectionAccess,
  createPartnerGateway,
  type PartnerGateway,
  type Verification,
} from '../partner-gateway.ts';
import { partnerServices } from '../partner-services.ts';
import { createVerifiers } from './verifiers.ts';

type Heard = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type Said = { status?: number; body?: unknown; headers?: Record<string, string> } | 'nothing';

/** A partner that responds as the test specifies, and records what it received. */
let say: (heard: Heard) => Said;
let heard: Heard[] = [];
let server: Server;
let origin: string;
let gateway: PartnerGateway;
/** Times out early, for partners that are silent. */
let impatientDesk: PartnerGateway;

const closers = createClosers();

const verifiersOf = (outgoing: Outgoing) => ({
  ...createVerifiers(outgoing, systemClock),
  ...wireMarketplaces({ outgoing, clock: systemClock, publicUrl: '' }, closers).verifiers,
  ...wireCoSellVerifiers(wireCoSells(outgoing)),
});

before(async () => {
  server = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    heard.push(one);
    const said = say(one);
    if (said === 'nothing') return;
    const text = typeof said.body === 'string' ? said.body : JSON.stringify(said.body ?? {});
    reply.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const deskOf = (answerMs: number): PartnerGateway =>
    createPartnerGateway(verifiersOf(createOutgoing({ allowedOrigins: [origin], answerMs })));
  gateway = deskOf(10_000);
  impatientDesk = deskOf(300);
});
after(async () => {
  await closers.run();
  server.closeAllConnections();
  server.close();
});

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const tenantId = '11111111-2222-3333-4444-555555555555';

const silent = (): Said => 'nothing';

const ask = async (
  partner: string,
  service: string,
  credentials: Record<string, string>,
  answers: (heard: Heard) => Said,
  accountId = '',
): Promise<Verification> => {
  heard = [];
  say = answers;
  const access: ConnectionAccess = { partner, service, accountId, endpoint: origin, region: '', credentials };
  return (answers === silent ? impatientDesk : gateway).verify(access, AbortSignal.timeout(20_000));
};

type Case = {
  partner: string;
  service: string;
  credentials: Record<string, string>;
  good: (heard: Heard) => Said;
  accountId: string | null;
  /** Its refusal of wrong credentials, and the expected verification. */
  bad: Said;
  expected: { code: string; message: RegExp; partnerMessage: RegExp | null };
  /** What the request must look like. */
  check: (heard: readonly Heard[]) => void | Promise<void>;
};

const bearer = (token: string) => (all: readonly Heard[]) =>
  assert.equal(all.at(-1)?.headers.authorization, `Bearer ${token}`);

const cases: Case[] = [
  {
    partner: 'AZURE',
    service: 'MARKETPLACE',
    credentials: { tenantId, clientId: 'app-1', clientSecret: 'azure+secret/1' },
    good: () => ({ body: { token_type: 'Bearer', expires_in: 3599, access_token: 'token' } }),
    accountId: null,
    bad: {
      status: 401,
      body: {
        error: 'invalid_client',
        error_description: 'AADSTS7000215: Invalid client secret azure+secret/1 provided.\r\nTrace ID: 1\r\n',
        error_codes: [7000215],
      },
    },
    expected: {
      code: 'invalid_client',
      message: /client secret is wrong/,
      partnerMessage: /^AADSTS7000215: .* \*\*\* provided\.$/,
    },
    check: ([first]) => {
      assert.equal(first?.path, `/${tenantId}/oauth2/v2.0/token`);
      const form = new URLSearchParams(first?.body);
      assert.equal(form.get('grant_type'), 'client_credentials');
      assert.equal(form.get('client_secret'), 'azure+secret/1');
      assert.match(form.get('scope') ?? '', /\/\.default$/);
    },
  },
  {
    partner: 'GCP',
    service: 'MARKETPLACE',
    credentials: { clientEmail: 'svc@p.iam.gserviceaccount.com', privateKey },
    good: () => ({ body: { access_token: 'token', expires_in: 3599, token_type: 'Bearer' } }),
    accountId: null,
    bad: { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } },
    expected: {
      code: 'invalid_grant',
      message: /does not accept the key/,
      partnerMessage: /^Invalid JWT Signature\.$/,
    },
    check: async ([first]) => {
      assert.equal(first?.path, '/token');
      const form = new URLSearchParams(first?.body);
      const { payload } = await jwtVerify(
        form.get('assertion') ?? '',
        createPublicKey(pair.publicKey.export({ type: 'spki', format: 'pem' })),
        {
          issuer: 'svc@p.iam.gserviceaccount.com',
          audience: 'https://oauth2.googleapis.com/token',
        },
      );
      assert.equal(payload.scope, 'https://www.googleapis.com/auth/cloud-platform');
    },
  },
  {
    partner: 'STRIPE',
    service: 'PAYMENT',
    credentials: { apiKey: 'sk_test_abcdef' },
    good: () => ({ body: { id: 'acct_1', object: 'account' } }),
    accountId: 'acct_1',
    bad: {
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_abcdef' } },
    },
    expected: {
      code: 'invalid_request_error',
      message: /does not recognize the key/,
      partnerMessage: /provided: \*\*\*$/,
    },
    check: (all) => {
      bearer('sk_test_abcdef')(all);
      assert.equal(all[0]?.path, '/v1/account');
    },
  },
  {
    partner: 'ADYEN',
    service: 'PAYMENT',
    credentials: { apiKey: 'AQEadyen' },
    good: () => ({ body: { id: 'S2-1', username: 'ws_1@Company.Acme', active: true, companyName: 'Acme' } }),
    accountId: 'Acme',
    bad: { status: 401, body: { status: 401, errorCode: '00_401', title: 'Unauthorized', detail: 'Invalid key' } },
    expected: { code: '00_401', message: /does not recognize the API key/, partnerMessage: /^Invalid key$/ },
    check: ([first]) => {
      assert.equal(first?.path, '/v3/me');
      assert.equal(first?.headers['x-api-key'], 'AQEadyen');
    },
  },
  {
    partner: 'SALESFORCE',
    service: 'CRM',
    credentials: { clientId: 'consumer', clientSecret: 'salesforce-secret' },
    good: ({ path }) =>
      path.endsWith('/token')
        ? // The address of another organization's instance: not to be trusted with the token.
          { body: { access_token: '00D!token', instance_url: 'https://evil.example' } }
        : { body: { organization_id: '00D000000000001AAA', preferred_username: 'api@acme.example' } },
    accountId: '00D000000000001AAA',
    bad: { status: 400, body: { error: 'invalid_client_id', error_description: 'client identifier invalid' } },
    expected: {
      code: 'invalid_client_id',
      message: /client id or secret/,
      partnerMessage: /^client identifier invalid$/,
    },
    check: (all) => {
      assert.deepEqual(
        all.map(({ path }) => path),
        ['/services/oauth2/token', '/services/oauth2/userinfo'],
      );
      bearer('00D!token')(all);
    },
  },
  {
    partner: 'HUBSPOT',
    service: 'CRM',
    credentials: { accessToken: 'pat-na1-1' },
    good: () => ({ body: { portalId: 12345, accountType: 'STANDARD' } }),
    accountId: '12345',
    bad: {
      status: 401,
      body: { status: 'error', message: 'Authentication credentials not found.', category: 'INVALID_AUTHENTICATION' },
    },
    expected: {
      code: 'INVALID_AUTHENTICATION',
      message: /does not recognize the access token/,
      partnerMessage: /not found/,
    },
    check: (all) => {
      bearer('pat-na1-1')(all);
      assert.equal(all[0]?.path, '/account-info/v3/details');
    },
  },
  {
    partner: 'SLACK',
    service: 'CHATBOT',
    credentials: { botToken: 'xoxb-1-token' },
    good: () => ({ body: { ok: true, team: 'Acme', team_id: 'T1', user: 'bot' } }),
    accountId: 'T1',
    bad: { status: 200, body: { ok: false, error: 'token_revoked' } },
    expected: { code: 'token_revoked', message: /was revoked/, partnerMessage: /^token_revoked$/ },
    check: (all) => {
      bearer('xoxb-1-token')(all);
      assert.equal(all[0]?.path, '/api/auth.test');
    },
  },
];

for (const one of cases) {
  describe(`${one.partner} ${one.service}`, () => {
    const { partner, service, credentials } = one;
    const verify = (answers: (heard: Heard) => Said) => ask(partner, service, credentials, answers);

    it('reports the owner of valid credentials', async () => {
      const verification = await verify(one.good);
      assert.ok(verification.ok, JSON.stringify(verification));
      assert.equal(verification.accountId, one.accountId);
      await one.check(heard);
      for (const { path } of heard)
        for (const value of Object.values(credentials).filter((text) => text !== tenantId))
          assert.ok(!path.includes(value));
    });

    it('reports what is wrong in a sentence, with the message of the partner and without the secret', async () => {
      const verification = await verify(() => one.bad);
      assert.ok(!verification.ok);
      assert.equal(verification.code, one.expected.code);
      assert.match(verification.message, one.expected.message);
      if (one.expected.partnerMessage) assert.match(verification.partnerMessage ?? '', one.expected.partnerMessage);
      const secrets = Object.entries(credentials).filter(([name]) => /secret|key|token/i.test(name));
      for (const [, secret] of secrets) assert.ok(!JSON.stringify(verification).includes(secret));
    });

    const others: [string, Said, string][] = [
      ['is in trouble', { status: 503, body: 'oops' }, 'PARTNER_FAILED'],
      ['is throttled', { status: 429, body: {} }, 'THROTTLED'],
      ['answers rubbish', { status: 200, body: '<html>' }, 'UNREADABLE_ANSWER'],
      ['answers an empty list', { status: 200, body: [] }, 'UNREADABLE_ANSWER'],
      ['answers null', { status: 200, body: 'null' }, 'UNREADABLE_ANSWER'],
      ['answers endlessly', { status: 200, body: `"${'x'.repeat(2 * 1024 * 1024)}"` }, 'UNREADABLE_ANSWER'],
      ['redirects', { status: 307, headers: { location: 'https://elsewhere.example/' } }, 'REDIRECTED'],
      ['is silent', 'nothing', 'TIMEOUT'],
    ];
    for (const [what, said, code] of others) {
      it(`reports ${code} when the partner ${what}`, async () => {
        const verification = await verify(said === 'nothing' ? silent : () => said);
        assert.ok(!verification.ok);
        assert.equal(verification.code, code, JSON.stringify(verification));
        assert.match(verification.message, /^[A-Z].*\.$/);
        assert.equal(heard.length, 1, 'nothing is asked twice or elsewhere');
      });
    }
  });
}

it('an address that may not be called is reported as such', async () => {
  for (const endpoint of ['http://127.0.0.1:9', 'https://localhost:9000', 'https://169.254.169.254']) {
    const access = { partner: 'STRIPE', service: 'PAYMENT', accountId: '', endpoint, region: '', credentials: {} };
    const verification = await gateway.verify(access, AbortSignal.timeout(1000));
    assert.equal(verification.ok ? '' : verification.code, 'ADDRESS_REFUSED');
  }
});

it('a verifier that never ends is aborted by the signal', async () => {
  const stuck = createPartnerGateway({ 'X/Y': () => new Promise(() => {}) });
  const access = { partner: 'X', service: 'Y', accountId: '', endpoint: undefined, region: '', credentials: {} };
  const verification = await stuck.verify(access, AbortSignal.timeout(30));
  assert.equal(verification.ok ? '' : verification.code, 'TIMEOUT');
});

it('a service without a harmless call reports that', async () => {
  const verification = await ask('MICROSOFT', 'TEAMS', { webhookUrl: 'https://x.logic.azure.com/' }, silent);
  assert.equal(verification.ok ? '' : verification.code, 'NOT_SUPPORTED');
  assert.equal(heard.length, 0);
});

it('every service that can be connected is verified, except Teams', () => {
  const verified = new Set(Object.keys(verifiersOf(createOutgoing())));
  const missing = partnerServices
    .map(({ partner, service }) => `${partner}/${service}`)
    .filter((key) => !verified.has(key));
  assert.deepEqual(missing, ['MICROSOFT/TEAMS']);
});
