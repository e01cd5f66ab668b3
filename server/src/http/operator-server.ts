import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Metrics } from '../kit/metrics.ts';
import type { Readiness } from './service-routes.ts';

const headersMs = 5_000;

const sendJson = (response: ServerResponse, status: number, body: object, type = 'application/json'): void => {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};

/**
 * What whoever runs the service asks, on a port of its own in every role: a worker serves nothing else. Callers of the API
 * never reach it, so that it needs no credentials.
 */
export const createOperatorServer = ({ readiness, metrics }: { readiness: Readiness; metrics: Metrics }): Server => {
  const routes: Readonly<Record<string, (response: ServerResponse) => Promise<void> | void>> = {
    '/livez': (response) => sendJson(response, 200, { status: 'ok' }),
    '/readyz': async (response) => {
      const ready = await readiness.isReady();
      sendJson(response, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable' });
    },
    '/metrics': async (response) => {
      const { contentType, body } = await metrics.text();
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
      response.end(body);
    },
  };
  return createServer({ headersTimeout: headersMs, requestTimeout: headersMs }, (request, response) => {
    const route = routes[new URL(request.url ?? '/', 'http://operator').pathname];
    if (!route || (request.method !== 'GET' && request.method !== 'HEAD')) {
      sendJson(response, 404, { message: `This port serves GET ${Object.keys(routes).join(', ')}.` });
      return;
    }
    void Promise.resolve(route(response)).catch(() => {
      if (!response.headersSent) sendJson(response, 500, { message: 'It could not be read.' });
      else response.destroy();
    });
  });
};
