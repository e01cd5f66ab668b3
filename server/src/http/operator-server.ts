import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { badRequest, Refusal } from '../kit/errors.ts';
import { hostFault, originForm, plainHttp, refuseOddRequests } from '../kit/http-protocol.ts';
import type { Metrics } from '../kit/metrics.ts';
import { internalError, problemOf, refusalFrom } from '../kit/problem.ts';
import { securityHeaders } from '../kit/security-headers.ts';
import { isDnsRebinding } from './dns-rebinding.ts';
import { refuseOdd, refuseOnSocket } from './malformed-requests.ts';
import { answerReadiness, type Readiness } from './service-routes.ts';

const headersMs = 5_000;

const everyAnswer = { ...securityHeaders(false), 'cache-control': 'no-store' };

type Reply = { status: number; type: string; body: string };
type Route = () => Promise<Reply> | Reply;

const json = (status: number, body: object): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** Throws a Refusal: 400, 403, 404. */
const findRoute = (routes: Readonly<Record<string, Route>>, request: IncomingMessage): Route => {
  const fault = hostFault(request);
  if (fault !== null) throw badRequest([{ path: 'Host', code: 'host', message: fault }]);
  if (isDnsRebinding(request)) {
    const how = 'Callers on this machine must use the IP address or localhost to reach this port.';
    throw new Refusal('Forbidden', how);
  }
  const path = originForm(request.url).split('?')[0] ?? '';
  const route = request.method === 'GET' || request.method === 'HEAD' ? routes[path] : undefined;
  if (!route) throw new Refusal('NotFound', `This port serves GET ${Object.keys(routes).join(', ')}.`);
  return route;
};

/**
 * The endpoints for operators, on their own port in every role; a worker serves nothing else. Callers of the API
 * never reach this port, so it needs no credentials.
 */
export const createOperatorServer = ({
  readiness,
  metrics,
  apiUrl,
}: {
  readiness: Readiness;
  metrics: Metrics;
  apiUrl?: string;
}): Server => {
  const routes: Readonly<Record<string, Route>> = Object.assign(Object.create(null) as Record<string, Route>, {
    '/livez': () => json(200, { status: 'ok' }),
    '/readyz': async () => {
      const { status, body } = await answerReadiness(readiness);
      return json(status, body);
    },
    '/metrics': async () => {
      const { contentType, body } = await metrics.text();
      return { status: 200, type: contentType, body };
    },
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = randomUUID();
    let reply: Reply;
    try {
      reply = await findRoute(routes, request)();
    } catch (error) {
      const problem = problemOf(refusalFrom(error) ?? internalError(), requestId, apiUrl);
      const type = 'application/problem+json; charset=utf-8';
      reply = { status: problem.status, type, body: JSON.stringify(problem) };
    }
    response.writeHead(reply.status, { ...everyAnswer, 'x-request-id': requestId, 'content-type': reply.type });
    response.end(reply.body);
  };
  const answeringRaw = { headers: everyAnswer, apiUrl };
  const timeouts = { headersTimeout: headersMs, requestTimeout: headersMs };
  const server = createServer({ ...plainHttp, ...timeouts }, (request, response) => void answer(request, response));
  server.on('clientError', refuseOnSocket(answeringRaw));
  refuseOddRequests(server, refuseOdd(answeringRaw));
  return server;
};
