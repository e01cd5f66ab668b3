import { Big, type Decimal } from '../../../kit/decimal.ts';
import type { AggregationType } from '../billable-metric/billable-metric.ts';
import type { BillableHour, TakenUsage, TakenValues } from './billable-usage.ts';

/** How many new values a row shows. */
const shownValues = 20;

type Value = { quantity: Decimal; billed: Decimal };

const both = (quantity: Decimal): Value => ({ quantity, billed: quantity });
const add = (left: Decimal | number, right: Decimal | number): Decimal => new Big(left).plus(right).toFixed();
const isLater = (taken: TakenUsage, before: BillableHour): boolean =>
  taken.last_time.getTime() === before.last_time.getTime()
    ? taken.last_id > before.last_id
    : taken.last_time > before.last_time;

type Before = BillableHour | undefined;

const merges: Readonly<
  Record<AggregationType, (taken: TakenUsage, values: TakenValues | undefined, before: Before) => Value>
> = {
  COUNT: (taken, _values, before) => both(add(before?.quantity ?? 0, taken.records)),
  SUM: (taken, _values, before) => both(add(before?.quantity ?? 0, taken.sum)),
  MAX: (taken, _values, before) =>
    both(before && new Big(before.quantity).gt(taken.max) ? before.quantity : new Big(taken.max).toFixed()),
  LAST: (taken, _values, before) =>
    both(before && !isLater(taken, before) ? before.quantity : new Big(taken.last).toFixed()),
  UNIQUE_COUNT: (_taken, values, before) => ({
    quantity: add(before?.quantity ?? 0, values?.count ?? 0),
    billed: add(before?.billed ?? 0, values?.new_count ?? 0),
  }),
};

/**
 * The next revision of an hour: what it added up to before, and what was taken now. The order in which records are
 * taken makes no difference.
 */
export const mergeHour = (
  taken: TakenUsage,
  values: TakenValues | undefined,
  before: BillableHour | undefined,
  { id, entitlementId, type }: { id: string; entitlementId: string; type: AggregationType },
): BillableHour => {
  const last = before && !isLater(taken, before) ? before : taken;
  return {
    id,
    report_id: taken.report_id,
    entitlement_id: entitlementId,
    term_id: taken.term_id,
    metric_id: taken.metric_id,
    group_by: taken.group_by,
    hour: taken.hour,
    kind: taken.kind,
    revision: (before?.revision ?? 0) + 1,
    aggregation_type: type,
    ...merges[type](taken, values, before),
    records: taken.records,
    last_time: last.last_time,
    last_id: last.last_id,
    new_values: [...(before?.new_values ?? []), ...(values?.new_values ?? [])].slice(0, shownValues),
  };
};
