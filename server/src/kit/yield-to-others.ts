import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work keeps others waiting, in milliseconds. */
const turnMs = 10;

/** When the first work of this turn of the event loop asked; undefined: none has. */
let began: number | undefined;

/**
 * Call it between pieces of long work: once they have taken a few milliseconds, other waiting work is served before the returned promise
 * resolves. The time counts for all callers in one turn of the event loop.
 */
export const yieldIfLong = (): Promise<void> | undefined => {
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
export const runToEnd = <T>(work: Generator<void, T>): T => {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};

/** The same work in turns: whenever it has taken a few milliseconds, other work is served before it continues. */
export const inTurns = async <T>(work: Generator<void, T>): Promise<T> => {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    const pause = yieldIfLong();
    if (pause) await pause;
  }
};
