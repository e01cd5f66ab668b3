import { createAnswerGate } from '../adapters/outgoing/answer-gate.ts';

/** Metadata, key sets and tokens of a provider have a few KiB. */
const answerBytes = 1024 * 1024;
const answerMs = 10_000;

/**
 * `fetch` for calls of the identity provider, with the whole answer read: its time, its bytes and the values of its JSON are limited. Throws otherwise
 * (`ANSWER_TOO_LARGE`, `TimeoutError`); the connection is then closed.
 */
export const fetchFromProvider = async (url: string, init: RequestInit = {}): Promise<Response> => {
  const late = AbortSignal.timeout(answerMs);
  const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
  const answer = await fetch(url, { ...init, signal });
  const gate = createAnswerGate(answerBytes);
  const pieces: Buffer[] = [];
  for await (const piece of answer.body ?? []) {
    const bytes = Buffer.from(piece);
    gate.push(bytes);
    pieces.push(bytes);
  }
  const { status, headers } = answer;
  const hasBody = status !== 204 && status !== 304;
  return new Response(hasBody ? Buffer.concat(pieces) : null, { status, headers });
};
