import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The models of HubSpot's official client, which HubSpot generates from its published OpenAPI documents. A class names the
 * members and their types; only its declaration file shows which of them are required.
 */
const requireFrom = createRequire(import.meta.url);
const folder = join(dirname(requireFrom.resolve('@hubspot/api-client/package.json')), 'lib/codegen/crm');

/** The parts of the client that belong to one document of HubSpot. */
export type Document = 'deals' | 'companies' | 'contacts' | 'associations/v4' | 'pipelines' | 'properties';

type Attribute = { name: string; baseName: string; type: string };
type Model = { members: ReadonlyMap<string, { type: string; isRequired: boolean }> };
type Module = Record<string, unknown> & Record<string, { getAttributeTypeMap(): Attribute[] }>;

const modules = new Map<string, Module>();
const moduleOf = (document: Document, name: string): Module => {
  const file = join(folder, document, 'models', `${name}.js`);
  const known = modules.get(file) ?? (requireFrom(file) as Module);
  modules.set(file, known);
  return known;
};

const modelOf = (document: Document, name: string): Model => {
  const declared = readFileSync(join(folder, document, 'models', `${name}.d.ts`), 'utf8');
  const attributes = moduleOf(document, name)[name]?.getAttributeTypeMap() ?? [];
  const members = attributes.map((one) => {
    const [, mark] = new RegExp(`^ {4}'${one.name}'(\\??):`, 'm').exec(declared) ?? [];
    if (mark === undefined) throw new Error(`The declaration of ${name} does not have ${one.name}`);
    return [one.baseName, { type: one.type, isRequired: mark === '' }] as const;
  });
  return { members: new Map(members) };
};

/** The values of an enumeration, from the file of the model that uses it. */
const wordsOf = (document: Document, owner: string, type: string): string[] =>
  Object.values(moduleOf(document, owner)[type] as unknown as Record<string, string>);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  boolean: (value) => typeof value === 'boolean',
  Date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
};

type Place = { document: Document; owner: string; path: string };

const typeFaults = ({ document, owner, path }: Place, type: string, value: unknown): string[] => {
  const wrong = [`${path} is ${JSON.stringify(value)}, not ${type}`];
  const [, item] = /^Array<(.+)>$/.exec(type) ?? [];
  if (item !== undefined) {
    if (!Array.isArray(value)) return wrong;
    return value.flatMap((one, index) => typeFaults({ document, owner, path: `${path}[${index}]` }, item, one));
  }
  const [, entry] = /^\{ \[key: string\]: (.+); \}$/.exec(type) ?? [];
  if (entry !== undefined) {
    if (!isObject(value)) return wrong;
    return Object.entries(value).flatMap(([name, one]) =>
      typeFaults({ document, owner, path: `${path}.${name}` }, entry, one),
    );
  }
  const choices = type.split(' | ');
  if (choices.every((choice) => choice in plain)) return choices.some((choice) => plain[choice]?.(value)) ? [] : wrong;
  if (type.endsWith('Enum')) {
    const words = wordsOf(document, owner, type);
    return words.includes(String(value)) ? [] : [`${path} is ${JSON.stringify(value)}, not one of ${words.join(', ')}`];
  }
  return modelFaults(document, type, value, path);
};

/** Members that a value has but HubSpot's model does not, and those that it lacks; empty if it matches the published model. */
export const modelFaults = (document: Document, name: string, value: unknown, path = name): string[] => {
  if (!isObject(value)) return [`${path} is ${JSON.stringify(value)}, not ${name}`];
  const { members } = modelOf(document, name);
  const unknown = Object.keys(value).filter((member) => !members.has(member));
  const missing = [...members].filter(([member, { isRequired }]) => isRequired && value[member] === undefined);
  return [
    ...unknown.map((member) => `${path}.${member} is not published`),
    ...missing.map(([member]) => `${path}.${member} is required`),
    ...[...members].flatMap(([member, { type }]) =>
      value[member] === undefined
        ? []
        : typeFaults({ document, owner: name, path: `${path}.${member}` }, type, value[member]),
    ),
  ];
};

const sampleOf = (document: Document, owner: string, type: string): unknown => {
  const [, item] = /^Array<(.+)>$/.exec(type) ?? [];
  if (item !== undefined) return [sampleOf(document, owner, item)];
  if (type.startsWith('{')) return {};
  const samples: Readonly<Record<string, unknown>> = {
    any: 'any',
    boolean: false,
    Date: '2026-11-20T18:00:00.000Z',
    number: 1,
    string: '1',
  };
  if (type in samples) return samples[type];
  return type.endsWith('Enum') ? wordsOf(document, owner, type)[0] : smallestOf(document, type);
};

/** The smallest value of a model: only what is required, with one item in each list. */
export const smallestOf = (document: Document, name: string): Record<string, unknown> =>
  Object.fromEntries(
    [...modelOf(document, name).members]
      .filter(([, { isRequired }]) => isRequired)
      .map(([member, { type }]) => [member, sampleOf(document, name, type)]),
  );
