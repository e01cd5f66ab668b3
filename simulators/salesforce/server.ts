import { sendsNothing } from '../kit/deliveries.ts';
import type { HttpRequest } from '../kit/http.ts';
import {
  createSimulator,
  type Operation,
  type Partner,
  type Simulator,
  type SimulatorOptions,
} from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { apiOperation } from './api/dispatch.ts';
import { limitExceeded } from './api/usage.ts';
import { versions } from './api/versions.ts';
import { controlRoutes } from './control/routes.ts';
import { errorAnswer, oauthError, refusedBy, sfAnswer } from './errors.ts';
import { authenticate } from './oauth/sessions.ts';
import { issueToken, loginHosts, revokeToken, userInfo } from './oauth/token.ts';
import { renderPage } from './page.ts';
import type { Org, SalesforceSimulation, SalesforceTables } from './state.ts';

/** Requests to the OAuth endpoints, which every host has. */
const oauthOperation = (
  simulation: SalesforceSimulation,
  request: HttpRequest,
  { host, name, org }: { host: string; name: string; org: Org | undefined },
): Operation | null => {
  const { method } = request;
  if (method === 'POST' && name === 'token') {
    return { name: 'Token', run: () => issueToken(simulation, request, host) };
  }
  if (method === 'POST' && name === 'revoke') {
    return { name: 'Revoke', run: () => revokeToken(simulation, request) };
  }
  if (method !== 'GET' || name !== 'userinfo') return null;
  return {
    name: 'UserInfo',
    run() {
      try {
        return userInfo(simulation.store, authenticate(simulation, request, org));
      } catch (error) {
        if (!refusedBy(error)) throw error;
        return { status: 403, headers: { 'content-type': 'text/html' }, body: 'Bad_OAuth_Token' };
      }
    },
  };
};

const partner: Partner<SalesforceTables> = {
  name: 'salesforce',
  title: 'Salesforce',
  due: {},
  control: controlRoutes,
  // Salesforce sends nothing: its change events need a streaming client, which is not simulated.
  messages: sendsNothing,
  operation(simulation, request, path) {
    const [, host = '', rest = ''] = /^\/([^/]+)\/services(\/.*)$/.exec(path) ?? [];
    const org = simulation.store.list('orgs').find(({ domain }) => domain === host.toLowerCase());
    if (!org && !(host in loginHosts)) return null;
    const [, endpoint] = /^\/oauth2\/(\w+)$/.exec(rest) ?? [];
    if (endpoint !== undefined)
      return oauthOperation(simulation, request, { host: host.toLowerCase(), name: endpoint, org });
    if (/^\/data\/?$/.test(rest)) return { name: 'ListVersions', run: () => sfAnswer(200, versions) };
    const [, version, below = ''] = /^\/data\/v(\d+\.\d+)(\/.*)?$/.exec(rest) ?? [];
    return version === undefined ? null : apiOperation(simulation, request, { org, version, path: below });
  },
  throttled: () => errorAnswer(403, [limitExceeded]),
  failed: (_, path) =>
    path.includes('/oauth2/')
      ? oauthError('unknown_error', 'retry your request', 500)
      : errorAnswer(500, [
          {
            errorCode: 'UNKNOWN_EXCEPTION',
            message: 'An unexpected error occurred. Please include this ErrorId if you contact support.',
          },
        ]),
  page: renderPage,
};

/** Creates the simulator of Salesforce as part of a listener. */
export const createSalesforceSimulator = (options: SimulatorOptions): Simulator<SalesforceTables> =>
  createSimulator(partner, options);

/** Starts the simulator on its own listener; its endpoint is `<url>/salesforce`. Port 0 chooses a free port. */
export const startSalesforceSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createSalesforceSimulator, options);
