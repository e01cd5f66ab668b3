import { createHash } from 'node:crypto';

/** A source of IDs that produces the same sequence for the same seed. */
export type SeededIds = {
  /** How many IDs were drawn; kept in the journal so that a restart continues the sequence. */
  drawn(): number;
  /** Continues after `count` drawn IDs. */
  restore(count: number): void;
  /** `length` lower-case letters and digits (at most 48). */
  text(length: number): string;
  /** `length` hexadecimal digits (at most 64). */
  hex(length: number): string;
  /** Decimal digits, the first not 0. */
  digits(length: number): string;
  /** A UUID in the form of version 4. */
  uuid(): string;
};

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Creates the source of IDs for a seed. Each ID is a hash of the seed and the number of the draw. */
export const createSeededIds = (seed: string): SeededIds => {
  let count = 0;

  const draw = (): Buffer => {
    count += 1;
    const first = createHash('sha256').update(`${seed}:${count}:a`).digest();
    const second = createHash('sha256').update(`${seed}:${count}:b`).digest();
    return Buffer.concat([first, second]);
  };

  const pick = (alphabet: string, length: number): string => {
    const bytes = draw();
    let text = '';
    for (let index = 0; index < length; index += 1) text += alphabet[(bytes[index] ?? 0) % alphabet.length];
    return text;
  };

  return {
    drawn: () => count,
    restore: (value) => {
      count = value;
    },
    text: (length) => pick(letters, length),
    hex: (length) => draw().toString('hex').slice(0, length),
    digits: (length) => `${pick('123456789', 1)}${length > 1 ? pick('0123456789', length - 1) : ''}`,
    uuid: () => {
      const hex = draw().toString('hex');
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `a${hex.slice(17, 20)}`,
        hex.slice(20, 32),
      ].join('-');
    },
  };
};
