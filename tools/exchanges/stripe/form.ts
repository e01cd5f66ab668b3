type Hash = { [name: string]: string | Hash };
/** A form with nested names: `a[b]=1`, `list[]=1`, `list[0][x]=1`; values are text. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

const namesOf = (name: string): string[] => {
  const [first = '', ...rest] = name.split('[');
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))];
};

const isHash = (value: string | Hash | undefined): value is Hash => typeof value === 'object';

/** A hash whose names are numbers is a list. */
const tidy = (value: string | Hash): FormValue => {
  if (!isHash(value)) return value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return Object.values(value).map(tidy);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, tidy(inner)]));
};

/** Parses a form or a query. */
export const readForm = (text: string): Record<string, FormValue> => {
  const root: Hash = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const names = namesOf(name);
    let place = root;
    for (const [index, part] of names.entries()) {
      const key = part === '' ? String(Object.keys(place).length) : part;
      if (index === names.length - 1) {
        place[key] = value;
        continue;
      }
      const inner = place[key];
      const next = isHash(inner) ? inner : {};
      place[key] = next;
      place = next;
    }
  }
  return tidy(root) as Record<string, FormValue>;
};
