import type { FastifyReply, FastifyRequest } from 'fastify';
import { standardLimits } from '../contract/limits.ts';
import { Refusal } from '../kit/errors.ts';

const mebibyte = 1024 * 1024;

/** A body that is small is not counted: their sum is bounded by the connections. */
const smallBodyBytes = 16 * 1024;
/** What a body of unknown length counts as. */
const assumedBytes = mebibyte;

/** The most that bodies under way may announce together: of one caller, of its organization, of all. */
const budget = { caller: 32 * mebibyte, organization: 64 * mebibyte, all: 256 * mebibyte };

const bytesOf = ({ headers }: FastifyRequest): number => {
  if (headers['transfer-encoding'] !== undefined) return assumedBytes;
  const bytes = Number(headers['content-length'] ?? 0);
  // A larger one is refused before it is read.
  return bytes > smallBodyBytes && bytes <= standardLimits.bytes ? bytes : 0;
};

const add = (sums: Map<string, number>, key: string, bytes: number): void => {
  const sum = (sums.get(key) ?? 0) + bytes;
  if (sum === 0) sums.delete(key);
  else sums.set(key, sum);
};

/**
 * Reserves room for the bodies of all requests that were let in: slow senders of large ones would take all memory. One caller
 * takes only a part of what its organization may, and one organization a part of all.
 */
export const createBodyBudget = (): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  const reserved = new Map<string, number>();
  return (request, reply) => {
    const bytes = bytesOf(request);
    if (bytes === 0 || !request.entered) return;
    const { caller, orgId } = request.entered;
    const shares = [
      [`caller ${caller}`, budget.caller],
      [`organization ${orgId ?? caller}`, budget.organization],
      ['all', budget.all],
    ] as const;
    if (shares.some(([key, max]) => (reserved.get(key) ?? 0) + bytes > max)) {
      throw new Refusal('TooManyRequests', 'Too many large requests at once; try again.', undefined, {
        'retry-after': '1',
      });
    }
    for (const [key] of shares) add(reserved, key, bytes);
    reply.raw.once('close', () => {
      for (const [key] of shares) add(reserved, key, -bytes);
    });
  };
};
