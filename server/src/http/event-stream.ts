import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Followed } from '../contract/endpoint.ts';
import type { EventWatcher } from '../engine/event-watch.ts';
import { type FollowedEndpoint, type Invocation, look } from '../engine/invoke.ts';
import { isRefusal } from '../kit/errors.ts';
import { encodeJson } from '../kit/json.ts';
import { type Party, tooManyAtOnce } from './byte-budget.ts';
import type { ApiServerOptions } from './options.ts';

// Server-Sent Events (WHATWG HTML, section 9.2): a response that stays open and shows what is new.

/** Streams that are open at once. */
const limits = { caller: 10, organization: 40, all: 100 };
/** How long nothing is sent; proxies close connections that are silent for a minute. */
const silenceMs = 15_000;
/** How often the caller's access is checked. */
const accessMs = 1000;
/** How soon a client that was disconnected comes back. */
const retryMs = 2000;

export const isFollowed = (endpoint: Endpoint, { method, headers }: FastifyRequest): endpoint is FollowedEndpoint =>
  endpoint.kind === 'read' &&
  endpoint.follow !== undefined &&
  method === 'GET' &&
  /\btext\/event-stream\b/i.test(headers.accept ?? '');

const mediaType = 'text/event-stream; charset=utf-8';

export const isStream = (reply: FastifyReply): boolean => reply.getHeader('content-type') === mediaType;

/** JSON has no line breaks, and ids and names have none by themselves. */
const textOf = ({ items }: Followed): string =>
  items.map(({ id, name, data }) => `id: ${id}\nevent: ${name}\ndata: ${encodeJson(data)}\n\n`).join('');

/** A client that comes back with this id goes on from here, although it has seen nothing since. */
const stillHere = (position: string): string => `: still here\nid: ${position}\n\n`;

export type EventStreams = {
  /** Counts a stream. Throws a Refusal (429) if there are too many. Returns what ends it. */
  begin(party: Party): () => void;
};

/** The server's options, and the streams that are open. */
type StreamOptions = ApiServerOptions & { eventStreams: EventStreams };

export const createEventStreams = (): EventStreams => {
  const open = new Map<string, number>();
  return {
    begin: ({ caller, organization }) => {
      const shares = [
        [`caller ${caller}`, limits.caller],
        [`organization ${organization}`, limits.organization],
        ['all', limits.all],
      ] as const;
      if (shares.some(([key, max]) => (open.get(key) ?? 0) >= max))
        throw tooManyAtOnce('Too many streams are open; close one, or share one among those who need it.');
      for (const [key] of shares) open.set(key, (open.get(key) ?? 0) + 1);
      return () => {
        for (const [key] of shares) {
          const left = (open.get(key) ?? 1) - 1;
          if (left === 0) open.delete(key);
          else open.set(key, left);
        }
      };
    },
  };
};

type Stream = {
  endpoint: FollowedEndpoint;
  invocation: Invocation;
  watcher: EventWatcher;
  first: Followed;
  isClosed: () => boolean;
};

/** What is sent, until the client leaves, its access ends, or the service stops. */
const piecesOf = async function* (
  options: StreamOptions,
  { endpoint, invocation, watcher, first, isClosed }: Stream,
): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`;
  let { position } = first;
  let sentAt = performance.now();
  while (!isClosed()) {
    let found: Followed;
    try {
      found = await look(options, endpoint, invocation, { position, lastId: undefined });
    } catch (error) {
      // The client comes back, and learns then why it is refused.
      if (isRefusal(error)) return;
      throw error;
    }
    ({ position } = found);
    const isSilent = performance.now() - sentAt >= silenceMs;
    if (found.items.length > 0 || isSilent) {
      yield found.items.length > 0 ? textOf(found) : stillHere(position);
      sentAt = performance.now();
    }
    if (!found.hasMore) await watcher.wait(accessMs);
  }
};

/** Answers with a stream. A caller who may not have it, or asks wrongly, gets an ordinary refusal. */
export const sendStream = async (
  options: StreamOptions,
  endpoint: FollowedEndpoint,
  invocation: Invocation,
  { request, reply, party }: { request: FastifyRequest; reply: FastifyReply; party: Party },
): Promise<FastifyReply> => {
  const lastId = request.headers['last-event-id'];
  const first = await look(options, endpoint, invocation, {
    position: undefined,
    lastId: typeof lastId === 'string' ? lastId : undefined,
  });
  const end = options.eventStreams.begin(party);
  const watcher = options.watchEvents(party.organization);
  let isClosed = reply.raw.closed;
  const close = (): void => {
    isClosed = true;
    watcher.wake();
    watcher.end();
    end();
  };
  if (isClosed) close();
  else reply.raw.once('close', close);
  const pieces = piecesOf(options, { endpoint, invocation, watcher, first, isClosed: () => isClosed });
  return reply
    .type(mediaType)
    .header('x-accel-buffering', 'no')
    .send(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }));
};
