import type { Json, JsonValue } from '../state.ts';
import { hash, type ParamSpec } from '../wire/params.ts';

const names = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;

export const addressParams: ParamSpec = Object.fromEntries(names.map((name) => [name, 'text' as const]));

/** An address with all its members; null if none is given. */
export const addressOf = (given: JsonValue | undefined): Json => {
  const address = hash(given);
  return Object.fromEntries(names.map((name) => [name, address[name] ?? null]));
};
