import type { Decimal } from '../../../kit/decimal.ts';
import type { JsonNumber } from '../../../kit/json.ts';

export type PropertyValue = string | boolean | JsonNumber;
export type Properties = Readonly<Record<string, PropertyValue>>;

/** A record as it was sent, after its shape has been checked. */
export type SentRecord = { key: string; properties: Properties; quantity: Decimal | null };

/** A record whose metric is known. `groupBy` is the expression of its group, '' if the metric has no groups. */
export type AcceptedRecord = {
  metricId: string;
  groupBy: string;
  quantity: Decimal;
  /** UNIQUE_COUNT: the value that is counted. */
  uniqueValue: string | null;
  /** Whether its properties meet the filters of the metric. */
  counted: boolean;
};
