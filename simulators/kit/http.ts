import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A request that has been read completely; header names are in lower case, `path` and `query` as on the wire. */
export type HttpRequest = {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Buffer;
};

/**
 * What a handler returns. `delivery` is how the response is sent: completely, cut in the middle, with the connection
 * destroyed without a response, or never (`hang`).
 */
export type HttpAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The bytes to be sent instead of `body`, in pieces, if they are too many to be held at once. */
  stream?: { length: number; chunks: Iterable<Buffer> };
  delivery?: 'whole' | 'half' | 'destroy' | 'hang';
  /** The fault that made the response something the partner would never send. */
  fault?: string;
};

/** Creates a JSON response. */
export const jsonAnswer = (status: number, value: unknown): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Reads a whole request; returns null if its body is larger than `limitBytes`. */
export const readRequest = async (request: IncomingMessage, limitBytes: number): Promise<HttpRequest | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) return null;
    chunks.push(chunk);
  }
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return {
    method: request.method ?? 'GET',
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    headers,
    body: Buffer.concat(chunks),
  };
};

/** Sends a response in the way given by its `delivery`. */
export const sendAnswer = async (response: ServerResponse, answer: HttpAnswer): Promise<void> => {
  const delivery = answer.delivery ?? 'whole';
  if (delivery === 'hang') return;
  if (delivery === 'destroy') {
    response.destroy();
    return;
  }
  if (answer.stream) {
    await sendStream(response, answer, answer.stream);
    return;
  }
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(body.length) });
  if (delivery === 'whole') {
    response.end(body);
    return;
  }
  // The head announces the whole body; the connection is closed after the first half of it.
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
};

/** Sends a stream no faster than the client reads it. */
const sendStream = async (
  response: ServerResponse,
  { status, headers, delivery }: HttpAnswer,
  { length, chunks }: NonNullable<HttpAnswer['stream']>,
): Promise<void> => {
  response.writeHead(status, { ...headers, 'content-length': String(length) });
  if (delivery !== 'half') {
    await pipeline(Readable.from(chunks), response);
    return;
  }
  for (const chunk of firstBytes(chunks, Math.floor(length / 2))) {
    await new Promise<void>((resolve) => response.write(chunk, () => resolve()));
  }
  response.destroy();
};

const firstBytes = function* (chunks: Iterable<Buffer>, count: number): Generator<Buffer> {
  let left = count;
  if (left <= 0) return;
  for (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
};
