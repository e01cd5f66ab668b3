import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SimulatedClock, wallTime } from './clock.ts';
import { answerControl, type ControlRoutes } from './control.ts';
import { brokenPauseMs, createDeliverer, type DeliveryRules } from './deliveries.ts';
import { type DueHandlers, earliestDue, settleDue } from './due.ts';
import { faultNumber, strikeNow } from './faults.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import type { Log, Mount } from './listener.ts';
import { recordingSend } from './record.ts';
import type { Simulation, Tables } from './simulation.ts';
import { openStore, type Reader, type Row } from './store.ts';

export type SimulatorOptions = {
  /** The state is in `<dataDir>/simulators/<name>/journal.jsonl`. */
  dataDir: string;
  clock: SimulatedClock;
  /** Seed of the IDs; the seed of an existing journal takes precedence. */
  seed?: string | undefined;
  log?: Log | undefined;
  /** Sends the messages; by default the platform's own. */
  fetch?: typeof fetch | undefined;
  /** Wall time, epoch milliseconds; only tests pass it. */
  wall?: (() => number) | undefined;
};

/** One operation of the partner's API: its name for faults, the caller's account, and its function. */
export type Operation = { name: string; accountId?: string; run(): HttpAnswer | Promise<HttpAnswer> };

/** A simulator as part of a listener. */
export type Simulator<T extends Tables> = Mount & {
  simulation: Simulation<T>;
  /** The whole state as plain data, for comparison. */
  snapshot(): Record<string, unknown[]>;
};

/** What defines the simulator of a partner. */
export type Partner<T extends Tables> = {
  /** Its path segment: the API is below `/<name>`, the control API below `/control/<name>`. */
  name: string;
  title: string;
  due: DueHandlers<T>;
  control: ControlRoutes<T>;
  messages: DeliveryRules<T>;
  /** Whether a request that is not below `/<name>` is for the partner: some official clients accept no path. */
  isBare?(request: HttpRequest): boolean;
  /**
   * Finds the operation; `path` is relative to `/<name>`, or the whole path of a bare request. Returning a response
   * refuses the request before any fault applies; null means that nothing is simulated there.
   */
  operation(simulation: Simulation<T>, request: HttpRequest, path: string): Operation | HttpAnswer | null;
  /** The partner's responses to too many requests, and to an internal failure. */
  throttled(request: HttpRequest, path: string): HttpAnswer;
  failed(request: HttpRequest, path: string): HttpAnswer;
  /** The HTML of its part of the start page. */
  page(simulation: Simulation<T>): string;
  /** Reads a journal row that an earlier release may have written. */
  readRow?(table: string, row: Row, reader: Reader<T>): Row;
};

const timerMaxMs = 60_000;
const rubbish: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Something went wrong</body></html>',
  fault: 'rubbish',
};

/** Creates the simulator of a partner as part of a listener. */
export const createSimulator = <T extends Tables>(partner: Partner<T>, options: SimulatorOptions): Simulator<T> => {
  const { clock } = options;
  const store = openStore<T>({
    path: join(options.dataDir, 'simulators', partner.name, 'journal.jsonl'),
    seed: options.seed ?? partner.name,
    readRow: partner.readRow,
  });
  const simulation: Simulation<T> = { store, clock, wall: options.wall ?? wallTime, log: options.log };
  const deliverer = createDeliverer(simulation, partner.messages, recordingSend(partner.name, options.fetch ?? fetch));
  const apiPrefix = `/${partner.name}`;
  const controlPrefix = `/control/${partner.name}`;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const settle = (): void => {
    if (closed) return;
    settleDue(simulation, partner.due);
    if (timer) clearTimeout(timer);
    const item = earliestDue(simulation);
    timer = item ? setTimeout(workByItself, Math.min(Math.max(item.at - clock.now(), 1), timerMaxMs)) : null;
    timer?.unref();
  };

  const work = (): void => {
    settle();
    deliverer.wake();
  };

  /** Work without a caller: if it fails, for example because the disk is full, it is retried later. */
  const workByItself = (): void => {
    store
      .recovered()
      .then(work)
      .catch((error: Error) => {
        options.log?.('a simulator could not go on by itself', { error: error.message });
        if (closed) return;
        timer = setTimeout(workByItself, brokenPauseMs);
        timer.unref();
      });
  };

  /** Runs an operation with any injected faults. The response is sent once its change is on disk. */
  const answerOperation = async (request: HttpRequest, path: string): Promise<HttpAnswer | null> => {
    const found = partner.operation(simulation, request, path);
    if (!found || !('run' in found)) return found;
    const place = { operation: found.name, accountId: found.accountId };
    const strike = (name: string) => strikeNow(simulation, name, place);
    const slow = strike('slow');
    if (slow) await sleep(faultNumber(slow, 'delayMs', 1000));
    if (strike('throttle')) return partner.throttled(request, path);
    if (strike('internal-error')) return partner.failed(request, path);
    if (strike('timeout-before')) return { status: 0, headers: {}, body: '', delivery: 'hang' };
    const answer = await found.run();
    await store.durable();
    if (strike('timeout-after')) return { ...answer, delivery: 'destroy' };
    if (strike('half-answer')) return { ...answer, delivery: 'half' };
    return strike('rubbish') ? rubbish : answer;
  };

  const handle = async (request: HttpRequest): Promise<HttpAnswer | null> => {
    const { path } = request;
    const isBelow = (prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
    const isBare = !isBelow(apiPrefix) && partner.isBare?.(request) === true;
    if (!isBelow(controlPrefix) && !isBelow(apiPrefix) && !isBare) return null;
    await store.recovered();
    settle();
    const answer = isBelow(controlPrefix)
      ? answerControl(simulation, partner.control, controlPrefix, request)
      : await answerOperation(request, isBare ? path : path.slice(apiPrefix.length));
    await store.durable();
    work();
    return answer;
  };

  const stopListening = clock.onAdvance(work);
  work();

  return {
    name: partner.title,
    recordedAs: partner.name,
    handle,
    page: () => partner.page(simulation),
    simulation,
    snapshot: () => store.snapshot(),
    async close() {
      closed = true;
      stopListening();
      if (timer) clearTimeout(timer);
      await deliverer.close();
      await store.close();
    },
  };
};
