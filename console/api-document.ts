import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Json } & Json;
type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: { $ref?: string } & Json }> };
} & Json;
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
  'x-roles': Record<string, string[]>;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

const filterOf = ({ name, required, schema, ...more }: Parameter): Json => ({
  name,
  required: required ?? false,
  schema,
  fields: more['x-fields'],
  sortable: more['x-sortable'],
});

const queryOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters.filter((one) => one.in === 'query' && one.name !== 'dryRun');

const endpointOf = (method: string, path: string, operation: Operation): Json => {
  const query = queryOf(operation);
  const fields = (query.find(({ name }) => name === 'q')?.['x-fields'] ?? []) as { name: string }[];
  return {
    method: method.toUpperCase(),
    path,
    permission: operation['x-permission'],
    caller: operation['x-caller'],
    takes: query.map(({ name }) => name),
    findsById: fields.some(({ name }) => name === 'id') || undefined,
  };
};

const operationOf = (operation: Operation, schemas: Record<string, Json>): Json => {
  const parameters = operation.parameters ?? [];
  const has = (where: string, name: string): boolean =>
    parameters.some((parameter) => parameter.in === where && parameter.name === name);
  const [media] = Object.keys(operation.requestBody?.content ?? {});
  const body = media === undefined ? undefined : operation.requestBody?.content?.[media]?.schema;
  return {
    summary: operation.summary,
    allowedFrom: operation['x-allowed-from'],
    movesTo: operation['x-moves-to'],
    capability: operation['x-capability'],
    canTry: has('query', 'dryRun'),
    hasKey: has('header', 'Idempotency-Key'),
    hasVersion: has('header', 'If-Match'),
    query: queryOf(operation).map(filterOf),
    media,
    takesCsv: operation.requestBody?.content?.['text/csv'] !== undefined || undefined,
    body,
    isList: isList(schemas, body as Body | undefined) || undefined,
  };
};

type Body = { $ref?: string; type?: string; anyOf?: Body[] };

/** Whether a body is a list, or nothing. */
const isList = (schemas: Record<string, Json>, body: Body | undefined): boolean => {
  if (body?.$ref !== undefined)
    return isList(schemas, schemas[body.$ref.slice(body.$ref.lastIndexOf('/') + 1)] as Body);
  const options = (body?.anyOf ?? []).filter(({ type }) => type !== 'null');
  return body?.type === 'array' || (options.length === 1 && isList(schemas, options[0]));
};

/** The long texts of an endpoint: only forms show them. */
const textsOf = (operation: Operation): Json => ({
  description: operation.description,
  query: Object.fromEntries(queryOf(operation).map(({ name, description: about }) => [name, about])),
});

/** The names of all events, from the schema of an event. */
const eventNames = (schemas: Record<string, Json>): string[] => {
  for (const { properties } of Object.values(schemas)) {
    const { type } = (properties ?? {}) as { type?: { enum?: string[] } };
    if (type?.enum?.includes('offer.accepted')) return type.enum;
  }
  return [];
};

/** Something about each endpoint that has a permission, by its id. */
const eachOf = (
  paths: Document['paths'],
  take: (method: string, path: string, operation: Operation) => Json,
): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, at]) =>
      methods.flatMap((method) => {
        const operation = at[method];
        return operation?.['x-permission'] === undefined
          ? []
          : [[operation.operationId, take(method, path, operation)] as const];
      }),
    ),
  );

/** The address to which a marketplace sends its buyers, with its parameters. */
const landingPath = (paths: Document['paths']): string => {
  const [path] = Object.entries(paths).find(([, { post }]) => post?.operationId === 'ReceiveBuyer') ?? [];
  if (path === undefined) throw new Error('the document has no endpoint ReceiveBuyer');
  return path;
};

/** A schema without the members that a request cannot set: forms ask for none of them. */
const writable = ({ properties, ...schema }: Json): Json =>
  properties === undefined
    ? schema
    : {
        ...schema,
        properties: Object.fromEntries(Object.entries(properties as Json).filter(([, one]) => !(one as Json).readOnly)),
      };

/** Schemas that bodies use, with all that those refer to. */
const reachable = (document: Document, roots: readonly unknown[]): Record<string, Json> => {
  const found: Record<string, Json> = {};
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string') {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      const schema = document.components.schemas[name];
      if (schema && !(name in found)) {
        const { examples: _examples, example: _example, ...shown } = schema;
        const kept = writable(shown);
        found[name] = kept;
        walk(kept);
      }
    }
    Object.values(value).forEach(walk);
  };
  roots.forEach(walk);
  return found;
};

/**
 * What the console knows of the API, taken from its OpenAPI document when the console is built. Pages load as much of it as
 * they need: `virtual:api-endpoints` is what every page needs to call an endpoint and to know who may; `virtual:api-operations`
 * has what lists and acts need besides; `virtual:api-schemas`, which is loaded with the first form, has the shapes of bodies
 * and the long texts of endpoints.
 * `virtual:connecting` holds the pages of the documentation about connecting partners.
 */
export const apiDocument = (file: string, guides: string): Plugin => {
  const load: Record<string, () => unknown> = {
    'virtual:api-endpoints': () => {
      const { paths, components, 'x-roles': roles } = JSON.parse(readFileSync(file, 'utf8')) as Document;
      return { roles, endpoints: eachOf(paths, endpointOf), events: eventNames(components.schemas) };
    },
    'virtual:api-operations': () => {
      const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document;
      const operations = eachOf(paths, (_method, _path, operation) => operationOf(operation, components.schemas));
      return { operations, landing: landingPath(paths) };
    },
    'virtual:api-schemas': () => {
      const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
      const bodies = Object.values(document.paths).flatMap((at) => methods.map((method) => at[method]?.requestBody));
      const texts = eachOf(document.paths, (_method, _path, operation) => textsOf(operation));
      return { schemas: reachable(document, bodies), texts };
    },
    'virtual:connecting': () =>
      Object.fromEntries(
        readdirSync(guides).map((name) => [basename(name, '.md'), readFileSync(join(guides, name), 'utf8')]),
      ),
  };
  return {
    name: 'api-document',
    resolveId: (id) => (id in load ? `\0${id}` : undefined),
    load: (id) => {
      const read = load[id.slice(1)];
      // Parsing a text is faster for the browser than a literal of this size.
      return read && `export const value = JSON.parse(${JSON.stringify(JSON.stringify(read()))});`;
    },
  };
};
