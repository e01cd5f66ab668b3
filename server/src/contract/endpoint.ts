import { z } from 'zod';
import type { Family, Permission } from '../auth/permissions.ts';
import type { StoredFile } from '../kit/form-file.ts';
import type { IdPrefix } from '../kit/ids.ts';
import type { TextStream } from '../kit/text-stream.ts';
import type { Move } from '../kit/transitions.ts';
import type { CallerKind } from './admission.ts';
import type { ActCall, AskCall, AskFirstCall, CallerCall, PartsCall, ReadCall } from './call.ts';
import type { CapabilityName } from './capabilities.ts';
import type { EventName } from './events.ts';
import type { BodyLimits } from './limits.ts';

/** The value of a path parameter: the ID of a resource (decoded to its UUID before the act sees it) or plain text. */
export type PathParameter = { id: IdPrefix; noun: string } | { text: true; noun: string; values?: readonly string[] };

export type Parameters = Record<string, PathParameter>;
type Shape = z.ZodType;
/** Query parameters by name; any others are refused. */
export type QueryShape = z.ZodObject;

/** The input of a call, parsed with the record's schemas: path IDs as UUIDs, query and body as parsed. */
export type Input = { params: Record<string, string>; query: unknown; body: unknown };

/** The part common to all endpoint records, of the API and of the account service. */
export type Described = {
  id: string;
  /** PUT replaces what its URL names: the same request again changes nothing, so it needs no idempotency key. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  notes?: string;
  params: Parameters;
  query: QueryShape | null;
  body: Shape | null;
  /** Limits for the body; default `standardLimits`. */
  bodyLimits?: BodyLimits;
  /** Whether the body may be omitted. */
  bodyOptional?: boolean;
  /** `id` in the body is not the ID of what the path names, but of something in it. */
  bodyId?: 'own';
  /** The body is a text that may also be sent as it is, as text/csv. */
  csv?: true;
  /** As text/csv it may have this many bytes. Beyond `bodyLimits`, or without Content-Length, it is a `TextStream`. */
  streamBytes?: number;
  /** The body is a form (multipart/form-data) with one file, in the field `file`; it may be sent in no other way. */
  form?: true;
};

/** The additional part of records of the API. */
type OfApi = Described & {
  family: Family;
  /** `caller`: any authenticated caller (no organization in the path). */
  permission: Permission | 'caller';
  /** Required besides the permission; if absent, persons and machines may call. */
  by?: CallerKind;
  /** The response is not about one resource with a version, so it has no `ETag`. A list never has one. */
  unversioned?: true;
  reply: Shape;
  /** Response headers beyond those of every response. */
  replyHeaders?: Record<string, string>;
  emits: readonly EventName[];
  rateLimit?: 'general' | 'metering';
  tag?: string;
};

/** The additional part of records of acts. */
type OfAct = {
  /** The state-table rows that apply to the entity in its path or body. */
  moves?: Move;
  /** What the entity's marketplace must be able to do; any one of several is enough. */
  needs?: CapabilityName | readonly CapabilityName[];
  /** Creates an entity below those named in its path, which do not change: `If-Match` has nothing to match. */
  creates?: true;
  /** `If-Match` applies although the path names no entity: to the organization's own, or to the draft that the body names. */
  changesOwn?: 'ORGANIZATION' | 'DRAFT';
  /** For usage reports, 409 means "already stored", so a key in progress gets 503 instead. */
  keyInProgress?: 'Conflict' | 'ServiceUnavailable';
  /** Reply fields that hold a secret: shown once, never stored, `null` when the response is replayed. */
  secrets?: readonly string[];
  /** Revokes access: this process applies the change before the response is sent. */
  revokes?: true;
};

/** The additional part of records of reads whose result, a string, may be sent as it is. */
type OfText = {
  /** Whether the result, a string, is sent unchanged instead of as JSON. */
  plain?: (query: unknown) => boolean;
  /** The type of such a response; default `text/plain`. */
  plainType?: 'text/csv';
};

/** The additional part of records of reads whose result, a `StoredFile`, is sent as a download. */
type OfDownload = { download?: true };

/** Where a follower goes on. `position`: of its last look; absent at the first one. `lastId`: of the item that its client saw last. */
export type FollowFrom = { position: string | undefined; lastId: string | undefined };

/** The result of one look at something that is followed. `id`: a `lastId` of a later connection. `hasMore`: look again at once. */
export type Followed = {
  items: readonly { id: string; name: string; data: unknown }[];
  position: string;
  hasMore: boolean;
};

/** Reads rows of one organization. */
export type ReadEndpoint = OfApi &
  OfText & {
    kind: 'read';
    /** What the entity's marketplace must be able to do; 409 otherwise. */
    needs?: CapabilityName;
    read: (call: ReadCall, input: Input) => Promise<unknown>;
    /**
     * Looks for what is new since a position. With `Accept: text/event-stream` the response stays open and shows the result of each look (WHATWG HTML, Server-sent events).
     */
    follow?: (call: ReadCall, input: Input, from: FollowFrom) => Promise<Followed>;
  };

/** Gets its result from a partner, outside any transaction, within 10 seconds. */
export type LiveEndpoint = OfApi &
  OfText &
  OfDownload & {
    kind: 'live';
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
    /** Queries a partner first, outside any transaction; the act receives the result. */
    ask?: (call: AskFirstCall, input: Input) => Promise<unknown>;
    /** Does first what is too much for one transaction; the act receives the result. */
    inParts?: (call: PartsCall, input: Input) => Promise<unknown>;
    act: (call: ActCall, input: Input & { answer?: unknown }) => Promise<unknown>;
  };

/** Has no organization in its path: the act creates one and is the first entry in it. */
export type FoundingEndpoint = OfApi &
  OfAct & {
    kind: 'founding';
    act: (call: ActCall, input: Input) => Promise<unknown>;
  };

/**
 * One endpoint of the API: the record from which router, permission check, OpenAPI, golden files and generated tests
 * come. Its kind determines what its function receives.
 */
export type Endpoint = ReadEndpoint | LiveEndpoint | CallerEndpoint | ActEndpoint | FoundingEndpoint;

/** Whether it changes something, as opposed to only reading. */
export const isAct = (endpoint: { kind: string }): endpoint is ActEndpoint | FoundingEndpoint =>
  endpoint.kind === 'act' || endpoint.kind === 'founding';

/** Whether it queries a partner while the caller waits. */
export const asksPartner = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'live' || (endpoint.kind === 'act' && endpoint.ask !== undefined);

type QueryOf<Q> = Q extends z.ZodType ? z.output<Q> : Record<string, never>;
type BodyOf<B> = B extends z.ZodType ? z.output<B> : undefined;

/** A record as families write it; members that it does not use may be omitted. */
type Written<
  D extends OfApi,
  P extends Parameters,
  Q extends QueryShape | null,
  B extends Shape | null,
  R extends Shape,
> = Omit<
  D,
  'params' | 'query' | 'body' | 'reply' | 'emits' | 'kind' | 'read' | 'follow' | 'ask' | 'inParts' | 'act' | 'plain'
> & {
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
};

/** The input, typed by the schemas of one record. */
export type Given<P extends Parameters, Q, B> = {
  params: Record<keyof P & string, string>;
  query: QueryOf<Q>;
  body: BodyOf<B>;
};

const takesNothing = { params: {}, query: null, body: null } as const;

/** Creates the record of an endpoint that only reads. */
export const reads = <
  R extends Shape,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
  B extends Shape | null = null,
>({
  read,
  follow,
  plain,
  ...record
}: Written<ReadEndpoint, P, Q, B, R> & {
  plain?: (query: QueryOf<Q>) => boolean;
  read: (call: ReadCall, input: Given<P, Q, B>) => Promise<z.input<R>>;
  follow?: (call: ReadCall, input: Given<P, Q, B>, from: FollowFrom) => Promise<Followed>;
}): ReadEndpoint => ({
  ...takesNothing,
  ...record,
  ...(plain && { plain: plain as NonNullable<ReadEndpoint['plain']> }),
  ...(follow && { follow: follow as NonNullable<ReadEndpoint['follow']> }),
  emits: [],
  kind: 'read',
  read: read as ReadEndpoint['read'],
});

/** Creates the record of a read whose result comes from a partner, outside any transaction, within 10 seconds. */
export const readsLive = <
  R extends Shape,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
  B extends Shape | null = null,
>({
  read,
  plain,
  ...record
}: Written<LiveEndpoint, P, Q, B, R> & {
  plain?: (query: QueryOf<Q>) => boolean;
  read: (call: AskCall, input: Given<P, Q, B>) => Promise<z.input<R>>;
}): LiveEndpoint => ({
  ...takesNothing,
  ...record,
  ...(plain && { plain: plain as NonNullable<LiveEndpoint['plain']> }),
  emits: [],
  kind: 'live',
  read: read as LiveEndpoint['read'],
});

/**
 * Creates the record of a read whose result is a file. It is sent as a download, whatever its type, so that no browser
 * shows or runs it under the address of the API.
 */
export const downloads = <P extends Parameters>({
  read,
  ...record
}: Omit<Written<LiveEndpoint, P, null, null, z.ZodString>, 'reply' | 'download' | 'unversioned'> & {
  read: (call: AskCall, input: Given<P, null, null>) => Promise<StoredFile>;
}): LiveEndpoint => ({
  ...takesNothing,
  ...record,
  unversioned: true,
  download: true,
  reply: z.string().meta({ format: 'binary' }),
  emits: [],
  kind: 'live',
  read: read as LiveEndpoint['read'],
});

/** Creates the record of a read without an organization in its path. */
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

/** Creates the record of an endpoint that changes something. */
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

/** Creates the record of an act that creates the organization it belongs to; for signed-in persons. */
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
 * Creates the record of an act that first queries a partner: `ask` reads and calls outside any transaction, within 10
 * seconds and without changing anything; `act` records the result. If the query may change something at the partner, a
 * durable run must make it: `ask` starts the run with `actFirst` and waits for its end.
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

/**
 * Creates the record of an act whose body can be too large for one transaction. `inParts` receives the body as it is,
 * possibly a `TextStream`, and returns what the act needs of it.
 */
export const actsInParts = <
  R extends Shape,
  A,
  B extends Shape,
  P extends Parameters = Record<never, never>,
  Q extends QueryShape | null = null,
>({
  inParts,
  act,
  ...record
}: Written<ActEndpoint, P, Q, B, R> & {
  emits: readonly EventName[];
  inParts: (call: PartsCall, input: Omit<Given<P, Q, B>, 'body'> & { body: BodyOf<B> | TextStream }) => Promise<A>;
  act: (call: ActCall, input: { answer: A }) => Promise<z.input<R>>;
}): ActEndpoint => ({
  ...takesNothing,
  ...record,
  kind: 'act',
  inParts: inParts as NonNullable<ActEndpoint['inParts']>,
  act: act as ActEndpoint['act'],
});

/** Whether the endpoint changes one entity, which its path names in most cases, so that `If-Match` applies. */
export const honoursIfMatch = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'act' &&
  !endpoint.creates &&
  (Object.keys(endpoint.params).length > 0 || endpoint.changesOwn !== undefined);
