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
export function readQuery(request: HttpRequest): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(request.query)) query[name.toLowerCase()] ??= value;
  return query;
}

export function originOf(request: HttpRequest): string {
  return `http://${request.headers.host ?? 'localhost'}`;
}

/** The JSON object in the body; null when the body is something else. */
export function readJsonBody(request: HttpRequest): Json | null {
  const text = request.body.toString('utf8');
  if (text.trim() === '') return {};
  try {
    const value = JSON.parse(text) as unknown;
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

/** The text of a field, or null when it is not a text with at least one character. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The JSON object in a field, or an empty one. */
export function objectOf(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
}

/** The JSON objects in a list; what is not one counts as an empty one. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

const day = 86_400_000;

/** Midnight (UTC) at the beginning of the day. */
export function dayOf(time: number): number {
  return Math.floor(time / day) * day;
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}
