import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import type { AzureSimulation, Json, Publisher } from '../state.ts';

/** One call of a publisher whose token has been checked. */
export type ApiCall = {
  simulation: AzureSimulation;
  request: HttpRequest;
  publisher: Publisher;
  params: Record<string, string>;
  /** Query parameters, by lower-case name. */
  query: Record<string, string>;
  /** The body; an empty object if there is none. */
  body: Json;
  /** The origin of the simulator as the client sees it. */
  origin: string;
};

/** Operations by `<METHOD> <path>`, with their names for faults. */
export type ApiRoutes = Record<string, { name: string; run(call: ApiCall): HttpAnswer }>;

/** Query parameters, by lower-case name; the first of several with the same name counts. */
export const readQuery = (request: HttpRequest): Record<string, string> => {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(request.query)) query[name.toLowerCase()] ??= value;
  return query;
};

export const originOf = (request: HttpRequest): string => `http://${request.headers.host ?? 'localhost'}`;

/** The JSON object in the body; null if the body is anything else. */
export const readJsonBody = (request: HttpRequest): Json | null => {
  const text = request.body.toString('utf8');
  if (text.trim() === '') return {};
  try {
    const value = JSON.parse(text) as unknown;
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
};

/** The string in a field, or null if it is not a non-empty string. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** The JSON object in a field, or an empty one. */
export const objectOf = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};

/** The JSON objects in a list; other items count as empty objects. */
export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);

const day = 86_400_000;

/** Midnight (UTC) at the beginning of the day. */
export const dayOf = (time: number): number => Math.floor(time / day) * day;

export const iso = (time: number): string => new Date(time).toISOString();
