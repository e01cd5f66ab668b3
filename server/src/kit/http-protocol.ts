import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

// What Node's HTTP server would answer by itself, with nothing but a status: here it is refused like everything else.

/** Has Node leave a missing Host to `hostFault`; it would answer with an empty 400. */
export const plainHttp = { requireHostHeader: false } as const;

type RawRequest = { rawHeaders: readonly string[]; httpVersion: string };

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{0,5})?$/i;

/**
 * What is wrong with the Host of a request (RFC 9112, 3.2), as a sentence; null: nothing is. Of two of them Node shows the first,
 * and a proxy may believe the second.
 */
export const hostFault = ({ rawHeaders, httpVersion }: RawRequest): string | null => {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
  if (hosts.length > 1) return 'There must be one Host header.';
  if (hosts[0] === undefined) return httpVersion === '1.0' ? null : 'There must be a Host header.';
  return hostPattern.test(hosts[0]) ? null : 'The Host header must be a host, or a host and a port.';
};

/**
 * The target of a request without the origin that may stand before it (RFC 9112, 3.2.2): who asks a proxy, or a server as one,
 * names it whole. `/` where nothing follows.
 */
export const originForm = (target: string | undefined): string => {
  const rest = (target ?? '').replace(/^https?:\/\/[^/?#]*/i, '');
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
};

/** What is written in the place of an answer: to a connection that has no request to answer. */
export type RawAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** Writes an answer to a connection, and ends it. */
export const answerOnSocket = (socket: Duplex, { status, headers, body }: RawAnswer): void => {
  if (socket.writable) {
    const lines = Object.entries({
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroy();
};

type Listener = {
  on(event: 'checkExpectation', heard: (request: unknown, response: { socket: Duplex | null }) => void): unknown;
  on(event: 'connect', heard: (request: unknown, socket: Duplex) => void): unknown;
};

/** Answers an expectation that is none (Node: an empty 417) and CONNECT (Node: nothing at all). */
export const refuseOddRequests = (server: unknown, answer: () => RawAnswer): void => {
  const listener = server as Listener;
  listener.on('checkExpectation', (_request, { socket }) => socket && answerOnSocket(socket, answer()));
  listener.on('connect', (_request, socket) => answerOnSocket(socket, answer()));
};
