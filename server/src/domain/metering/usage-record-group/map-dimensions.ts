import { Big, big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isRawNumber } from '../../../kit/json.ts';
import { type MeteredEntitlement, unitPriceOf } from '../metered-entitlement/metered-entitlement.ts';
import { allocationsOf, sumAllocations } from '../usage-allocation/usage-allocation.ts';
import type { MappingValue } from '../usage-metering-config/usage-metering-config.ts';
import type { UsageItem } from './usage-record-group.ts';

/** A mapped quantity has as many fraction digits as a reported one. */
const digits = 9;

/** A quotient is computed last, so that it is rounded once. */
type Factor = { times: Big; by: Big };

/** What one unit of the source key is in units of the target; undefined if a price is unknown. */
const factorOf = (source: string, target: MappingValue, entitlement: MeteredEntitlement): Factor | undefined => {
  if (target.mappingMode !== 'AMOUNT') {
    const factor = target.convertionMultiplier ?? 1;
    return { times: big(isRawNumber(factor) ? factor.rawJSON : factor), by: big(1) };
  }
  const [price, targetPrice] = [unitPriceOf(entitlement, source), unitPriceOf(entitlement, target.dimensionKey)];
  if (price === null || targetPrice === null || big(targetPrice).eq(0)) return undefined;
  return { times: big(price), by: big(targetPrice) };
};

const scale = (
  quantity: string,
  { times, by }: Factor,
  rounding: typeof Big.roundDown | typeof Big.roundHalfEven,
): Big => new Big(quantity).times(times).div(by).round(digits, rounding);

/**
 * The item of one source key as items of its targets. A quantity is rounded half to even; a tagged part is rounded
 * down, so that the parts never exceed the quantity, and the rest is untagged. Adds a fault at `path` for a target that
 * the entitlement does not have, or whose price or that of the source key is unknown.
 */
export const mapItem = (
  item: UsageItem,
  targets: readonly MappingValue[],
  entitlement: MeteredEntitlement,
  { path, skipsCheck, faults }: { path: string; skipsCheck: boolean; faults: Fault[] },
): UsageItem[] =>
  targets.flatMap((target): UsageItem[] => {
    const dimension = target.dimensionKey;
    if (!skipsCheck && !entitlement.dimensions.some(({ key }) => key === dimension)) {
      const message = `is mapped to ${dimension}, which is not a metered dimension of this entitlement; change the mapping (PATCH usageMeteringConfigInfo)`;
      faults.push({ path, code: 'unknown_dimension', message });
      return [];
    }
    const factor = factorOf(item.dimension, target, entitlement);
    if (!factor) {
      const message = `is mapped to ${dimension} by amount, but the unit price of ${item.dimension} or ${dimension} is unknown; map it by quantity, or set a price for both`;
      faults.push({ path, code: 'no_price', message });
      return [];
    }
    const quantity = scale(item.quantity, factor, Big.roundHalfEven);
    if (quantity.eq(0)) return [];
    const parts = (item.allocations ?? []).map(
      ([tags, part]) => [tags, scale(part, factor, Big.roundDown).toFixed()] as const,
    );
    const allocations = allocationsOf(sumAllocations(parts.filter(([, part]) => part !== '0')));
    return [{ dimension, quantity: quantity.toFixed(), allocations: allocations.length > 0 ? allocations : null }];
  });

/** Adds up the items of one dimension, and their tagged parts. */
export const mergeItems = (items: readonly UsageItem[]): UsageItem[] =>
  [...Map.groupBy(items, (item) => item.dimension)].map(([dimension, list]) => {
    const [first, ...others] = list as [UsageItem, ...UsageItem[]];
    if (others.length === 0) return first;
    const quantity = list.reduce((sum, item) => sum.plus(item.quantity), new Big(0)).toFixed();
    const allocations = allocationsOf(sumAllocations(list.flatMap((item) => item.allocations ?? [])));
    return { dimension, quantity, allocations: allocations.length > 0 ? allocations : null };
  });
