import type { z } from 'zod';
import { badRequest, type Fault, faultsMax, notFound } from '../kit/errors.ts';
import { decodeId } from '../kit/ids.ts';
import { sayFault } from '../kit/say-fault.ts';
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

const faultsOf = (error: z.ZodError, prefix: string): Fault[] =>
  error.issues
    .slice(0, faultsMax)
    .flatMap(inLastForm)
    .flatMap((issue) => {
      const path = issue.path.map(String).join('.');
      const at = prefix === '' ? path : path === '' ? prefix : `${prefix}.${path}`;
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.slice(0, faultsMax).map((key) => ({
          path: at === '' ? key : `${at}.${key}`,
          code: 'unknown_field',
          message: 'unknown field',
        }));
      }
      const code = issue.code === 'custom' ? ((issue.params?.code as string | undefined) ?? 'invalid') : issue.code;
      return [{ path: at, code, message: issue.message }];
    });

/** Parses one item of a batch in which a faulty item spoils none; throws a 400 with every fault, by its path in the item. */
export const readItem = <T extends z.ZodType>(schema: T, item: unknown): z.output<T> => {
  const parsed = schema.safeParse(item, { error: sayFault });
  if (!parsed.success) throw badRequest(faultsOf(parsed.error, ''));
  return parsed.data;
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
    const parsed = endpoint.query.safeParse(named, { error: sayFault });
    if (parsed.success) query = parsed.data;
    else faults.push(...faultsOf(parsed.error, ''));
  }
  let body: unknown;
  const isLeftOut = rawBody === undefined || rawBody === null;
  if (endpoint.streamBytes !== undefined && isTextStream(rawBody)) body = rawBody;
  else if (endpoint.body && !(isLeftOut && endpoint.bodyOptional)) {
    const parsed = endpoint.body.safeParse(rawBody, { error: sayFault });
    if (parsed.success) body = parsed.data;
    else if (rawBody === undefined)
      faults.push({
        path: '',
        code: 'required',
        message: endpoint.form ? 'a form is required' : 'a JSON body is required',
      });
    else faults.push(...faultsOf(parsed.error, ''));
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
