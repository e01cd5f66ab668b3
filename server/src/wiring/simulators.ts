import { keepControlToken } from '../../../simulators/kit/access.ts';
import { createSimulatedClock, type SimulatedClock } from '../../../simulators/kit/clock.ts';
import { makeKeysAhead } from '../../../simulators/kit/rsa-keys.ts';
import type { Config } from '../config/config.ts';
import { demoIsBegun } from '../demo/draft.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { loadMarketplaceSimulators } from './marketplaces.ts';

const dueWaitMs = 10_000;

/** Of the partners and accounts that a new demo begins with. */
const keysOfDemo = 8;

/** Whether a listener on this host is reached from this machine only. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** If business time may not be moved, the simulators' clock follows the service's. */
const fixedClock = (clock: SimulatedClock): SimulatedClock => ({
  ...clock,
  advance: () => Promise.reject(new RangeError('the clock may be moved only with SIMULATED_CLOCK=on')),
});

const warnOfOthers = ({ host, controlHosts }: Config, port: number, log: Log): void => {
  if (isLoopback(host)) return;
  const control =
    controlHosts.length === 0
      ? 'Their control API and pages answer this machine only; CONTROL_HOSTS lets others in.'
      : `Whoever has their token controls them from elsewhere, too, as CONTROL_HOSTS says: ${controlHosts.join(', ')}.`;
  log.warn({ host, port }, `The simulators listen on ${host}: other machines reach the simulated partners. ${control}`);
};

/** The simulated partners and the business time they share with the service. */
export type Simulation = {
  /** The machine's clock if nothing is simulated. */
  clock: Clock;
  /** Grants access to their control API and pages; undefined if nothing is simulated. */
  controlToken: string | undefined;
  /** Starts the simulators and returns a function that stops them. `runDue` is called whenever time was moved. */
  start(port: number, log: Log, runDue: () => Promise<unknown>): Promise<() => Promise<void>>;
};

export const createSimulation = (config: Config): Simulation => {
  if (!config.simulators) return { clock: systemClock, controlToken: undefined, start: async () => async () => {} };
  // Only a service that simulates loads them, while it waits for its database.
  const loading = Promise.all([import('./simulated-partners.ts'), loadMarketplaceSimulators()]);
  loading.catch(() => {});
  if (config.demo && !demoIsBegun(config.dataDir)) makeKeysAhead(keysOfDemo);
  const controlToken = keepControlToken(config.dataDir);
  const simulated = createSimulatedClock({ dataDir: config.dataDir });
  return {
    clock: config.simulatedClock ? { now: () => new Date(simulated.now()), wallNow: systemClock.wallNow } : systemClock,
    controlToken,
    start: async (port, log, runDue) => {
      const note = (message: string, fields: Record<string, unknown> = {}): void => log.warn(fields, message);
      const clock = config.simulatedClock ? simulated : fixedClock(simulated);
      const [{ startPartners }, marketplaces] = await loading;
      const listener = await startPartners(config, { port, token: controlToken, clock, log: note, marketplaces });
      warnOfOthers(config, port, log);
      const late = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, dueWaitMs).unref());
      // The time has moved all the same: what is due is taken up once the database is back.
      const failed = (error: Error): void => note('due work could not be taken up', { reason: error.message });
      simulated.onAdvance(() => Promise.race([runDue().then(() => {}, failed), late()]));
      return () => listener.close();
    },
  };
};
