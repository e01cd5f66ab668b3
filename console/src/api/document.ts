import { value } from 'virtual:api-operations';
import { type Endpoint, endpoints } from './endpoints.ts';

/** A JSON schema, as far as forms read it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: (string | null)[];
  const?: unknown;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: boolean | Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
  /** The credentials of each service, by partner and service. */
  'x-credentials'?: Record<string, { name: string; required: boolean; rule: string }[]>;
};

/** A field that a filter (`q`) may name. */
export type QueryField = { name: string; type: string; sortable: boolean; values?: string[] };

export type QueryParameter = {
  name: string;
  required: boolean;
  /** Set once the schemas are loaded. */
  description?: string;
  schema?: Schema;
  fields?: QueryField[];
  sortable?: string[];
};

/** What a partner can do, or why it cannot. */
export type Capability = Record<string, { can: boolean; note?: string }>;

/** An endpoint, as the OpenAPI document describes it. */
export type Operation = Endpoint & {
  summary: string;
  /** Set once the schemas are loaded. */
  description?: string;
  allowedFrom?: string[];
  movesTo?: string[];
  capability?: Record<string, Capability>;
  /** Whether it supports a dry run. */
  canTry: boolean;
  /** Whether it can be repeated safely with an Idempotency-Key. */
  hasKey: boolean;
  /** Whether it can be bound to the version that the person has seen. */
  hasVersion: boolean;
  query: QueryParameter[];
  media?: string;
  /** The body can be a CSV file. */
  takesCsv?: boolean;
  body?: Schema;
  /** The body is a list, or may be omitted. */
  isList?: boolean;
};

const facts = value as { operations: Record<string, Omit<Operation, keyof Endpoint>>; landing: string };

export const { landing } = facts;

export const operations: Record<string, Operation> = Object.fromEntries(
  Object.entries(endpoints).flatMap(([id, endpoint]) => {
    const more = facts.operations[id];
    return more ? [[id, { ...endpoint, ...more }]] : [];
  }),
);

export const operationOf = (id: string): Operation => {
  const found = operations[id];
  if (!found) throw new Error(`the API has no endpoint ${id}`);
  return found;
};

type Texts = Record<string, { description?: string; query: Record<string, string | undefined> }>;

/** Adds the long texts that only forms show to the endpoints. */
const describe = (texts: Texts): void => {
  for (const [id, { description, query }] of Object.entries(texts)) {
    const operation = operationOf(id);
    operation.description = description;
    for (const parameter of operation.query) parameter.description = query[parameter.name];
  }
};

let loading: Promise<Record<string, Schema>> | undefined;

/** The shapes of bodies, loaded with the first form. From then on endpoints have their descriptions. */
export const loadSchemas = (): Promise<Record<string, Schema>> => {
  loading ??= import('virtual:api-schemas').then(({ value: { schemas, texts } }) => {
    describe(texts);
    return schemas;
  });
  return loading;
};

/** The acts on one thing: every endpoint below its path that changes something. */
export const actsBelow = (path: string): string[] =>
  Object.entries(operations)
    .filter(([, operation]) => operation.method !== 'GET')
    .filter(([, operation]) => operation.path === path || operation.path.startsWith(`${path}/`))
    .filter(([, operation]) => !operation.path.slice(path.length).includes('{'))
    .map(([id]) => id);
