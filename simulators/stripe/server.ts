import { faultRoutes, messageRoutes } from '../kit/control.ts';
import type { DueHandlers } from '../kit/due.ts';
import { jsonAnswer } from '../kit/http.ts';
import { keyFaults } from '../kit/key-in-use.ts';
import { createSimulator, type Partner, type Simulator, type SimulatorOptions } from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { answerCall } from './answer-call.ts';
import { keyIn } from './authenticate.ts';
import { releaseFunds } from './balance/release.ts';
import { accountRoutes } from './control/account-routes.ts';
import { balanceRoutes } from './control/balance-routes.ts';
import { buyerRoutes } from './control/buyer-routes.ts';
import { messages } from './events/deliver.ts';
import { apiVersion } from './events/emit.ts';
import { renderPage } from './page.ts';
import { settleRefund } from './payments/refund.ts';
import { settleDebit } from './payments/settle-payment.ts';
import { arrivePayout, reconcilePayout, runPayouts, submitPayout } from './payouts/payout.ts';
import { findRoute } from './routes.ts';
import type { StripeCall, StripeTables } from './state.ts';

const due: DueHandlers<StripeTables> = {
  'balance-available': (tx, { detail }) => byItself(tx, detail, releaseFunds),
  'debit-settle': (tx, { refId, detail }) => byItself(tx, detail, (call) => settleDebit(call, refId)),
  'payout-arrival': (tx, { refId, detail }) => byItself(tx, detail, (call) => arrivePayout(call, refId)),
  'payout-reconcile': (tx, { refId, detail }) => byItself(tx, detail, (call) => reconcilePayout(call, refId)),
  'payout-run': (tx, { detail }) => byItself(tx, detail, runPayouts),
  'payout-submit': (tx, { refId, detail }) => byItself(tx, detail, (call) => submitPayout(call, refId)),
  'refund-settle': (tx, { refId, detail }) => byItself(tx, detail, (call) => settleRefund(call, refId)),
};

/** Runs events at Stripe and at banks that no request causes. */
const byItself = (tx: StripeCall['tx'], detail: Record<string, unknown>, run: (call: StripeCall) => unknown): void => {
  const account = tx.get('accounts', String(detail.accountId));
  if (account) run(bankCall(tx, account));
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
  control: {
    ...accountRoutes,
    ...balanceRoutes,
    ...buyerRoutes,
    ...messageRoutes<StripeTables>(),
    ...faultRoutes<StripeTables>(keyFaults),
  },
  messages,
  // The official SDK can be given a host and a port, but no path: a request to the bare listener with one of Stripe's
  // keys is for Stripe. Other partners' requests below /v1 carry no such key.
  isBare: (request) => request.path.startsWith('/v1/') && /^[rsp]k_(test|live)_/.test(keyIn(request) ?? ''),
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

/** Creates the simulator of Stripe as part of a listener. */
export const createStripeSimulator = (options: SimulatorOptions): Simulator<StripeTables> =>
  createSimulator(partner, options);

/**
 * Starts the Stripe simulator on its own listener: API at `<url>/stripe/v1` and `<url>/v1`, control API under
 * `<url>/control/stripe`. `port` 0 chooses a free port. Without `clock` it opens the clock in `dataDir`.
 */
export const startStripeSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createStripeSimulator, options);
