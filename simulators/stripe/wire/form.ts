import type { Json, JsonValue } from '../state.ts';

/**
 * Parses a form or query with nested names: `a[b][c]=1`, `list[]=1`, `list[0][x]=1`. Every value is a string. A hash
 * whose names are all numbers is a list.
 */
export const readForm = (text: string): Json => {
  const root: Json = Object.create(null) as Json;
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = partsOf(name);
    let place = root;
    for (const part of parts.slice(0, -1)) {
      const next = place[part];
      if (typeof next === 'object' && next !== null && !Array.isArray(next)) place = next;
      else {
        const made: Json = Object.create(null) as Json;
        place[part] = made;
        place = made;
      }
    }
    const last = parts.at(-1) ?? '';
    place[last === '' ? String(Object.keys(place).length) : last] = value;
  }
  return tidy(root) as Json;
};

const partsOf = (name: string): string[] => {
  const start = name.indexOf('[');
  if (start <= 0) return [name];
  return [name.slice(0, start), ...[...name.slice(start).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
};

const tidy = (value: JsonValue, depth = 0): JsonValue => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, tidy(inner, depth + 1)] as const);
  if (depth > 0 && entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))) {
    return entries.map(([, inner]) => inner);
  }
  return Object.fromEntries(entries);
};
