import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { noDocuments } from '../adapters/documents/documents.test-support.ts';
import { createPartnerGateway } from '../adapters/partner-gateway.ts';
import { createSecretKeys } from '../auth/secrets.ts';
import { buildOpenApi } from '../contract/openapi.ts';
import { endpoints } from '../domain/endpoints.ts';
import type { ActEnvironment } from '../engine/run-act.ts';
import { registerLanding } from '../inbound/landing.ts';
import { registerPartnerHook } from '../inbound/partner-hook.ts';
import { silentLog } from '../kit/log.ts';
import { createMetrics, silentMetrics } from '../kit/metrics.ts';
import { registerApiClientToken } from './api-client-token.ts';
import { registerPages } from './pages.ts';
import { createApiServer } from './server.ts';
import { registerServiceRoutes } from './service-routes.ts';

const isServing = (): boolean => true;
const nobody = (): never => assert.fail('no request is sent');

let server: FastifyInstance;
before(async () => {
  const environment = {} as ActEnvironment;
  const metrics = createMetrics();
  const free = () => ({ allowed: true, headers: {}, use: { limit: 0, used: 0 } }) as never;
  server = createApiServer({
    endpoints,
    environment,
    gateway: createPartnerGateway({}),
    documents: noDocuments,
    noteCalls: async () => {},
    watchEvents: nobody,
    authenticate: nobody,
    limiters: { general: free, metering: free },
    log: silentLog,
    metrics,
    checkReplies: true,
    secureTransport: false,
  });
  registerServiceRoutes(server, {
    readiness: { read: nobody },
    metrics,
    openApi: nobody,
    tokenOrigin: '',
    limiter: free,
  });
  registerPages(server, { findText: nobody, limiter: free });
  registerApiClientToken(server, { issue: nobody, isServing });
  const secretKeys = createSecretKeys('0123456789abcdef0123456789abcdef');
  registerPartnerHook(server, { environment, secretKeys, receivers: {}, publicUrl: '', isServing });
  registerLanding(server, {
    environment,
    secretKeys,
    auth: {} as never,
    marketplaces: {},
    limiter: free,
    publicUrl: '',
    log: silentLog,
    metrics: silentMetrics,
    isServing,
  });
  await server.ready();
});
after(() => server.close());

/**
 * `GET /org/:orgId/contact` …, parsed from the printed tree. HEAD is listed with GET; the files of the reference page
 * count as one.
 */
const served = (): string[] => {
  const names = new Set<string>();
  const branch: string[] = [];
  for (const line of server.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')) {
    const [, indent = '', part, methods = ''] = /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === undefined) continue;
    branch.splice(indent.length / 4, branch.length, part);
    const path = branch.join('').replace(/^\/docs\/(?!errors\b|knowledge\/).+/, '/docs/:asset');
    for (const method of methods.split(', ')) if (method !== '' && method !== 'HEAD') names.add(`${method} ${path}`);
  }
  return [...names].sort();
};

it('every route is in the OpenAPI document, and the other way round', () => {
  const document = buildOpenApi(endpoints, { version: '0', baseUrl: 'http://a', tokenUrl: 'http://b' }) as {
    paths: Record<string, Record<string, unknown>>;
  };
  // Paths with their own `servers` belong to another listener.
  const here = Object.entries(document.paths).filter(([, operations]) => !('servers' in operations));
  const documented = here.flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => method !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  assert.ok(documented.length > endpoints.length);
  assert.deepEqual(served(), documented.sort());
});
