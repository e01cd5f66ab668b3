import type { z } from 'zod';
import type { Family, Permission } from '../auth/permissions.ts';
import type { IdPrefix } from '../kit/ids.ts';
import type { CallerKind } from './admission.ts';
import type { ActCall, AskCall, AskFirstCall, CallerCall, ReadCall } from './call.ts';
import type { EventName } from './events.ts';
import type { BodyLimits } from './limits.ts';

/** What a path parameter holds: the id of a resource (decoded to its uuid before the act sees it) or plain text. */
export type PathParameter = { id: IdPrefix; noun: string } | { text: true; noun: string; values?: readonly string[] };

type Parameters = Record<string, PathParameter>;
type Shape = z.ZodType;
/** Query parameters by name; what stands beside them is refused. */
type QueryShape = z.ZodObject;

/**
 * One endpoint of the API: the row from which router, permission check, OpenAPI, golden files and the generated tests
 * come. `does` is the act or the read; an act runs inside one transaction with its audit row and events.
 */
export type Endpoint = {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  family: Family;
  /** `caller`: every authenticated caller (no organization in the path). */
  permission: Permission | 'caller';
  /** Beside the permission; absent: persons and machines alike. */
  by?: CallerKind;
  summary: string;
  notes?: string;
  params: Parameters;
  query: QueryShape | null;
  body: Shape | null;
  /** What its body may hold; absent: `standardLimits`. */
  bodyLimits?: BodyLimits;
  /** The body may be left out. */
  bodyOptional?: boolean;
  /** Its answer is not about one resource with a version, so it has no `ETag`. A list never has one. */
  unversioned?: true;
  reply: Shape;
  /** Headers of the answer beyond those every answer has. */
  replyHeaders?: Record<string, string>;
  emits: readonly EventName[];
  kind: 'read' | 'act';
  /** Makes a new thing below the ids of its path, which stay as they are: `If-Match` has nothing to match. */
  creates?: true;
  /** Usage reports: 409 means "stored already" there, so a key in progress answers 503. */
  keyInProgress?: 'Conflict' | 'ServiceUnavailable';
  rateLimit?: 'general' | 'metering';
  tag?: string;
  /** Fields of the reply that hold a secret: shown once, kept nowhere, `null` when the answer is replayed. */
  secrets?: readonly string[];
  /** It takes access away: this process knows so before the answer leaves. */
  revokes?: true;
  /** No organization in the path: the act makes one, and is the first thing that happens in it. */
  founds?: true;
  /** A read that is answered from elsewhere: it is given what acts ask with, and 10 seconds. */
  live?: true;
  /** Whether the answer, a text, is sent as it is instead of as JSON. */
  plain?: (query: never) => boolean;
  /** Asks a partner first, outside any transaction; the act is given what it answered. */
  asks?: (call: never, input: never) => Promise<unknown>;
  does: (call: never, input: never) => Promise<unknown>;
};

type QueryOf<Q> = Q extends z.ZodType ? z.output<Q> : Record<string, never>;
type BodyOf<B> = B extends z.ZodType ? z.output<B> : undefined;

type Common<P extends Parameters, Q extends QueryShape | null, B extends Shape | null, R extends Shape> = Omit<
  Endpoint,
  'params' | 'query' | 'body' | 'reply' | 'does' | 'kind' | 'emits' | 'asks' | 'founds' | 'live' | 'plain'
> & {
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
};

type Given<P extends Parameters, Q, B> = {
  params: Record<keyof P & string, string>;
  query: QueryOf<Q>;
  body: BodyOf<B>;
};

/** A record of an endpoint that only reads. */
export const reads = <
  R extends Shape,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
  B extends Shape | null = null,
>(
  record: Common<P, Q, B, R> & { read: (call: ReadCall, input: Given<P, Q, B>) => Promise<z.input<R>> },
): Endpoint => {
  const { read, ...rest } = record;
  return { params: {}, query: null, body: null, ...rest, emits: [], kind: 'read', does: read as never };
};

/** A record of a read that is answered from elsewhere, outside any transaction, within 10 seconds. */
export const readsLive = <
  R extends Shape,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
>(
  record: Common<P, Q, null, R> & {
    plain?: (query: QueryOf<Q>) => boolean;
    read: (call: AskCall, input: Given<P, Q, null>) => Promise<z.input<R>>;
  },
): Endpoint => {
  const { read, plain, ...rest } = record;
  return {
    params: {},
    query: null,
    body: null,
    ...rest,
    ...(plain && { plain: plain as never }),
    emits: [],
    kind: 'read',
    live: true,
    does: read as never,
  };
};

/** A record of a read without an organization in its path. */
export const callerReads = <R extends Shape, Q extends QueryShape | null = null>(
  record: Omit<Common<Record<never, never>, Q, null, R>, 'params' | 'body' | 'permission'> & {
    read: (call: CallerCall, input: { query: QueryOf<Q> }) => Promise<z.input<R>>;
  },
): Endpoint => {
  const { read, ...rest } = record;
  return {
    query: null,
    ...rest,
    params: {},
    body: null,
    permission: 'caller',
    emits: [],
    kind: 'read',
    does: read as never,
  };
};

/** A record of an endpoint that changes something. */
export const acts = <
  R extends Shape,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
  B extends Shape | null = null,
>(
  record: Common<P, Q, B, R> & {
    emits: readonly EventName[];
    act: (call: ActCall, input: Given<P, Q, B>) => Promise<z.input<R>>;
  },
): Endpoint => {
  const { act, ...rest } = record;
  return { params: {}, query: null, body: null, ...rest, kind: 'act', does: act as never };
};

/** A record of an act that makes the organization it belongs to; for signed-in people. */
export const founds = <R extends Shape, B extends Shape>(
  record: Omit<Common<Record<never, never>, null, B, R>, 'params' | 'query' | 'permission'> & {
    emits: readonly EventName[];
    act: (call: ActCall, input: { body: BodyOf<B> }) => Promise<z.input<R>>;
  },
): Endpoint => {
  const { act, ...rest } = record;
  return {
    body: null,
    ...rest,
    params: {},
    query: null,
    permission: 'caller',
    by: 'person',
    creates: true,
    founds: true,
    kind: 'act',
    does: act as never,
  };
};

/**
 * A record of an act that first asks a partner: `ask` reads and calls outside any transaction, within 10 seconds and
 * changing nothing; `act` writes down what it heard. Where asking may change something at the partner, a durable run asks:
 * `ask` starts it by `actFirst` and waits for its end.
 */
export const asksThenActs = <
  R extends Shape,
  A,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
  B extends Shape | null = null,
>(
  record: Common<P, Q, B, R> & {
    emits: readonly EventName[];
    ask: (call: AskFirstCall, input: Given<P, Q, B>) => Promise<A>;
    act: (call: ActCall, input: Given<P, Q, B> & { answer: A }) => Promise<z.input<R>>;
  },
): Endpoint => {
  const { ask, act, ...rest } = record;
  return {
    params: {},
    query: null,
    body: null,
    ...rest,
    kind: 'act',
    asks: ask as never,
    does: act as never,
  };
};

/** Whether the endpoint changes what an id of its path names, so that `If-Match` guards it. */
export const honoursIfMatch = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'act' && !endpoint.creates && Object.keys(endpoint.params).length > 0;
