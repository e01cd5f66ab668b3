import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, type PartnerContract, show } from '../difference.ts';
import { checkShape, type Report } from './check-shape.ts';
import { createDocumentCheck } from './documents/check-documents.ts';
import { statusesOf } from './errors.ts';
import { createEventCheck } from './events.ts';
import { checkS3 } from './s3.ts';
import { type Operation, readServiceModels, type ServiceModel } from './service-model.ts';

/** The operation that a request names; null if the service has no such operation. */
type Called = { model: ServiceModel; operation: Operation | null; name: string; isRest: boolean };

const isRest = (model: ServiceModel): boolean => model.metadata.protocols.includes('rest-json');
/** Clients are configured with `<url>/aws` or the bare address. */
const servicePath = (path: string): string => (path === '/aws' ? '/' : path.replace(/^\/aws(?=\/)/, ''));

const findCalled = (models: readonly ServiceModel[], exchange: Exchange): Called | null => {
  const target = exchange.requestHeaders['x-amz-target'];
  if (target !== undefined) {
    const [prefix, name = ''] = target.split('.');
    const model = models.find(({ metadata }) => metadata.targetPrefix === prefix);
    return model ? { model, operation: model.operations[name] ?? null, name, isRest: false } : null;
  }
  const path = servicePath(exchange.path);
  for (const model of models.filter(isRest)) {
    const operation = Object.values(model.operations).find(
      ({ http }) => http.method === exchange.method && http.requestUri === path,
    );
    if (operation) return { model, operation, name: operation.name, isRest: true };
  }
  const rest = models.find(isRest);
  return rest ? { model: rest, operation: null, name: `${exchange.method} ${path}`, isRest: true } : null;
};

/** Members of a REST request are in its query or its body, as the shape says. */
const restInput = (model: ServiceModel, operation: Operation, exchange: Exchange, report: Report): unknown => {
  const members = model.shapes[operation.input?.shape ?? '']?.members ?? {};
  const input: Record<string, unknown> = {};
  const body = exchange.requestBody;
  const isBody = body !== null && typeof body === 'object' && !Array.isArray(body);
  if (!isBody && body !== '') report('', 'not an object', show(body));
  for (const [name, value] of Object.entries(isBody ? body : {})) {
    if (members[name]?.location) report(name, 'stands in the body', `its place is the ${members[name]?.location}`);
    input[name] = value;
  }
  for (const [name, value] of new URLSearchParams(exchange.query)) {
    const found = Object.entries(members).find(
      ([key, { location, locationName }]) => location === 'querystring' && (locationName ?? key) === name,
    );
    if (found) input[found[0]] = value;
    else report(name, 'unknown member', `in the query: ${show(value)}`);
  }
  return input;
};

const contentType = ({ model, isRest: rest }: Called): string =>
  rest ? 'application/json' : `application/x-amz-json-${model.metadata.jsonVersion}`;

const checkRequest = (called: Called, exchange: Exchange, report: Report): void => {
  const { model, operation } = called;
  if (!operation) {
    report('', 'no such operation', called.name);
    return;
  }
  const type = exchange.requestHeaders['content-type'];
  if (exchange.requestBody !== '' && type !== contentType(called)) report('', 'wrong content type', show(type));
  if (!operation.input) return;
  const input = called.isRest ? restInput(model, operation, exchange, report) : exchange.requestBody;
  checkShape(model, operation.input.shape, input, '', report);
  const listed = operation.name === 'ListEntities' ? (input as { EntityType?: unknown } | null)?.EntityType : undefined;
  if (typeof listed === 'string' && listed.includes('@')) report('EntityType', 'a version in a list', show(listed));
};

/** The name of an error, and its body without the name. */
const readError = ({ isRest: rest }: Called, exchange: Exchange): { name: string; body: unknown } => {
  const { responseBody: body, responseHeaders } = exchange;
  if (rest) return { name: responseHeaders['x-amzn-errortype'] ?? '', body };
  if (body === null || typeof body !== 'object') return { name: '', body };
  const { __type: type, ...rest_ } = body as Record<string, unknown>;
  return { name: typeof type === 'string' ? (type.split('#').pop() ?? '') : '', body: rest_ };
};

const checkAnswer = (called: Called, exchange: Exchange, report: Report): void => {
  const { model, operation } = called;
  const { status, responseHeaders } = exchange;
  if (responseHeaders['content-type'] !== contentType(called)) {
    report('', 'wrong content type', show(responseHeaders['content-type']));
  }
  if (!responseHeaders['x-amzn-requestid']) report('', 'no request id', 'x-amzn-requestid');
  if (status >= 400) {
    const { name, body } = readError(called, exchange);
    const statuses = statusesOf(model, operation, name);
    if (!statuses) report('', 'undeclared error', show(name));
    else if (!statuses.includes(status))
      report('', 'wrong status of an error', `${name} ${status}: ${statuses.join('|')}`);
    const isDeclared = operation?.errors?.some(({ shape }) => shape === name);
    if (isDeclared) checkShape(model, name, body, '', report);
    return;
  }
  if (status !== 200) report('', 'wrong status', String(status));
  const { responseBody } = exchange;
  if (operation?.output) checkShape(model, operation.output.shape, responseBody === '' ? {} : responseBody, '', report);
};

/** The differences of one exchange from the models of the services. */
export const checkExchange = (models: readonly ServiceModel[], exchange: Exchange): Difference[] => {
  const found: Difference[] = [];
  const called = findCalled(models, exchange);
  const operation = called ? `${called.model.metadata.serviceId.replace('Marketplace ', '')} ${called.name}` : '';
  const reportOn =
    (side: Difference['side']): Report =>
    (at, rule, detail) =>
      void found.push({ operation, side, at, rule, detail });
  if (!called) {
    reportOn('request')('', 'no such service', show(exchange.requestHeaders['x-amz-target']));
    return found;
  }
  checkRequest(called, exchange, reportOn('request'));
  if (!exchange.fault) checkAnswer(called, exchange, reportOn('answer'));
  return found;
};

/**
 * AWS: the Catalog, Agreement, Entitlement, Metering and Partner Central services by the models that AWS publishes, S3 by
 * tables.
 */
export const awsContract: PartnerContract = {
  simulator: 'aws',
  load: (dataFolder) => {
    const models = readServiceModels(dataFolder);
    const checkEvent = createEventCheck();
    const checkDocuments = createDocumentCheck();
    return (exchange) => {
      if (exchange.message) return checkEvent(exchange);
      const differences = checkS3(exchange);
      if (differences) return differences;
      const operation = findCalled(models, exchange)?.operation?.name ?? '';
      return [...checkExchange(models, exchange), ...checkDocuments(operation, exchange)];
    };
  },
};
