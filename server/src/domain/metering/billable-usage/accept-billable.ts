import type { Fault } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { mustBeOneOf } from '../../../kit/one-of.ts';
import type { AggregationType, BillableMetric } from '../billable-metric/billable-metric.ts';
import { metricIs } from '../billable-metric/states.ts';
import type { MeteredEntitlement } from '../metered-entitlement/metered-entitlement.ts';
import type { ReportedUsage } from '../usage-record-group/parse-usage.ts';
import type { AcceptedRecord } from './billable-record.ts';
import { countRecord } from './count-record.ts';

export type Metrics = ReadonlyMap<string, BillableMetric>;

/** Aggregations that need the quantities of records. */
const needsQuantity: readonly AggregationType[] = ['SUM', 'MAX', 'LAST'];

/** Groups are part of keys in the database. */
const maxGroupBytes = 1000;

/** Ids of the metrics that reported usage names. */
export const metricIdsOf = (usages: readonly (ReportedUsage | undefined)[]): string[] => {
  const ids = new Set<string>();
  for (const usage of usages) for (const { key } of usage?.billable ?? []) ids.add(decodeId('metric', key) ?? '');
  ids.delete('');
  return [...ids];
};

/**
 * Checks the records of one group against their metrics. SkipValidation allows every metric of the organization, also
 * one that the entitlement is not billed by.
 */
export const acceptBillable = (
  { at, billable, metaInfo }: Pick<ReportedUsage, 'at' | 'billable' | 'metaInfo'>,
  { billedMetrics }: Pick<MeteredEntitlement, 'billedMetrics'>,
  metrics: Metrics,
  faults: Fault[],
): AcceptedRecord[] => {
  const before = faults.length;
  const skips = metaInfo.SkipValidation === true;
  let isNothing = true;
  const accepted = (billable ?? []).flatMap((record, index) => {
    const path = `${at === '' ? '' : `${at}.`}billableRecords.${index}`;
    const metric = metrics.get(decodeId('metric', record.key) ?? '');
    if (!metric || (!skips && !billedMetrics.includes(metric.id))) {
      const known = billedMetrics.map((id) => encodeId('metric', id));
      const message = skips
        ? 'must be the id of a billable metric'
        : mustBeOneOf('the billable metrics that this entitlement is billed by', known);
      faults.push({ path: `${path}.key`, code: 'unknown_metric', message });
      return [];
    }
    if (!metricIs.usable(metric.status)) {
      const message = 'is a deleted metric, which accepts no more usage: restore it, or use another one';
      faults.push({ path: `${path}.key`, code: 'metric_deleted', message });
    }
    const { aggregation_type: type } = metric;
    if (record.quantity === null && needsQuantity.includes(type))
      faults.push({ path: `${path}.quantity`, code: 'required', message: `must be given: the metric is a ${type}` });
    if (type !== 'SUM' || record.quantity !== '0') isNothing = false;
    const counted = countRecord(record, metric);
    if (Buffer.byteLength(counted.groupBy) > maxGroupBytes) {
      const message = `the values of ${metric.info.groupBys?.join(', ')} are longer than ${maxGroupBytes} bytes in all`;
      faults.push({ path: `${path}.properties`, code: 'too_long', message });
    }
    return [counted];
  });
  if (isNothing && faults.length === before) {
    const path = `${at === '' ? '' : `${at}.`}billableRecords`;
    faults.push({ path, code: 'all_zero', message: 'at least one quantity must be above zero' });
  }
  return accepted;
};
