import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, Refusal } from '../kit/errors.ts';
import { internalError, problemOf } from '../kit/problem.ts';
import { refusalFrom } from './problem.ts';

const refusalOfParser = (code: string | undefined): Refusal => {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('PayloadTooLarge', 'The request header is too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return badRequest([{ path: '', code: 'timeout', message: 'the request did not arrive in time' }]);
  }
  return badRequest([{ path: '', code: 'malformed', message: 'the request cannot be read' }]);
};

/**
 * What the HTTP parser refuses: there is no request to answer, so the problem is written to the connection, which ends.
 * A status outside the closed list (408, 431) is told by the nearest one of it.
 */
export const refuseOnSocket =
  (headers: Readonly<Record<string, string>>) =>
  (error: { code?: string }, socket: Socket): void => {
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const requestId = randomUUID();
      const problem = problemOf(refusalOfParser(error.code), requestId);
      const body = JSON.stringify(problem);
      const lines = Object.entries({
        ...headers,
        'x-request-id': requestId,
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
    }
    socket.destroy();
  };

/** What the router refuses before it has found an address, such as `%zz` in a path; no hook has run by then. */
export const refuseInRouter =
  (headers: Readonly<Record<string, string>>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = problemOf(refusalFrom(error) ?? internalError(), request.id);
    reply
      .status(problem.status)
      .headers(headers)
      .header('x-request-id', request.id)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem));
  };
