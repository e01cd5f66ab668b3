import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { standardLimits } from '../contract/limits.ts';
import type { Refusal } from '../kit/errors.ts';
import { type ByteBudget, createByteBudget, type Party, tooManyAtOnce } from './byte-budget.ts';

const mebibyte = 1024 * 1024;

/** A body that is small is not counted: their sum is bounded by the connections. */
const smallBodyBytes = 16 * 1024;
/** What a body of unknown length takes at a time, whenever it has grown beyond what it holds. */
const growthBytes = 64 * 1024;

/** Where nobody has shown yet who is sending: of one network, and of all of them, apart from callers who have. */
const strangers = { caller: 8 * mebibyte, organization: 64 * mebibyte, all: 64 * mebibyte };

/** Takes room for so many bytes of the body in all; answers what it is refused with (429). */
export type Room = (bytes: number) => Refusal | null;

/** Throws a Refusal (429) where the body of a request has no room. It is given back when the request is over. */
type Reserve<Sender> = (request: FastifyRequest, reply: FastifyReply, sender: Sender) => void;

/** Room for the bodies of all requests that were let in: slow senders of large ones would take all memory. */
export type BodyBudget = { forCaller: Reserve<Party>; forStranger: Reserve<{ network: string }> };

declare module 'fastify' {
  interface FastifyInstance {
    bodyBudget: BodyBudget;
  }
  interface FastifyRequest {
    /** Null: nothing of its body is counted. */
    bodyRoom: Room | null;
  }
}

/** A body that is larger than any endpoint takes is refused before it is read. */
const isCounted = (bytes: number): boolean => bytes > smallBodyBytes && bytes <= standardLimits.bytes;

const reserveIn =
  (budget: ByteBudget): Reserve<Party> =>
  (request, reply, party) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const isOpen = request.headers['transfer-encoding'] !== undefined;
    // Who has left meanwhile sends nothing, and nothing would give the room back.
    if (reply.raw.closed || (!isOpen && !isCounted(announced))) return;
    let held = 0;
    const givenBack: (() => void)[] = [];
    const room: Room = (bytes) => {
      if (bytes <= Math.max(held, smallBodyBytes)) return null;
      const step = isOpen ? Math.max(bytes - held, growthBytes) : bytes;
      if (!budget.hasRoom(party, step)) return tooManyAtOnce('Too many large requests at once; try again.');
      held += step;
      givenBack.push(budget.take(party, step));
      return null;
    };
    const refused = isOpen ? null : room(announced);
    if (refused) throw refused;
    request.bodyRoom = room;
    reply.raw.once('close', () => {
      held = Number.POSITIVE_INFINITY;
      for (const giveBack of givenBack) giveBack();
    });
  };

/** The one budget of a server. */
export const bodyBudgetOf = (server: FastifyInstance): BodyBudget => {
  if (server.hasDecorator('bodyBudget')) return server.bodyBudget;
  const reserveForStranger = reserveIn(createByteBudget(strangers));
  const budget: BodyBudget = {
    forCaller: reserveIn(createByteBudget()),
    forStranger: (request, reply, { network }) =>
      reserveForStranger(request, reply, { caller: network, organization: 'strangers' }),
  };
  server.decorateRequest('bodyRoom', null);
  server.decorate('bodyBudget', budget);
  return budget;
};
