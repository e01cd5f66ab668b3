import { join } from 'node:path';
import { createAdyenSimulator } from '../../../simulators/adyen/server.ts';
import { createAwsSimulator } from '../../../simulators/aws/server.ts';
import { createAzureSimulator } from '../../../simulators/azure/server.ts';
import { createGcpSimulator } from '../../../simulators/gcp/server.ts';
import { createHubspotSimulator } from '../../../simulators/hubspot/server.ts';
import { keepControlToken } from '../../../simulators/kit/access.ts';
import { createSimulatedClock, type SimulatedClock } from '../../../simulators/kit/clock.ts';
import { type Mount, startListener } from '../../../simulators/kit/listener.ts';
import type { SimulatorOptions } from '../../../simulators/kit/simulator.ts';
import { createOutbox } from '../../../simulators/outbox/outbox.ts';
import { createSalesforceSimulator } from '../../../simulators/salesforce/server.ts';
import { createSellerSite } from '../../../simulators/seller/seller-site.ts';
import { createSlackSimulator } from '../../../simulators/slack/server.ts';
import { createStripeSimulator } from '../../../simulators/stripe/server.ts';
import { createTeamsSimulator } from '../../../simulators/teams/server.ts';
import type { CrmSystem } from '../adapters/crm/port.ts';
import type { MarketplaceCode } from '../adapters/marketplace/port.ts';
import type { PaymentCode } from '../adapters/payment/port.ts';
import type { Config } from '../config/config.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';

const dueWaitMs = 10_000;

/** Whether a listener on this host is reached from this machine only. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/** If business time may not be moved, the simulators' clock follows the service's. */
const fixedClock = (clock: SimulatedClock): SimulatedClock => ({
  ...clock,
  advance: () => Promise.reject(new RangeError('the clock may be moved only with SIMULATED_CLOCK=on')),
});

const mailsOf = ({ smtpUrl, dataDir }: Config) =>
  smtpUrl === null ? [createOutbox({ dir: join(dataDir, 'outbox') })] : [];

/** Each serves its partner's API under the partner's code in lower case. */
const simulators: Readonly<
  Record<MarketplaceCode | PaymentCode | CrmSystem | 'SLACK' | 'TEAMS', (options: SimulatorOptions) => Mount>
> = {
  AWS: createAwsSimulator,
  AZURE: createAzureSimulator,
  GCP: createGcpSimulator,
  STRIPE: createStripeSimulator,
  ADYEN: createAdyenSimulator,
  SALESFORCE: createSalesforceSimulator,
  HUBSPOT: createHubspotSimulator,
  SLACK: createSlackSimulator,
  TEAMS: createTeamsSimulator,
};

/** The simulator paths that the service may call: the partners' APIs, but not the control API. */
export const simulatedPaths: readonly string[] = [
  ...Object.keys(simulators).map((code) => `/${code.toLowerCase()}`),
  '/seller',
];

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
  const controlToken = keepControlToken(config.dataDir);
  const simulated = createSimulatedClock({ dataDir: config.dataDir });
  return {
    clock: config.simulatedClock ? { now: () => new Date(simulated.now()), wallNow: systemClock.wallNow } : systemClock,
    controlToken,
    start: async (port, log, runDue) => {
      const note = (message: string, fields: Record<string, unknown> = {}): void => log.warn(fields, message);
      const clock = config.simulatedClock ? simulated : fixedClock(simulated);
      const partners = Object.values(simulators).map((create) => create({ dataDir: config.dataDir, clock, log: note }));
      const listener = await startListener({
        host: config.host,
        port,
        clock,
        mounts: [...partners, createSellerSite(), ...mailsOf(config)],
        log: note,
        token: controlToken,
        controlHosts: config.controlHosts,
      });
      warnOfOthers(config, port, log);
      const late = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, dueWaitMs).unref());
      simulated.onAdvance(() => Promise.race([runDue().then(() => {}), late()]));
      return () => listener.close();
    },
  };
};
