import type { Json } from '../state.ts';

/** The members that a partial response has; an empty selection is the whole member. */
type Selection = Map<string, Selection>;

/**
 * Applies `fields` (`items(name,size),nextPageToken`, `items/name`, `*`) to a response; null if it cannot be parsed
 * ("Partial responses" of Google's JSON APIs).
 */
export const selectFields = (value: Json, fields: string): Json | null => {
  const selection = parse(fields);
  return selection && (apply(value, selection) as Json);
};

const parse = (text: string): Selection | null => {
  const root: Selection = new Map();
  const stack: Selection[] = [root];
  let current = root;
  const tokens = text.match(/[A-Za-z0-9_*]+|[(),/]|\s+|./g) ?? [];
  let last: Selection | null = null;
  for (const token of tokens) {
    if (/^[A-Za-z0-9_*]+$/.test(token)) {
      if (last) return null;
      last = current.get(token) ?? new Map();
      current.set(token, last);
    } else if (token === '/') {
      if (!last) return null;
      current = last;
      last = null;
    } else if (token === '(') {
      if (!last) return null;
      stack.push(last);
      current = last;
      last = null;
    } else if (token === ',') {
      if (!last && current.size === 0) return null;
      current = stack.at(-1) ?? root;
      last = null;
    } else if (token === ')') {
      if (stack.length === 1) return null;
      // The selection in parentheses is complete: what follows belongs to the level around it.
      stack.pop();
      current = stack.at(-1) ?? root;
      last = new Map();
    } else if (token.trim() !== '') return null;
  }
  return stack.length === 1 && root.size > 0 ? root : null;
};

const apply = (value: unknown, selection: Selection): unknown => {
  if (selection.size === 0 || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => apply(item, selection));
  const all = selection.get('*');
  return Object.fromEntries(
    Object.entries(value as Json).flatMap(([name, member]) => {
      const inner = selection.get(name) ?? all;
      return inner ? [[name, apply(member, inner)]] : [];
    }),
  );
};
