import { cutText } from './cut-text.ts';

/** A message can come a thousand times in one answer, so it names no more than that, and no long name whole. */
const namedMax = 10;
const nameMax = 40;

/** `must be one of a, b`: what there is instead of a name that is not there. `what`: the things named, in the plural. */
export const mustBeOneOf = (what: string, names: Iterable<string>): string => {
  const all = [...names];
  if (all.length === 0) return `must be one of ${what}, and there are none`;
  const named = all.slice(0, namedMax).map((name) => (name.length > nameMax ? `${cutText(name, nameMax)}…` : name));
  const more = all.length > namedMax ? `, … (${all.length} in all)` : '';
  return `must be one of ${what}: ${named.join(', ')}${more}`;
};
