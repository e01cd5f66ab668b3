import { createSimulatedClock, type SimulatedClock } from '../kit/clock.ts';
import { faultRoutes } from '../kit/control.ts';
import type { DueHandlers } from '../kit/due.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../kit/http.ts';
import { type Listener, type Mount, startListener } from '../kit/listener.ts';
import { createSimulator, type Partner, type SimulatorOptions } from '../kit/simulator.ts';
import { answerCall } from './answer-call.ts';
import { keyIn } from './authenticate.ts';
import { accountRoutes } from './control/account-routes.ts';
import { buyerRoutes } from './control/buyer-routes.ts';
import { messageRoutes } from './control/message-routes.ts';
import { messages } from './events/deliver.ts';
import { apiVersion } from './events/emit.ts';
import { moreFaults } from './faults.ts';
import { renderPage } from './page.ts';
import { settleRefund } from './payments/refund.ts';
import { settleDebit } from './payments/settle-payment.ts';
import { arrivePayout } from './payouts/payout.ts';
import { findRoute } from './routes.ts';
import type { StripeCall, StripeSimulation, StripeTables } from './state.ts';

const due: DueHandlers<StripeTables> = {
  'debit-settle': (tx, { refId, detail }) => {
    const account = tx.get('accounts', String(detail.accountId));
    if (account) settleDebit(bankCall(tx, account), refId);
  },
  'payout-arrival': (tx, { refId, detail }) => {
    const account = tx.get('accounts', String(detail.accountId));
    if (account) arrivePayout(bankCall(tx, account), refId);
  },
  'refund-settle': (tx, { refId, detail }) => {
    const account = tx.get('accounts', String(detail.accountId));
    if (account) settleRefund(bankCall(tx, account), refId);
  },
};

const bankCall = (tx: StripeCall['tx'], account: StripeCall['account']): StripeCall => ({
  tx,
  account,
  params: {},
  path: {},
  version: apiVersion,
  requestId: null,
  idempotencyKey: null,
});

const partner: Partner<StripeTables> = {
  name: 'stripe',
  title: 'Stripe',
  due,
  control: { ...accountRoutes, ...buyerRoutes, ...messageRoutes, ...faultRoutes<StripeTables>(moreFaults) },
  messages,
  operation(simulation, request, path) {
    const route = findRoute(request.method, path);
    return { name: route?.name ?? 'unknown', run: () => answerCall(simulation, request, route, path) };
  },
  throttled: () => ({
    ...jsonAnswer(429, {
      error: {
        code: 'rate_limit',
        message: 'Request rate limit exceeded. Learn more about rate limits at https://stripe.com/docs/rate-limits.',
        type: 'invalid_request_error',
      },
    }),
    headers: { 'content-type': 'application/json', 'stripe-rate-limited-reason': 'global-rate' },
  }),
  failed: () =>
    jsonAnswer(500, {
      error: {
        message: 'An unknown error occurred, please try again in a few minutes.',
        type: 'api_error',
      },
    }),
  page: renderPage,
};

/** Opens the simulator of Stripe as a part of a listener. */
export function createStripeSimulator(
  options: SimulatorOptions,
): Mount & { simulation: StripeSimulation; snapshot(): Record<string, unknown[]> } {
  const simulator = createSimulator(partner, options);
  return { ...simulator, handle: (request) => handle(simulator, request) };
}

// The official SDK can be given a host and a port, not a path: a request to the bare listener that carries one of
// Stripe's keys is meant for Stripe. Other partners' requests below /v1 carry no such key.
async function handle(simulator: Mount, request: HttpRequest): Promise<HttpAnswer | null> {
  if (request.path.startsWith('/v1/') && /^[rsp]k_(test|live)_/.test(keyIn(request) ?? '')) {
    return simulator.handle({ ...request, path: `/stripe${request.path}` });
  }
  return simulator.handle(request);
}

/**
 * Starts the Stripe simulator on a listener of its own: API at `<url>/stripe/v1` and `<url>/v1`, control API under
 * `<url>/control/stripe`. `port` 0 takes any free port. Without `clock` it opens the one of `dataDir`.
 */
export async function startStripeSimulator(
  options: Omit<SimulatorOptions, 'clock'> & { host: string; port: number; clock?: SimulatedClock | undefined },
): Promise<Listener & { clock: SimulatedClock; snapshot(): Record<string, unknown[]> }> {
  const clock = options.clock ?? createSimulatedClock({ dataDir: options.dataDir });
  const simulator = createStripeSimulator({ ...options, clock });
  const { host, port, log } = options;
  const listener = await startListener({ host, port, clock, mounts: [simulator], log }).catch(async (error: Error) => {
    await simulator.close();
    throw error;
  });
  return { ...listener, clock, snapshot: simulator.snapshot };
}
