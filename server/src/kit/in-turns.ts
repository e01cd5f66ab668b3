import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work keeps others waiting, in milliseconds. */
const turnMs = 10;

/** The result of work that pauses in many places, done at once. */
export const atOnce = <T>(work: Generator<void, T>): T => {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};

/** The same work in turns: whenever it has taken a few milliseconds, others are served before it goes on. */
export const inTurns = async <T>(work: Generator<void, T>): Promise<T> => {
  let began = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began < turnMs) continue;
    await nextTurn();
    began = performance.now();
  }
};
