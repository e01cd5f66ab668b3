import { matchPath } from '../../kit/control.ts';
import { strikeNow } from '../../kit/faults.ts';
import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import type { Operation } from '../../kit/simulator.ts';
import { invalid, limitAnswer, problemAnswer, refusal, refusedBy } from '../errors.ts';
import { authenticate, checkScopes } from '../oauth/authenticate.ts';
import type { HubspotSimulation, Portal } from '../state.ts';
import { edit } from '../webhooks/emit.ts';
import { associationRoutes } from './associations.ts';
import { batchRoutes } from './batch.ts';
import type { Route } from './call.ts';
import { countCall } from './limits.ts';
import { recordRoutes } from './records.ts';
import { schemaRoutes } from './schema.ts';

const routes: readonly Route[] = [...associationRoutes, ...batchRoutes, ...recordRoutes, ...schemaRoutes];

const dated = '(?:2025-09|2026-03|2026-09)';

/** The address of version 3 or 4 for a dated one: `/crm/objects/2026-03/0-3/1`. */
const undated = (path: string): string => {
  const [, rest] = new RegExp(`^/crm/objects/${dated}(/.*)$`).exec(path) ?? [];
  if (rest !== undefined) return `/crm/${rest.includes('/associations') ? 'v4' : 'v3'}/objects${rest}`;
  return path
    .replace(new RegExp(`^/crm/associations/${dated}/`), '/crm/v4/associations/')
    .replace(new RegExp(`^/crm/(properties|pipelines|owners)/${dated}`), '/crm/v3/$1')
    .replace(new RegExp(`^/account-info/${dated}/`), '/account-info/v3/');
};

const findRoute = (method: string, path: string): { route: Route; params: Record<string, string> } | null => {
  for (const route of routes) {
    const params = route.method === method ? matchPath(route.path, path) : null;
    if (params) return { route, params };
  }
  return null;
};

const readBody = ({ body, method }: HttpRequest): unknown => {
  if (method === 'GET' || body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid('Invalid input JSON on line 1, column 1: it cannot be parsed');
  }
};

/** The operation of a request of the CRM's API. */
export const apiOperation = (simulation: HubspotSimulation, request: HttpRequest, path: string): Operation => {
  const found = findRoute(request.method, undated(path));
  const run = (): HttpAnswer => {
    try {
      return answer(simulation, request, found);
    } catch (error) {
      const refused = refusedBy(error);
      if (!refused) throw error;
      return problemAnswer(refused);
    }
  };
  return { name: found?.route.name ?? 'Unknown', run };
};

const answer = (
  simulation: HubspotSimulation,
  request: HttpRequest,
  found: ReturnType<typeof findRoute>,
): HttpAnswer => {
  const caller = authenticate(simulation, request);
  if (!found) throw refusal({ status: 404, category: 'OBJECT_NOT_FOUND', message: 'resource not found' });
  const { route, params } = found;
  const { app } = caller;
  const portal = simulation.store.get('portals', app.portalId) as Portal;
  if (strikeNow(simulation, 'daily-limit', { operation: route.name, accountId: portal.id }))
    return limitAnswer('DAILY');
  const counted = countCall(simulation, portal, app, route.name === 'Search');
  if ('refused' in counted) return counted.refused;
  checkScopes(caller, route.scopes(params));
  const result = route.run({
    reader: simulation.store,
    portal,
    params,
    query: new URLSearchParams(request.query),
    body: readBody(request),
    address: `http://${request.headers.host}${request.path}`,
    now: simulation.clock.now(),
    write: (run) => change(simulation, (tx) => edit(tx, portal, { kind: 'app', appId: app.appId }, run)),
  });
  return { ...result, headers: { ...result.headers, ...counted.headers } };
};
