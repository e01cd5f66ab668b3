import { join } from 'node:path';
import { createSimulatedClock, type SimulatedClock, wallTime } from '../kit/clock.ts';
import type { HttpAnswer, HttpRequest } from '../kit/http.ts';
import { type Listener, type Log, type Mount, startListener } from '../kit/listener.ts';
import { recordingSend } from '../kit/record.ts';
import { openStore } from '../kit/store.ts';
import { autoApproveRequest, failRequest } from './agreement/cancellation.ts';
import { reachAgreementEnd } from './agreement/end-agreement.ts';
import { deprovisionLicense, provisionLicense } from './agreement/licenses.ts';
import { announceNotice } from './agreement/renew-agreement.ts';
import { answerCall } from './answer-call.ts';
import { beginApplying, endChangeSet } from './catalog/settle-change-set.ts';
import { answerControl } from './control/answer-control.ts';
import { renderPage } from './control/page.ts';
import { createDeliverer } from './deliver-events.ts';
import { type DueHandlers, earliestDue, settleDue } from './due.ts';
import { createQuotas } from './quotas.ts';
import type { AwsSimulation } from './simulation.ts';
import type { AwsTables } from './state.ts';

export type AwsSimulatorOptions = {
  /** State lies in `<dataDir>/simulators/aws/journal.jsonl`. */
  dataDir: string;
  clock: SimulatedClock;
  /** Ids are drawn from it; the seed of an existing journal wins. */
  seed?: string | undefined;
  log?: Log | undefined;
  /** Sends the events; by default the platform's own. */
  fetch?: typeof fetch | undefined;
  /** Wall time, epoch milliseconds; given by tests only. */
  wall?: (() => number) | undefined;
};

const dueHandlers: DueHandlers = {
  'change-set-apply': beginApplying,
  'change-set-end': endChangeSet,
  'license-provision': provisionLicense,
  'license-deprovision': deprovisionLicense,
  'agreement-notice': announceNotice,
  'agreement-end': reachAgreementEnd,
  'cancellation-validate': failRequest,
  'cancellation-approve': autoApproveRequest,
};

const timerMaxMs = 60_000;

/** Opens the simulator of AWS Marketplace as a part of a listener. */
export function createAwsSimulator(options: AwsSimulatorOptions): Mount & { snapshot(): Record<string, unknown[]> } {
  const { clock } = options;
  const store = openStore<AwsTables>({
    path: join(options.dataDir, 'simulators', 'aws', 'journal.jsonl'),
    seed: options.seed ?? 'aws',
  });
  const simulation: AwsSimulation = { store, clock, wall: options.wall ?? wallTime, log: options.log };
  const deliverer = createDeliverer(simulation, recordingSend('aws', options.fetch ?? fetch));
  const quotas = createQuotas();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function settle(): void {
    if (closed) return;
    settleDue(simulation, dueHandlers);
    if (timer) clearTimeout(timer);
    const item = earliestDue(store);
    timer = item ? setTimeout(work, Math.min(Math.max(item.at - clock.now(), 1), timerMaxMs)) : null;
    timer?.unref();
  }

  function work(): void {
    settle();
    deliverer.wake();
  }

  const stopListening = clock.onAdvance(work);
  work();

  async function handle(request: HttpRequest): Promise<HttpAnswer | null> {
    const path = request.path;
    if (path === '/control/aws' || path.startsWith('/control/aws/')) {
      settle();
      const answer = answerControl(simulation, request);
      await store.durable();
      work();
      return answer;
    }
    // Clients are given `<url>/aws` as endpoint, or the bare URL; a path is signed as it stands on the wire.
    const servicePath = path === '/aws' ? '/' : path.startsWith('/aws/') ? path.slice(4) : path;
    const answer = await answerCall(simulation, { request, servicePath, quotas, settle });
    if (answer) work();
    return answer;
  }

  return {
    name: 'AWS Marketplace',
    recordedAs: 'aws',
    handle,
    page: () => renderPage(simulation),
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

/**
 * Starts the AWS Marketplace simulator on a listener of its own: SDK endpoint `<url>/aws` (or `<url>`), control API
 * under `<url>/control`, page at `<url>/`. `port` 0 takes any free port. Without `clock` it opens the one of `dataDir`.
 */
export async function startAwsSimulator(
  options: Omit<AwsSimulatorOptions, 'clock'> & { host: string; port: number; clock?: SimulatedClock | undefined },
): Promise<Listener & { clock: SimulatedClock; snapshot(): Record<string, unknown[]> }> {
  const clock = options.clock ?? createSimulatedClock({ dataDir: options.dataDir });
  const simulator = createAwsSimulator({ ...options, clock });
  const { host, port, log } = options;
  const listener = await startListener({ host, port, clock, mounts: [simulator], log }).catch(async (error: Error) => {
    await simulator.close();
    throw error;
  });
  return { ...listener, clock, snapshot: simulator.snapshot };
}
