import { type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isRawNumber } from '../../../kit/json.ts';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

export const pathIn = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

/** An exact quantity ≥ 0; null if the value is not one. `pathOf` is asked only about a fault: a batch has thousands. */
export const readQuantity = (value: unknown, pathOf: () => string, faults: Fault[]): Decimal | null => {
  if (typeof value !== 'number' && !isRawNumber(value)) {
    faults.push({ path: pathOf(), code: 'type', message: 'must be a number' });
    return null;
  }
  const quantity = decimalFromJson(value);
  if (quantity === null)
    faults.push({ path: pathOf(), code: 'decimal', message: 'must have at most 18 integer and 9 fraction digits' });
  else if (quantity.startsWith('-')) faults.push({ path: pathOf(), code: 'negative', message: 'must not be negative' });
  return quantity;
};

export const readDocument = (value: unknown, at: string, name: string, faults: Fault[]): Json | null => {
  if (isMissing(value)) return null;
  if (isObject(value)) return value;
  faults.push({ path: pathIn(at, name), code: 'type', message: 'must be an object' });
  return null;
};
