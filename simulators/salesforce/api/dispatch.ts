import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import type { Operation } from '../../kit/simulator.ts';
import { errorAnswer, notFound, refusal, refusedBy, sfAnswer } from '../errors.ts';
import { obstacleOf } from '../faults.ts';
import { authenticate } from '../oauth/sessions.ts';
import type { Org, SalesforceChange, SalesforceSimulation, SalesforceTables, Session } from '../state.ts';
import type { ApiCall, Route, SubRequest } from './call.ts';
import { collectionRoutes } from './collections.ts';
import { compositeRoutes } from './composite.ts';
import { queryRoutes } from './query.ts';
import { recordRoutes } from './records.ts';
import { callsOf, countCalls, limitHeader } from './usage.ts';
import { stateOfVersion } from './versions.ts';

const resources = ['sobjects', 'query', 'queryAll', 'composite', 'limits', 'connect'];

const routes: readonly Route[] = [
  {
    name: 'ListResources',
    method: 'GET',
    path: '',
    run: ({ base }) => sfAnswer(200, Object.fromEntries(resources.map((name) => [name, `${base}/${name}`]))),
  },
  {
    name: 'Limits',
    method: 'GET',
    path: '/limits',
    run: ({ reader, org, now }) => {
      const left = Math.max(0, org.dailyApiRequests - callsOf(reader, org, now));
      return sfAnswer(200, { DailyApiRequests: { Max: org.dailyApiRequests, Remaining: left } });
    },
  },
  {
    name: 'ConnectOrganization',
    method: 'GET',
    path: '/connect/organization',
    run: ({ org: { id, name, multiCurrency, currency = 'USD' } }) => {
      const features = { multiCurrency, ...(multiCurrency ? {} : { defaultCurrencyIsoCode: currency }) };
      return sfAnswer(200, { orgId: id, name, features });
    },
  },
  ...compositeRoutes,
  ...collectionRoutes,
  ...queryRoutes,
  ...recordRoutes,
];

type Found = { route: Route; params: Record<string, string> };

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const match = (pattern: string, path: string): Record<string, string> | null => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) {
      if (value === '') return null;
      params[part.slice(1)] = decode(value);
    } else if (part !== value) return null;
  }
  return params;
};

/** The route of a path below the version, or a refusal: 404 for no such path, 405 for another method. */
const findRoute = (method: string, given: string): Found => {
  const path = given.replace(/\/$/, '');
  const fitting = routes.flatMap((route) => {
    const params = match(route.path, path);
    return params ? [{ route, params }] : [];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (found) return found;
  if (fitting.length === 0) throw notFound();
  const allowed = fitting.map(({ route }) => route.method).join(',');
  const message = `HTTP Method '${method}' not allowed. Allowed are ${allowed}`;
  throw refusal(405, { errorCode: 'METHOD_NOT_ALLOWED', message });
};

/** Runs a change inside another; its writes are undone if it is not kept. */
const savepoint = <R>(tx: SalesforceChange, run: (write: ApiCall['write']) => { result: R; keep: boolean }): R => {
  const undo: (() => void)[] = [];
  const remember = (table: keyof SalesforceTables & string, id: string): void => {
    const old = tx.get(table, id);
    undo.push(() => (old ? tx.put(table, old) : tx.remove(table, id)));
  };
  const inner: SalesforceChange = {
    ...tx,
    put: (table, row) => {
      remember(table, row.id);
      tx.put(table, row);
    },
    remove: (table, id) => {
      remember(table, id);
      tx.remove(table, id);
    },
  };
  const { result, keep } = run((write) => write(inner));
  if (!keep) for (const step of undo.reverse()) step();
  return result;
};

type Caller = { simulation: SalesforceSimulation; org: Org; session: Session; version: string };

/** Handles a request, or a part of one; refusals become responses. */
const handle = (caller: Caller, request: SubRequest, write: ApiCall['write']): HttpAnswer => {
  const { simulation, org, session, version } = caller;
  try {
    const { route, params } = findRoute(request.method, request.path);
    return route.run({
      reader: simulation.store,
      org,
      userId: session.userId,
      version,
      base: `/services/data/v${version}`,
      params,
      query: new URLSearchParams(request.query),
      headers: request.headers,
      body: request.body,
      now: simulation.clock.now(),
      obstacle: obstacleOf(simulation, org),
      write,
      again: (part, inner) => handle(caller, part, inner),
      atomic: (run) => write((tx) => savepoint(tx, run)),
    });
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused) throw error;
    return errorAnswer(refused.status, refused.errors);
  }
};

const readBody = ({ method, body, headers }: HttpRequest): unknown => {
  if (method === 'GET' || body.length === 0) return undefined;
  if (!/json/.test(headers['content-type'] ?? '')) {
    const message = 'Content type is not supported; use application/json';
    throw refusal(415, { errorCode: 'UNSUPPORTED_MEDIA_TYPE', message });
  }
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw refusal(400, { errorCode: 'JSON_PARSER_ERROR', message: 'The request body is not valid JSON' });
  }
};

/** Each part of a batch counts as a call; a composite call counts as one (REST API guide, Composite Batch). */
const callsIn = (name: string, body: unknown): number => {
  const parts = name === 'Batch' ? (body as { batchRequests?: unknown } | null)?.batchRequests : null;
  return Array.isArray(parts) ? Math.max(1, parts.length) : 1;
};

/** The operation of a request below `/services/data/v<version>` at the host of an org. */
export const apiOperation = (
  simulation: SalesforceSimulation,
  request: HttpRequest,
  { org, version, path }: { org: Org | undefined; version: string; path: string },
): Operation => {
  let name = 'Unknown';
  try {
    name = findRoute(request.method, path).route.name;
  } catch {
    // It is refused below, with the session checked first.
  }
  const run = (): HttpAnswer => {
    try {
      checkVersion(version);
      const session = authenticate(simulation, request, org);
      const known = org as Org;
      const body = readBody(request);
      countCalls(simulation, known, callsIn(name, body));
      const { method, query, headers } = request;
      const caller: Caller = { simulation, org: known, session, version };
      const answer = handle(caller, { method, path, query, body, headers }, (write) => change(simulation, write));
      const limits = limitHeader(simulation.store, known, simulation.clock.now());
      return { ...answer, headers: { ...answer.headers, ...limits } };
    } catch (error) {
      const refused = refusedBy(error);
      if (!refused) throw error;
      return errorAnswer(refused.status, refused.errors);
    }
  };
  return { name, ...(org ? { accountId: org.id } : {}), run };
};

const checkVersion = (version: string): void => {
  const state = stateOfVersion(version);
  if (state === 'unknown') throw notFound();
  if (state === 'known') return;
  const message = `Version ${version} is retired; use a later one`;
  throw refusal(410, { errorCode: 'UNSUPPORTED_API_VERSION', message });
};
