import { randomUUID } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from '../kit/http.ts';
import type { Operation } from '../kit/simulator.ts';
import { type AwsFailure, awsError, awsFailureOf } from './errors.ts';
import type { Quotas } from './quotas.ts';
import { findRoute, type Route, type Service } from './services.ts';
import { refuseSigner, verifySignature } from './signature.ts';
import { type Account, type AwsSimulation, type Json, readSettings } from './state.ts';

/** The service and operation of a request; a client configured with an endpoint without a path requests `/`. */
export const routeOf = ({ method, headers }: HttpRequest, path: string): Route | null =>
  findRoute({ method, path: path === '' ? '/' : path, target: headers['x-amz-target'] });

/** Finds the operation of a request and checks route, signature, region and quota, before any fault applies. */
export const findOperation = (
  simulation: AwsSimulation,
  quotas: Quotas,
  request: HttpRequest,
  path: string,
): Operation | HttpAnswer | null => {
  const route = routeOf(request, path);
  if (!route) return null;
  const { service, operation } = route;
  const run = operation === null ? undefined : service.operations[operation];
  try {
    const { account, region } = authenticate(simulation, request, service);
    if (operation === null || !run) {
      throw awsError('UnknownOperationException', service.protocol === 'restJson1' ? 404 : 400, 'Unknown operation.');
    }
    const called = { service: service.name, operation, region };
    if (readSettings(simulation.store).quotas && !quotas.take(account.id, called, simulation.wall()))
      return throttledAnswer(service);
    const answer = (): HttpAnswer => {
      try {
        const output = run({ simulation, account, region, input: readInput(request, service) });
        return { status: 200, headers: headersOf(service, randomUUID()), body: JSON.stringify(output) };
      } catch (error) {
        return refusedAnswer(simulation, service, error);
      }
    };
    return { name: operation, accountId: account.id, run: answer };
  } catch (error) {
    return refusedAnswer(simulation, service, error);
  }
};

const authenticate = (
  simulation: AwsSimulation,
  request: HttpRequest,
  service: Service,
): { account: Account; region: string } => {
  const { store } = simulation;
  const accountOf = (accessKeyId: string): Account | undefined =>
    store.get('accounts', store.get('accessKeys', accessKeyId)?.accountId ?? '');
  const signer = verifySignature(request, (key) => accountOf(key)?.secretAccessKey, simulation.wall());
  if (signer.service !== service.signingName) {
    const message = `Credential should be scoped to correct service: '${service.signingName}'.`;
    throw refuseSigner('mismatch', message);
  }
  if (service.region !== null && signer.region !== service.region) {
    const message = `Credential should be scoped to a valid region, not '${signer.region}'.`;
    throw refuseSigner('mismatch', message);
  }
  return { account: accountOf(signer.accessKeyId) as Account, region: signer.region };
};

const readInput = (request: HttpRequest, service: Service): Json => {
  const text = request.body.toString('utf8');
  let body: unknown = {};
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    body = null;
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    if (service.protocol === 'restJson1') {
      throw awsError('ValidationException', 422, 'The body is not valid JSON.', {
        ValidationExceptionFieldList: [{ Reason: 'CannotParse', Message: 'The body is not valid JSON.' }],
      });
    }
    throw awsError('SerializationException', 400, 'The body is not a JSON object.');
  }
  // Members of GET and PATCH requests are in the query.
  return { ...Object.fromEntries(new URLSearchParams(request.query)), ...(body as Json) };
};

const headersOf = (service: Service, requestId: string): Record<string, string> => {
  const types = {
    restJson1: 'application/json',
    awsJson1_0: 'application/x-amz-json-1.0',
    awsJson1_1: 'application/x-amz-json-1.1',
  };
  return { 'content-type': types[service.protocol], 'x-amzn-requestid': requestId };
};

/** A service's response to too many requests. */
export const throttledAnswer = (service: Service): HttpAnswer =>
  errorAnswer(service, { ...service.throttling, message: 'Rate exceeded', fields: {} });

/** A service's response to an internal failure. */
export const failedAnswer = (service: Service, message = 'An internal error has occurred.'): HttpAnswer =>
  errorAnswer(service, { ...service.internal, message, fields: {} });

const refusedAnswer = (simulation: AwsSimulation, service: Service, error: unknown): HttpAnswer => {
  const failure = awsFailureOf(error);
  if (failure) return errorAnswer(service, failure);
  simulation.log?.('the AWS simulator failed', { error: String((error as Error).stack ?? error) });
  return failedAnswer(service, 'The simulator itself failed.');
};

const errorAnswer = (service: Service, { name, status, message, fields }: AwsFailure): HttpAnswer => {
  const requestId = randomUUID();
  const headers = headersOf(service, requestId);
  if (service.protocol === 'restJson1') {
    const body = JSON.stringify({ Message: message, ...fields });
    return { status, headers: { ...headers, 'x-amzn-errortype': name }, body };
  }
  const id = service.name === 'agreement' ? { requestId } : {};
  const body = JSON.stringify({
    __type: `${service.namespace}#${name}`,
    [service.messageMember]: message,
    ...id,
    ...fields,
  });
  return { status, headers, body };
};
