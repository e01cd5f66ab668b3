import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Refusal } from '../kit/errors.ts';
import { encodeJson } from '../kit/json.ts';
import { jsonPieces } from '../kit/json-pieces.ts';
import { hasMoreCharacters } from '../kit/json-size.ts';
import { createSlots } from '../kit/slots.ts';
import { createByteBudget, type Party, tooManyAtOnce } from './byte-budget.ts';

/** From here on writing an answer out takes milliseconds, and what is not taken of it counts. */
const largeAnswerCharacters = 128 * 1024;
/** What is handed on at once. */
const sliceBytes = 256 * 1024;
/** What is written out before whatever else has come in is served. */
const turnMs = 4;

/** Who reads takes so much in every thirty seconds, or is told no more. */
const windowMs = 30_000;
const bytesPerWindow = 30 * 32 * 1024;
const sweepEveryMs = 1000;

type Sending = { since: number; bytes: number; cut: () => void };

export type LargeAnswers = {
  /** Throws a Refusal (429) while earlier answers that are not taken yet leave no room for so many bytes. */
  admit(party: Party, bytes: number): void;
  /**
   * What is sent for a value: a text, or a stream where it is large. `mayRefuse`: nothing has been changed, so that it may be
   * refused (429) instead of adding to what the caller leaves untaken.
   */
  write(reply: FastifyReply, party: Party, value: unknown, options: { mayRefuse: boolean }): Promise<string | Readable>;
  /** Cuts those who do not read; called every second. */
  sweep(): void;
  close(): void;
};

const untaken = (): Refusal => tooManyAtOnce('Too many large answers are under way; read those first, then try again.');

type Written = { pieces: Buffer[]; bytes: number };

/** Writes a large value out bit by bit: between two bits the event loop is free. */
const writeOut = async (value: unknown): Promise<Written> => {
  const written: Written = { pieces: [], bytes: 0 };
  let began = performance.now();
  for (const text of jsonPieces(value)) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += sliceBytes) written.pieces.push(bytes.subarray(at, at + sliceBytes));
    written.bytes += bytes.length;
    if (performance.now() - began < turnMs) continue;
    await setImmediate();
    began = performance.now();
  }
  return written;
};

/**
 * Large answers: written out in slices, one answer after another, kept as bytes, sent as fast as they are taken, and let go
 * slice by slice. Their length is known before the first byte, so they have the headers of any other answer, and what fails
 * while they are written is an error like any other. `nowMs` is monotonic wall time.
 */
export const createLargeAnswers = (nowMs: () => number = () => performance.now()): LargeAnswers => {
  const budget = createByteBudget();
  const turns = createSlots(1);
  const underWay = new Set<Sending>();

  /** The pieces one by one; each is let go as it is taken. */
  const streamOf = ({ pieces }: Written, sending: Sending): Readable => {
    const waiting = pieces.reverse();
    return new Readable({
      highWaterMark: 1,
      read() {
        const piece = waiting.pop();
        sending.bytes += piece?.length ?? 0;
        this.push(piece ?? null);
      },
    });
  };

  const sweep = (): void => {
    const now = nowMs();
    for (const sending of underWay) {
      if (now - sending.since < windowMs) continue;
      if (sending.bytes < bytesPerWindow) sending.cut();
      Object.assign(sending, { since: now, bytes: 0 });
    }
  };
  const sweeping = setInterval(sweep, sweepEveryMs).unref();

  return {
    sweep,
    close: () => clearInterval(sweeping),
    admit: (party, bytes) => {
      if (!budget.hasRoom(party, bytes)) throw untaken();
    },
    write: async (reply, party, value, { mayRefuse }) => {
      if (!hasMoreCharacters(value, largeAnswerCharacters)) return encodeJson(value);
      const written = await turns.use(() => writeOut(value));
      if (mayRefuse && !budget.hasRoom(party, written.bytes)) throw untaken();
      const giveBack = budget.take(party, written.bytes);
      const { raw } = reply;
      const sending: Sending = { since: nowMs(), bytes: 0, cut: () => raw.destroy() };
      const over = (): void => {
        giveBack();
        underWay.delete(sending);
      };
      underWay.add(sending);
      if (raw.closed) over();
      else raw.once('close', over);
      reply.header('content-length', written.bytes);
      return streamOf(written, sending);
    },
  };
};
