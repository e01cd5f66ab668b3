import { createSimulator, type Partner, type Simulator, type SimulatorOptions } from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { apiOperation } from './api/dispatch.ts';
import { controlRoutes } from './control/routes.ts';
import { limitAnswer, problemAnswer } from './errors.ts';
import { describeToken, issueToken } from './oauth/token.ts';
import { renderPage } from './page.ts';
import type { HubspotTables } from './state.ts';
import { messages } from './webhooks/deliver.ts';

const partner: Partner<HubspotTables> = {
  name: 'hubspot',
  title: 'HubSpot',
  due: {},
  control: controlRoutes,
  messages,
  operation(simulation, request, path) {
    const [, version] = /^\/oauth\/(v1|2026-03|2026-09)\/token$/.exec(path) ?? [];
    if (version !== undefined && request.method === 'POST') {
      return { name: 'Token', run: () => issueToken(simulation, request, version !== 'v1') };
    }
    const [, token] = /^\/oauth\/v1\/access-tokens\/([^/]+)$/.exec(path) ?? [];
    if (token !== undefined && request.method === 'GET') {
      return { name: 'DescribeToken', run: () => describeToken(simulation.store, simulation.wall(), token) };
    }
    return apiOperation(simulation, request, path);
  },
  throttled: () => limitAnswer('TEN_SECONDLY_ROLLING'),
  failed: () => problemAnswer({ status: 500, category: 'INTERNAL_ERROR', message: 'internal error' }),
  page: renderPage,
};

/** Creates the simulator of HubSpot as part of a listener. */
export const createHubspotSimulator = (options: SimulatorOptions): Simulator<HubspotTables> =>
  createSimulator(partner, options);

/** Starts the simulator on its own listener; its endpoint is `<url>/hubspot`. Port 0 chooses a free port. */
export const startHubspotSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createHubspotSimulator, options);
