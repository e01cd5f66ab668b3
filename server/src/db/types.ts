import { types } from 'pg';
import { parseJson } from '../kit/json.ts';

const oid = {
  int8: 20,
  json: 114,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const;

/**
 * How columns arrive in code: `bigint` as number (counts, versions), `numeric` as text (exact decimals), `date` as
 * `YYYY-MM-DD`, `timestamptz` as Date, `json` without loss of digits.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, Number],
  [oid.date, (text) => text],
  [oid.numeric, (text) => text],
  [oid.json, parseJson],
  [oid.jsonb, parseJson],
]);

export const columnTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || types.getTypeParser(id, format ?? 'text'),
};
