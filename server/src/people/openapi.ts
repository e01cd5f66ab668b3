import { type Components, createComponents } from '../contract/openapi/components.ts';
import type { Json } from '../contract/openapi/json.ts';
import { bodyOf, capitalize } from '../contract/openapi/operation.ts';
import { pathParameters, queryParameters } from '../contract/openapi/parameters.ts';
import { problemSchema } from '../kit/problem.ts';
import type { PersonEndpoint } from './endpoint.ts';

const problem = { $ref: '#/components/schemas/Problem' };

const answerOf = ({ reply, status }: PersonEndpoint, components: Components): Json => ({
  description: status === 302 ? 'To another page.' : 'Done.',
  ...(reply && { content: { 'application/json': { schema: components.write(reply, 'output') } } }),
});

const operationOf = (endpoint: PersonEndpoint, components: Components): Json => ({
  operationId: capitalize(endpoint.id),
  summary: endpoint.summary,
  parameters: [...pathParameters(endpoint), ...queryParameters(endpoint, components)],
  ...bodyOf(endpoint, components),
  security: endpoint.signedIn ? [{ bearer: [] }, { cookie: [] }] : [],
  responses: {
    [endpoint.status]: answerOf(endpoint, components),
    default: { description: 'Refused.', content: { 'application/problem+json': { schema: problem } } },
  },
});

/** Builds the OpenAPI document of the endpoints for people. The API has its own. */
export const buildPeopleOpenApi = (endpoints: readonly PersonEndpoint[], authUrl: string, version: string): Json => {
  const components = createComponents();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Marketplace Operations: accounts', version },
    servers: [{ url: authUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-mos_session' },
      },
      schemas: { Problem: problemSchema, ...components.schemas },
    },
  };
};
