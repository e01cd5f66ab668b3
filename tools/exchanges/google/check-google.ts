import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, show } from '../difference.ts';
import { checkValue, type Report } from './check-value.ts';
import { jsonName, type Method, type Protos } from './protos.ts';

/** The parameters that every Google API accepts. */
const systemParameters = new Set(['alt', 'prettyPrint', 'fields', 'key', 'quotaUser', '$alt']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks that a created message has all the members that Google calls required, at every depth. */
const checkRequired = (protos: Protos, type: string, value: unknown, at: string, report: Report): void => {
  const members = protos.messages.get(type);
  if (!members || !isObject(value)) return;
  for (const [name, field] of Object.entries(members)) {
    const place = at === '' ? name : `${at}.${name}`;
    const item = value[name];
    if (item === undefined) {
      if (field.required) report(place, 'missing member', `of ${type}`);
    } else
      for (const each of Array.isArray(item) ? item : [item]) checkRequired(protos, field.type, each, place, report);
  }
};

const checkRequest = (protos: Protos, method: Method, exchange: Exchange, report: Report): void => {
  const members = protos.messages.get(method.input) ?? {};
  const { requestBody } = exchange;
  for (const [name, value] of new URLSearchParams(exchange.query)) {
    if (systemParameters.has(name)) continue;
    const field = members[jsonName(name)];
    if (!field || method.body === '*') report(name, 'unknown parameter', `in the query: ${show(value)}`);
    else if (protos.enums.has(field.type) && !protos.enums.get(field.type)?.includes(value))
      report(name, 'not in the enum', show(value));
    else if (/^u?int/.test(field.type) && !/^-?\d+$/.test(value)) report(name, `no ${field.type}`, show(value));
  }
  if (method.body === null) {
    if (requestBody !== '') report('', 'a body that nobody reads', show(requestBody));
    return;
  }
  const type = method.body === '*' ? method.input : (members[jsonName(method.body)]?.type ?? '');
  const body = requestBody === '' ? {} : requestBody;
  checkValue(protos, type, body, '', report);
  const fromPath = Object.fromEntries(method.variables.map((name) => [jsonName(name), '']));
  // A change names its fields; all others stay unchanged.
  if (method.verb !== 'PATCH')
    checkRequired(protos, type, isObject(body) ? { ...fromPath, ...body } : body, '', report);
};

const errorStatuses = new Map<number, readonly string[]>([
  [400, ['INVALID_ARGUMENT', 'FAILED_PRECONDITION', 'OUT_OF_RANGE']],
  [401, ['UNAUTHENTICATED']],
  [403, ['PERMISSION_DENIED']],
  [404, ['NOT_FOUND']],
  [409, ['ALREADY_EXISTS', 'ABORTED']],
  [429, ['RESOURCE_EXHAUSTED']],
  [499, ['CANCELLED']],
  [500, ['INTERNAL', 'UNKNOWN', 'DATA_LOSS']],
  [501, ['UNIMPLEMENTED']],
  [503, ['UNAVAILABLE']],
  [504, ['DEADLINE_EXCEEDED']],
]);

/** Google's errors: `{"error": {code, message, status, details}}`, the status by google.rpc.Code. */
export const checkError = ({ status, responseBody }: Exchange, report: Report): void => {
  const error = isObject(responseBody) ? responseBody.error : undefined;
  if (!isObject(error)) {
    report('error', 'missing member', show(responseBody));
    return;
  }
  if (error.code !== status) report('error.code', 'not the status', show(error.code));
  if (typeof error.message !== 'string') report('error.message', 'no string', show(error.message));
  if (!errorStatuses.get(status)?.includes(error.status as string))
    report('error.status', 'not of this status', `${show(error.status)} with ${status}`);
  for (const name of Object.keys(error))
    if (!['code', 'message', 'status', 'details'].includes(name)) report(`error.${name}`, 'unknown member', '');
};

/**
 * The differences of one exchange from Google's protos and the JSON mapping of proto3; null if they have no such
 * method.
 */
export const checkExchange = (protos: Protos, exchange: Exchange, path: string): Difference[] | null => {
  const method = protos.methods.find(({ verb, pattern }) => verb === exchange.method && pattern.test(path));
  if (!method) return null;
  const found: Difference[] = [];
  const reportOn =
    (side: Difference['side']): Report =>
    (at, rule, detail) =>
      void found.push({ operation: method.name, side, at, rule, detail });
  checkRequest(protos, method, exchange, reportOn('request'));
  if (exchange.fault) return found;
  if (exchange.status >= 400) checkError(exchange, reportOn('answer'));
  else
    checkValue(
      protos,
      method.output,
      exchange.responseBody === '' ? {} : exchange.responseBody,
      '',
      reportOn('answer'),
    );
  return found;
};
