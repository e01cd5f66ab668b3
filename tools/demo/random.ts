import { createHash } from 'node:crypto';

/** A reproducible random generator: the same seed gives the same sequence. */
export type Random = {
  /** At least 0 and below 1. */
  next(): number;
  /** An integer, both bounds included. */
  whole(lowest: number, highest: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
};

/** A random generator (mulberry32) seeded with any text. Generators with different seeds are independent. */
export const createRandom = (seed: string): Random => {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    whole: (lowest, highest) => lowest + Math.floor(next() * (highest - lowest + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
};
