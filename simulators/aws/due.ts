import { type AwsSimulation, change } from './simulation.ts';
import type { AwsStore, AwsTransaction, DueItem, DueKind, Json } from './state.ts';

/** What happens when an item of each kind falls due; `transaction.at` is the moment at which it was due. */
export type DueHandlers = Record<DueKind, (transaction: AwsTransaction, item: DueItem) => void>;

/** Notes that something will happen by itself at a business time. */
export function scheduleDue(
  transaction: AwsTransaction,
  item: { kind: DueKind; at: number; refId: string; detail?: Json },
): void {
  transaction.ids.hex(1);
  const id = `due-${String(transaction.ids.drawn()).padStart(12, '0')}`;
  transaction.put('due', { id, kind: item.kind, at: item.at, refId: item.refId, detail: item.detail ?? {} });
}

/** Takes back what was to happen to one thing. */
export function unscheduleDue(transaction: AwsTransaction, refId: string, kinds: DueKind[]): void {
  for (const item of transaction.list('due')) {
    if (item.refId === refId && kinds.includes(item.kind)) transaction.remove('due', item.id);
  }
}

/** Works off, in order of time, everything that is due by now. Each item is one change at its own time. */
export function settleDue(simulation: AwsSimulation, handlers: DueHandlers): void {
  for (;;) {
    const item = earliestDue(simulation.store);
    if (!item || item.at > simulation.clock.now()) return;
    try {
      change(
        simulation,
        (transaction) => {
          transaction.remove('due', item.id);
          handlers[item.kind](transaction, item);
        },
        item.at,
      );
    } catch (error) {
      // One broken item must not hold up all the others for ever.
      simulation.log?.('a due item of the AWS simulator failed', { item, error: String((error as Error).stack) });
      change(simulation, (transaction) => transaction.remove('due', item.id), item.at);
    }
  }
}

type Cached = { changes: number; item: DueItem | null };
const cache = new WeakMap<AwsStore, Cached>();

/** The item that falls due first, or null. */
export function earliestDue(store: AwsStore): DueItem | null {
  const changes = store.changes('due');
  const cached = cache.get(store);
  if (cached && cached.changes === changes) return cached.item;
  let first: DueItem | null = null;
  for (const item of store.list('due')) {
    if (!first || item.at < first.at || (item.at === first.at && item.id < first.id)) first = item;
  }
  cache.set(store, { changes, item: first });
  return first;
}
