import type { HttpAnswer } from '../../kit/http.ts';
import { findObjectType, type ObjectName } from '../crm/object-types.ts';
import { invalid } from '../errors.ts';
import type { Editor, HubspotReader, Json, Portal } from '../state.ts';

/** One call of the API by an app of a portal. */
export type ApiCall = {
  reader: HubspotReader;
  portal: Portal;
  params: Record<string, string>;
  query: URLSearchParams;
  /** The parsed body; undefined if there is none. */
  body: unknown;
  /** The address without the query, for links to next pages. */
  address: string;
  /** Business time, epoch milliseconds. */
  now: number;
  /** Changes records as the app. */
  write<R>(run: (editor: Editor) => R): R;
};

/** An operation; path segments that begin with a colon are parameters. */
export type Route = {
  name: string;
  method: string;
  path: string;
  /** One of these scopes is required; none if empty. */
  scopes(params: Record<string, string>): string[];
  run(call: ApiCall): HttpAnswer;
};

const objectScope =
  (right: 'read' | 'write') =>
  (params: Record<string, string>): string[] => {
    const type = findObjectType(params.object ?? '');
    return type ? [`crm.objects.${type.name}.${right}`] : [];
  };

/** The scopes of an object's records. */
export const toRead = objectScope('read');
export const toWrite = objectScope('write');

/** The object that a path names. */
export const objectOf = ({ params }: ApiCall, name = 'object'): ObjectName => {
  const type = findObjectType(params[name] ?? '');
  if (!type) throw invalid(`Unable to infer object type from: ${params[name]}`);
  return type.name;
};

/** The body as an object. */
export const bodyOf = ({ body }: ApiCall): Json => {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body as Json;
  throw invalid('Invalid input JSON on line 1, column 0: a JSON object is expected');
};

/** The inputs of a batch: at most a hundred, unless HubSpot accepts more. */
export const inputsOf = (call: ApiCall, batchMax = 100): Json[] => {
  const { inputs } = bodyOf(call);
  if (!Array.isArray(inputs)) throw invalid('inputs is missing');
  if (inputs.length > batchMax)
    throw invalid(`The maximum number of inputs supported in a batch request is ${batchMax}`);
  return inputs as Json[];
};

/** The names in a query parameter, which may be repeated or separated by commas. */
export const namesIn = (query: URLSearchParams, name: string): string[] =>
  query
    .getAll(name)
    .flatMap((text) => text.split(','))
    .filter(Boolean);

/** A page of rows with increasing ids; `after` is the last id of the previous page. */
export const pageOf = <T extends { id: string }>(
  call: ApiCall,
  rows: T[],
  { limitMax, limitDefault }: { limitMax: number; limitDefault: number },
): { page: T[]; paging: Json } => {
  const limit = Number(call.query.get('limit') ?? limitDefault);
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) throw invalid(`limit must be from 1 to ${limitMax}`);
  const after = call.query.get('after');
  if (after !== null && !/^\d+$/.test(after)) throw invalid('after is not the cursor of a page');
  const start = after === null ? 0 : rows.findIndex(({ id }) => BigInt(id) > BigInt(after));
  const page = start === -1 ? [] : rows.slice(start, start + limit);
  const last = page.at(-1);
  return { page, paging: last && last.id !== rows.at(-1)?.id ? nextPage(call, last.id) : {} };
};

/** The member of a response that links to the next page. */
const nextPage = (call: ApiCall, after: string): Json => {
  const query = new URLSearchParams(call.query);
  query.set('after', after);
  return { paging: { next: { after, link: `${call.address}?${query}` } } };
};
