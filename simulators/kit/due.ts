import type { DueItem } from './rows.ts';
import { type Change, change, type Simulation, type Tables } from './simulation.ts';

export type { DueItem };

/** The handler for each kind of due item; `transaction.at` is when it was due. */
export type DueHandlers<T extends Tables> = Record<T['due']['kind'], (transaction: Change<T>, item: T['due']) => void>;

/** Schedules something to happen by itself at a business time. */
export const scheduleDue = <T extends Tables>(
  transaction: Change<T>,
  item: { kind: T['due']['kind']; at: number; refId: string; detail?: Record<string, unknown> },
): void => {
  transaction.ids.hex(1);
  const id = `due-${String(transaction.ids.drawn()).padStart(12, '0')}`;
  transaction.put('due', {
    id,
    kind: item.kind,
    at: item.at,
    refId: item.refId,
    detail: item.detail ?? {},
  } as T['due']);
};

/** Cancels what was scheduled for one thing. */
export const unscheduleDue = <T extends Tables>(
  transaction: Change<T>,
  refId: string,
  kinds: T['due']['kind'][],
): void => {
  for (const item of transaction.list('due')) {
    if (item.refId === refId && kinds.includes(item.kind)) transaction.remove('due', item.id);
  }
};

type Cached = { changes: number; item: DueItem | null };
const cache = new WeakMap<object, Cached>();

/** The item that is due first, or null. */
export const earliestDue = <T extends Tables>({ store }: Simulation<T>): T['due'] | null => {
  const changes = store.changes('due');
  const cached = cache.get(store);
  if (cached?.changes === changes) return cached.item as T['due'] | null;
  let first: T['due'] | null = null;
  for (const item of store.list('due')) {
    if (!first || item.at < first.at || (item.at === first.at && item.id < first.id)) first = item;
  }
  cache.set(store, { changes, item: first });
  return first;
};

/** Processes, in order of time, everything that is due by now. Each item is one change at its own time. */
export const settleDue = <T extends Tables>(simulation: Simulation<T>, handlers: DueHandlers<T>): void => {
  for (;;) {
    const item = earliestDue(simulation);
    if (!item || item.at > simulation.clock.now()) return;
    try {
      change(
        simulation,
        (transaction) => {
          transaction.remove('due', item.id);
          handlers[item.kind as T['due']['kind']]?.(transaction, item);
        },
        item.at,
      );
    } catch (error) {
      // One failing item must not block all others forever.
      simulation.log?.('a due item of a simulator failed', { item, error: String((error as Error).stack) });
      change(simulation, (transaction) => transaction.remove('due', item.id), item.at);
    }
  }
};
