import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

// For requests that Node's HTTP server would answer itself with only a status: they get the same errors as all others.

/** Makes Node leave a missing Host to `hostFault`; Node would respond with an empty 400. */
export const plainHttp = { requireHostHeader: false } as const;

type RawRequest = { rawHeaders: readonly string[]; httpVersion: string };

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{0,5})?$/i;

/**
 * Returns what is wrong with the Host of a request (RFC 9112, 3.2), as a sentence, or null. If there are two Host
 * headers Node shows only the first, while a proxy may use the second.
 */
export const hostFault = ({ rawHeaders, httpVersion }: RawRequest): string | null => {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
  if (hosts.length > 1) return 'There must be exactly one Host header.';
  if (hosts[0] === undefined) return httpVersion === '1.0' ? null : 'There must be a Host header.';
  return hostPattern.test(hosts[0]) ? null : 'The Host header must be a host with an optional port.';
};

/**
 * The request target without scheme and host (RFC 9112, 3.2.2), which clients send when they use a proxy or treat a
 * server as one. `/` if nothing follows.
 */
export const originForm = (target: string | undefined): string => {
  const rest = (target ?? '').replace(/^https?:\/\/[^/?#]*/i, '');
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
};

/** A response written directly to a connection that has no request to respond to. */
export type RawAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string };

/** Writes a response to a connection, and closes it. */
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

/** Responds to unknown expectations (Node: an empty 417) and to CONNECT (Node: nothing at all). */
export const refuseOddRequests = (server: unknown, answer: () => RawAnswer): void => {
  const listener = server as Listener;
  listener.on('checkExpectation', (_request, { socket }) => socket && answerOnSocket(socket, answer()));
  listener.on('connect', (_request, socket) => answerOnSocket(socket, answer()));
};
