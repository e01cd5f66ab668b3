import { type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';
import type { JsonNumber } from '../../../kit/json.ts';

export const noDealValue: Fault = {
  path: 'dealValue',
  code: 'invalid',
  message: 'must be an amount that is not negative',
};

/** The value of a deal as a caller gives it; null: it cannot be one. */
export const readDealValue = (given: JsonNumber): Decimal | null => {
  const value = decimalFromJson(given);
  return value === null || value.startsWith('-') ? null : value;
};

/** The same; throws a 400 if it cannot be one. */
export const requireDealValue = (given: JsonNumber): Decimal => {
  const value = readDealValue(given);
  if (value === null) throw badRequest([noDealValue]);
  return value;
};
