import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, show } from '../difference.ts';
import { createBodyCheck, valueAt } from './check-body.ts';
import { checkParameters, type Parameter, type PlacedParameter } from './check-parameters.ts';

type Content = { content?: Record<string, { schema?: unknown }> };
type Operation = {
  operationId?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content | { $ref: string }>;
};

/** The parts of an OpenAPI document that the checks use. */
export type OpenApi = {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  components?: Record<string, Record<string, unknown>>;
};

type Called = { operation: Operation; path: string; method: string };

const formType = 'application/x-www-form-urlencoded';
/** The fields of a form; a repeated field becomes a list. */
const readForm = (body: unknown): Record<string, string | string[]> => {
  const pairs = new URLSearchParams(String(body));
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((key) => {
      const values = pairs.getAll(key);
      return [key, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
};

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** `/a/{id}/` as a pattern; a trailing slash is ignored. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{[^}]+\}/g, '[^/]+')}/?$`,
  );

const jsonOf = (content: Content | undefined): { schema?: unknown } | undefined =>
  Object.entries(content?.content ?? {}).find(([type]) => type.includes('json'))?.[1];

/** Checks exchanges against a document; returns null for a request that it does not describe. */
export const createOpenApiCheck = (name: string, document: OpenApi) => {
  const bodyFaults = createBodyCheck(name, document);
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

    const placed = (given: readonly (Parameter | { $ref: string })[], at: string): PlacedParameter[] =>
      given.map((each, index) => ({
        ...resolve(each),
        pointer: `${'$ref' in each ? each.$ref.slice(1) : `${at}/parameters/${index}`}/schema`,
      }));
    const parameters = [
      ...placed(document.paths[called.path]?.parameters ?? [], `/paths/${encodeURIComponent(escaped)}`),
      ...placed(operation.parameters ?? [], base),
    ];
    const place = { template: called.path, path };
    for (const { at, rule, detail } of checkParameters(exchange, place, parameters, bodyFaults))
      report('request', at, rule, detail);
    const types = Object.keys(operation.requestBody?.content ?? {});
    const type = types.find((each) => each.includes('json') || each === formType);
    if (type && exchange.requestBody !== '') {
      const pointer = `${base}/requestBody/content/${encodeURIComponent(type.replaceAll('/', '~1'))}/schema`;
      const given = exchange.requestHeaders['content-type'];
      if (!given?.startsWith(type)) report('request', '', 'wrong content type', show(given));
      const body = type === formType ? readForm(exchange.requestBody) : exchange.requestBody;
      for (const { at, rule, detail } of bodyFaults(pointer, body)) report('request', at, rule, detail);
    } else if (type && operation.requestBody?.required) report('request', '', 'missing body', 'nothing');
    else if (!type && exchange.requestBody !== '')
      report('request', '', 'a body that nobody reads', show(exchange.requestBody));

    if (exchange.fault) return found;
    const answered = operation.responses[String(exchange.status)];
    // Refusals common to all operations are not repeated for each.
    const { status } = exchange;
    const isCommon = status === 429 || status >= 500 || (status >= 400 && refusals.has(String(status)));
    if (!answered && isCommon) return found;
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
      for (const { at, rule, detail } of bodyFaults(pointer, exchange.responseBody)) report('answer', at, rule, detail);
    } else if (json?.schema) report('answer', '', 'missing body', 'nothing');
    else if (exchange.status < 300 && exchange.responseBody !== '')
      report('answer', '', 'a body that nobody describes', show(exchange.responseBody));
    return found;
  };
};
