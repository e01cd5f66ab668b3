import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work keeps others waiting, in milliseconds. */
const turnMs = 10;

/** When the first work of this turn of the event loop asked; undefined: none has. */
let began: number | undefined;

/**
 * To be called between pieces of work that together take long: once they have taken a few milliseconds, whoever else waits
 * is served before the returned promise resolves. It counts for all who call it in one turn of the event loop.
 */
export const pauseIfLong = (): Promise<void> | undefined => {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(() => {
      began = undefined;
    });
  }
  return now - began < turnMs ? undefined : nextTurn();
};

/** The result of work that pauses in many places, done at once. */
export const atOnce = <T>(work: Generator<void, T>): T => {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};

/** The same work in turns: whenever it has taken a few milliseconds, others are served before it goes on. */
export const inTurns = async <T>(work: Generator<void, T>): Promise<T> => {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    const pause = pauseIfLong();
    if (pause) await pause;
  }
};
