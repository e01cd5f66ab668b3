import { isRawNumber } from './json.ts';

// Raw numbers lose what they are on their way to another thread. A boxed text does not, and JSON makes none.

const mapLeaves = (value: unknown, map: (leaf: unknown) => unknown): unknown => {
  const mapped = map(value);
  if (mapped !== value || typeof value !== 'object' || value === null) return mapped;
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) members[key] = mapLeaves(members[key], map);
  return value;
};

/** Makes a parsed JSON value fit to be sent to another thread, in place. */
export const packNumbers = (value: unknown): unknown =>
  mapLeaves(value, (leaf) => (isRawNumber(leaf) ? Object(leaf.rawJSON) : leaf));

/** What `packNumbers` packed, as it was; in place. */
export const unpackNumbers = (value: unknown): unknown =>
  mapLeaves(value, (leaf) => (leaf instanceof String ? JSON.rawJSON(leaf.valueOf()) : leaf));
