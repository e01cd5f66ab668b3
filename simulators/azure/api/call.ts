import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import type { AzureSimulation, Json, Publisher } from '../state.ts';

/** One call of a publisher whose token has been checked. */
export type ApiCall = {
  simulation: AzureSimulation;
  request: HttpRequest;
  publisher: Publisher;
  params: Record<string, string>;
  /** Query parameters by their name in lower case. */
  query: Record<string, string>;
  /** The body; an empty object when there is none. */
  body: Json;
  /** The address of the simulator as the client knows it, without a path. */
  origin: string;
};

/** Operations by `<METHOD> <path>` with the name that faults know them by. */
export type ApiRoutes = Record<string, { name: string; run(call: ApiCall): HttpAnswer }>;

/** Query parameters by their name in lower case; the first of equal names counts. */
export const readQuery = (request: HttpRequest): Record<string, string> => {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(request.query)) query[name.toLowerCase()] ??= value;
  return query;
};

export const originOf = (request: HttpRequest): string => `http://${request.headers.host ?? 'localhost'}`;

/** The JSON object in the body; null when the body is something else. */
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

/** The text of a field, or null when it is not a text with at least one character. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** The JSON object in a field, or an empty one. */
export const objectOf = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};

/** The JSON objects in a list; what is not one counts as an empty one. */
export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);

const day = 86_400_000;

/** Midnight (UTC) at the beginning of the day. */
export const dayOf = (time: number): number => Math.floor(time / day) * day;

export const iso = (time: number): string => new Date(time).toISOString();
