import { types } from 'pg';
import { parseStoredJson } from '../kit/json.ts';

const oid = {
  int8: 20,
  json: 114,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const;

const standardTime = types.getTypeParser(oid.timestamptz, 'text') as (text: string) => unknown;

/**
 * Sessions use UTC, so all times but infinity and years beyond four digits look like `2026-11-20 05:31:53.123456+00`.
 */
const parseTime = (text: string): unknown =>
  text.length >= 22 && text.length <= 29 && text[4] === '-' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : standardTime(text);

/**
 * How columns arrive in code: `bigint` as number (counts, versions), `numeric` as string (exact decimals), `date` as
 * `YYYY-MM-DD`, `timestamptz` as Date, `json` without loss of digits.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, Number],
  [oid.date, (text) => text],
  [oid.numeric, (text) => text],
  [oid.timestamptz, parseTime],
  [oid.json, parseStoredJson],
  [oid.jsonb, parseStoredJson],
]);

export const columnTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || types.getTypeParser(id, format ?? 'text'),
};
