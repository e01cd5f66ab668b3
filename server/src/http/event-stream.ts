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

/** A client that reconnects with this id continues from here, although it has received nothing since. */
const stillHere = (position: string): string => `: still here\nid: ${position}\n\n`;

export type EventStreams = {
  /**
   * Counts a stream. If the process has as many as it can, the organization with the most of them loses its oldest one
   * (`leave`), so that no few organizations keep all others out (decision 0182). Throws a Refusal (429) if there are too
   * many of this caller or organization, or no other organization has more. Returns what ends it.
   */
  begin(party: Party, leave: () => void): () => void;
};

/** The server's options, and the streams that are open. */
type StreamOptions = ApiServerOptions & { eventStreams: EventStreams };

type Open = Party & { leave: () => void };

export const createEventStreams = (most: typeof limits = limits): EventStreams => {
  /** Oldest first. */
  const open = new Set<Open>();
  const countOf = (is: (one: Open) => boolean): number => [...open].filter(is).length;

  /** The oldest stream of the organization with the most; undefined if that would have fewer than the one that comes. */
  const findSurplus = (organization: string): Open | undefined => {
    const byOrganization = [...Map.groupBy(open, (one) => one.organization)].sort(
      ([, a], [, b]) => b.length - a.length,
    );
    const [name, streams = []] = byOrganization[0] ?? [];
    const own = countOf((one) => one.organization === organization);
    return name !== organization && streams.length > own + 1 ? streams[0] : undefined;
  };

  return {
    begin: ({ caller, organization }, leave) => {
      const tooMany = tooManyAtOnce('Too many streams are open; close one, or share one among those who need it.');
      if (countOf((one) => one.caller === caller) >= most.caller) throw tooMany;
      if (countOf((one) => one.organization === organization) >= most.organization) throw tooMany;
      if (open.size >= most.all) {
        const surplus = findSurplus(organization);
        if (!surplus) throw tooMany;
        open.delete(surplus);
        surplus.leave();
      }
      const stream = { caller, organization, leave };
      open.add(stream);
      return () => void open.delete(stream);
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
  const end = options.eventStreams.begin(party, () => close());
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
