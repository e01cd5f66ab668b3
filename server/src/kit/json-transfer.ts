import { isRawNumber } from './json.ts';

// Raw numbers lose their type on the way to another thread. A boxed string does not, and JSON never produces one.

const mapLeaves = (value: unknown, map: (leaf: unknown) => unknown): unknown => {
  const mapped = map(value);
  if (mapped !== value || typeof value !== 'object' || value === null) return mapped;
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) members[key] = mapLeaves(members[key], map);
  return value;
};

/** Makes a parsed JSON value transferable to another thread, in place. */
export const packNumbers = (value: unknown): unknown =>
  mapLeaves(value, (leaf) => (isRawNumber(leaf) ? Object(leaf.rawJSON) : leaf));

/** Restores what `packNumbers` packed, in place. */
export const unpackNumbers = (value: unknown): unknown =>
  mapLeaves(value, (leaf) => (leaf instanceof String ? JSON.rawJSON(leaf.valueOf()) : leaf));
