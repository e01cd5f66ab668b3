import { joinWithAnd, joinWithOr } from '../../kit/join-words.ts';
import type { Move } from '../../kit/transitions.ts';
import { type CapabilityName, capabilityRow, partnersThatCan } from '../capabilities.ts';
import { type Described, type Endpoint, isAct } from '../endpoint.ts';
import { standardLimits } from '../limits.ts';
import { directCodes } from '../marketplaces/direct-billing.ts';
import { marketplaceCodes } from '../marketplaces/marketplaces.ts';
import type { Components } from './components.ts';
import { type ExampleExchange, exampleOf } from './examples.ts';
import type { Json } from './json.ts';
import { parametersOf } from './parameters.ts';
import { headerRefs, headersOf, refusalRefs, refusalsOf } from './responses.ts';
import { operationTexts } from './texts/operations.ts';

const texts: Readonly<Record<string, string>> = operationTexts;

export const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The request body; an unnamed schema gets the endpoint's name. */
export const bodyOf = (endpoint: Described, components: Components, example?: ExampleExchange): Json => {
  if (!endpoint.body) return {};
  const schema = components.write(endpoint.body, 'input');
  // An unnamed schema belongs to this endpoint alone.
  const name = `${capitalize(endpoint.id)}Input`;
  if (schema.$ref === undefined) components.schemas[name] = schema;
  return {
    requestBody: {
      required: !endpoint.bodyOptional,
      'x-limits': { ...(endpoint.bodyLimits ?? standardLimits) },
      content: {
        [endpoint.form ? 'multipart/form-data' : 'application/json']: {
          schema: schema.$ref === undefined ? { $ref: `#/components/schemas/${name}` } : schema,
          ...(example?.body === undefined ? {} : { example: example.body }),
        },
        ...(endpoint.csv ? { 'text/csv': { schema: { type: 'string' } } } : {}),
      },
    },
  };
};

/** Adds example values to the parameters that the example sends. */
const withExamples = (parameters: Json[], example: ExampleExchange | undefined): Json[] =>
  parameters.map((parameter) => {
    const value = example?.parameters[parameter.name as string];
    return value === undefined || parameter.in === 'header' ? parameter : { ...parameter, example: value };
  });

const isOf = (endpoint: Endpoint, { noun }: Move): boolean =>
  Object.values(endpoint.params).some((parameter) => parameter.noun === noun);

/** Describes the statuses of a move in words. */
const allowedBy = (endpoint: Endpoint, move: Move): string => {
  const { noun, statuses, from, repeats } = move;
  if (!isOf(endpoint, move)) return `An existing ${noun} must be in ${joinWithOr(from)}.`;
  const named = new Set([...from, ...repeats]);
  const others = statuses.filter((status) => !named.has(status));
  const which = others.length > 0 && others.length < 3 ? `every status but ${joinWithAnd(others)}` : joinWithAnd(from);
  return `Allowed from ${which}.${repeats.length === 0 ? '' : ` In ${joinWithAnd(repeats)} it changes nothing.`}`;
};

/** The partners that support it, unless all marketplaces do. */
const servedBy = (needs: readonly CapabilityName[]): string | undefined => {
  const can = [...marketplaceCodes, ...directCodes].filter((code) =>
    needs.some((name) => partnersThatCan(name).includes(code)),
  );
  return marketplaceCodes.every((code) => can.includes(code)) ? undefined : `For ${joinWithAnd(can)}.`;
};

/** The record's own description, followed by what its tables say. */
export const describeEndpoint = (endpoint: Endpoint): string | undefined => {
  const said = endpoint.notes ?? texts[endpoint.id];
  if (!isAct(endpoint)) return said;
  const { moves, needs } = endpoint;
  const rules = [needs && servedBy([needs].flat()), moves && allowedBy(endpoint, moves)];
  return [said, ...rules].filter((part) => part !== undefined).join(' ') || undefined;
};

/** The rules of an act in machine-readable form, so that forms offer nothing that would be refused. */
const rulesOf = (endpoint: Endpoint): Json => {
  if (!isAct(endpoint)) return {};
  const { moves, needs } = endpoint;
  return {
    ...(moves && { 'x-allowed-from': moves.from, ...(moves.to.length > 0 && { 'x-moves-to': moves.to }) }),
    ...(needs && {
      'x-capability': Object.fromEntries([needs].flat().map((name) => [name, capabilityRow(name)])),
    }),
  };
};

/** An endpoint as an OpenAPI operation, made only from its record. */
export const operationOf = (endpoint: Endpoint, components: Components): Json => {
  const example = exampleOf(endpoint.id);
  const description = describeEndpoint(endpoint);
  const isDownload = endpoint.kind === 'live' && endpoint.download === true;
  return {
    operationId: capitalize(endpoint.id),
    summary: endpoint.summary,
    ...(description === undefined ? {} : { description }),
    tags: [endpoint.tag ?? endpoint.family],
    'x-permission': endpoint.permission,
    ...rulesOf(endpoint),
    ...(endpoint.by === undefined ? {} : { 'x-caller': endpoint.by }),
    ...(endpoint.emits.length === 0 ? {} : { 'x-events': endpoint.emits }),
    parameters: withExamples(parametersOf(endpoint, components), example),
    ...bodyOf(endpoint, components, example),
    responses: {
      200: {
        description: isAct(endpoint) ? 'Done.' : 'The requested content.',
        headers: headerRefs(headersOf(endpoint)),
        content: {
          [isDownload ? 'application/octet-stream' : 'application/json']: {
            schema: components.write(endpoint.reply, 'output'),
            ...(example === undefined || isDownload ? {} : { example: example.reply }),
          },
          ...('follow' in endpoint ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
          ...('plain' in endpoint ? { [endpoint.plainType ?? 'text/plain']: { schema: { type: 'string' } } } : {}),
        },
      },
      ...refusalRefs(refusalsOf(endpoint)),
    },
  };
};
