import Big from 'big.js';
import { refuse } from '../api/refusal.ts';

/** A condition of `$filter`: `payoutStatus eq 'SENT'`, `earningForDate ge 2026-11-01T00:00:00Z`. */
export type FilterTerm = { field: string; operator: 'eq' | 'ne' | 'ge' | 'gt' | 'le' | 'lt'; value: string };

const pattern = /^\(?\s*(\w+)\s*(?:\s(eq|ne|ge|gt|le|lt)\s|(=))\s*(?:'([^']*)'|([^\s()']+))\s*\)?$/i;

/** Refuses a request of the payout API. The form of its errors is not confirmed. */
export const payoutRefusal = (status: number, code: string, description: string): Error =>
  refuse(status, { code, description });

/** Parses the conditions of a `$filter`, joined by `and`; fields are case insensitive, others are refused. */
export const parseFilter = (text: string, fields: readonly string[]): FilterTerm[] => {
  if (text.trim() === '') return [];
  return text
    .trim()
    .replace(/^\?\$filter=/, '')
    .split(/\s+and\s+/i)
    .map((part) => {
      const [, name = '', word, , quoted, plain = ''] = pattern.exec(part.trim()) ?? [];
      const field = fields.find((one) => one.toLowerCase() === name.toLowerCase());
      if (field === undefined) throw payoutRefusal(400, 'BadRequest', `The filter '${part}' is not supported.`);
      const operator = (word?.toLowerCase() ?? 'eq') as FilterTerm['operator'];
      return { field, operator, value: quoted ?? plain };
    });
};

/** Whether the fields of a row fit all conditions. Times and numbers are compared as such. */
export const fitsFilter = (row: Readonly<Record<string, string>>, terms: readonly FilterTerm[]): boolean =>
  terms.every(({ field, operator, value }) => {
    const order = compare(row[field] ?? '', value);
    if (operator === 'eq') return order === 0;
    if (operator === 'ne') return order !== 0;
    if (operator === 'ge') return order >= 0;
    if (operator === 'gt') return order > 0;
    return operator === 'le' ? order <= 0 : order < 0;
  });

const numeric = /^-?\d+(\.\d+)?$/;

const compare = (left: string, right: string): number => {
  if (numeric.test(left) && numeric.test(right)) return new Big(left).cmp(right);
  const times = [Date.parse(left), Date.parse(right)] as const;
  if (/^\d{4}-\d\d-\d\d/.test(left) && !Number.isNaN(times[1])) return times[0] - times[1];
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
};
