import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../kit/http.ts';
import {
  createSimulator,
  type Operation,
  type Partner,
  type Simulator,
  type SimulatorOptions,
} from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { commercePartner, ensureGoogleKeys, googleKey, keySet } from './auth/keys.ts';
import { issueToken } from './auth/token.ts';
import { closeMonth } from './billing/close-month.ts';
import { disburse } from './billing/disburse.ts';
import { reachFee } from './billing/fees.ts';
import { startOrder } from './buyer/activate-order.ts';
import { reachOrderEnd } from './buyer/cancel-order.ts';
import { applyPlanChange } from './buyer/change-plan.ts';
import { endTerm } from './buyer/end-term.ts';
import { consolePage } from './console/console-pages.ts';
import { controlRoutes } from './control/routes.ts';
import { errorAnswer } from './errors.ts';
import { renderPage } from './page.ts';
import { accountRoutes } from './procurement/accounts.ts';
import { entitlementRoutes } from './procurement/entitlements.ts';
import { documentRoutes } from './producer/documents.ts';
import { listingRoutes } from './producer/listings.ts';
import { expireOffer, finishPublishing } from './producer/offer-life.ts';
import { privateOfferRoutes } from './producer/private-offers.ts';
import { acknowledgeMessages, pullMessages } from './pubsub/pull.ts';
import { pushRules } from './pubsub/push.ts';
import { rewriteReport, writeInsights } from './reports/write-reports.ts';
import { apiOperation, decode, findRoute, type Route, unknownAnswer } from './route.ts';
import { serviceControlRoutes } from './servicecontrol/routes.ts';
import { serviceManagementRoutes } from './servicemanagement/config.ts';
import type { GcpSimulation, GcpTables } from './state.ts';
import { storageError } from './storage/errors.ts';
import { findStorageOperation } from './storage/objects.ts';

const subscription = '/pubsub/v1/projects/:project/subscriptions/:subscription';

const routes: Route[] = [
  ...accountRoutes,
  ...entitlementRoutes,
  ...listingRoutes,
  ...privateOfferRoutes,
  ...documentRoutes,
  ...serviceControlRoutes,
  ...serviceManagementRoutes,
  { name: 'Pull', method: 'POST', path: subscription, verb: 'pull', scope: 'pubsub', run: pullMessages },
  {
    name: 'Acknowledge',
    method: 'POST',
    path: subscription,
    verb: 'acknowledge',
    scope: 'pubsub',
    run: acknowledgeMessages,
  },
];

/** Operations without a token: the token endpoint itself, Google's public keys, and pages of its console. */
const openOperation = (simulation: GcpSimulation, request: HttpRequest, path: string): Operation | null => {
  const { store } = simulation;
  const key = (id: 'oidc' | 'commerce-partner') => googleKey(store, id);
  const of = '/robot/v1/metadata';
  if (request.method === 'POST' && path === '/token')
    return { name: 'Token', run: () => issueToken(simulation, request) };
  if (request.method !== 'GET') return null;
  const plain = decode(path);
  if (plain === '/oauth2/v3/certs') return { name: 'Certs', run: () => keys(keySet(key('oidc'))) };
  if (plain === `${of}/jwk/${commercePartner}`) {
    return { name: 'PartnerKeys', run: () => keys(keySet(key('commerce-partner'))) };
  }
  if (plain === `${of}/x509/${commercePartner}`) {
    const { keyId, certificate } = key('commerce-partner');
    return { name: 'PartnerKeys', run: () => keys({ [keyId]: certificate }) };
  }
  const page = plain.startsWith('/console/') ? consolePage(simulation, plain.slice('/console'.length)) : null;
  return page && { name: 'Console', run: () => page };
};

const keys = (value: unknown): HttpAnswer => {
  const answer = jsonAnswer(200, value);
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'public, max-age=300' } };
};

/** Cloud Storage has errors of its own form. */
const isStorage = (path: string): boolean => /^(\/download)?\/storage\//.test(path);

const partner: Partner<GcpTables> = {
  name: 'gcp',
  title: 'Google Cloud Marketplace',
  due: {
    'offer-publish': finishPublishing,
    'offer-expiry': expireOffer,
    'order-start': startOrder,
    'order-end': reachOrderEnd,
    'plan-change': applyPlanChange,
    'term-end': endTerm,
    'fee-payment': reachFee,
    'month-close': closeMonth,
    disbursement: disburse,
    insights: writeInsights,
    'report-rewrite': rewriteReport,
  },
  control: controlRoutes,
  messages: pushRules,
  operation(simulation, request, path) {
    const open = openOperation(simulation, request, path);
    if (open) return open;
    const stored = findStorageOperation(simulation, request, path);
    if (stored) return stored;
    const found = findRoute(routes, request.method, path);
    return found ? apiOperation(simulation, request, found) : { name: 'Unknown', run: unknownAnswer };
  },
  throttled: (_, path) =>
    isStorage(path)
      ? storageError(429, 'The rate of requests is too high.')
      : errorAnswer('RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Requests' of the service."),
  failed: (_, path) =>
    isStorage(path)
      ? storageError(500, 'We encountered an internal error. Please try again.')
      : errorAnswer('INTERNAL', 'Internal error encountered.'),
  page: renderPage,
};

/** Creates the simulator of Google Cloud Marketplace as part of a listener. */
export const createGcpSimulator = (options: SimulatorOptions): Simulator<GcpTables> => {
  const simulator = createSimulator(partner, options);
  ensureGoogleKeys(simulator.simulation);
  return { ...simulator, pages: ['/gcp/console'] };
};

/** Starts the simulator on its own listener; its endpoint is `<url>/gcp`. Port 0 chooses a free port. */
export const startGcpSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createGcpSimulator, options);
