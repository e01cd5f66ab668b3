import { kindsOfWork, type OnWork, type Waiting, type WorkKind } from '../db/waiting-work.ts';
import type { Log } from '../kit/log.ts';
import { type Loop, startLoop } from '../kit/wake.ts';

/** While work is found, and shortly after, others may bring more. */
const busyMs = 100;
const idleMs = 350;
const busyForMs = 2_000;

/** Who does which kind of work. A kind may have several loops. */
export type WorkWakes = {
  on: OnWork;
  wake(waiting: Waiting): boolean;
};

export const createWorkWakes = (): WorkWakes => {
  const wakes = new Map<WorkKind, (() => void)[]>();
  return {
    on: (kind, wake) => void wakes.set(kind, [...(wakes.get(kind) ?? []), wake]),
    wake: (waiting) => {
      const found = kindsOfWork.filter((kind) => waiting[kind]);
      for (const kind of found) for (const wake of wakes.get(kind) ?? []) wake();
      return found.length > 0;
    },
  };
};

/**
 * Asks for all loops of a process at once whether there is work, and wakes those that have some: an idle process sends one statement
 * where each loop would send its own. What this process itself commits wakes its loops without it.
 */
export const startWorkWatch = ({
  find,
  wakes,
  log,
}: {
  find: () => Promise<Waiting>;
  wakes: WorkWakes;
  log: Log;
}): Loop => {
  let busyUntil = 0;
  const failed = (error: unknown): void => log.warn({ err: error }, 'work could not be looked for');
  return startLoop({ everyMs: () => (performance.now() < busyUntil ? busyMs : idleMs), failed }, async () => {
    if (wakes.wake(await find())) busyUntil = performance.now() + busyForMs;
    return false;
  });
};
