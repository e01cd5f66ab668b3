import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { SearchAgreementsCommand } from '@aws-sdk/client-marketplace-agreement';
import { ListEntitiesCommand } from '@aws-sdk/client-marketplace-catalog';
import { BatchMeterUsageCommand } from '@aws-sdk/client-marketplace-metering';
import { z } from 'zod';
import { systemClock } from '../kit/clock.ts';
import { createClientCache } from './marketplace/aws/clients.ts';
import { createAzureClient } from './marketplace/azure/client.ts';
import { type AzureHost, baseOf, scopeOf } from './marketplace/azure/hosts.ts';
import { addressOf, type GoogleHost } from './marketplace/gcp/settings.ts';
import type { MarketplaceAccess, MarketplaceCode } from './marketplace/port.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { findPartnerService } from './partner-services.ts';
import { createAdyenClient } from './payment/adyen/client.ts';
import { createAdyenFeed } from './revenue/adyen/feed.ts';
import { createConnectedAwsFeed } from './revenue/aws/connected-feed.ts';
import { verifyAzure } from './verify/azure.ts';
import { createVerifiers } from './verify/verifiers.ts';

// Each service of a partner is called at its own address if the connection names one; the others keep theirs.

let server: Server;
let origin: string;
const asked: string[] = [];
before(async () => {
  server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    reply.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

const outgoing = () => createOutgoing({ allowedOrigins: [origin] });

const accessTo = (partner: MarketplaceCode, change: Partial<MarketplaceAccess> = {}): MarketplaceAccess => ({
  connectionId: 'conn_1',
  partner,
  accountId: '123456789012',
  endpoint: undefined,
  region: 'us-east-1',
  meteringRegion: 'us-east-1',
  credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 's', tenantId: 't', clientId: 'c', clientSecret: 's' },
  productCodeProducts: [],
  ...change,
});

const heard = async (work: () => Promise<unknown>): Promise<string[]> => {
  asked.length = 0;
  await work().catch(() => undefined);
  return [...asked];
};

const namesOf = (partner: string, service: string): string[] =>
  Object.keys(findPartnerService(partner, service)?.addresses ?? {}).sort();

const feedWindow = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T00:00:00Z') };

test('AWS: catalog, agreement, metering, and S3 for the data feeds', async () => {
  const feed = createConnectedAwsFeed({ agents: outgoing().agents });
  const calls = {
    catalog: (access: MarketplaceAccess) =>
      cache.of(access).catalog.send(new ListEntitiesCommand({ Catalog: 'AWSMarketplace', EntityType: 'Offer' })),
    agreement: (access: MarketplaceAccess) =>
      cache.of(access).agreement.send(new SearchAgreementsCommand({ catalog: 'AWSMarketplace' })),
    metering: (access: MarketplaceAccess) =>
      cache.of(access).metering.send(new BatchMeterUsageCommand({ UsageRecords: [], ProductCode: 'x' })),
    s3: (access: MarketplaceAccess) =>
      feed.listParts({ ...access, credentials: { ...access.credentials, feedBucket: 'feeds' } }, feedWindow),
  };
  const cache = createClientCache({ agents: outgoing().agents });
  assert.deepEqual(namesOf('AWS', 'MARKETPLACE'), Object.keys(calls).sort());
  for (const [name, call] of Object.entries(calls)) {
    const access = accessTo('AWS', { endpoint: `${origin}/all`, endpoints: { [name]: `${origin}/own-${name}` } });
    for (const [other, ask] of Object.entries(calls)) {
      const [path = ''] = await heard(() => ask(access));
      assert.ok(path.startsWith(other === name ? `/own-${name}` : '/all'), `${name} ${other} ${path}`);
    }
    assert.ok((await heard(() => call(accessTo('AWS', { endpoint: `${origin}/all` }))))[0]?.startsWith('/all'));
  }
  cache.close();
});

test('AWS: an address that may not be called is not called', async () => {
  const cache = createClientCache({ agents: createOutgoing().agents });
  const access = accessTo('AWS', { endpoints: { catalog: origin } });
  assert.throws(() => cache.of(access), { code: 'ADDRESS_REFUSED' });
});

test('AZURE: login, fulfilment, metering, ingestion, analytics, payouts, and the Graph of another cloud', async () => {
  const hosts = {
    login: 'LOGIN',
    fulfilment: 'MARKETPLACE',
    metering: 'METERING',
    ingestion: 'INGESTION',
    insights: 'INSIGHTS',
    payouts: 'PAYOUTS',
  } as const;
  assert.deepEqual(namesOf('AZURE', 'MARKETPLACE'), [...Object.keys(hosts), 'graph'].sort());
  const standard = findPartnerService('AZURE', 'MARKETPLACE')?.addresses ?? {};
  for (const [name, host] of Object.entries(hosts) as [string, AzureHost][]) {
    assert.equal(baseOf({ endpoint: undefined }, host), standard[name]);
    const access = { endpoint: `${origin}/azure`, endpoints: { [name]: 'https://own.example/x/' } };
    for (const other of Object.values(hosts))
      assert.equal(baseOf(access, other) === 'https://own.example/x', other === host, `${name} ${other}`);
  }
  const graph = { endpoint: undefined, endpoints: { graph: 'https://graph.microsoft.us' } };
  assert.equal(scopeOf(graph, 'INGESTION'), 'https://graph.microsoft.us/.default');
  assert.equal(scopeOf(graph, 'METERING'), scopeOf({ endpoint: undefined }, 'MARKETPLACE'));
  assert.equal(scopeOf({ endpoint: undefined }, 'INGESTION'), 'https://graph.microsoft.com/.default');
  const access = accessTo('AZURE', { endpoints: { login: `${origin}/entra` } });
  const call = { what: 'x', method: 'GET', path: '/x' } as const;
  const paths = await heard(() => createAzureClient(outgoing()).send(access, 'MARKETPLACE', call, z.unknown()));
  assert.deepEqual(paths, ['/entra/t/oauth2/v2.0/token']);
});

test('GCP: every API', () => {
  const standard = findPartnerService('GCP', 'MARKETPLACE')?.addresses ?? {};
  const names = Object.keys(standard) as GoogleHost[];
  for (const name of names) {
    assert.equal(addressOf({ endpoint: undefined }, name), standard[name]);
    const access = { endpoint: `${origin}/gcp`, endpoints: { [name]: 'https://own.example/' } };
    for (const other of names)
      assert.equal(addressOf(access, other) === 'https://own.example', other === name, `${name} ${other}`);
  }
});

test('ADYEN: Checkout, Management and reports; credentials are verified at the addresses of the connection', async () => {
  const endpoints = { checkout: `${origin}/checkout`, management: `${origin}/management` };
  const credentials = { apiKey: 'secret' };
  const feed = createAdyenFeed({ open: outgoing().open, announced: async () => [] });
  const reader = { ...credentials, reportUser: 'report_1', reportPassword: 'secret' };
  const send = createAdyenClient(outgoing().request);
  const payment = { connectionId: 'conn_1', partner: 'ADYEN', accountId: 'A', endpoint: undefined } as const;
  const get = { method: 'GET', path: '/x' } as const;
  assert.deepEqual(await heard(() => send({ ...payment, endpoints, credentials }, 'x', z.unknown(), get)), [
    '/checkout/v72/x',
  ]);
  const reports = { ...endpoints, reports: `${origin}/own-reports` };
  for (const [address, path] of [
    [{ endpoint: undefined, endpoints: reports }, '/own-reports/MerchantAccount/A/'],
    [{ endpoint: `${origin}/all` }, '/all/reports/download/MerchantAccount/A/'],
  ] as const) {
    const [read = ''] = await heard(() => feed.connect({ ...payment, ...address, credentials: reader }));
    assert.ok(read.startsWith(path), read);
  }
  const verifiers = { ...createVerifiers(outgoing(), systemClock), 'AZURE/MARKETPLACE': verifyAzure(outgoing()) };
  const signal = AbortSignal.timeout(5000);
  for (const [key, own, change] of [
    ['ADYEN/PAYMENT', endpoints, { apiKey: 'secret' }],
    ['AZURE/MARKETPLACE', { login: `${origin}/entra` }, { tenantId: 't', clientId: 'c', clientSecret: 's' }],
  ] as const) {
    const [partner = '', service = ''] = key.split('/');
    const access = { partner, service, accountId: 'A', endpoint: undefined, region: '', endpoints: own };
    const [path = ''] = await heard(async () => verifiers[key]?.({ ...access, credentials: { ...change } }, signal));
    assert.match(path, /^\/(management|entra)\//, key);
  }
});
