import { type Decimal, decimalToJson } from '../../kit/decimal.ts';

type Included = { every: 'MONTH' | 'YEAR'; quantity: Decimal | null };

/** What a plan includes, as `includedBaseQuantities` of a dimension has it. */
export const includedQuantities = (included: readonly Included[]) =>
  included.map(({ every, quantity }) => ({
    recurringUnit: every === 'YEAR' ? 'Annual' : 'Monthly',
    ...(quantity === null ? { isInfinite: true } : { quantity: decimalToJson(quantity) }),
  }));
