import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { standardLimits } from '../contract/limits.ts';
import type { Refusal } from '../kit/errors.ts';
import { type ByteBudget, createByteBudget, type Party, tooManyAtOnce } from './byte-budget.ts';
import { formOverheadBytes } from './multipart.ts';

const mebibyte = 1024 * 1024;

/** Smaller bodies are not counted: the number of connections bounds their total. */
const smallBodyBytes = 16 * 1024;
/** How much is reserved at a time for a body of unknown length, each time it outgrows its reservation. */
const growthBytes = 64 * 1024;

/**
 * Budget for senders not yet authenticated: for one network and for all of them, separate from authenticated callers.
 */
const strangers = { caller: 8 * mebibyte, organization: 64 * mebibyte, all: 64 * mebibyte };

/** The room of one body. */
export type BodyReservation = {
  /** Reserves room for the first `bytes` of the body. Returns a refusal (429) if there is none. */
  ask(bytes: number): Refusal | null;
  /** Calls `drop` if the room is, or already was, reclaimed for a caller that holds less: what was received is refused. */
  onTakenBack(drop: (refusal: Refusal) => void): void;
  /** The body is whole and is about to be read: its room is kept until the request ends. */
  keep(): void;
  /** The body was refused, and what still arrives is discarded: its room is free for others. */
  giveBack(): void;
};

/** Throws a Refusal (429) if there is no room for the request's body. The room is released when the request ends. */
type Reserve<Sender> = (request: FastifyRequest, reply: FastifyReply, sender: Sender) => void;

/**
 * Memory budget for the bodies of all admitted requests: without it, slow senders of large bodies could take all
 * memory.
 */
export type BodyBudget = { forCaller: Reserve<Party>; forStranger: Reserve<{ network: string }> };

declare module 'fastify' {
  interface FastifyInstance {
    bodyBudget: BodyBudget;
  }
  interface FastifyRequest {
    /** Null if none of its body is counted. */
    bodyRoom: BodyReservation | null;
  }
}

const tooMany = (): Refusal => tooManyAtOnce('Too many large requests at once; try again.');

/** A body that announces more than its endpoint accepts is discarded as it arrives, so it is not counted. */
const isCounted = ({ endpoint, routeOptions }: FastifyRequest, bytes: number): boolean =>
  bytes > smallBodyBytes &&
  bytes <=
    (endpoint?.form
      ? (endpoint.bodyLimits ?? standardLimits).bytes + formOverheadBytes
      : Math.max(standardLimits.bytes, routeOptions.bodyLimit ?? 0));

const reserveIn =
  (budget: ByteBudget): Reserve<Party> =>
  (request, reply, party) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const isOpen = request.headers['transfer-encoding'] !== undefined;
    // A client that has already disconnected sends nothing, and no event would release its room.
    if (reply.raw.closed || (!isOpen && !isCounted(request, announced))) return;
    let held = 0;
    let lost: Refusal | null = null;
    let drop = (_: Refusal): void => {};
    let givenBack: (() => void)[] = [];
    const release = (): void => {
      for (const giveBack of givenBack) giveBack();
      givenBack = [];
    };
    const takeBack = (): void => {
      release();
      lost = tooMany();
      drop(lost);
    };
    const room: BodyReservation = {
      ask: (bytes) => {
        if (lost) return lost;
        if (bytes <= Math.max(held, smallBodyBytes)) return null;
        const step = isOpen ? Math.max(bytes - held, growthBytes) : bytes;
        if (!budget.makeRoom(party, step)) return tooMany();
        held += step;
        givenBack.push(budget.take(party, step, takeBack));
        return null;
      },
      onTakenBack: (next) => {
        drop = next;
        if (lost) drop(lost);
      },
      keep: () => {
        if (lost || held === 0 || held === Number.POSITIVE_INFINITY) return;
        release();
        givenBack = [budget.take(party, held)];
      },
      giveBack: release,
    };
    const refused = isOpen ? null : room.ask(announced);
    if (refused) throw refused;
    request.bodyRoom = room;
    reply.raw.once('close', () => {
      held = Number.POSITIVE_INFINITY;
      release();
    });
  };

/** The body budget of a server; each server has one. */
export const bodyBudgetOf = (server: FastifyInstance): BodyBudget => {
  if (server.hasDecorator('bodyBudget')) return server.bodyBudget;
  const reserveForStranger = reserveIn(createByteBudget(strangers, 'caller'));
  const budget: BodyBudget = {
    forCaller: reserveIn(createByteBudget()),
    forStranger: (request, reply, { network }) =>
      reserveForStranger(request, reply, { caller: network, organization: 'strangers' }),
  };
  server.decorateRequest('bodyRoom', null);
  server.decorate('bodyBudget', budget);
  return budget;
};
