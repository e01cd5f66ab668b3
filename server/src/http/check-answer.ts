import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { headers as documented, headersOf, headersOfRefusal } from '../contract/openapi/responses.ts';

/** Tests let the service hold its own answers against what the document says of them (`checkReplies`). */

/** The body of an answer to a call that was served. */
export const checkReply = (endpoint: Endpoint, body: string): void => {
  const checked = endpoint.reply.safeParse(JSON.parse(body));
  if (!checked.success) throw new Error(`${endpoint.id} answered against its schema: ${checked.error.message}`);
};

const documentedNames = new Set(Object.keys(documented).map((name) => name.toLowerCase()));

/** What is wrong with status and headers; null when nothing is. Headers of HTTP itself need no word in the document. */
const faultOf = (endpoint: Endpoint, status: number, sent: readonly string[]): string | null => {
  const declared = status < 400 ? headersOf(endpoint) : headersOfRefusal(endpoint, status);
  if (declared === null) return `the status ${status}, which it does not have`;
  const known = new Set(declared.map((name) => name.toLowerCase()));
  const strange = sent.filter(
    (name) => (documentedNames.has(name) || /^(x-|ratelimit-)/.test(name)) && !known.has(name),
  );
  const others = strange.filter((name) => !ofEveryAnswer.has(name));
  return others.length === 0 ? null : `headers that it does not have at ${status}: ${others.join(', ')}`;
};

const ofEveryAnswer = new Set(['x-content-type-options', 'x-frame-options']);

export const checkAnswers = (server: FastifyInstance): void => {
  const checked = new WeakSet();
  server.addHook('onSend', async (request, reply) => {
    const { endpoint } = request;
    if (!endpoint || checked.has(request)) return;
    checked.add(request);
    const fault = faultOf(endpoint, reply.statusCode, Object.keys(reply.getHeaders()));
    if (fault !== null) throw new Error(`${endpoint.id} answered what the document does not say: ${fault}`);
  });
};
