import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SimulatedClock, wallTime } from './clock.ts';
import { answerControl, type ControlRoutes } from './control.ts';
import { createDeliverer, type DeliveryRules } from './deliveries.ts';
import { type DueHandlers, earliestDue, settleDue } from './due.ts';
import { faultNumber, findFault, strikeFault } from './faults.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';
import type { Log, Mount } from './listener.ts';
import { recordingSend } from './record.ts';
import { change, type Simulation, type Tables } from './simulation.ts';
import { openStore } from './store.ts';

export type SimulatorOptions = {
  /** State lies in `<dataDir>/simulators/<name>/journal.jsonl`. */
  dataDir: string;
  clock: SimulatedClock;
  /** Ids are drawn from it; the seed of an existing journal wins. */
  seed?: string | undefined;
  log?: Log | undefined;
  /** Sends the messages; by default the platform's own. */
  fetch?: typeof fetch | undefined;
  /** Wall time, epoch milliseconds; given by tests only. */
  wall?: (() => number) | undefined;
};

/** One operation of the partner's API, found by its request: its name for faults, and what it does. */
export type Operation = { name: string; run(): HttpAnswer | Promise<HttpAnswer> };

/** What makes a simulator that partner's. */
export type Partner<T extends Tables> = {
  /** Its part of addresses: the API is below `/<name>`, the control API below `/control/<name>`. */
  name: string;
  title: string;
  due: DueHandlers<T>;
  control: ControlRoutes<T>;
  messages: DeliveryRules<T>;
  /** Finds the operation; `path` is the request's below `/<name>`. Never null: unknown ones answer as the partner does. */
  operation(simulation: Simulation<T>, request: HttpRequest, path: string): Operation;
  /** How it says that there were too many requests, and that it has failed. */
  throttled(): HttpAnswer;
  failed(): HttpAnswer;
  /** The HTML of its part of the start page. */
  page(simulation: Simulation<T>): string;
};

const timerMaxMs = 60_000;
const rubbish: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Something went wrong</body></html>',
  fault: 'rubbish',
};

/** Opens the simulator of a partner as a part of a listener. */
export function createSimulator<T extends Tables>(
  partner: Partner<T>,
  options: SimulatorOptions,
): Mount & { simulation: Simulation<T>; snapshot(): Record<string, unknown[]> } {
  const { clock } = options;
  const store = openStore<T>({
    path: join(options.dataDir, 'simulators', partner.name, 'journal.jsonl'),
    seed: options.seed ?? partner.name,
  });
  const simulation: Simulation<T> = { store, clock, wall: options.wall ?? wallTime, log: options.log };
  const deliverer = createDeliverer(simulation, partner.messages, recordingSend(partner.name, options.fetch ?? fetch));
  const apiPrefix = `/${partner.name}`;
  const controlPrefix = `/control/${partner.name}`;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function settle(): void {
    if (closed) return;
    settleDue(simulation, partner.due);
    if (timer) clearTimeout(timer);
    const item = earliestDue(simulation);
    timer = item ? setTimeout(work, Math.min(Math.max(item.at - clock.now(), 1), timerMaxMs)) : null;
    timer?.unref();
  }

  function work(): void {
    settle();
    deliverer.wake();
  }

  const strike = (name: string, operation: string) =>
    findFault(store, name, operation) && change(simulation, (transaction) => strikeFault(transaction, name, operation));

  /** Runs an operation with the faults that are told to strike it. The answer leaves when its change is on the disk. */
  async function answerOperation({ name, run }: Operation): Promise<HttpAnswer> {
    const slow = strike('slow', name);
    if (slow) await sleep(faultNumber(slow, 'delayMs', 1000));
    if (strike('throttle', name)) return partner.throttled();
    if (strike('internal-error', name)) return partner.failed();
    if (strike('timeout-before', name)) return { ...rubbish, delivery: 'hang' };
    const answer = await run();
    await store.durable();
    if (strike('timeout-after', name)) return { ...answer, delivery: 'destroy' };
    if (strike('half-answer', name)) return { ...answer, delivery: 'half' };
    return strike('rubbish', name) ? rubbish : answer;
  }

  async function handle(request: HttpRequest): Promise<HttpAnswer | null> {
    const { path } = request;
    const isBelow = (prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
    if (!isBelow(controlPrefix) && !isBelow(apiPrefix)) return null;
    settle();
    const answer = isBelow(controlPrefix)
      ? answerControl(simulation, partner.control, controlPrefix, request)
      : await answerOperation(partner.operation(simulation, request, path.slice(apiPrefix.length)));
    await store.durable();
    work();
    return answer;
  }

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
}
