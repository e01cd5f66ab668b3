import { matchPath } from '../../kit/control.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import type { Operation } from '../../kit/simulator.ts';
import { type ApiRoutes, originOf, readJsonBody, readQuery } from '../api/call.ts';
import { answerOf } from '../api/refusal.ts';
import { authorize } from '../entra/authorize.ts';
import type { AzureSimulation } from '../state.ts';
import { insightsRefusal } from './envelope.ts';
import { queryRoutes } from './query-routes.ts';
import { reportRoutes } from './report-routes.ts';

const routes: ApiRoutes = { ...queryRoutes, ...reportRoutes };

/**
 * The resources that tokens may be for ("Make your first API call": that of Partner Center; the others in its older
 * editions, which is no longer valid at Microsoft for the last).
 */
const audiences = ['https://api.partnercenter.microsoft.com', 'https://graph.windows.net'];

/** Finds an operation of the analytics API; `path` is below `/insights/v1/cmp`. */
export const findInsightsOperation = (simulation: AzureSimulation, request: HttpRequest, path: string): Operation => {
  for (const [key, { name, run }] of Object.entries(routes)) {
    const [method = '', pattern = ''] = key.split(' ');
    const params = method === request.method ? matchPath(pattern, path) : null;
    if (!params) continue;
    const answer = async (): Promise<HttpAnswer> => {
      const publisher = await authorize(simulation, request, audiences);
      if (!publisher) throw insightsRefusal(401, 'The access token is missing, invalid or expired.');
      const body = readJsonBody(request);
      if (!body) throw insightsRefusal(400, 'The request content is not valid JSON.');
      const query = readQuery(request);
      return run({ simulation, request, publisher, params, query, body, origin: originOf(request) });
    };
    return { name, run: () => answer().catch(refusalOf) };
  }
  return { name: 'Unknown', run: () => jsonAnswer(404, { statusCode: 404, message: 'Resource not found' }) };
};

const refusalOf = (error: unknown): HttpAnswer => {
  const refusal = answerOf(error);
  if (!refusal) throw error;
  return refusal;
};
