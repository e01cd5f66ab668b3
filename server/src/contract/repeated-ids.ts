import type { Fault } from '../kit/errors.ts';
import type { Described } from './endpoint.ts';

// A body may repeat the IDs of its path, as clients send whole objects back. Each must then be the one in the path: an object that was
// read at one address and is sent to another would overwrite what is there (decision 0238).

type Repeats = Pick<Described, 'path' | 'params' | 'body' | 'bodyId'> & { creates?: true };

const organization = '/org/{orgId}';

const isId = (params: Described['params'], name: string): boolean => {
  const parameter = params[name];
  return parameter !== undefined && 'id' in parameter;
};

/** The parameter that names what the endpoint is about, and that `id` in its body repeats; undefined if `id` is something else. */
const subjectOf = ({ path, params, creates, bodyId }: Repeats): string | undefined =>
  creates || bodyId === 'own'
    ? undefined
    : path === organization
      ? 'orgId'
      : Object.keys(params).findLast((name) => isId(params, name));

/**
 * The members of a body that repeat an ID of the path, with the name of its parameter. Each is written as `…ID` or `…Id`, as in the
 * reference.
 */
export const repeatedIdsOf = (endpoint: Repeats): Readonly<Record<string, string>> => {
  const { path, params, body } = endpoint;
  if (body === null || !(path === organization || path.startsWith(`${organization}/`))) return {};
  const subject = subjectOf(endpoint);
  const named = Object.keys(params).filter((name) => name.endsWith('Id') && isId(params, name));
  return Object.fromEntries([
    ['organizationID', 'orgId'],
    ['organizationId', 'orgId'],
    ...named.flatMap((name) => [
      [name, name],
      [`${name.slice(0, -2)}ID`, name],
    ]),
    ...(subject === undefined ? [] : [['id', subject]]),
  ]);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const known = new WeakMap<Repeats, readonly (readonly [string, string])[]>();

const entriesOf = (endpoint: Repeats): readonly (readonly [string, string])[] => {
  const found = known.get(endpoint) ?? Object.entries(repeatedIdsOf(endpoint));
  known.set(endpoint, found);
  return found;
};

const faultsIn = (
  body: Record<string, unknown>,
  at: string,
  entries: readonly (readonly [string, string])[],
  params: Record<string, string>,
): Fault[] =>
  entries.flatMap(([name, parameter]) => {
    const given = Object.hasOwn(body, name) ? body[name] : undefined;
    const expected = params[parameter];
    // Clients write an ID that they leave out as null or, in Go, as an empty text.
    if (given === undefined || given === null || given === '' || given === expected) return [];
    return [{ path: `${at}${name}`, code: 'other_id', message: `must be the ID in the path, ${expected}, or absent` }];
  });

/** The faults of IDs in a body, or in the items of a list, that differ from those in the path. `params`: as in the URL. */
export const repeatedIdFaults = (endpoint: Repeats, params: Record<string, string>, body: unknown): Fault[] => {
  const entries = entriesOf(endpoint);
  if (entries.length === 0) return [];
  if (isObject(body)) return faultsIn(body, '', entries, params);
  if (!Array.isArray(body)) return [];
  const inItems = entries.filter(([name]) => name !== 'id');
  return body.flatMap((item, index) => (isObject(item) ? faultsIn(item, `${index}.`, inItems, params) : []));
};
