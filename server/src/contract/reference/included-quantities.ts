import { type Decimal, decimalToJson } from '../../kit/decimal.ts';

type Included = { every: 'MONTH' | 'YEAR'; quantity: Decimal | null };

/** The quantities that a plan includes, as a dimension's `includedBaseQuantities`. */
export const includedQuantities = (included: readonly Included[]) =>
  included.map(({ every, quantity }) => ({
    recurringUnit: every === 'YEAR' ? 'Annual' : 'Monthly',
    ...(quantity === null ? { isInfinite: true } : { quantity: decimalToJson(quantity) }),
  }));
