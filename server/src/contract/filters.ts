import { z } from 'zod';
import type { Field, Fields } from './fields.ts';
import type { QueryNode } from './query-language.ts';
import { choiceIn, day, flagParam, textParam } from './shapes.ts';

/**
 * The plain query parameters of a list, from its closed list of fields: `status=ACTIVE` means the same as `(= status
 * "ACTIVE")` in `q`. All given parameters, and `q`, must match.
 */

const paramOf = (field: Field): z.ZodType => {
  if (field.type === 'enum' && field.values) return choiceIn(field.values).optional();
  if (field.type === 'boolean') return flagParam;
  if (field.type === 'id') return textParam(64).meta({ description: `An id of the form ${field.prefix}_…` });
  return textParam();
};

const dayParam = (text: string) =>
  z
    .union([day, z.literal('')])
    .optional()
    .meta({ type: 'string', format: 'date', description: text });

const daysOf = (field: Field): readonly [string, string] | undefined =>
  field.type === 'time' ? field.days : undefined;

/** The schema of the plain parameters; `without` lists those already fixed by the path. */
export const filterParams = (fields: Fields, without: readonly string[] = []): Record<string, z.ZodType> => {
  const params: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.filter !== undefined && !without.includes(field.filter)) params[field.filter] = paramOf(field);
    const days = daysOf(field);
    if (!days) continue;
    params[days[0]] = dayParam(`The first day, UTC, by ${name}: YYYY-MM-DD`);
    params[days[1]] = dayParam(`The last day, UTC, by ${name}, included: YYYY-MM-DD`);
  }
  return params;
};

const equals = (name: string, field: Field, value: unknown): QueryNode => {
  if (typeof value === 'boolean') return { op: '=', field: name, value: { type: 'boolean', value } };
  const type = field.type === 'number' || field.type === 'integer' ? 'number' : 'string';
  return { op: '=', field: name, value: { type, text: String(value) } };
};

const instant = (name: string, op: '>=' | '<', dayText: string, plusDays: number): QueryNode => {
  const time = new Date(Date.parse(`${dayText}T00:00:00Z`) + plusDays * 86_400_000);
  return { op, field: name, value: { type: 'string', text: time.toISOString() } };
};

/** The conditions of the plain parameters, already checked against their schema; empty values count as absent. */
export const readFilters = (params: Readonly<Record<string, unknown>>, fields: Fields): QueryNode[] => {
  const nodes: QueryNode[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = field.filter === undefined ? undefined : params[field.filter];
    if (value !== undefined && value !== '') nodes.push(equals(name, field, value));
    const [first, last] = daysOf(field)?.map((param) => params[param]) ?? [];
    if (first) nodes.push(instant(name, '>=', String(first), 0));
    if (last) nodes.push(instant(name, '<', String(last), 1));
  }
  return nodes;
};

/** All conditions joined by `and`; null if there are none. */
export const allOf = (nodes: readonly (QueryNode | null)[]): QueryNode | null => {
  const given = nodes.filter((node) => node !== null);
  return given.length < 2 ? (given[0] ?? null) : { op: 'and', nodes: given };
};
