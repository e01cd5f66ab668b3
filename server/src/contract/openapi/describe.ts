import { isJson, type Json } from './json.ts';
import type { TypeTexts } from './texts/notation.ts';
import { commonTexts, typeTexts } from './texts/texts.ts';

const tables: Readonly<Record<string, TypeTexts>> = typeTexts;
const commons: Readonly<Record<string, string>> = commonTexts;

/** A request or change shares the member descriptions of the resource itself, unless it has its own. */
const ownersOf = (owner: string): string[] => [owner, owner.replace(/^(\w+?)(Input|Change)(?=\.|$)/, '$1')];

const sayings: readonly [RegExp, string][] = [
  [/Input$/, ' As requests send it.'],
  [/Change$/, ' As a PATCH sends it: an absent member stays as it is.'],
];

/** The description of a type: its own, or that of the type it is a form of. */
const aboutOf = (name: string): string | undefined => {
  const own = tables[name]?.about;
  if (own !== undefined) return own;
  if (name.endsWith('Page')) return 'A page of what a query found.';
  const [, base = name] = ownersOf(name);
  const about = tables[base]?.about;
  return about && `${about}${sayings.find(([form]) => form.test(name))?.[1] ?? ''}`;
};

/** The description of a member: specific to its type, or else the general one for that name. */
const textOf = (owner: string, name: string): string | undefined => {
  for (const each of ownersOf(owner)) {
    const table = tables[each];
    if (table && Object.hasOwn(table.members, name)) return table.members[name];
  }
  return Object.hasOwn(commons, name) ? commons[name] : undefined;
};

const ignored = 'Ignored in requests.';

const described = (schema: Json, owner: string, name: string): Json => {
  const text = (schema.description as string | undefined) ?? textOf(owner, name);
  const note = schema.readOnly === true && !text?.includes('gnored') ? ignored : undefined;
  const description = [text, note].filter((part) => part !== undefined).join(' ');
  return description === '' ? schema : { ...schema, description };
};

const walk = (value: unknown, owner: string): unknown => {
  if (Array.isArray(value)) return value.map((member) => walk(member, owner));
  if (!isJson(value)) return value;
  const out: Json = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, key === 'properties' ? member : walk(member, owner)]),
  );
  if (!isJson(value.properties)) return out;
  out.properties = Object.fromEntries(
    Object.entries(value.properties).map(([name, schema]) => [
      name,
      described(walk(schema, `${owner}.${name}`) as Json, owner, name),
    ]),
  );
  return out;
};

/** A schema in which every member has a description; `owner` is its name, dotted if nested. */
export const describeSchema = (name: string, schema: Json): Json => {
  const about = (schema.description as string | undefined) ?? aboutOf(name);
  return { ...(about === undefined ? {} : { description: about }), ...(walk(schema, name) as Json) };
};
