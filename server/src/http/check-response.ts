import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { headers as documented, headersOf, headersOfRefusal } from '../contract/openapi/responses.ts';
import type { Fault } from '../kit/errors.ts';
import { hasPath, type Sent } from './check-fault-paths.ts';

/** In tests the service checks its own responses against the API document (`checkReplies`). */

/** Checks the body of a successful response. */
export const checkResponse = (endpoint: Endpoint, body: string): void => {
  const checked = endpoint.reply.safeParse(JSON.parse(body));
  if (!checked.success)
    throw new Error(`${endpoint.id} sent a response that does not match its schema: ${checked.error.message}`);
};

const documentedNames = new Set(Object.keys(documented).map((name) => name.toLowerCase()));

/** What is wrong with the status and headers; null if nothing is. Headers of HTTP itself need not be declared. */
const faultOf = (endpoint: Endpoint, status: number, sent: readonly string[]): string | null => {
  const declared = status < 400 ? headersOf(endpoint) : headersOfRefusal(endpoint, status);
  if (declared === null) return `the undeclared status ${status}`;
  const known = new Set(declared.map((name) => name.toLowerCase()));
  const strange = sent.filter(
    (name) => (documentedNames.has(name) || /^(x-|ratelimit-)/.test(name)) && !known.has(name),
  );
  const others = strange.filter((name) => !ofEveryAnswer.has(name));
  return others.length === 0 ? null : `headers not declared for status ${status}: ${others.join(', ')}`;
};

const ofEveryAnswer = new Set(['x-content-type-options', 'x-frame-options']);

/** The first fault of a 400 that is not in the request; undefined if all are. */
const misplacedIn = (endpoint: Endpoint, sent: Sent, problem: string): Fault | undefined => {
  const { info } = JSON.parse(problem) as { info: readonly Fault[] };
  return info.find(({ path }) => !hasPath(endpoint, sent, path));
};

export const checkResponses = (server: FastifyInstance): void => {
  const checked = new WeakSet();
  server.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request;
    if (!endpoint || checked.has(request)) return;
    checked.add(request);
    const fault = faultOf(endpoint, reply.statusCode, Object.keys(reply.getHeaders()));
    if (fault !== null) throw new Error(`${endpoint.id} sent an undocumented response: ${fault}`);
    if (reply.statusCode !== 400 || typeof payload !== 'string') return;
    const misplaced = misplacedIn(endpoint, request, payload);
    if (misplaced) throw new Error(`${endpoint.id} names a place that is not in the request: ${misplaced.path}`);
  });
};
