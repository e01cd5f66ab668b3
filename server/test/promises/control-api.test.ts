import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { partnerServices } from '../../src/adapters/partner-services.ts';
import { startApp, type TestApp } from '../app.ts';

// What controls the simulators is not for callers of the API: no address that they give leads there.

let app: TestApp;
let simulators: string;

before(async () => {
  app = await startApp({ SIMULATORS: 'on' }, { idle: true });
  simulators = app.app.urls.simulators ?? '';
});
after(() => app.close());

const credentialsOf: Record<string, Record<string, string>> = {
  AWS: { accessKeyId: 'AKIAEXAMPLE000000000', secretAccessKey: 'secret' },
  AZURE: {
    tenantId: '00000000-0000-4000-8000-000000000000',
    clientId: '00000000-0000-4000-8000-000000000001',
    clientSecret: 'secret',
  },
  GCP: {
    clientEmail: 'a@b.iam.gserviceaccount.com',
    privateKey: `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(200)}\n-----END PRIVATE KEY-----\n`,
  },
  STRIPE: { apiKey: 'sk_test_1' },
  ADYEN: { apiKey: 'secret' },
  SALESFORCE: { clientId: 'a', clientSecret: 'b' },
  HUBSPOT: { accessToken: 'a' },
  SMTP: { user: 'a', password: 'b' },
  SLACK: { botToken: 'xoxb-1' },
};
const accountOf: Record<string, string> = { AWS: '123456789012', GCP: 'acme-public', SMTP: 'a@b.example' };

const tricks = [
  '/control/clock?',
  '/control/aws/account?x=',
  '/control/aws/agreement/agmt-1/cancel',
  '/',
  '',
  '/outbox',
  '/awsome',
  '/aws/../control/clock',
  '/aws/%2e%2e/control/clock',
  '/aws/..;/../control/clock',
  '//control/clock',
  '/%63ontrol/clock',
  '/aws?x=/',
  '/gcp/?',
];

test('no connection of any service leads to the control API, to the pages or to another listener', async () => {
  const hosts = [simulators, app.url, app.authUrl];
  const services = partnerServices.filter(({ partner }) => credentialsOf[partner]);
  assert.equal(services.length, 11);
  for (const { partner, service } of services) {
    const body = { partner, service, accountId: accountOf[partner], credentials: credentialsOf[partner] };
    for (const endpoint of [
      ...tricks.map((path) => `${simulators}${path}`),
      ...hosts.slice(1).flatMap((host) => [host, `${host}/aws`, `${host}/hook/aws/x`]),
      ...hosts.map((host) => `${host.replace('127.0.0.1', 'localhost')}/aws`),
      ...hosts.map((host) => `${host.replace('http:', 'smtp:')}/aws`),
    ]) {
      const reply = await app.acme.owner.call('POST', '/integration', { body: { ...body, endpoint } });
      assert.equal(reply.status, 400, `${partner} ${endpoint}: ${reply.text}`);
      assert.match(reply.text, /"path":"endpoint"/);
    }
  }
});

test('a partner behind its own path of the simulators is connected', async () => {
  const body = { partner: 'STRIPE', service: 'PAYMENT', credentials: credentialsOf.STRIPE };
  const reply = await app.acme.owner.call('POST', '/integration', {
    body: { ...body, endpoint: `${simulators}/stripe` },
  });
  assert.equal(reply.status, 200, reply.text);
  const { id } = reply.body as { id: string };
  const verified = await app.acme.owner.call('POST', `/integration/${id}/verify`);
  // It was asked, and does not know the key.
  assert.equal((verified.body as { verification: { code: string } }).verification.code, 'invalid_request_error');
});
