import { createHash } from 'node:crypto';
import { matchPath } from '../kit/control.ts';
import type { HttpAnswer, HttpRequest } from '../kit/http.ts';
import { withKey } from '../kit/key-in-use.ts';
import { change } from '../kit/simulation.ts';
import type { CheckoutHandler } from './call.ts';
import { modifyPayment } from './checkout/modifications.ts';
import { postPayment } from './checkout/payments.ts';
import { createSession, getSession } from './checkout/sessions.ts';
import { createToken, deleteToken, listPaymentMethods, listTokens } from './checkout/tokens.ts';
import { checkoutError, invalid, problem, refusedBy } from './errors.ts';
import { getMe, getMerchant, listMerchants } from './management/me.ts';
import type { AdyenChange, AdyenSimulation, Json, Merchant } from './state.ts';

/** The operations of the Checkout API and of the Management API, by method and path below the version. */
const checkoutRoutes: Record<string, [name: string, handler: CheckoutHandler]> = {
  'POST /paymentMethods': ['paymentMethods', listPaymentMethods],
  'POST /payments': ['payments', postPayment],
  'POST /payments/:id/cancels': ['cancels', (call) => modifyPayment(call, 'cancels')],
  'POST /payments/:id/captures': ['captures', (call) => modifyPayment(call, 'captures')],
  'POST /payments/:id/refunds': ['refunds', (call) => modifyPayment(call, 'refunds')],
  'POST /payments/:id/reversals': ['reversals', (call) => modifyPayment(call, 'reversals')],
  'POST /sessions': ['sessions', createSession],
  'GET /sessions/:id': ['getSession', getSession],
  'GET /storedPaymentMethods': ['listStoredPaymentMethods', listTokens],
  'POST /storedPaymentMethods': ['createStoredPaymentMethod', createToken],
  'DELETE /storedPaymentMethods/:id': ['deleteStoredPaymentMethod', deleteToken],
};
const managementRoutes: Record<string, [name: string, handler: CheckoutHandler]> = {
  'GET /me': ['me', getMe],
  'GET /merchants': ['listMerchants', listMerchants],
  'GET /merchants/:id': ['getMerchant', getMerchant],
};

export type Route = {
  name: string;
  handler: CheckoutHandler | null;
  path: Record<string, string>;
  api: 'checkout' | 'management';
};

/** Finds the operation of a request; `path` is relative to `/adyen`. A management path may omit its host segment. */
export const findRoute = (method: string, path: string): Route => {
  const inCheckout = /^\/checkout\/v(?:6[89]|7[0-2])(\/.*)$/.exec(path)?.[1];
  const inManagement = /^(?:\/management)?\/v[13](\/.*)$/.exec(path)?.[1];
  const api = inCheckout === undefined ? 'management' : 'checkout';
  const rest = inCheckout ?? inManagement ?? '';
  for (const [key, [name, handler]] of Object.entries(api === 'checkout' ? checkoutRoutes : managementRoutes)) {
    const [wanted = '', pattern = ''] = key.split(' ');
    const found = wanted === method ? matchPath(pattern, rest) : null;
    if (found) return { name, handler, path: found, api };
  }
  return { name: 'unknown', handler: null, path: {}, api };
};

const keptMs = 7 * 86_400_000;

/** Handles one request: key, idempotency, the operation. */
export const answerCall = async (
  simulation: AdyenSimulation,
  request: HttpRequest,
  route: Route,
): Promise<HttpAnswer> => {
  try {
    const credential = authenticate(simulation, request, route);
    const { handler } = route;
    if (!handler) throw notFound(route, request);
    const body = readJson(request);
    const run = (tx: AdyenChange): HttpAnswer => {
      const query = Object.fromEntries(new URLSearchParams(request.query));
      return handler({ tx, credential, body, query, path: route.path });
    };
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    if (key === undefined || route.api !== 'checkout') return change(simulation, run);
    if (key.length > 64) throw invalid('14_701', 'The Idempotency-Key header is longer than 64 characters.');
    const id = `${credential.companyName}/${key}`;
    const answer = await withKey(simulation, { id, operation: route.name, refuse: inProgress }, () =>
      runOnce(simulation, { id, request, run }),
    );
    return { ...answer, headers: { ...answer.headers, 'idempotency-key': key } };
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused) throw error;
    return refused;
  }
};

const runOnce = (
  simulation: AdyenSimulation,
  { id, request, run }: { id: string; request: HttpRequest; run: (tx: AdyenChange) => HttpAnswer },
): HttpAnswer => {
  const fingerprint = createHash('sha256').update(`${request.path}\n`).update(request.body).digest('hex');
  const earlier = simulation.store.get('idempotent', id);
  if (earlier && simulation.clock.now() - earlier.createdAt < keptMs) {
    if (earlier.fingerprint !== fingerprint) {
      throw invalid('704', 'The idempotency key was used for another request.');
    }
    return { status: earlier.status, headers: jsonHeaders, body: earlier.body };
  }
  return change(simulation, (tx) => {
    const answer = run(tx);
    tx.put('idempotent', { id, fingerprint, status: answer.status, body: answer.body, createdAt: tx.at });
    return answer;
  });
};

const jsonHeaders = { 'content-type': 'application/json' };

const authenticate = (simulation: AdyenSimulation, request: HttpRequest, { api }: Route): Merchant => {
  const { store } = simulation;
  const merchantId = store.get('apiKeys', request.headers['x-api-key'] ?? '')?.merchantId;
  const merchant = merchantId === undefined ? undefined : store.get('merchants', merchantId);
  if (merchant?.active) return merchant;
  if (api === 'management') {
    throw problem(
      401,
      '00_401',
      'Unauthorized',
      'Authentication failed or credentials are missing.',
      'security/unauthorized',
    );
  }
  throw checkoutError(401, '000', 'HTTP Status Response - Unauthorized', 'security');
};

const readJson = (request: HttpRequest): Json => {
  const text = request.body.toString('utf8');
  if (request.method === 'GET' || request.method === 'DELETE' || text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Refused below.
  }
  throw checkoutError(400, '702', 'Structure of the request is not valid: unable to parse message');
};

const inProgress = (): Error => {
  const error = invalid('704', 'request already processed or in progress');
  const answer = refusedBy(error);
  if (answer) answer.headers['transient-error'] = 'true';
  return error;
};

const notFound = ({ api }: Route, request: HttpRequest): Error => {
  if (api === 'checkout') return checkoutError(404, '000', `Not found: ${request.method} ${request.path}`, 'internal');
  return problem(404, '00_404', 'Not found', `There is no ${request.method} ${request.path}`, 'general/not-found');
};
