import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, Refusal } from '../kit/errors.ts';
import { answerOnSocket, type RawAnswer } from '../kit/http-protocol.ts';
import { internalError, problemOf } from '../kit/problem.ts';
import { refusalFrom } from './problem.ts';

const refusalOfParser = (code: string | undefined): Refusal => {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('PayloadTooLarge', 'The request header is too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return badRequest([{ path: '', code: 'timeout', message: 'the request did not arrive in time' }]);
  }
  return badRequest([{ path: '', code: 'malformed', message: 'the request cannot be read' }]);
};

type Answering = {
  headers: Readonly<Record<string, string>>;
  /** The address of the API. */
  apiUrl?: string | undefined;
};

const rawProblem = ({ headers, apiUrl }: Answering, refusal: Refusal): RawAnswer => {
  const requestId = randomUUID();
  const problem = problemOf(refusal, requestId, apiUrl);
  const type = 'application/problem+json; charset=utf-8';
  return {
    status: problem.status,
    headers: { ...headers, 'x-request-id': requestId, 'content-type': type },
    body: JSON.stringify(problem),
  };
};

/**
 * Refuses what the HTTP parser rejects. There is no request to respond to, so the problem is written to the connection,
 * which is then closed. A status outside our list (408, 431) is replaced by the nearest one in it.
 */
export const refuseOnSocket =
  (answering: Answering) =>
  (error: { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else answerOnSocket(socket, rawProblem(answering, refusalOfParser(error.code)));
  };

/** The same for requests that Node would otherwise answer itself. */
export const refuseOdd = (answering: Answering) => (): RawAnswer =>
  rawProblem(
    answering,
    badRequest([
      { path: '', code: 'unsupported', message: 'only the expectation 100-continue is supported, and CONNECT is not' },
    ]),
  );

/** Refuses what the router rejects before it has found a route, such as `%zz` in a path; no hook has run by then. */
export const refuseInRouter =
  ({ headers, apiUrl }: Answering) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = problemOf(refusalFrom(error) ?? internalError(), request.id, apiUrl);
    reply
      .status(problem.status)
      .headers(headers)
      .header('x-request-id', request.id)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem));
  };
