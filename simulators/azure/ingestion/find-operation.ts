import { randomUUID } from 'node:crypto';
import { matchPath } from '../../kit/control.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import type { Operation } from '../../kit/simulator.ts';
import { type ApiCall, type ApiRoutes, originOf, readJsonBody, readQuery } from '../api/call.ts';
import { answerOf, ingestionRefusal } from '../api/refusal.ts';
import { authorize } from '../entra/authorize.ts';
import type { AzureSimulation } from '../state.ts';
import { cancelJob, configure, jobDetails, jobStatus } from './configure.ts';
import {
  getPriceTemplate,
  getResource,
  getTree,
  listPlans,
  listPrivateOffers,
  listProducts,
  listSubmissions,
} from './queries.ts';

const audiences = ['https://graph.microsoft.com', '00000003-0000-0000-c000-000000000000'];
const tree = { name: 'GetResourceTree', run: getTree };
const submissions = { name: 'ListSubmissions', run: listSubmissions };
const template = { name: 'GetPriceTemplate', run: getPriceTemplate };

const routes: ApiRoutes = {
  'POST /configure': { name: 'Configure', run: configure },
  'GET /configure/:jobId/status': { name: 'ConfigureStatus', run: jobStatus },
  'GET /configure/:jobId': { name: 'ConfigureDetails', run: jobDetails },
  'POST /configure/:jobId/cancel': { name: 'CancelConfigure', run: cancelJob },
  'GET /resource-tree/product/:productId': tree,
  'GET /resource-tree/:productId': tree,
  'GET /product': { name: 'ListProducts', run: listProducts },
  'GET /plan': { name: 'ListPlans', run: listPlans },
  'GET /submission/product/:productId': submissions,
  'GET /submission/:productId': submissions,
  'GET /private-offer/query': { name: 'ListPrivateOffers', run: listPrivateOffers },
  'GET /private-offer': { name: 'ListPrivateOffers', run: listPrivateOffers },
  'GET /price-and-availability-private-offer-plan/product/:productId': template,
  'GET /price-and-availability-private-offer-plan/:productId': template,
};

/** Finds the operation of the product ingestion API; `path` is relative to `/rp/product-ingestion`. */
export const findIngestionOperation = (simulation: AzureSimulation, request: HttpRequest, path: string): Operation => {
  const operation = (name: string, run: (call: ApiCall) => HttpAnswer, params: Record<string, string>): Operation => ({
    name,
    run: () => answer(simulation, request, params, run),
  });
  for (const [key, { name, run }] of Object.entries(routes)) {
    const [method = '', pattern = ''] = key.split(' ');
    const params = method === request.method ? matchPath(pattern, path) : null;
    if (params) return operation(name, run, params);
  }
  if (request.method === 'GET') return operation('GetResource', (call) => getResource(call, path.slice(1)), {});
  const unknown = (): HttpAnswer => {
    throw ingestionRefusal(404, 'notFound', 'The requested resource does not exist.');
  };
  return operation('Unknown', unknown, {});
};

const answer = async (
  simulation: AzureSimulation,
  request: HttpRequest,
  params: Record<string, string>,
  run: (call: ApiCall) => HttpAnswer,
): Promise<HttpAnswer> => {
  try {
    const publisher = await authorize(simulation, request, audiences);
    if (!publisher) throw ingestionRefusal(401, 'unauthorized', 'The access token is missing, invalid or expired.');
    const query = readQuery(request);
    if (!/^\d{4}-\d{2}-\d{2}(-preview\d*)?$/.test(query.$version ?? ''))
      throw ingestionRefusal(400, 'badRequest', "The query parameter '$version' is required.");
    const body = readJsonBody(request);
    if (!body) throw ingestionRefusal(400, 'badRequest', 'The body is not a JSON object.');
    const done = run({ simulation, request, publisher, params, query, body, origin: originOf(request) });
    return withTracing(request, done);
  } catch (error) {
    const refusal = answerOf(error);
    if (!refusal) throw error;
    return withTracing(request, refusal);
  }
};

const withTracing = (request: HttpRequest, given: HttpAnswer): HttpAnswer => {
  const id = request.headers['client-request-id'] ?? randomUUID();
  return { ...given, headers: { ...given.headers, 'request-id': randomUUID(), 'client-request-id': id } };
};

/** The response for parts of Microsoft Graph that are not simulated. */
export const unknownGraphPath: HttpAnswer = jsonAnswer(404, {
  error: { code: 'BadRequest', message: 'Resource not found for the segment.' },
});
