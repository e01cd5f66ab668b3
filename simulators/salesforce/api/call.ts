import type { HttpAnswer } from '../../kit/http.ts';
import { refusal } from '../errors.ts';
import type { Obstacle } from '../faults.ts';
import type { Editor } from '../objects/save.ts';
import { findObject, type ObjectType } from '../objects/schema.ts';
import type { Json, Org, SalesforceChange, SalesforceReader } from '../state.ts';

/** One call of the REST API by a user of an org, or one part of a composite call. */
export type ApiCall = {
  reader: SalesforceReader;
  org: Org;
  userId: string;
  /** As in the address: `68.0`. */
  version: string;
  /** The prefix of addresses in responses: `/services/data/v68.0`. */
  base: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** The parsed body; undefined if there is none. */
  body: unknown;
  /** Business time, epoch milliseconds. */
  now: number;
  obstacle: Obstacle;
  write<R>(run: (transaction: SalesforceChange) => R): R;
  /** Handles another request of the same user, for composite calls. `path` is what follows the version. */
  again(request: SubRequest, write: ApiCall['write']): HttpAnswer;
  /** Runs a change that is kept only if `run` returns so. */
  atomic<R>(run: (write: ApiCall['write']) => { result: R; keep: boolean }): R;
};

export type SubRequest = {
  method: string;
  path: string;
  query: string;
  body: unknown;
  headers: Record<string, string>;
};

/** An operation; path segments that begin with a colon are parameters. */
export type Route = { name: string; method: string; path: string; run(call: ApiCall): HttpAnswer };

/** The object that a path names. */
export const objectOf = ({ reader, org, params }: ApiCall): ObjectType => {
  const object = findObject(reader, org, params.object ?? '');
  if (!object) throw refusal(404, { errorCode: 'NOT_FOUND', message: 'The requested resource does not exist' });
  return object;
};

/** The body as an object. */
export const bodyOf = ({ body }: ApiCall): Json => {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body as Json;
  const message = 'The HTTP entity body is required, but this request has no entity body.';
  throw refusal(400, { errorCode: 'INVALID_REQUEST_BODY', message });
};

/** The author of a change made by a call. */
export const editorOf = ({ org, userId, obstacle }: ApiCall, tx: SalesforceChange): Editor => ({
  tx,
  org,
  userId,
  obstacle,
});
