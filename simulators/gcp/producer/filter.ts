import { refusal } from '../errors.ts';

const comparison = /^([a-z_]+)\s*(>=|<=|!=|>|<|=)\s*"([^"]+)"$/;

/** Parses a filter on times, such as `update_time > "2026-01-01T00:00:00Z" AND update_time <= "…"`. */
export const readTimeFilter = (text: string, fields: string[]): ((row: Record<string, number | null>) => boolean) => {
  const parts = text.trim() === '' ? [] : text.trim().split(/\s+AND\s+/);
  const conditions = parts.map((part) => {
    const [, field = '', operator = '', time = ''] = comparison.exec(part) ?? [];
    const wanted = Date.parse(time);
    if (!fields.includes(field) || Number.isNaN(wanted)) {
      throw refusal('INVALID_ARGUMENT', `The filter is invalid. Supported fields: ${fields.join(', ')}.`);
    }
    return (row: Record<string, number | null>): boolean => {
      const value = row[field] ?? null;
      return value !== null && compare(value, operator, wanted);
    };
  });
  return (row) => conditions.every((condition) => condition(row));
};

const compare = (value: number, operator: string, wanted: number): boolean => {
  if (operator === '>') return value > wanted;
  if (operator === '>=') return value >= wanted;
  if (operator === '<') return value < wanted;
  if (operator === '<=') return value <= wanted;
  return operator === '=' ? value === wanted : value !== wanted;
};
