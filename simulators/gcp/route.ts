import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../kit/http.ts';
import { change } from '../kit/simulation.ts';
import type { Operation } from '../kit/simulator.ts';
import { authenticate } from './auth/authenticate.ts';
import { errorAnswer, refusal, refusalAnswer } from './errors.ts';
import type { GcpChange, GcpReader, GcpSimulation, Json, Seller } from './state.ts';

/** One call of an API on behalf of a seller. */
export type ApiCall = {
  store: GcpReader;
  seller: Seller;
  params: Record<string, string>;
  query: URLSearchParams;
  body: Json;
  /** The size of the request, in bytes. */
  size: number;
  /** Business time, epoch milliseconds. */
  now: number;
  write<R>(run: (transaction: GcpChange) => R): R;
};

/** An operation of an API. A path segment that begins with a colon is a parameter. */
export type Route = {
  name: string;
  method: string;
  path: string;
  /** The custom method after the colon, as in `:approve`. */
  verb?: string;
  /** The narrower scope that it accepts besides `cloud-platform`. */
  scope?: string;
  run(call: ApiCall): Json;
};

/** Finds the route of a request, with decoded parameters. */
export const findRoute = (
  routes: Route[],
  method: string,
  path: string,
): { route: Route; params: Record<string, string> } | null => {
  for (const route of routes) {
    if (route.method !== method) continue;
    const params = matchRoute(route, path);
    if (params) return { route, params };
  }
  return null;
};

const matchRoute = (route: Route, path: string): Record<string, string> | null => {
  const [, plain = path, verb] = /^(.*\/[^/:]*):([A-Za-z]+)$/.exec(path) ?? [];
  if (route.verb !== verb) return null;
  const wanted = route.path.split('/');
  const given = plain.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decode(value);
    else if (part !== value) return null;
  }
  return params;
};

/** Decodes a path segment; malformed encoding is left unchanged. */
export const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Creates the operation that a request calls. */
export const apiOperation = (
  simulation: GcpSimulation,
  request: HttpRequest,
  found: { route: Route; params: Record<string, string> },
): Operation => {
  const { route, params } = found;
  return {
    name: route.name,
    run() {
      try {
        const seller = authenticate(simulation, request, route.scope ? [route.scope] : []);
        return jsonAnswer(200, route.run(makeCall(simulation, request, seller, params)));
      } catch (error) {
        const answer = refusalAnswer(error);
        if (!answer) throw error;
        return answer;
      }
    },
  };
};

const makeCall = (
  simulation: GcpSimulation,
  request: HttpRequest,
  seller: Seller,
  params: Record<string, string>,
): ApiCall => ({
  store: simulation.store,
  seller,
  params,
  query: new URLSearchParams(request.query),
  body: readBody(request),
  size: request.body.length,
  now: simulation.clock.now(),
  write: (run) => change(simulation, run),
});

const readBody = (request: HttpRequest): Json => {
  if (request.body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(request.body.toString('utf8'));
  } catch {
    throw refusal('INVALID_ARGUMENT', 'Invalid JSON payload received. Unexpected token.');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw refusal('INVALID_ARGUMENT', 'Invalid JSON payload received. Root element must be a message.');
  }
  return value as Json;
};

/** The response for a URL that no API has. */
export const unknownAnswer = (): HttpAnswer => errorAnswer('NOT_FOUND', 'Method not found.');
