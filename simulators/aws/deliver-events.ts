import { putDelivery } from './events.ts';
import { type AwsSimulation, change } from './simulation.ts';
import { type Delivery, readSettings } from './state.ts';

/** Sends the stored events of the seller accounts to their API destinations. */
export type Deliverer = {
  /** Looks for work now; call it after every change. */
  wake(): void;
  /** Stops sending and waits for what is under way. */
  close(): Promise<void>;
};

const timeoutMs = 5000;
const pauseMaxMs = 60_000;
const underWayMax = 8;
/** API destinations try again after these and after 5xx; other refusals are final (EventBridge User Guide). */
const retriedStatuses = [401, 407, 409, 429];

/**
 * Makes the sender. A delivery is sent when its change is on the disk, and its outcome is journaled afterwards: a kill
 * between the two sends it again, so that every event arrives at least once.
 */
export function createDeliverer(simulation: AwsSimulation, send: typeof fetch): Deliverer {
  const { store } = simulation;
  const underWay = new Map<string, Promise<void>>();
  const stop = new AbortController();
  let timer: NodeJS.Timeout | null = null;

  function pendingDeliveries(): Delivery[] {
    return store
      .list('outgoing')
      .map(({ id }) => store.get('deliveries', id))
      .filter((delivery) => delivery !== undefined);
  }

  function wake(): void {
    if (stop.signal.aborted) return;
    if (timer) clearTimeout(timer);
    timer = null;
    const now = simulation.wall();
    let next = Number.POSITIVE_INFINITY;
    for (const delivery of pendingDeliveries()) {
      if (underWay.has(delivery.id)) continue;
      if (delivery.nextWall > now) next = Math.min(next, delivery.nextWall);
      else if (underWay.size < underWayMax) start(delivery);
    }
    if (next < Number.POSITIVE_INFINITY) {
      timer = setTimeout(wake, Math.max(1, Math.min(next - now, pauseMaxMs)));
      timer.unref();
    }
  }

  function start(delivery: Delivery): void {
    const done = deliver(delivery)
      .catch((error: Error) => simulation.log?.('an event could not be worked on', { error: error.message }))
      .finally(() => {
        underWay.delete(delivery.id);
        wake();
      });
    underWay.set(delivery.id, done as Promise<void>);
  }

  async function deliver(delivery: Delivery): Promise<void> {
    await store.durable();
    const event = store.get('events', delivery.eventId);
    const target = store.get('accounts', event?.accountId ?? '')?.eventTarget;
    if (!event || !target) {
      record({ ...delivery, status: 'NO_TARGET' });
      return;
    }
    const attempts = delivery.attempts + 1;
    const settings = readSettings(store);
    let status: number | null = null;
    let error: string | null = null;
    try {
      const response = await send(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Amazon/EventBridge/ApiDestinations',
          ...target.headers,
        },
        body: JSON.stringify(event.envelope),
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]),
      });
      status = response.status;
      await response.arrayBuffer();
    } catch (thrown) {
      if (stop.signal.aborted) return;
      error = (thrown as Error).message;
    }
    if (status !== null && status >= 200 && status < 300) {
      record({ ...delivery, status: 'DELIVERED', attempts, deliveredWall: simulation.wall(), lastStatus: status });
      return;
    }
    const again = status === null || status >= 500 || retriedStatuses.includes(status);
    const pause = Math.min(settings.eventRetryMs * 2 ** (attempts - 1), pauseMaxMs);
    record({
      ...delivery,
      status: again && attempts < settings.eventAttemptsMax ? 'PENDING' : 'FAILED',
      attempts,
      nextWall: simulation.wall() + pause,
      lastStatus: status,
      lastError: error,
    });
  }

  function record(delivery: Delivery): void {
    change(simulation, (transaction) => putDelivery(transaction, delivery));
  }

  return {
    wake,
    async close() {
      stop.abort();
      if (timer) clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
