import type { FastifyReply, FastifyRequest } from 'fastify';
import { standardLimits } from '../contract/limits.ts';
import { createByteBudget, tooManyAtOnce } from './byte-budget.ts';

/** A body that is small is not counted: their sum is bounded by the connections. */
const smallBodyBytes = 16 * 1024;
/** What a body of unknown length counts as. */
const assumedBytes = 1024 * 1024;

const bytesOf = ({ headers }: FastifyRequest): number => {
  if (headers['transfer-encoding'] !== undefined) return assumedBytes;
  const bytes = Number(headers['content-length'] ?? 0);
  // A larger one is refused before it is read.
  return bytes > smallBodyBytes && bytes <= standardLimits.bytes ? bytes : 0;
};

/** Reserves room for the bodies of all requests that were let in: slow senders of large ones would take all memory. */
export const createBodyBudget = (): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  const budget = createByteBudget();
  return (request, reply) => {
    const bytes = bytesOf(request);
    if (bytes === 0 || !request.entered) return;
    const { caller, orgId } = request.entered;
    const party = { caller, organization: orgId ?? caller };
    if (!budget.hasRoom(party, bytes)) throw tooManyAtOnce('Too many large requests at once; try again.');
    reply.raw.once('close', budget.take(party, bytes));
  };
};
