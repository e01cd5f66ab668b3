import { randomUUID } from 'node:crypto';
import { matchPath } from '../../kit/control.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import type { Operation } from '../../kit/simulator.ts';
import { authorize, marketplaceAppId } from '../entra/authorize.ts';
import { operationRoutes } from '../fulfilment/operation-routes.ts';
import { fulfilmentRoutes } from '../fulfilment/routes.ts';
import { meteringRoutes } from '../metering/routes.ts';
import type { AzureSimulation } from '../state.ts';
import { type ApiRoutes, originOf, readJsonBody, readQuery } from './call.ts';
import { answerOf, marketplaceRefusal, refuse } from './refusal.ts';

const apiVersion = '2018-08-31';
const routes: ApiRoutes = { ...fulfilmentRoutes, ...operationRoutes, ...meteringRoutes };

/** Finds the operation of the marketplace API (fulfilment and metering); `path` is the part below `/api`. */
export const findMarketplaceOperation = (
  simulation: AzureSimulation,
  request: HttpRequest,
  path: string,
): Operation => {
  for (const [key, { name, run }] of Object.entries(routes)) {
    const [method = '', pattern = ''] = key.split(' ');
    const params = method === request.method ? matchPath(pattern, path) : null;
    if (!params) continue;
    const answer = async (): Promise<HttpAnswer> => {
      const query = readQuery(request);
      checkVersion(request, query['api-version']);
      const publisher = await authorize(simulation, request, [marketplaceAppId]);
      if (!publisher)
        throw marketplaceRefusal(403, 'Forbidden', 'The authorization token is missing, invalid or expired.');
      const body = readJsonBody(request);
      if (!body) throw marketplaceRefusal(400, 'BadRequest', 'The request content is not valid JSON.', 'body');
      return run({ simulation, request, publisher, params, query, body, origin: originOf(request) });
    };
    return { name, run: () => withTracing(request, answer) };
  }
  const unknown = async (): Promise<HttpAnswer> => jsonAnswer(404, { message: 'Resource not found' });
  return { name: 'Unknown', run: () => withTracing(request, unknown) };
};

const checkVersion = (request: HttpRequest, version: string | undefined): void => {
  if (version === apiVersion) return;
  const problem =
    version === undefined
      ? { Code: 'ApiVersionUnspecified', Message: 'An API version is required, but was not specified.' }
      : {
          Code: 'UnsupportedApiVersion',
          Message: `'${originOf(request)}${request.path}' has no API version '${version}'.`,
        };
  throw refuse(400, { Error: problem });
};

const withTracing = async (request: HttpRequest, run: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
  const answer = await run().catch((error: unknown) => {
    const refusal = answerOf(error);
    if (!refusal) throw error;
    return refusal;
  });
  const { headers } = request;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'x-ms-requestid': headers['x-ms-requestid'] ?? randomUUID(),
      'x-ms-correlationid': headers['x-ms-correlationid'] ?? randomUUID(),
    },
  };
};
