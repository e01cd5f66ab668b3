import type { Fault } from '../../../kit/errors.ts';
import { mustBeOneOf } from '../../../kit/one-of.ts';
import {
  allocationsOf,
  maxTagSets,
  sumAllocations,
  sumShares,
  untagged,
} from '../usage-allocation/usage-allocation.ts';
import type { ReportedUsage } from './parse-usage.ts';
import type { SentAllocations } from './read-allocations.ts';
import { pathIn } from './read-values.ts';
import type { UsageItem } from './usage-record-group.ts';

/**
 * Attaches the tagged parts to the items of their dimensions. Keys are read like those of the records and must name a
 * reported dimension. Less than the reported quantity may be allocated; the rest is untagged.
 */
export const allocateItems = (
  usage: Pick<ReportedUsage, 'at' | 'sentRecords'>,
  sent: SentAllocations,
  dimensionOf: (key: string) => string,
  items: Map<string, UsageItem>,
  faults: Fault[],
): void => {
  const reported = new Set(Object.keys(usage.sentRecords).map(dimensionOf));
  const byDimension = Map.groupBy(sent.parts, ([key]) => dimensionOf(key));
  for (const [dimension, parts] of byDimension) {
    const path = pathIn(usage.at, `usageAllocations.${parts[0]?.[0]}`);
    if (!reported.has(dimension)) {
      const message = mustBeOneOf('the dimensions of these records', Object.keys(usage.sentRecords));
      faults.push({ path, code: 'not_reported', message });
      continue;
    }
    const shares = sumAllocations(parts.flatMap(([, allocations]) => allocations));
    const item = items.get(dimension);
    if (sumShares(shares).gt(item?.quantity ?? '0')) {
      faults.push({ path, code: 'exceeds', message: 'allocates more than the quantity of the record' });
    }
    shares.delete(untagged);
    const allocations = allocationsOf(shares);
    if (allocations.length > maxTagSets) {
      faults.push({ path, code: 'too_many', message: `names more than ${maxTagSets} tag sets` });
    }
    if (item && allocations.length > 0) items.set(dimension, { ...item, allocations });
  }
};
