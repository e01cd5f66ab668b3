import { z } from 'zod';
import { problemSchema } from '../kit/problem.ts';
import { type Endpoint, honoursIfMatch } from './endpoint.ts';
import { servicePaths } from './service-paths.ts';

type Json = Record<string, unknown>;

const refusals: [number, string][] = [
  [400, 'The request is malformed or invalid; info lists every fault.'],
  [401, 'Authentication is missing or not valid.'],
  [403, 'The caller may not do this.'],
  [404, 'There is no such thing, or the caller does not belong to its organization.'],
  [409, 'The state does not allow this, or a request with the same key is running.'],
  [412, 'If-Match names another version.'],
  [413, 'The body is larger than 5 MiB.'],
  [415, 'The body is not application/json.'],
  [422, 'The Idempotency-Key belongs to another request.'],
  [429, 'Too many requests; Retry-After tells when.'],
  [503, 'The service cannot take this now; Retry-After tells when.'],
];

const readRefusals = new Set([400, 401, 403, 404, 429, 503]);

/** Components collected while the schemas are written out, by their `id`. */
type Components = Record<string, Json>;

const toJson = (schema: z.ZodType, io: 'input' | 'output', components: Components): Json => {
  const written = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Types given by `meta` outrank the parser's own view of a text that is read as a number.
      const json = jsonSchema as Json;
      if (json.type === 'integer' || json.type === 'number') {
        if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
        if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
      }
    },
  }) as Json;
  const { $defs, $schema, ...rest } = written;
  const suffix = io === 'input' ? 'Input' : '';
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
    components[`${name}${suffix}`] = retarget(definition, suffix) as Json;
  }
  const id = rest.id as string | undefined;
  if (id !== undefined) {
    const { id: _, ...body } = rest;
    components[`${id}${suffix}`] = retarget(body, suffix) as Json;
    return { $ref: `#/components/schemas/${id}${suffix}` };
  }
  return retarget(rest, suffix) as Json;
};

/** `#/$defs/X` → the component of that name; nested `id`s are the component's name and go. */
const retarget = (value: unknown, suffix: string): unknown => {
  if (Array.isArray(value)) return value.map((member) => retarget(member, suffix));
  if (typeof value !== 'object' || value === null) return value;
  const out: Json = {};
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string')
      out.$ref = `${member.replace('#/$defs/', '#/components/schemas/')}${suffix}`;
    else if (key === 'id' && typeof member === 'string') continue;
    else if (key === '$schema') continue;
    else out[key] = retarget(member, suffix);
  }
  return out;
};

const queryParameters = (schema: z.ZodType, components: Components): Json[] => {
  const json = toJson(schema, 'input', components);
  const required = new Set((json.required as string[] | undefined) ?? []);
  return Object.entries((json.properties ?? {}) as Record<string, Json>).map(([name, shape]) => {
    const { description, ...rest } = shape;
    return {
      name,
      in: 'query',
      required: required.has(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
};

const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const pathParameters = (endpoint: Endpoint): Json[] =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const parameter = endpoint.params[name];
    const description =
      name === 'orgId' ? 'org_…' : parameter && 'id' in parameter ? `${parameter.id}_…` : (parameter?.noun ?? name);
    const values = parameter && 'text' in parameter ? parameter.values : undefined;
    return {
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string', ...(values ? { enum: values } : {}) },
    };
  });

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const operationOf = (endpoint: Endpoint, components: Components): Json => {
  const act = endpoint.kind === 'act';
  const parameters = [
    ...pathParameters(endpoint),
    ...(endpoint.query ? queryParameters(endpoint.query, components) : []),
    ...(act
      ? [
          {
            name: 'dryRun',
            in: 'query',
            required: false,
            description: 'Everything is checked and nothing is kept.',
            schema: { type: 'boolean', default: false },
          },
        ]
      : []),
    ...(act && endpoint.method === 'POST'
      ? [header('Idempotency-Key', '1 to 255 printable characters, kept 24 hours')]
      : []),
    ...(honoursIfMatch(endpoint) ? [header('If-Match', 'The ETag of the version to be changed')] : []),
  ];
  const headers = Object.fromEntries(
    Object.entries(endpoint.replyHeaders ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
  return {
    operationId: capitalize(endpoint.id),
    summary: endpoint.summary,
    ...(endpoint.notes === undefined ? {} : { description: endpoint.notes }),
    tags: [endpoint.tag ?? endpoint.family],
    'x-permission': endpoint.permission,
    ...(endpoint.by === undefined ? {} : { 'x-caller': endpoint.by }),
    ...(endpoint.emits.length === 0 ? {} : { 'x-events': endpoint.emits }),
    parameters,
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.bodyOptional,
            content: { 'application/json': { schema: toJson(endpoint.body, 'input', components) } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done',
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        content: {
          'application/json': { schema: toJson(endpoint.reply, 'output', components) },
          ...(endpoint.plain ? { 'text/plain': { schema: { type: 'string' } } } : {}),
        },
      },
      ...Object.fromEntries(
        refusals
          .filter(([status]) => act || readRefusals.has(status))
          .map(([status, description]) => [
            status,
            {
              description,
              content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
            },
          ]),
      ),
    },
  };
};

export type OpenApiOptions = { version: string; baseUrl: string; tokenUrl: string };

/** The OpenAPI 3.1 document of the endpoints: the same rows that the router serves. */
export const buildOpenApi = (endpoints: readonly Endpoint[], { version, baseUrl, tokenUrl }: OpenApiOptions): Json => {
  const components: Components = { Problem: problemSchema };
  const paths: Record<string, Json> = { ...servicePaths };
  for (const endpoint of endpoints) {
    const at = paths[endpoint.path] ?? {};
    at[endpoint.method.toLowerCase()] = operationOf(endpoint, components);
    paths[endpoint.path] = at;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marketplace Operations Service',
      version,
      description:
        'One API over the cloud marketplaces: products, private offers, entitlements, usage, revenue, co-sell.',
    },
    servers: [{ url: baseUrl }],
    security: [{ oauth: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'Legacy: `Key <key>` of an API client.',
        },
      },
      schemas: Object.fromEntries(Object.entries(components).sort(([left], [right]) => (left < right ? -1 : 1))),
    },
  };
};
