import type { OrgDb } from '../../../../db/org-db.ts';
import { Big } from '../../../../kit/decimal.ts';
import type { AggregationType } from '../../billable-metric/billable-metric.ts';
import type { PricedUsage } from '../../price/price.ts';
import { sumHours } from '../closing-store.ts';
import { groupValues } from '../count-record.ts';

/** The usage of one metric in a period, ready for `priceUsage`: one item for each of its groups. */
export type BilledUsage = { metricId: string; aggregationType: AggregationType; usage: PricedUsage[] };

/**
 * What the closed hours that begin in `[from, to)` add up to, by metric (its UUID) and group, in order. Usage of tests
 * is left out. It reads the hours, never the records. To bill it, call `freezeBilledUsage` first in the same transaction.
 */
export const loadBilledUsage = async (
  { db }: { db: OrgDb },
  { entitlementId, from, to }: { entitlementId: string; from: Date; to: Date },
): Promise<BilledUsage[]> => {
  const byMetric = new Map<string, BilledUsage>();
  for (const { metric_id, aggregation_type, group_by, quantity } of await sumHours(db, entitlementId, { from, to })) {
    const metric = byMetric.get(metric_id) ?? { metricId: metric_id, aggregationType: aggregation_type, usage: [] };
    byMetric.set(metric_id, metric);
    metric.usage.push({
      group: group_by,
      properties: groupValues(group_by),
      quantity: new Big(quantity).toFixed(),
    });
  }
  return [...byMetric.values()];
};
