import type { z } from 'zod';
import type { Family, Permission } from '../auth/permissions.ts';
import type { IdPrefix } from '../kit/ids.ts';
import type { Move } from '../kit/transitions.ts';
import type { CallerKind } from './admission.ts';
import type { ActCall, AskCall, AskFirstCall, CallerCall, ReadCall } from './call.ts';
import type { CapabilityName } from './capabilities.ts';
import type { EventName } from './events.ts';
import type { BodyLimits } from './limits.ts';

/** What a path parameter holds: the id of a resource (decoded to its uuid before the act sees it) or plain text. */
export type PathParameter = { id: IdPrefix; noun: string } | { text: true; noun: string; values?: readonly string[] };

export type Parameters = Record<string, PathParameter>;
type Shape = z.ZodType;
/** Query parameters by name; what stands beside them is refused. */
export type QueryShape = z.ZodObject;

/** The input of a call, read by the shapes of its record: ids of the path as uuids, query and body as parsed. */
export type Input = { params: Record<string, string>; query: unknown; body: unknown };

/** What every record of an endpoint says, of the API and of the addresses for people. */
export type Described = {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  notes?: string;
  params: Parameters;
  query: QueryShape | null;
  body: Shape | null;
  /** What its body may hold; absent: `standardLimits`. */
  bodyLimits?: BodyLimits;
  /** The body may be left out. */
  bodyOptional?: boolean;
};

/** What a record of the API says beside that. */
type OfApi = Described & {
  family: Family;
  /** `caller`: every authenticated caller (no organization in the path). */
  permission: Permission | 'caller';
  /** Beside the permission; absent: persons and machines alike. */
  by?: CallerKind;
  /** Its answer is not about one resource with a version, so it has no `ETag`. A list never has one. */
  unversioned?: true;
  reply: Shape;
  /** Headers of the answer beyond those every answer has. */
  replyHeaders?: Record<string, string>;
  emits: readonly EventName[];
  rateLimit?: 'general' | 'metering';
  tag?: string;
};

/** What a record says of an act, beside that. */
type OfAct = {
  /** The rows of a state table that it goes by, for the thing in its path or body. */
  moves?: Move;
  /** What the marketplace of that thing must be able to do; of several, one or the other. */
  needs?: CapabilityName | readonly CapabilityName[];
  /** Makes a new thing below the ids of its path, which stay as they are: `If-Match` has nothing to match. */
  creates?: true;
  /** Usage reports: 409 means "stored already" there, so a key in progress answers 503. */
  keyInProgress?: 'Conflict' | 'ServiceUnavailable';
  /** Fields of the reply that hold a secret: shown once, kept nowhere, `null` when the answer is replayed. */
  secrets?: readonly string[];
  /** It takes access away: this process knows so before the answer leaves. */
  revokes?: true;
};

/** Reads rows of one organization. */
export type ReadEndpoint = OfApi & {
  kind: 'read';
  read: (call: ReadCall, input: Input) => Promise<unknown>;
};

/** Is answered from elsewhere, outside any transaction, within 10 seconds. */
export type LiveEndpoint = OfApi & {
  kind: 'live';
  /** Whether the answer, a text, is sent as it is instead of as JSON. */
  plain?: (query: unknown) => boolean;
  read: (call: AskCall, input: Input) => Promise<unknown>;
};

/** Reads what a caller may see without an organization in the path. */
export type CallerEndpoint = OfApi & {
  kind: 'caller';
  read: (call: CallerCall, input: Input) => Promise<unknown>;
};

/** Changes something, inside one transaction with its audit row and events. */
export type ActEndpoint = OfApi &
  OfAct & {
    kind: 'act';
    /** Asks a partner first, outside any transaction; the act is given what it answered. */
    ask?: (call: AskFirstCall, input: Input) => Promise<unknown>;
    act: (call: ActCall, input: Input & { answer?: unknown }) => Promise<unknown>;
  };

/** No organization in the path: the act makes one, and is the first thing that happens in it. */
export type FoundingEndpoint = OfApi &
  OfAct & {
    kind: 'founding';
    act: (call: ActCall, input: Input) => Promise<unknown>;
  };

/**
 * One endpoint of the API: the row from which router, permission check, OpenAPI, golden files and the generated tests
 * come. Its kind says what its function is given.
 */
export type Endpoint = ReadEndpoint | LiveEndpoint | CallerEndpoint | ActEndpoint | FoundingEndpoint;

/** Whether it changes something; else it only reads. */
export const isAct = (endpoint: { kind: string }): endpoint is ActEndpoint | FoundingEndpoint =>
  endpoint.kind === 'act' || endpoint.kind === 'founding';

/** Whether it asks a partner while the caller waits. */
export const asksPartner = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'live' || (endpoint.kind === 'act' && endpoint.ask !== undefined);

type QueryOf<Q> = Q extends z.ZodType ? z.output<Q> : Record<string, never>;
type BodyOf<B> = B extends z.ZodType ? z.output<B> : undefined;

/** A record as families write it: what it does not take may be left out. */
type Written<
  D extends OfApi,
  P extends Parameters,
  Q extends QueryShape | null,
  B extends Shape | null,
  R extends Shape,
> = Omit<D, 'params' | 'query' | 'body' | 'reply' | 'emits' | 'kind' | 'read' | 'ask' | 'act' | 'plain'> & {
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
};

/** The same, typed by the shapes of one record. */
export type Given<P extends Parameters, Q, B> = {
  params: Record<keyof P & string, string>;
  query: QueryOf<Q>;
  body: BodyOf<B>;
};

const takesNothing = { params: {}, query: null, body: null } as const;

/** A record of an endpoint that only reads. */
export const reads = <
  R extends Shape,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
  B extends Shape | null = null,
>({
  read,
  ...record
}: Written<ReadEndpoint, P, Q, B, R> & {
  read: (call: ReadCall, input: Given<P, Q, B>) => Promise<z.input<R>>;
}): ReadEndpoint => ({
  ...takesNothing,
  ...record,
  emits: [],
  kind: 'read',
  read: read as ReadEndpoint['read'],
});

/** A record of a read that is answered from elsewhere, outside any transaction, within 10 seconds. */
export const readsLive = <
  R extends Shape,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
>({
  read,
  plain,
  ...record
}: Written<LiveEndpoint, P, Q, null, R> & {
  plain?: (query: QueryOf<Q>) => boolean;
  read: (call: AskCall, input: Given<P, Q, null>) => Promise<z.input<R>>;
}): LiveEndpoint => ({
  ...takesNothing,
  ...record,
  ...(plain && { plain: plain as NonNullable<LiveEndpoint['plain']> }),
  emits: [],
  kind: 'live',
  read: read as LiveEndpoint['read'],
});

/** A record of a read without an organization in its path. */
export const callerReads = <R extends Shape, Q extends QueryShape | null = null>({
  read,
  ...record
}: Omit<Written<CallerEndpoint, Record<never, never>, Q, null, R>, 'permission'> & {
  read: (call: CallerCall, input: { query: QueryOf<Q> }) => Promise<z.input<R>>;
}): CallerEndpoint => ({
  ...takesNothing,
  ...record,
  permission: 'caller',
  emits: [],
  kind: 'caller',
  read: read as CallerEndpoint['read'],
});

/** A record of an endpoint that changes something. */
export const acts = <
  R extends Shape,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
  B extends Shape | null = null,
>({
  act,
  ...record
}: Written<ActEndpoint, P, Q, B, R> & {
  emits: readonly EventName[];
  act: (call: ActCall, input: Given<P, Q, B>) => Promise<z.input<R>>;
}): ActEndpoint => ({
  ...takesNothing,
  ...record,
  kind: 'act',
  act: act as ActEndpoint['act'],
});

/** A record of an act that makes the organization it belongs to; for signed-in people. */
export const founds = <R extends Shape, B extends Shape>({
  act,
  ...record
}: Omit<Written<FoundingEndpoint, Record<never, never>, null, B, R>, 'permission'> & {
  emits: readonly EventName[];
  act: (call: ActCall, input: { body: BodyOf<B> }) => Promise<z.input<R>>;
}): FoundingEndpoint => ({
  ...takesNothing,
  ...record,
  permission: 'caller',
  by: 'person',
  creates: true,
  kind: 'founding',
  act: act as FoundingEndpoint['act'],
});

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
>({
  ask,
  act,
  ...record
}: Written<ActEndpoint, P, Q, B, R> & {
  emits: readonly EventName[];
  ask: (call: AskFirstCall, input: Given<P, Q, B>) => Promise<A>;
  act: (call: ActCall, input: Given<P, Q, B> & { answer: A }) => Promise<z.input<R>>;
}): ActEndpoint => ({
  ...takesNothing,
  ...record,
  kind: 'act',
  ask: ask as NonNullable<ActEndpoint['ask']>,
  act: act as ActEndpoint['act'],
});

/** Whether the endpoint changes what an id of its path names, so that `If-Match` guards it. */
export const honoursIfMatch = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'act' && !endpoint.creates && Object.keys(endpoint.params).length > 0;
