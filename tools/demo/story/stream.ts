import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../client.ts';
import type { Happened } from './differences.ts';

/** A block of an event stream. `data` is undefined if the block only carries a position. */
export type Block = { id: string | undefined; data: string | undefined };

/** Reads Server-Sent Events: a block at each empty line; comments are skipped. */
export const readBlocks = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Block> {
  const decoder = new TextDecoder();
  let rest = '';
  let id: string | undefined;
  let data: string[] = [];
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
      if (field === 'id') id = value;
      if (field === 'data') data.push(value);
      if (line !== '' || (id === undefined && data.length === 0)) continue;
      yield { id, data: data.length === 0 ? undefined : data.join('\n') };
      [id, data] = [undefined, []];
    }
  }
};

/** A client of the event stream. */
export type Stream = {
  /** The events received, in order. */
  events: readonly Happened[];
  /** How often it has connected. */
  connections(): number;
  /** Drops the connection. */
  cut(): void;
  close(): Promise<void>;
};

const pauseMs = 200;

/**
 * Follows the events after a cursor. Whatever ends a connection, the client comes back and continues after the last ID that it was
 * told.
 */
export const openStream = async (api: ApiClient, types: string, cursor: string): Promise<Stream> => {
  const events: Happened[] = [];
  const closing = new AbortController();
  let connection = new AbortController();
  let [lastId, connections] = [cursor, 0];

  const listen = async (response: Response): Promise<void> => {
    connections += 1;
    for await (const { id, data } of readBlocks(response.body as AsyncIterable<Uint8Array>)) {
      if (data !== undefined) events.push(JSON.parse(data) as Happened);
      lastId = id ?? lastId;
    }
  };
  const connect = async (): Promise<Response> => {
    const headers = { accept: 'text/event-stream', 'last-event-id': lastId };
    connection = new AbortController();
    const signal = AbortSignal.any([closing.signal, connection.signal]);
    const response = await api.open(`/event?types=${types}`, headers, signal);
    if (response.ok) return response;
    throw new Error(`the stream of events answered ${response.status}: ${await response.text()}`);
  };
  const goOn = async (first: Response): Promise<void> => {
    for (let response: Response | undefined = first; !closing.signal.aborted; ) {
      if (response) await listen(response).catch(() => undefined);
      await sleep(pauseMs);
      if (!closing.signal.aborted) response = await connect().catch(() => undefined);
    }
  };
  const ended = goOn(await connect());
  return {
    events,
    connections: () => connections,
    cut: () => connection.abort(),
    close: async () => {
      closing.abort();
      await ended;
    },
  };
};
