import type { OpenApi } from '../openapi/check-openapi.ts';
import type { Shape } from './shapes.ts';

/** One operation of an API that its partner documents only as pages: its request and its responses. */
export type WrittenOperation = {
  /** Query parameters, required and optional. */
  query?: { required?: Readonly<Record<string, Shape>>; optional?: Readonly<Record<string, Shape>> };
  /** The body as JSON. */
  body?: Shape;
  /** The body as a form. */
  form?: Shape;
  /** The response bodies by status; null for none. */
  answers: Readonly<Record<number, Shape | null>>;
};

const contentOf = (type: string, schema: Shape) => ({ content: { [type]: { schema } } });

const bodyOf = ({ body, form }: WrittenOperation) => {
  if (body) return { requestBody: { required: true, ...contentOf('application/json', body) } };
  return form ? { requestBody: { required: true, ...contentOf('application/x-www-form-urlencoded', form) } } : {};
};

const parametersOf = (members: Readonly<Record<string, Shape>> = {}, required: boolean) =>
  Object.entries(members).map(([name, schema]) => ({ name, in: 'query', required, schema }));

/**
 * Builds an OpenAPI document from operations written by hand, keyed by `METHOD /path/{of}/it`. `parts` are shapes that
 * refer to themselves or are used in many places, as `{ $ref: '#/components/schemas/<name>' }`.
 */
export const documentOf = (
  operations: Readonly<Record<string, WrittenOperation>>,
  parts: Readonly<Record<string, Shape>> = {},
): OpenApi => {
  const paths: OpenApi['paths'] = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    const responses = Object.entries(operation.answers).map(([status, shape]) => [
      status,
      shape === null ? {} : contentOf('application/json', shape),
    ]);
    const described = {
      parameters: [...parametersOf(operation.query?.required, true), ...parametersOf(operation.query?.optional, false)],
      ...bodyOf(operation),
      responses: Object.fromEntries(responses) as Record<string, object>,
    };
    paths[path] = { ...paths[path], [method.toLowerCase()]: described } as OpenApi['paths'][string];
  }
  return { paths, components: { schemas: parts } };
};
