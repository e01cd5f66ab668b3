import { cutText } from './cut-text.ts';

/** A message can occur a thousand times in one response, so it lists only this many names and truncates long ones. */
const namedMax = 10;
const nameMax = 40;

/** `must be one of a, b`: the names that exist, for a reference to one that does not. `what` is their plural noun. */
export const mustBeOneOf = (what: string, names: Iterable<string>): string => {
  const all = [...names];
  if (all.length === 0) return `must be one of ${what}, and there are none`;
  const named = all.slice(0, namedMax).map((name) => (name.length > nameMax ? `${cutText(name, nameMax)}…` : name));
  const more = all.length > namedMax ? `, … (${all.length} in all)` : '';
  return `must be one of ${what}: ${named.join(', ')}${more}`;
};
