import { createHash } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from '../kit/http.ts';
import { withKey } from '../kit/key-in-use.ts';
import { createSeededIds } from '../kit/seeded-ids.ts';
import { change } from '../kit/simulation.ts';
import { authenticate } from './authenticate.ts';
import { apiVersion } from './events/emit.ts';
import type { Route } from './routes.ts';
import type { Account, Json, StripeAnswer, StripeCall, StripeChange, StripeSimulation } from './state.ts';
import { badParam, errorBody, refusal, refusedBy } from './wire/errors.ts';
import { expandAnswer } from './wire/expand.ts';
import { readForm } from './wire/form.ts';
import { hash, textsOf } from './wire/params.ts';

const keptMs = 86_400_000;
// Requests that change nothing leave no trace in the state, so their IDs cannot come from it.
const readIds = createSeededIds('requests');

/** Handles one request to the API: key, idempotency, the operation, expansion. */
export const answerCall = async (
  simulation: StripeSimulation,
  request: HttpRequest,
  route: Route | null,
  path: string,
): Promise<HttpAnswer> => {
  const readId = `req_${readIds.text(14)}`;
  const headers: Record<string, string> = { 'stripe-version': request.headers['stripe-version'] ?? apiVersion };
  try {
    const account = authenticate(simulation.store, request);
    if (!route) throw unknownPath(request.method, path);
    checkVersion(headers['stripe-version'] ?? '');
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    if (key === undefined) return change(simulation, (tx) => run(tx, { account, request, route, readId, headers }));
    if (key.length > 255) throw badParam('idempotency_key', 'Idempotency keys can be at most 255 characters long.');
    headers['idempotency-key'] = key;
    const inUse = { id: `${account.id}/${key}`, operation: route.name, refuse: () => inProgress(key) };
    return await withKey(simulation, inUse, () =>
      runOnce(simulation, { account, request, route, readId, headers, key, path }),
    );
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused) throw error;
    return answerOf(refused.status, errorBody(refused.error, readId), { ...headers, 'request-id': readId });
  }
};

type Asked = {
  account: Account;
  request: HttpRequest;
  route: Route;
  readId: string;
  headers: Record<string, string>;
};

/** Runs an operation in a change; the ID of a request that changes the state comes from the state. */
const run = (tx: StripeChange, asked: Asked, key: string | null = null): HttpAnswer => {
  const { account, request, route, readId, headers } = asked;
  const requestId = request.method === 'GET' ? readId : `req_${tx.ids.text(14)}`;
  const isInQuery = request.method === 'GET' || request.method === 'DELETE';
  const params = readForm(isInQuery ? request.query : request.body.toString('utf8'));
  const version = headers['stripe-version'] ?? apiVersion;
  const call: StripeCall = { tx, account, params, path: route.path, version, requestId, idempotencyKey: key };
  const result = route.handler(call);
  const isAnswer = typeof result.status === 'number' && typeof result.body === 'object' && !('object' in result);
  const answer: StripeAnswer = isAnswer ? (result as StripeAnswer) : { status: 200, body: result as Json };
  const { error } = answer.body;
  const body = error
    ? errorBody(hash(error), requestId)
    : expandAnswer(tx, account.id, answer.body, textsOf(params.expand));
  return answerOf(answer.status, body, { ...headers, 'request-id': requestId });
};

/** Runs an operation under an idempotency key, or repeats the response to the first request with it. */
const runOnce = (simulation: StripeSimulation, asked: Asked & { key: string; path: string }): HttpAnswer => {
  const { account, request, key, path, headers } = asked;
  const id = `${account.id}/${key}`;
  const fingerprint = createHash('sha256').update(`${request.method} ${path}\n`).update(request.body).digest('hex');
  const now = simulation.clock.now();
  const earlier = simulation.store.get('idempotent', id);
  if (earlier && now - earlier.createdAt < keptMs) {
    if (earlier.path !== path) {
      throw otherUse(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${earlier.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (earlier.fingerprint !== fingerprint) {
      throw otherUse(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    const replayed = { 'idempotent-replayed': 'true', 'original-request': earlier.requestId };
    return {
      status: earlier.status,
      headers: { ...jsonHeaders, ...headers, ...replayed, 'request-id': asked.readId },
      body: earlier.body,
    };
  }
  const keep = (tx: StripeChange, answer: HttpAnswer): HttpAnswer => {
    const requestId = answer.headers['request-id'] ?? '';
    const { status, body } = answer;
    tx.put('idempotent', { id, fingerprint, path, status, body, requestId, createdAt: tx.at });
    return { ...answer, headers: { ...answer.headers, 'original-request': requestId } };
  };
  try {
    return change(simulation, (tx) => keep(tx, run(tx, asked, key)));
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused?.begun) throw error;
    return change(simulation, (tx) => {
      const requestId = `req_${tx.ids.text(14)}`;
      const body = errorBody(refused.error, requestId);
      return keep(tx, answerOf(refused.status, body, { ...headers, 'request-id': requestId }));
    });
  }
};

const jsonHeaders = { 'content-type': 'application/json' };

const answerOf = (status: number, body: Json, headers: Record<string, string>): HttpAnswer => ({
  status,
  headers: { ...jsonHeaders, ...headers },
  body: JSON.stringify(body, null, 2),
});

const checkVersion = (version: string): void => {
  if (/^20\d{2}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return;
  throw badParam('stripe_version', `Invalid Stripe API version: ${version}`);
};

const otherUse = (message: string): Error =>
  refusal({ status: 400, error: { message, type: 'idempotency_error' }, begun: false });

const inProgress = (key: string): Error => {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Try again later.`;
  const error = { code: 'idempotency_key_in_use', message, type: 'idempotency_error' };
  return refusal({ status: 409, error, begun: false });
};

const unknownPath = (method: string, path: string): Error => {
  const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return refusal({ status: 404, error: { message, type: 'invalid_request_error' }, begun: false });
};
