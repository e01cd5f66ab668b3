import { big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { billableText } from '../billable-usage/read-billable-records.ts';
import { allocationsOf, compareTexts, sumAllocations } from '../usage-allocation/usage-allocation.ts';
import { type OwnerOf, readRecords } from './parse-usage.ts';
import { readAllocations } from './read-allocations.ts';
import { isMissing, isObject } from './read-values.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

/** The parts that decide whether two reports under one id are the same usage. */
type Part = 'entitlementID' | 'records' | 'billableRecords' | 'usageAllocations';

const byKey = <T>(entries: readonly (readonly [string, T])[]): string =>
  JSON.stringify(entries.toSorted(([left], [right]) => compareTexts(left, right)));

/**
 * One text for every way to write the same quantities: order, zeros and `1.0` do not matter. Null: they cannot be read.
 */
const recordsText = (value: unknown): string | null => {
  const faults: Fault[] = [];
  const records = readRecords(value, '', faults);
  return faults.length > 0 ? null : byKey(records.map(([key, quantity]) => [key, big(quantity).toFixed()]));
};

/** The same for tagged parts; the untagged rest is ignored, however it is written. */
const allocationsText = (value: unknown): string | null => {
  const faults: Fault[] = [];
  const sent = readAllocations(value, '', faults);
  if (faults.length > 0) return null;
  const parts = (sent?.parts ?? []).map(([key, list]) => [key, allocationsOf(sumAllocations(list))] as const);
  return byKey(parts.filter(([, list]) => list.length > 0));
};

/**
 * The parts in which a reported item differs from the group stored under its id. The time is not compared: a client
 * that repeats a report without a time, or with the time of the attempt, reports the same usage. A group may also be sent
 * back as it is shown: what was reported is then in its `metaInfo`, beside the quantities to which it was mapped.
 */
export const differencesFrom = (stored: UsageRecordGroup, raw: unknown, ownerOf: OwnerOf): Part[] => {
  if (!isObject(raw)) return ['records'];
  const { meta_info: kept } = stored;
  const shown = isObject(raw.metaInfo) ? raw.metaInfo : {};
  const isAsReported = recordsText(raw.records) === recordsText(kept.originRecords ?? stored.records);
  const isAsShown =
    kept.originRecords !== undefined &&
    recordsText(raw.records) === recordsText(stored.records) &&
    recordsText(shown.originRecords) === recordsText(kept.originRecords);
  const isOfMetrics = kept.billableRecords !== undefined;
  const billable = isOfMetrics && isMissing(raw.billableRecords) ? shown.billableRecords : raw.billableRecords;
  const isSame: Record<Part, boolean> = {
    entitlementID: ownerOf(raw) === stored.entitlement_id,
    records: isAsReported || isAsShown,
    billableRecords: billableText(billable) === billableText(kept.billableRecords),
    usageAllocations: allocationsText(raw.usageAllocations) === allocationsText(stored.usage_allocations),
  };
  return (Object.keys(isSame) as Part[]).filter((part) => !isSame[part]);
};
