import type { DueItem } from './rows.ts';
import { type Change, change, type Simulation, type Tables } from './simulation.ts';

export type { DueItem };

/** What happens when an item of each kind falls due; `transaction.at` is the moment at which it was due. */
export type DueHandlers<T extends Tables> = Record<string, (transaction: Change<T>, item: DueItem) => void>;

/** Notes that something will happen by itself at a business time. */
export function scheduleDue<T extends Tables>(
  transaction: Change<T>,
  item: { kind: string; at: number; refId: string; detail?: Record<string, unknown> },
): void {
  transaction.ids.hex(1);
  const id = `due-${String(transaction.ids.drawn()).padStart(12, '0')}`;
  transaction.put('due', {
    id,
    kind: item.kind,
    at: item.at,
    refId: item.refId,
    detail: item.detail ?? {},
  } as T['due']);
}

/** Takes back what was to happen to one thing. */
export function unscheduleDue<T extends Tables>(transaction: Change<T>, refId: string, kinds: string[]): void {
  for (const item of transaction.list('due')) {
    if (item.refId === refId && kinds.includes(item.kind)) transaction.remove('due', item.id);
  }
}

/** The item that falls due first, or null. */
export function earliestDue<T extends Tables>({ store }: Simulation<T>): DueItem | null {
  let first: DueItem | null = null;
  for (const item of store.list('due')) {
    if (!first || item.at < first.at || (item.at === first.at && item.id < first.id)) first = item;
  }
  return first;
}

/** Works off, in order of time, everything that is due by now. Each item is one change at its own time. */
export function settleDue<T extends Tables>(simulation: Simulation<T>, handlers: DueHandlers<T>): void {
  for (;;) {
    const item = earliestDue(simulation);
    if (!item || item.at > simulation.clock.now()) return;
    try {
      change(
        simulation,
        (transaction) => {
          transaction.remove('due', item.id);
          handlers[item.kind]?.(transaction, item);
        },
        item.at,
      );
    } catch (error) {
      // One broken item must not hold up all the others for ever.
      simulation.log?.('a due item of a simulator failed', { item, error: String((error as Error).stack) });
      change(simulation, (transaction) => transaction.remove('due', item.id), item.at);
    }
  }
}
