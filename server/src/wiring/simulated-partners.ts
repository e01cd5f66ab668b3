import { join } from 'node:path';
import { createAdyenSimulator } from '../../../simulators/adyen/server.ts';
import { createHubspotSimulator } from '../../../simulators/hubspot/server.ts';
import { type Listener, startListener } from '../../../simulators/kit/listener.ts';
import type { SimulatorOptions } from '../../../simulators/kit/simulator.ts';
import { createOutbox } from '../../../simulators/outbox/outbox.ts';
import { createSalesforceSimulator } from '../../../simulators/salesforce/server.ts';
import { createSellerSite } from '../../../simulators/seller/seller-site.ts';
import { createSlackSimulator } from '../../../simulators/slack/server.ts';
import { createStripeSimulator } from '../../../simulators/stripe/server.ts';
import { createTeamsSimulator } from '../../../simulators/teams/server.ts';
import type { MarketplaceCode } from '../adapters/marketplace/port.ts';
import type { Config } from '../config/config.ts';
import type { CreateSimulator } from './marketplaces.ts';
import type { SimulatedPartner } from './simulated-paths.ts';

const otherSimulators: Readonly<Record<Exclude<SimulatedPartner, MarketplaceCode>, CreateSimulator>> = {
  STRIPE: createStripeSimulator,
  ADYEN: createAdyenSimulator,
  SALESFORCE: createSalesforceSimulator,
  HUBSPOT: createHubspotSimulator,
  SLACK: createSlackSimulator,
  TEAMS: createTeamsSimulator,
};

type Options = Pick<SimulatorOptions, 'clock' | 'log'> & {
  port: number;
  token: string;
  /** The simulators of the marketplaces. */
  marketplaces: readonly CreateSimulator[];
};

/** Starts the simulated partners, the site of a seller and, if mails are files, the outbox, on one listener. */
export const startPartners = (
  { host, controlHosts, smtpUrl, dataDir }: Config,
  { port, token, clock, log, marketplaces }: Options,
): Promise<Listener> =>
  startListener({
    host,
    port,
    clock,
    mounts: [
      ...[...marketplaces, ...Object.values(otherSimulators)].map((create) => create({ dataDir, clock, log })),
      createSellerSite(),
      ...(smtpUrl === null ? [createOutbox({ dir: join(dataDir, 'outbox') })] : []),
    ],
    log,
    token,
    controlHosts,
  });
