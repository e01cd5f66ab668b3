import type { z } from 'zod';
import { sayFault } from '../kit/describe-fault.ts';
import { badRequest, type Fault, faultsMax, notFound } from '../kit/errors.ts';
import { decodeId } from '../kit/ids.ts';
import { isRawNumber } from '../kit/json.ts';
import { isTextStream } from '../kit/text-stream.ts';
import type { Described, Input } from './endpoint.ts';
import { readQueryNames } from './query-names.ts';
import { repeatedIdFaults } from './repeated-ids.ts';
import { readFlag } from './shapes.ts';

/** For a value that matches none of several schemas, the issues of the last schema, which is the most specific. */
const inLastForm = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  const last = issue.code === 'invalid_union' ? issue.errors.at(-1) : undefined;
  if (!last || last.length === 0) return [issue];
  return last.flatMap((inner) => inLastForm({ ...inner, path: [...issue.path, ...inner.path] }));
};

const faultOfIssue = (issue: z.core.$ZodIssue): Fault[] => {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, faultsMax).map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      code: 'unknown_field',
      message: issue.message,
    }));
  }
  const code = issue.code === 'custom' ? ((issue.params?.code as string | undefined) ?? 'invalid') : issue.code;
  return [{ path, code, message: issue.message }];
};

const numberAsObject = (path: readonly PropertyKey[]): Fault => ({
  path: path.map(String).join('.'),
  code: 'invalid_type',
  message: 'must be an object',
});

const memberOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<PropertyKey, unknown>)[name]
    : undefined;

/** How many steps of an issue's path lead to a long number that was read as an object; -1 if none do. */
const stepsToNumber = (input: unknown, { path, code }: z.core.$ZodIssue): number => {
  let value = input;
  for (const [index, name] of path.entries()) {
    if (isRawNumber(value)) return index;
    value = memberOf(value, name);
  }
  return code === 'unrecognized_keys' && isRawNumber(value) ? path.length : -1;
};

const faultsOf = (error: z.ZodError, input: unknown): Fault[] => {
  const numbers = new Set<string>();
  return error.issues
    .slice(0, faultsMax)
    .flatMap(inLastForm)
    .flatMap((issue) => {
      const steps = stepsToNumber(input, issue);
      if (steps === -1) return faultOfIssue(issue);
      const fault = numberAsObject(issue.path.slice(0, steps));
      if (numbers.has(fault.path)) return [];
      numbers.add(fault.path);
      return [fault];
    });
};

/** The long numbers of an input that its schema has read as objects. */
const numbersReadAsObjects = (given: unknown, read: unknown, path: readonly string[] = []): Fault[] => {
  if (given === read || typeof given !== 'object' || given === null || typeof read !== 'object' || read === null)
    return [];
  if (isRawNumber(given)) return isRawNumber(read) ? [] : [numberAsObject(path)];
  return Object.keys(given).flatMap((name) =>
    numbersReadAsObjects(memberOf(given, name), memberOf(read, name), [...path, name]),
  );
};

/** What a schema reads of an input, or its faults. A long number is kept as an object (`kit/json.ts`), but is none to the caller. */
const readWith = <T extends z.ZodType>(schema: T, input: unknown): { data: z.output<T> } | { faults: Fault[] } => {
  const parsed = schema.safeParse(input, { error: sayFault });
  if (!parsed.success) return { faults: faultsOf(parsed.error, input) };
  const faults = numbersReadAsObjects(input, parsed.data);
  return faults.length > 0 ? { faults } : { data: parsed.data };
};

/** Parses one item of a batch in which a faulty item spoils none; throws a 400 with every fault, by its path in the item. */
export const readItem = <T extends z.ZodType>(schema: T, item: unknown): z.output<T> => {
  const read = readWith(schema, item);
  if ('faults' in read) throw badRequest(read.faults);
  return read.data;
};

export type ParsedInput = { query: unknown; body: unknown; dryRun: boolean };

/** The parts of an endpoint record that determine how its input is parsed. */
type Accepts = Pick<Described, 'query' | 'body' | 'bodyOptional' | 'streamBytes' | 'form'> & { kind: string };

const parseDryRun = ({ dryRun: value }: Record<string, unknown>, faults: Fault[]): boolean => {
  if (value === undefined) return false;
  const isDry = readFlag(String(value));
  if (isDry === undefined) faults.push({ path: 'dryRun', code: 'invalid', message: 'must be true or false' });
  return isDry ?? true;
};

/** Parses query and body with the endpoint's schemas; one 400 lists every fault, with those found before. */
export const parseInput = (
  endpoint: Accepts,
  rawQuery: Record<string, unknown>,
  rawBody: unknown,
  found: readonly Fault[] = [],
): ParsedInput => {
  const faults = [...found];
  const named = readQueryNames(endpoint, rawQuery, faults);
  for (const [name, value] of Object.entries(named)) {
    if (typeof value === 'string' && value.includes('\0'))
      faults.push({ path: name, code: 'nul_character', message: 'holds U+0000' });
  }
  const dryRun = parseDryRun(named, faults);
  let query: unknown = {};
  if (endpoint.query) {
    const read = readWith(endpoint.query, named);
    if ('faults' in read) faults.push(...read.faults);
    else query = read.data;
  }
  let body: unknown;
  const isLeftOut = rawBody === undefined || rawBody === null;
  if (endpoint.streamBytes !== undefined && isTextStream(rawBody)) body = rawBody;
  else if (endpoint.body && !(isLeftOut && endpoint.bodyOptional)) {
    const read = readWith(endpoint.body, rawBody);
    if ('data' in read) body = read.data;
    else if (rawBody === undefined)
      faults.push({
        path: '',
        code: 'required',
        message: endpoint.form ? 'a form is required' : 'a JSON body is required',
      });
    else faults.push(...read.faults);
  }
  if (faults.length > 0) throw badRequest(faults);
  return { query, body, dryRun };
};

/**
 * Decodes path parameters: IDs to UUIDs. An ID that cannot be decoded counts as not found, and the error always names
 * the last part of the path, so that it does not reveal which part is wrong.
 */
const decodeParams = (endpoint: Described, raw: Record<string, string>): Record<string, string> => {
  const params: Record<string, string> = {};
  const end = Object.values(endpoint.params).at(-1)?.noun ?? '';
  for (const [name, parameter] of Object.entries(endpoint.params)) {
    const text = raw[name] ?? '';
    if ('id' in parameter) {
      const uuid = decodeId(parameter.id, text);
      if (uuid === null) throw notFound(end);
      params[name] = uuid;
    } else {
      if (text.includes('\0') || (parameter.values && !parameter.values.includes(text))) throw notFound(end);
      params[name] = text;
    }
  }
  return params;
};

/**
 * Parses the input of a call by its endpoint's record. Throws a Refusal: 400 with every fault, 404 for an invalid ID.
 */
export const readInput = (
  endpoint: Described & { kind: string },
  raw: { params: Record<string, string>; query: Record<string, unknown>; body: unknown },
): { input: Input; dryRun: boolean } => {
  const otherIds = repeatedIdFaults(endpoint, raw.params, raw.body);
  const { query, body, dryRun } = parseInput(endpoint, raw.query, raw.body, otherIds);
  return { input: { params: decodeParams(endpoint, raw.params), query, body }, dryRun };
};
