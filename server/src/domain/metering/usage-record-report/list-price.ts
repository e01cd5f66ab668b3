import { Big, type Decimal } from '../../../kit/decimal.ts';
import { type MeteredEntitlement, unitPriceOf } from '../metered-entitlement/metered-entitlement.ts';

/** Fraction digits of adjusted units, as of units that a commit covers. */
const unitDigits = 12;

/** The list price of a unit and the price that the offer charges for it. */
export type ListPrice = { list: Decimal; price: Decimal };

/** The price of one unit in the listing of the product; null if it is unknown. */
const listPriceOf = ({ priced }: Pick<MeteredEntitlement, 'priced'>, dimension: string): Decimal | null =>
  unitPriceOf({ priced: priced.slice(-1) }, dimension);

/** Null if one of them is unknown, or if no number of units of the offer's price makes up the list price. */
export const findListPrice = (entitlement: Pick<MeteredEntitlement, 'priced'>, dimension: string): ListPrice | null => {
  const [list, price] = [listPriceOf(entitlement, dimension), unitPriceOf(entitlement, dimension)];
  if (list === null || price === null) return null;
  return new Big(price).eq(0) && !new Big(list).eq(0) ? null : { list, price };
};

/**
 * Units to submit at the offer's price, so that these units cost what they cost at the list price. `owed`: units that
 * were taken off before although they are units to submit.
 */
export const unitsAtListPrice = (units: Decimal, { list, price }: ListPrice, owed: Decimal = '0'): Decimal => {
  if (units === '0' || new Big(list).eq(price)) return units;
  const used = new Big(units).plus(owed);
  const left = used.times(list).div(price).round(unitDigits, Big.roundHalfEven).minus(owed);
  return left.lt(0) ? '0' : left.toFixed();
};
