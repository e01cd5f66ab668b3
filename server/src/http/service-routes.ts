import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList, isIPv6 } from 'node:net';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../auth/throttle.ts';
import { Refusal, tooManyRequests } from '../kit/errors.ts';
import type { Metrics } from '../kit/metrics.ts';
import { isDnsRebinding } from './dns-rebinding.ts';
import type { RateDecision } from './rate-limit.ts';

export type Readiness = {
  /** `isReady` is false until the service can serve, and as soon as its shutdown begins. `problems`: what is wrong, for people. */
  read(): Promise<{ isReady: boolean; problems: string[] }>;
};

/** What `/readyz` answers. */
export const answerReadiness = async (readiness: Readiness): Promise<{ status: 200 | 503; body: object }> => {
  const { isReady, problems } = await readiness.read();
  const status = isReady ? 'ok' : 'unavailable';
  return { status: isReady ? 200 : 503, body: problems.length === 0 ? { status } : { status, problems } };
};

const neighbours = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  neighbours.addSubnet(network, bits, 'ipv4');
}
neighbours.addAddress('::1', 'ipv6');
neighbours.addSubnet('fc00::', 7, 'ipv6');

const docsPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Marketplace Operations Service: API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css"><link rel="icon" href="/docs/favicon-32x32.png"></head>
<body><div id="api"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>
`;

const docsScript = `window.ui = SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null,
  tryItOutEnabled: true, persistAuthorization: false, defaultModelsExpandDepth: 0 });
`;

const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** The page may load nothing from other origins; "Authorize" calls the token endpoint. */
const docsPolicy = (tokenOrigin: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ${tokenOrigin}; frame-ancestors 'none'`;

type Limiter = (network: string) => RateDecision;

/** Refuses a request of a network that asks for too much. Anyone may ask, for far less than the response costs. */
const limitedBy =
  (limiter: Limiter) =>
  async ({ ip }: FastifyRequest): Promise<void> => {
    const { allowed, headers } = limiter(networkOf(ip));
    if (!allowed) throw tooManyRequests(headers);
  };

const registerDocs = (server: FastifyInstance, tokenOrigin: string, limiter: Limiter): void => {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const cache = new Map<string, Buffer>();
  const policy = { 'content-security-policy': docsPolicy(tokenOrigin), 'cache-control': 'no-cache' };
  server.get('/docs', (_request, reply) => reply.headers(policy).type('text/html; charset=utf-8').send(docsPage));
  server.get('/docs/start.js', (_request, reply) =>
    reply.headers(policy).type('text/javascript; charset=utf-8').send(docsScript),
  );
  for (const [name, type] of Object.entries(assets)) {
    server.get(`/docs/${name}`, { onRequest: limitedBy(limiter) }, (_request, reply) => {
      const bytes = cache.get(name) ?? readFileSync(join(folder, name));
      cache.set(name, bytes);
      return reply.headers(policy).type(type).send(bytes);
    });
  }
};

/**
 * Metrics cover all organizations, so they are only for operators, who have a separate port for them. If the API is
 * configured to serve them too, it does so only for direct requests from this machine or a private network. Requests
 * that a proxy forwards come from outside, and so do those of a foreign page directed to this machine.
 */
const isNeighbour = ({ headers, socket }: FastifyRequest): boolean => {
  if (isDnsRebinding({ headers, socket })) return false;
  if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined || headers.via !== undefined)
    return false;
  return neighbours.check(socket.remoteAddress ?? '', isIPv6(socket.remoteAddress ?? '') ? 'ipv6' : 'ipv4');
};

/** Routes of the service itself, which belong to no organization and need no credentials. */
export const registerServiceRoutes = (
  server: FastifyInstance,
  {
    readiness,
    metrics,
    openApi,
    tokenOrigin,
    limiter,
  }: {
    readiness: Readiness;
    metrics: Metrics | undefined;
    openApi: () => object;
    tokenOrigin: string;
    /** Limit for each network that asks for the documents. */
    limiter: Limiter;
  },
): void => {
  server.get('/livez', (_request, reply) => reply.send({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const { status, body } = await answerReadiness(readiness);
    return reply.status(status).send(body);
  });
  server.get('/metrics', async (request, reply) => {
    if (!metrics || !isNeighbour(request)) throw new Refusal('NotFound', 'There is nothing at this URL.');
    const { contentType, body } = await metrics.text();
    return reply.type(contentType).send(body);
  });
  // In bytes: encoding 1.7 MB for each request would cost more than any other answer to a stranger.
  let document: Buffer | undefined;
  server.get('/openapi.json', { onRequest: limitedBy(limiter) }, (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(openApi()));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
  registerDocs(server, tokenOrigin, limiter);
};
