import { masked } from '../../../simulators/kit/mask.ts';
import type { Exchange } from '../../../simulators/kit/record.ts';
import { show } from '../difference.ts';
import type { Fault } from './check-body.ts';

export type Parameter = { name: string; in: string; required?: boolean; schema?: unknown };
/** A parameter with the JSON pointer to its schema. */
export type PlacedParameter = Parameter & { pointer: string };

/** Values in addresses and headers are text; parse numbers and booleans. */
const readText = (text: string, schema: unknown): unknown => {
  const { type } = (schema ?? {}) as { type?: unknown };
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
};

/** The values of the variables of `/a/{id}` in a path, by name. */
const pathValues = (template: string, path: string): Record<string, string> => {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '([^/]+)');
  const values = new RegExp(`^${pattern.replace(/\/$/, '')}/?$`).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
};

/** Faults in the query, the headers and the path of a request. */
export const checkParameters = (
  exchange: Exchange,
  { template, path }: { template: string; path: string },
  parameters: readonly PlacedParameter[],
  faultsOf: (pointer: string, value: unknown) => Fault[],
): Fault[] => {
  const query = new URLSearchParams(exchange.query);
  const inPath = pathValues(template, path);
  const unknown = [...query]
    .filter(([key]) => !parameters.some((each) => each.in === 'query' && each.name === key))
    .map(([key, value]) => ({ at: key, rule: 'unknown parameter', detail: `in the query: ${show(value)}` }));
  const wrong = parameters.flatMap(({ name, in: place, required, schema, pointer }): Fault[] => {
    const given =
      place === 'query'
        ? query.get(name)
        : place === 'header'
          ? exchange.requestHeaders[name.toLowerCase()]
          : inPath[name];
    if (given === null || given === undefined)
      return required === true && place !== 'path'
        ? [{ at: name, rule: 'missing parameter', detail: `in the ${place}` }]
        : [];
    if (schema === undefined || given === masked) return [];
    return faultsOf(pointer, readText(given, schema)).map(({ rule, detail }) => ({ at: name, rule, detail }));
  });
  return [...unknown, ...wrong];
};
