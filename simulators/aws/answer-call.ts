import { randomUUID } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from '../kit/http.ts';
import { awsError, awsFailureOf } from './errors.ts';
import { type FaultName, type FaultPlace, faultNumber, findFault, strikeFault } from './faults.ts';
import type { Quotas } from './quotas.ts';
import { findRoute, type Route, type Service } from './services.ts';
import { refuseSigner, verifySignature } from './signature.ts';
import { type AwsSimulation, change } from './simulation.ts';
import { type Account, type Fault, type Json, readSettings } from './state.ts';

const signingName = 'aws-marketplace';

/**
 * Answers one request to the AWS services, or null when it is for none of them. In order: route, signature, region,
 * due work, quota, faults, operation; the answer leaves once everything it tells is on the disk.
 */
export async function answerCall(
  simulation: AwsSimulation,
  parts: { request: HttpRequest; servicePath: string; quotas: Quotas; settle: () => void },
): Promise<HttpAnswer | null> {
  const { request, servicePath } = parts;
  const target = request.headers['x-amz-target'];
  const route = findRoute({ method: request.method, path: servicePath, target });
  if (!route) return null;
  const requestId = randomUUID();
  let account: Account | null = null;
  let answer: HttpAnswer;
  try {
    account = authenticate(simulation, request, route.service);
    parts.settle();
    answer = await runOperation(simulation, { ...parts, route, account, requestId });
  } catch (error) {
    answer = encodeFailure(simulation, route.service, error, requestId);
  }
  await simulation.store.durable();
  if (account && answer.status < 400) answer = spoilAnswer(simulation, answer, placeOf(route, account));
  await simulation.store.durable();
  return answer;
}

function placeOf(route: Route, account: Account): FaultPlace {
  return { operation: route.operation ?? '', accountId: account.id };
}

function authenticate(simulation: AwsSimulation, request: HttpRequest, service: Service): Account {
  const { store } = simulation;
  const accountOf = (accessKeyId: string): Account | undefined =>
    store.get('accounts', store.get('accessKeys', accessKeyId)?.accountId ?? '');
  const signer = verifySignature(request, (key) => accountOf(key)?.secretAccessKey, simulation.wall());
  if (signer.service !== signingName) {
    const message = `Credential should be scoped to correct service: '${signingName}'.`;
    throw refuseSigner('InvalidSignatureException', message);
  }
  if (service.region !== null && signer.region !== service.region) {
    const message = `Credential should be scoped to a valid region, not '${signer.region}'.`;
    throw refuseSigner('InvalidSignatureException', message);
  }
  return accountOf(signer.accessKeyId) as Account;
}

type Run = {
  request: HttpRequest;
  quotas: Quotas;
  route: Route;
  account: Account;
  requestId: string;
};

async function runOperation(simulation: AwsSimulation, run: Run): Promise<HttpAnswer> {
  const { service, operation } = run.route;
  if (operation === null) {
    throw awsError('UnknownOperationException', service.protocol === 'restJson1' ? 404 : 400, 'Unknown operation.');
  }
  const place = placeOf(run.route, run.account);
  const slow = strike(simulation, 'slow', place);
  if (slow) await new Promise<void>((resolve) => setTimeout(resolve, faultNumber(slow, 'delayMs', 1000)));
  const throttled =
    (readSettings(simulation.store).quotas && !run.quotas.take(run.account.id, operation, simulation.wall())) ||
    strike(simulation, 'throttle', place) !== null;
  if (throttled) throw awsError(service.throttling.name, service.throttling.status, 'Rate exceeded');
  if (strike(simulation, 'internal-error', place)) {
    throw awsError(service.internal.name, service.internal.status, 'An internal error has occurred.');
  }
  if (strike(simulation, 'timeout-before', place)) return { status: 0, headers: {}, body: '', delivery: 'hang' };
  const output = service.operations[operation]?.({
    simulation,
    account: run.account,
    region: regionOf(run.request),
    input: readInput(run.request, service),
  });
  return {
    status: 200,
    headers: headersOf(service, run.requestId),
    body: JSON.stringify(output ?? {}),
  };
}

function strike(simulation: AwsSimulation, name: FaultName, place: FaultPlace): Fault | null {
  if (!findFault(simulation.store, name, place)) return null;
  return change(simulation, (transaction) => strikeFault(transaction, name, place));
}

// The call has been applied; these faults only spoil what the caller hears of it.
function spoilAnswer(simulation: AwsSimulation, answer: HttpAnswer, place: FaultPlace): HttpAnswer {
  if (answer.delivery === 'hang') return answer;
  if (strike(simulation, 'timeout-after', place)) return { ...answer, delivery: 'destroy' };
  if (strike(simulation, 'half-answer', place)) return { ...answer, delivery: 'half' };
  if (!strike(simulation, 'rubbish', place)) return answer;
  return {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html><body>Please sign in.</body></html>',
    fault: 'rubbish',
  };
}

// The scope has been checked by now: <key>/<day>/<region>/<service>/aws4_request.
function regionOf(request: HttpRequest): string {
  return /Credential=[^/]+\/\d{8}\/([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

function readInput(request: HttpRequest, service: Service): Json {
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
  // Members of GET and PATCH requests stand in the query.
  return { ...Object.fromEntries(new URLSearchParams(request.query)), ...(body as Json) };
}

function headersOf(service: Service, requestId: string): Record<string, string> {
  const types = {
    restJson1: 'application/json',
    awsJson1_0: 'application/x-amz-json-1.0',
    awsJson1_1: 'application/x-amz-json-1.1',
  };
  return { 'content-type': types[service.protocol], 'x-amzn-requestid': requestId };
}

function encodeFailure(simulation: AwsSimulation, service: Service, error: unknown, requestId: string): HttpAnswer {
  const failure = awsFailureOf(error);
  if (!failure) {
    simulation.log?.('the AWS simulator failed', { error: String((error as Error).stack ?? error) });
    return encodeError(
      service,
      { ...service.internal, message: 'The simulator itself failed.', fields: {} },
      requestId,
    );
  }
  return encodeError(service, failure, requestId);
}

function encodeError(
  service: Service,
  failure: { name: string; status: number; message: string; fields: Record<string, unknown> },
  requestId: string,
): HttpAnswer {
  const { name, status, message, fields } = failure;
  const headers = headersOf(service, requestId);
  if (service.protocol === 'restJson1') {
    const body = JSON.stringify({ Message: message, ...fields });
    return { status, headers: { ...headers, 'x-amzn-errortype': name }, body };
  }
  const id = service.name === 'agreement' ? { requestId } : {};
  return {
    status,
    headers,
    body: JSON.stringify({ __type: `${service.namespace}#${name}`, message, ...id, ...fields }),
  };
}
