import type { Endpoint } from '../endpoint.ts';
import { standardLimits } from '../limits.ts';
import type { Components } from './components.ts';
import { type ExampleExchange, exampleOf } from './examples.ts';
import type { Json } from './json.ts';
import { parametersOf } from './parameters.ts';
import { headerRefs, headersOf, refusalRefs, refusalsOf } from './responses.ts';
import { operationTexts } from './texts/operations.ts';

const texts: Readonly<Record<string, string>> = operationTexts;

export const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const bodyOf = (endpoint: Endpoint, components: Components, example: ExampleExchange | undefined): Json => {
  if (!endpoint.body) return {};
  const schema = components.write(endpoint.body, 'input');
  // A shape without a name is this endpoint's alone.
  const name = `${capitalize(endpoint.id)}Input`;
  if (schema.$ref === undefined) components.schemas[name] = schema;
  return {
    requestBody: {
      required: !endpoint.bodyOptional,
      'x-limits': { ...(endpoint.bodyLimits ?? standardLimits) },
      content: {
        'application/json': {
          schema: schema.$ref === undefined ? { $ref: `#/components/schemas/${name}` } : schema,
          ...(example?.body === undefined ? {} : { example: example.body }),
        },
      },
    },
  };
};

/** Example values go to the parameters that the example sends. */
const withExamples = (parameters: Json[], example: ExampleExchange | undefined): Json[] =>
  parameters.map((parameter) => {
    const value = example?.parameters[parameter.name as string];
    return value === undefined || parameter.in === 'header' ? parameter : { ...parameter, example: value };
  });

/** How an endpoint stands in the document: everything comes from its record. */
export const operationOf = (endpoint: Endpoint, components: Components): Json => {
  const example = exampleOf(endpoint.id);
  const description = endpoint.notes ?? texts[endpoint.id];
  return {
    operationId: capitalize(endpoint.id),
    summary: endpoint.summary,
    ...(description === undefined ? {} : { description }),
    tags: [endpoint.tag ?? endpoint.family],
    'x-permission': endpoint.permission,
    ...(endpoint.by === undefined ? {} : { 'x-caller': endpoint.by }),
    ...(endpoint.emits.length === 0 ? {} : { 'x-events': endpoint.emits }),
    parameters: withExamples(parametersOf(endpoint, components), example),
    ...bodyOf(endpoint, components, example),
    responses: {
      200: {
        description: endpoint.kind === 'act' ? 'Done.' : 'What was asked for.',
        headers: headerRefs(headersOf(endpoint)),
        content: {
          'application/json': {
            schema: components.write(endpoint.reply, 'output'),
            ...(example === undefined ? {} : { example: example.reply }),
          },
          ...(endpoint.plain ? { 'text/plain': { schema: { type: 'string' } } } : {}),
        },
      },
      ...refusalRefs(refusalsOf(endpoint)),
    },
  };
};
