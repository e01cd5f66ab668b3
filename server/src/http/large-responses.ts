import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Refusal } from '../kit/errors.ts';
import { encodeJson } from '../kit/json.ts';
import { jsonPieces } from '../kit/json-pieces.ts';
import { hasMoreCharacters } from '../kit/json-size.ts';
import { createSlots } from '../kit/slots.ts';
import { createByteBudget, type Party, tooManyAtOnce } from './byte-budget.ts';

/** Above this size, serializing a response takes milliseconds, and its unsent bytes count against the budget. */
const largeAnswerCharacters = 128 * 1024;
/** Bytes passed to the socket at once. */
const sliceBytes = 256 * 1024;
/** How long serialization runs before other events are handled. */
const turnMs = 4;

/** A client must read a minimum amount in each such window, or it is disconnected. */
const windowMs = 30_000;
const bytesPerWindow = 30 * 32 * 1024;
const sweepEveryMs = 1000;

type Sending = { since: number; bytes: number; cut: () => void };

export type LargeResponses = {
  /** Throws a Refusal (429) if unread earlier responses leave no room for this many bytes. */
  admit(party: Party, bytes: number): void;
  /**
   * Returns what to send for a value: text, or a stream if it is large. `mayRefuse`: nothing has been changed, so the
   * response may be refused (429) instead of adding to the caller's unread bytes.
   */
  write(reply: FastifyReply, party: Party, value: unknown, options: { mayRefuse: boolean }): Promise<string | Readable>;
  /** The same for bytes that are sent as they are. Throws a Refusal (429) if unread responses leave no room for them. */
  writeBytes(reply: FastifyReply, party: Party, bytes: Buffer): Buffer | Readable;
  /** Disconnects clients that do not read; called every second. */
  sweep(): void;
  close(): void;
};

const untaken = (): Refusal =>
  tooManyAtOnce('Too many large responses are in progress; read those first, then try again.');

type Written = { pieces: Buffer[]; bytes: number };

/** The bytes, in pieces for the socket. */
const slice = (bytes: Buffer): Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += sliceBytes) pieces.push(bytes.subarray(at, at + sliceBytes));
  return pieces;
};

/** Serializes a large value piece by piece and frees the event loop in between. */
const writeOut = async (value: unknown): Promise<Written> => {
  const written: Written = { pieces: [], bytes: 0 };
  let began = performance.now();
  for (const text of jsonPieces(value)) {
    const bytes = Buffer.from(text);
    written.pieces.push(...slice(bytes));
    written.bytes += bytes.length;
    if (performance.now() - began < turnMs) continue;
    await setImmediate();
    began = performance.now();
  }
  return written;
};

/**
 * Large responses are serialized in pieces, one response at a time, kept as bytes, sent as fast as the client reads,
 * and freed piece by piece. Their length is known before the first byte is sent, so their headers are those of every
 * other response, and a failure during serialization is an ordinary error. `nowMs` is monotonic wall time.
 */
export const createLargeResponses = (nowMs: () => number = () => performance.now()): LargeResponses => {
  const budget = createByteBudget();
  const turns = createSlots(1);
  const inProgress = new Set<Sending>();

  /** Yields the pieces one by one; each is freed once taken. */
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

  /** Counts the bytes until the client has read them. */
  const send = (reply: FastifyReply, party: Party, written: Written): Readable => {
    const { raw } = reply;
    const sending: Sending = { since: nowMs(), bytes: 0, cut: () => raw.destroy() };
    const giveBack = budget.take(party, written.bytes, sending.cut);
    const over = (): void => {
      giveBack();
      inProgress.delete(sending);
    };
    inProgress.add(sending);
    if (raw.closed) over();
    else raw.once('close', over);
    reply.header('content-length', written.bytes);
    return streamOf(written, sending);
  };

  const sweep = (): void => {
    const now = nowMs();
    for (const sending of inProgress) {
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
      if (!budget.makeRoom(party, bytes)) throw untaken();
    },
    write: async (reply, party, value, { mayRefuse }) => {
      if (!hasMoreCharacters(value, largeAnswerCharacters)) return encodeJson(value);
      const written = await turns.use(() => writeOut(value));
      if (mayRefuse && !budget.makeRoom(party, written.bytes)) throw untaken();
      return send(reply, party, written);
    },
    writeBytes: (reply, party, bytes) => {
      if (bytes.length <= largeAnswerCharacters) return bytes;
      if (!budget.makeRoom(party, bytes.length)) throw untaken();
      return send(reply, party, { pieces: slice(bytes), bytes: bytes.length });
    },
  };
};
