import type { Decimal } from '../../../kit/decimal.ts';
import type { AggregationType } from '../billable-metric/billable-metric.ts';

/** Kind of the due rows that close hours of direct billing. Their entity is the provider's code. */
export const billableDueKind = 'usage.aggregate';

/** TEST: usage of a test. It is shown and never billed. */
export type BillableKind = 'LIVE' | 'TEST';

/** What an hour of a metric and group adds up to, in one term. */
export type BillableHour = {
  id: string;
  report_id: string;
  entitlement_id: string;
  term_id: string;
  metric_id: string;
  group_by: string;
  hour: Date;
  kind: BillableKind;
  /** Late usage makes another revision of an hour, which replaces the one before. */
  revision: number;
  aggregation_type: AggregationType;
  /** The value of the hour. */
  quantity: Decimal;
  /** What the hour adds to its billing period. UNIQUE_COUNT: the values that were new on that day (UTC). */
  billed: Decimal;
  /** How many records were counted in this revision for the first time. */
  records: number;
  /** The most recent record: its time of usage, then its id, which increases with acceptance. */
  last_time: Date;
  last_id: string;
  /** UNIQUE_COUNT: some of the values that were new on that day. */
  new_values: string[];
};

export type HourKey = Pick<BillableHour, 'term_id' | 'metric_id' | 'group_by' | 'hour' | 'kind'>;

export const hourKeyOf = ({ term_id, metric_id, group_by, hour, kind }: HourKey): string =>
  [hour.getTime(), term_id, kind, metric_id, group_by].join('\n');

/** What the records of an hour add up to that one closing has taken. */
export type TakenUsage = HourKey & {
  report_id: string;
  records: number;
  sum: Decimal;
  max: Decimal;
  /** The quantity of the most recent record. */
  last: Decimal;
  last_time: Date;
  last_id: string;
};

/** Values that UNIQUE_COUNT had not counted in that hour before; `new_count` of them not on that day either. */
export type TakenValues = {
  report_id: string;
  metric_id: string;
  group_by: string;
  count: number;
  new_count: number;
  new_values: string[];
};
