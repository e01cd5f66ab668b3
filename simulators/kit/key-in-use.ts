import { setTimeout as sleep } from 'node:timers/promises';
import { faultNumber, strikeNow } from './faults.ts';
import type { HttpAnswer } from './http.ts';
import type { Simulation, Tables } from './simulation.ts';

const inUse = new WeakMap<object, Set<string>>();

/** The fault of partners that support idempotency keys. */
export const keyFaults: Record<string, string> = {
  'hold-key': 'keeps the idempotency key in use for `delayMs` (default 1000) after the call was applied',
};

/**
 * Handles a request with an idempotency key; a second request with the key is refused while the first is in progress.
 */
export const withKey = async <T extends Tables>(
  simulation: Simulation<T>,
  key: { id: string; operation: string; refuse(): Error },
  work: () => HttpAnswer,
): Promise<HttpAnswer> => {
  const keys = inUse.get(simulation) ?? new Set<string>();
  inUse.set(simulation, keys);
  if (keys.has(key.id)) throw key.refuse();
  keys.add(key.id);
  try {
    const answer = work();
    const held = strikeNow(simulation, 'hold-key', { operation: key.operation });
    if (held) await sleep(faultNumber(held, 'delayMs', 1000));
    return answer;
  } finally {
    keys.delete(key.id);
  }
};
