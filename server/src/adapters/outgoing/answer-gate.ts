import { createJsonScan, type JsonExcess } from '../../kit/json-scan.ts';

/** `push` throws `ANSWER_TOO_LARGE` with the first piece that is too much. */
export type AnswerGate = { push(piece: Buffer): void };

/** On average, a value of an answer with its name takes more bytes than this. */
const bytesOfValue = 10;
/** Parsing and checking more values would hold up everyone else. */
const valuesMax = 300_000;
const brackets = new Set([0x5b, 0x7b]);
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);

const sentences: Readonly<Record<JsonExcess, string>> = {
  too_many_values: 'too many values',
  too_deep: 'too deep nesting',
  too_many_names: 'an object with too many members',
  key_too_long: 'too long names',
  number_too_long: 'too long numbers',
  too_many_long_numbers: 'too many long numbers',
};

const answerTooLarge = (message: string): Error => Object.assign(new Error(message), { code: 'ANSWER_TOO_LARGE' });

/** Limits the bytes of an answer. */
export const createByteGate = (bytesMax: number): AnswerGate => {
  let bytes = 0;
  return {
    push: (piece) => {
      bytes += piece.length;
      if (bytes > bytesMax) throw answerTooLarge(`more than ${bytesMax} bytes`);
    },
  };
};

/**
 * Counts an answer while it arrives, before it is kept or parsed: its bytes, and the values, nesting and names of JSON, which cost more than their
 * few bytes. A text that is no list or object of JSON is counted by its bytes only.
 */
export const createAnswerGate = (bytesMax: number): AnswerGate => {
  const scan = createJsonScan({
    values: Math.min(valuesMax, Math.max(1000, Math.floor(bytesMax / bytesOfValue))),
    depth: 64,
    names: 20_000,
    keyBytes: 4096,
    longNumbers: 50_000,
  });
  const byBytes = createByteGate(bytesMax);
  let isJson: boolean | undefined;
  return {
    push: (piece) => {
      byBytes.push(piece);
      if (isJson === undefined) {
        const first = piece.find((byte) => !blanks.has(byte));
        if (first !== undefined) isJson = brackets.has(first);
      }
      const excess = isJson ? scan.push(piece) : null;
      if (excess !== null) throw answerTooLarge(sentences[excess]);
    },
  };
};
