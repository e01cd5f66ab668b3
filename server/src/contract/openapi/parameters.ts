import type { Described, Endpoint, PathParameter } from '../endpoint.ts';
import { honoursIfMatch, isAct } from '../endpoint.ts';
import type { Components } from './components.ts';
import type { Json } from './json.ts';
import { isList } from './responses.ts';
import { parameterTexts } from './texts/parameters.ts';

const texts: Readonly<Record<string, string>> = parameterTexts;

const describePath = (name: string, parameter: PathParameter | undefined): string => {
  if (name === 'orgId') return 'The organization, org_….';
  if (!parameter) return name;
  if ('id' in parameter) return `The ${parameter.noun}, ${parameter.id}_….`;
  return texts[name] ?? `The ${parameter.noun}.`;
};

export const pathParameters = (endpoint: Described): Json[] =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const parameter = endpoint.params[name];
    const values = parameter && 'text' in parameter ? parameter.values : undefined;
    return {
      name,
      in: 'path',
      required: true,
      description: describePath(name, parameter),
      schema: { type: 'string', ...(values ? { enum: values } : {}) },
    };
  });

/** A parameter's own description, or else the general one for that name. */
export const queryParameters = (endpoint: Described, components: Components): Json[] => {
  if (!endpoint.query) return [];
  const json = components.write(endpoint.query, 'input');
  const required = new Set((json.required as string[] | undefined) ?? []);
  return Object.entries((json.properties ?? {}) as Record<string, Json>).map(([name, shape]) => {
    const { description = texts[name], ...schema } = shape;
    const extensions = Object.entries(schema).filter(([key]) => key.startsWith('x-'));
    return {
      name,
      in: 'query',
      required: required.has(name),
      ...(description === undefined ? {} : { description }),
      ...Object.fromEntries(extensions),
      schema: Object.fromEntries(Object.entries(schema).filter(([key]) => !key.startsWith('x-'))),
    };
  });
};

const dryRun: Json = {
  name: 'dryRun',
  in: 'query',
  required: false,
  description: 'true: the request is validated and answered as if it were executed, but nothing is stored.',
  schema: { type: 'boolean', default: false },
};

const header = (name: string, description: string, schema: Json = {}): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
});

const idempotencyKey = header(
  'Idempotency-Key',
  'Makes the call safe to repeat: for 24 hours, the same request with the same key gets the original response.',
  { minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]{1,255}$' },
);

const ifMatch = header(
  'If-Match',
  'The ETag of the version to change; if the current version differs, the response is 412. * matches any version.',
);

const requestId = header(
  'X-Request-Id',
  'Your own ID for the request; it is returned, logged and stored in the audit trail.',
  {
    maxLength: 128,
  },
);

const preference = header(
  'Prefer',
  'count=estimated: a total above 1000 may be an estimate, which is faster for long lists. Other preferences are ignored.',
);

export const parametersOf = (endpoint: Endpoint, components: Components): Json[] => {
  const act = isAct(endpoint);
  return [
    ...pathParameters(endpoint),
    ...queryParameters(endpoint, components),
    ...(act ? [dryRun] : []),
    ...(act && endpoint.method === 'POST' ? [idempotencyKey] : []),
    ...(honoursIfMatch(endpoint) ? [ifMatch] : []),
    ...(isList(endpoint) ? [preference] : []),
    requestId,
  ];
};
