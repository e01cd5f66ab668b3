import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { masked } from '../../../simulators/kit/mask.ts';
import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, show } from '../difference.ts';
import { strictSchema } from './schema.ts';

type Parameter = { name: string; in: string; required?: boolean; schema?: unknown };
type Content = { content?: Record<string, { schema?: unknown }> };
type Operation = {
  operationId?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content | { $ref: string }>;
};

/** What is used of an OpenAPI document. */
export type OpenApi = {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  components?: Record<string, Record<string, unknown>>;
};

type Called = { operation: Operation; path: string; method: string };

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** `/a/{id}/` as a pattern; a slash at the end says nothing. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{[^}]+\}/g, '[^/]+')}/?$`,
  );

const jsonOf = (content: Content | undefined): { schema?: unknown } | undefined =>
  Object.entries(content?.content ?? {}).find(([type]) => type.includes('json'))?.[1];

/** `/a/0/b` as `a[].b`. */
const placeOf = (pointer: string): string =>
  pointer
    .replace(/\/\d+(?=\/|$)/g, '[]')
    .replace(/^\//, '')
    .replaceAll('/', '.');

const ruleOf = ({ keyword, params }: ErrorObject): string => {
  switch (keyword) {
    case 'additionalProperties':
      return 'unknown member';
    case 'required':
      return 'missing member';
    case 'enum':
      return 'not in the enum';
    case 'type':
      return 'wrong type';
    case 'format':
      return `no ${(params as { format: string }).format}`;
    case 'anyOf':
      return 'none of its variants';
    default:
      return keyword;
  }
};

/** Of a value that none of several variants takes, that alone is told. */
const told = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const anyOf = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  return errors.filter(
    ({ keyword, instancePath }) =>
      keyword === 'anyOf' || !anyOf.some((place) => `${instancePath}/`.startsWith(`${place}/`)),
  );
};

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/')], value);

/** Holds exchanges against a document; answers null for a request that it does not describe. */
export const createOpenApiCheck = (name: string, document: OpenApi) => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: name, ...(strictSchema(document) as object) });
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const found = compiled.get(pointer) ?? ajv.compile({ $ref: `${name}#${pointer}` });
    compiled.set(pointer, found);
    return found;
  };
  const resolve = <T>(value: T | { $ref: string }): T =>
    typeof value === 'object' && value !== null && '$ref' in value
      ? (valueAt(document, value.$ref.slice(1)) as T)
      : (value as T);
  const paths = Object.entries(document.paths).map(([path, item]) => ({ path, item, pattern: patternOf(path) }));

  const refusals = new Set(
    paths.flatMap(({ item }) => methods.flatMap((method) => Object.keys(item[method]?.responses ?? {}))),
  );

  const findCalled = (method: string, path: string): Called | null => {
    const found = paths
      .filter(({ pattern, item }) => pattern.test(path) && item[method])
      .sort((left, right) => left.path.split('{').length - right.path.split('{').length)[0];
    const operation = found?.item[method];
    return found && operation && methods.includes(method) ? { operation, path: found.path, method } : null;
  };

  const bodyErrors = (pointer: string, body: unknown): { at: string; rule: string; detail: string }[] => {
    const validate = validatorAt(pointer);
    if (validate(body)) return [];
    return told(validate.errors ?? [])
      .filter(({ instancePath }) => valueAt(body, instancePath) !== masked)
      .map((error) => {
        const { instancePath, params } = error;
        const member =
          (params as { additionalProperty?: string }).additionalProperty ??
          (params as { missingProperty?: string }).missingProperty;
        const at = placeOf(member === undefined ? instancePath : `${instancePath}/${member}`);
        return { at, rule: ruleOf(error), detail: `${show(valueAt(body, instancePath))} ${error.message ?? ''}` };
      });
  };

  return (exchange: Exchange, path: string): Difference[] | null => {
    const called = findCalled(exchange.method.toLowerCase(), path);
    if (!called) return null;
    const { operation, method } = called;
    const title = `${name} ${exchange.method} ${called.path.replace(/\/$/, '')}`;
    const found: Difference[] = [];
    const report = (side: Difference['side'], at: string, rule: string, detail: string): void =>
      void found.push({ operation: title, side, at, rule, detail });
    const escaped = called.path.replaceAll('~', '~0').replaceAll('/', '~1');
    const base = `/paths/${encodeURIComponent(escaped)}/${method}`;

    const parameters = [...(document.paths[called.path]?.parameters ?? []), ...(operation.parameters ?? [])].map(
      resolve,
    );
    const query = new URLSearchParams(exchange.query);
    for (const [key] of query)
      if (!parameters.some((each) => each.in === 'query' && each.name === key))
        report('request', key, 'unknown parameter', `in the query: ${show(query.get(key))}`);
    for (const { name: key, in: place, required } of parameters) {
      if (required !== true) continue;
      const given =
        place === 'query' ? query.get(key) : place === 'header' ? exchange.requestHeaders[key.toLowerCase()] : '';
      if (given === null || given === undefined) report('request', key, 'missing parameter', `in the ${place}`);
    }
    const type = Object.keys(operation.requestBody?.content ?? {}).find((each) => each.includes('json'));
    if (type && exchange.requestBody !== '') {
      const pointer = `${base}/requestBody/content/${encodeURIComponent(type.replaceAll('/', '~1'))}/schema`;
      for (const { at, rule, detail } of bodyErrors(pointer, exchange.requestBody)) report('request', at, rule, detail);
    } else if (type && operation.requestBody?.required) report('request', '', 'missing body', 'nothing');
    else if (!type && exchange.requestBody !== '')
      report('request', '', 'a body that nobody reads', show(exchange.requestBody));

    if (exchange.fault) return found;
    const answered = operation.responses[String(exchange.status)];
    // Refusals that every operation may answer are not written at each.
    if (!answered && (exchange.status === 429 || (exchange.status >= 400 && refusals.has(String(exchange.status))))) {
      return found;
    }
    if (!answered) {
      report('answer', '', 'undeclared status', String(exchange.status));
      return found;
    }
    const content = resolve(answered);
    const json = jsonOf(content);
    if (json?.schema && exchange.responseBody !== '') {
      const kind = Object.keys(content.content ?? {}).find((each) => each.includes('json')) ?? '';
      const inner = `content/${encodeURIComponent(kind.replaceAll('/', '~1'))}/schema`;
      const pointer =
        '$ref' in answered ? `${answered.$ref.slice(1)}/${inner}` : `${base}/responses/${exchange.status}/${inner}`;
      for (const { at, rule, detail } of bodyErrors(pointer, exchange.responseBody)) report('answer', at, rule, detail);
    } else if (json?.schema) report('answer', '', 'missing body', 'nothing');
    return found;
  };
};
