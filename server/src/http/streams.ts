import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStreamed } from './body.ts';
import { type Party, tooManyAtOnce } from './byte-budget.ts';

/** How many bodies are streamed at once: each holds a few megabytes and keeps the database busy. */
const limits = { organization: 2, all: 16 };

/** Counts the bodies that are streamed. Throws a Refusal (429) if there are too many. */
export const createStreams = (): ((request: FastifyRequest, reply: FastifyReply, party: Party) => void) => {
  const open = new Map<string, number>();
  let all = 0;
  return (request, reply, { organization }) => {
    if (!isStreamed(request) || reply.raw.closed) return;
    const count = open.get(organization) ?? 0;
    if (count >= limits.organization || all >= limits.all)
      throw tooManyAtOnce('Too many large files are being uploaded at once; try again when one of them has ended.');
    open.set(organization, count + 1);
    all += 1;
    reply.raw.once('close', () => {
      all -= 1;
      const left = (open.get(organization) ?? 1) - 1;
      if (left === 0) open.delete(organization);
      else open.set(organization, left);
    });
  };
};
