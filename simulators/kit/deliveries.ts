import { faultNumber, strikeFault } from './faults.ts';
import type { Delivery } from './rows.ts';
import { type Change, change, type Simulation, type Tables } from './simulation.ts';

export type { Delivery };

/** The destination and signature of a message, computed for each attempt; null if the account has set no URL. */
export type Posting = { url: string; headers: Record<string, string>; body: string };

/** How the partner retries. */
export type DeliveryRules<T extends Tables> = {
  post(simulation: Simulation<T>, delivery: Delivery): Promise<Posting | null>;
  /** Whether the response causes a retry; no response always does. */
  triesAgain(status: number, delivery: Delivery): boolean;
  /** What the outcome of an attempt means to the partner; runs in the change that records it. */
  attempted?(transaction: Change<T>, delivery: Delivery): void;
  /** Whether a 2xx response accepts the message; by default each does. */
  accepts?(simulation: Simulation<T>, answer: { status: number; body: string }, delivery: Delivery): boolean;
  /** The number of attempts, and the first pause; each further pause is twice as long. */
  retries(simulation: Simulation<T>, delivery: Delivery): { attemptsMax: number; firstPauseMs: number };
  /** How long to wait for a response; ten seconds by default. */
  timeoutMs?: number;
};

/** For a partner that sends no messages. */
export const sendsNothing: DeliveryRules<Tables> = {
  post: async () => null,
  triesAgain: () => false,
  retries: () => ({ attemptsMax: 1, firstPauseMs: 1000 }),
};

const pauseMaxMs = 60_000;
/** After a failure of the simulator itself, such as a full disk. */
export const brokenPauseMs = 1000;
const underWayMax = 8;

/** Queues a message inside a change; faults for messages apply here. */
export const putMessage = <T extends Tables>(
  transaction: Change<T>,
  message: { id: string; type: string; accountId: string; body: Record<string, unknown> },
): void => {
  const place = { operation: message.type, accountId: message.accountId };
  const dropped = strikeFault(transaction, 'drop-message', place);
  const late = dropped ? null : strikeFault(transaction, 'delay-message', place);
  const row: Delivery = {
    ...message,
    status: dropped ? 'DROPPED' : 'PENDING',
    attempts: 0,
    nextWall: transaction.wall + (late ? faultNumber(late, 'delayMs', 5000) : 0),
    lastStatus: null,
    lastError: null,
  };
  transaction.put('deliveries', row as T['deliveries']);
  if (!dropped && strikeFault(transaction, 'duplicate-message', place)) {
    transaction.put('deliveries', { ...row, id: `${row.id}-again` } as T['deliveries']);
  }
};

/** Sends a message again, starting from the first attempt. */
export const sendAgain = <T extends Tables>(transaction: Change<T>, delivery: Delivery): Delivery => {
  const again: Delivery = { ...delivery, status: 'PENDING', attempts: 0, nextWall: transaction.wall };
  transaction.put('deliveries', again as T['deliveries']);
  return again;
};

/** Sends messages that were waiting for the account to set a URL. */
export const sendWaiting = <T extends Tables>(transaction: Change<T>, accountId: string): void => {
  for (const delivery of transaction.list('deliveries')) {
    if (delivery.accountId === accountId && delivery.status === 'NO_TARGET') sendAgain(transaction, delivery);
  }
};

/** Sends messages. `wake` checks for work now; `close` waits for deliveries in progress. */
export type Deliverer = { wake(): void; close(): Promise<void> };

/**
 * Creates the sender. A message is sent once its change is on disk, and its outcome is journaled afterwards: a kill in
 * between sends it again, so every message arrives at least once.
 */
export const createDeliverer = <T extends Tables>(
  simulation: Simulation<T>,
  rules: DeliveryRules<T>,
  send: typeof fetch,
): Deliverer => {
  const { store } = simulation;
  const pending = store.subset('deliveries', ({ status }) => status === 'PENDING');
  const { timeoutMs = 10_000 } = rules;
  const inProgress = new Map<string, Promise<void>>();
  const stop = new AbortController();
  let timer: NodeJS.Timeout | null = null;

  const wake = (): void => {
    if (stop.signal.aborted) return;
    if (timer) clearTimeout(timer);
    timer = null;
    const now = simulation.wall();
    let next = Number.POSITIVE_INFINITY;
    for (const delivery of pending()) {
      if (inProgress.has(delivery.id)) continue;
      if (delivery.nextWall > now) next = Math.min(next, delivery.nextWall);
      else if (inProgress.size < underWayMax) start(delivery);
    }
    if (next < Number.POSITIVE_INFINITY) {
      timer = setTimeout(wake, Math.max(1, Math.min(next - now, pauseMaxMs)));
      timer.unref();
    }
  };

  const wakeLater = (): void => {
    if (stop.signal.aborted) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(wake, brokenPauseMs);
    timer.unref();
  };

  const start = (delivery: Delivery): void => {
    const end = (next: () => void) => (): void => {
      inProgress.delete(delivery.id);
      next();
    };
    const done = deliver(delivery).then(end(wake), (error: Error) => {
      simulation.log?.('a message could not be worked on', { error: error.message });
      end(wakeLater)();
    });
    inProgress.set(delivery.id, done);
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    await store.durable();
    const posting = await rules.post(simulation, delivery);
    if (!posting) return record({ ...delivery, status: 'NO_TARGET' });
    const attempts = delivery.attempts + 1;
    let lastStatus: number | null = null;
    let lastError: string | null = null;
    let isTaken = true;
    try {
      const response = await send(posting.url, {
        method: 'POST',
        headers: posting.headers,
        body: posting.body,
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]),
      });
      lastStatus = response.status;
      const body = await response.text();
      isTaken = rules.accepts?.(simulation, { status: response.status, body }, delivery) ?? true;
    } catch (thrown) {
      if (stop.signal.aborted) return;
      lastError = (thrown as Error).message;
    }
    const isDelivered = lastStatus !== null && lastStatus >= 200 && lastStatus < 300 && isTaken;
    const { attemptsMax, firstPauseMs } = rules.retries(simulation, delivery);
    const again =
      !isDelivered && (lastStatus === null || rules.triesAgain(lastStatus, delivery)) && attempts < attemptsMax;
    record({
      ...delivery,
      status: isDelivered ? 'DELIVERED' : again ? 'PENDING' : 'FAILED',
      attempts,
      nextWall: simulation.wall() + Math.min(firstPauseMs * 2 ** (attempts - 1), pauseMaxMs),
      lastStatus,
      lastError,
    });
  };

  const record = (delivery: Delivery): void => {
    change(simulation, (transaction) => {
      transaction.put('deliveries', delivery as T['deliveries']);
      rules.attempted?.(transaction, delivery);
    });
  };

  return {
    wake,
    async close() {
      stop.abort();
      if (timer) clearTimeout(timer);
      await Promise.all(inProgress.values());
    },
  };
};
