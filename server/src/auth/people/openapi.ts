import { z } from 'zod';
import { problemSchema } from '../../kit/problem.ts';
import type { Route } from './route.ts';

const problem = { $ref: '#/components/schemas/Problem' };

const parametersOf = ({ path, query = [] }: Route): object[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...query.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
];

const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } });

const answersOf = ({ id, reply, path }: Route): object => {
  const errors = {
    default: { description: 'Refused', content: { 'application/problem+json': { schema: problem } } },
  };
  if (path.startsWith('/signIn/')) return { 302: { description: 'To another page' }, ...errors };
  if (!reply) return { 204: { description: 'Done' }, ...errors };
  const status = id === 'signUp' ? 202 : 200;
  return { [status]: { description: 'Done', ...jsonOf(z.toJSONSchema(reply)) }, ...errors };
};

const operationOf = (route: Route): object => ({
  operationId: route.id,
  summary: route.summary,
  parameters: parametersOf(route),
  ...(route.body ? { requestBody: jsonOf(z.toJSONSchema(route.body, { io: 'input' })) } : {}),
  security: route.signedIn ? [{ bearer: [] }, { cookie: [] }] : [],
  responses: answersOf(route),
});

/** What people may ask, as a document for programs. The API has its own. */
export const buildPeopleOpenApi = (routes: readonly Route[], authUrl: string, version: string): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
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
      schemas: {
        Problem: problemSchema,
      },
    },
  };
};
