import { isMarketplace } from '../../../contract/marketplaces/marketplaces.ts';
import { Big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { hourOf } from '../../../kit/hours.ts';
import { mustBeOneOf } from '../../../kit/one-of.ts';
import { directPartners } from '../../entitlement/direct-purchase/direct-purchase.ts';
import { hasEnded, isMetered, meteredStatuses } from '../../entitlement/entitlement.ts';
import { acceptBillable, type Metrics } from '../billable-usage/accept-billable.ts';
import type { AcceptedRecord } from '../billable-usage/billable-record.ts';
import { findDimension, type MeteredEntitlement, termAt } from '../metered-entitlement/metered-entitlement.ts';
import { maxTagSets } from '../usage-allocation/usage-allocation.ts';
import type { DimensionMapping } from '../usage-metering-config/usage-metering-config.ts';
import { findUsageWindow } from '../usage-record-report/window.ts';
import { allocateItems } from './allocate-items.ts';
import { mapItem, mergeItems } from './map-dimensions.ts';
import type { ReportedUsage } from './parse-usage.ts';
import { pathIn } from './read-values.ts';
import type { UsageItem } from './usage-record-group.ts';

/** How far a caller's clock may be ahead of ours. */
const maxAheadMs = 5 * 60_000;

export type AcceptedUsage = {
  usage: ReportedUsage;
  entitlement: MeteredEntitlement;
  termId: string;
  time: Date;
  hour: Date;
  test: boolean;
  /** Its license has ended: the marketplace accepts the remaining usage for a short time only. */
  flushed: boolean;
  items: UsageItem[];
  /** Usage for direct billing. */
  billable: readonly AcceptedRecord[];
  /** Some of its records have been mapped to other dimensions. */
  mapped: boolean;
};

const skipsValidation = (usage: ReportedUsage): boolean => usage.metaInfo.SkipValidation === true;

const tooLarge = (path: string, max: string): Fault => ({
  path,
  code: 'too_large',
  message: `must be at most ${max}, the most that any marketplace accepts for one hour; report the rest in other hours`,
});

// A short text is below any such maximum, which spares most quantities the comparison.
const exceeds = (quantity: string, max: string | undefined): boolean =>
  max !== undefined && quantity.length >= max.length && new Big(quantity).gt(max);

/** The source key of the mapping that a sent key names, itself or as the name of that dimension. */
const sourceOf = (key: string, { dimensions }: MeteredEntitlement, mapping: DimensionMapping): string | undefined => {
  if (mapping.size === 0) return undefined;
  if (mapping.has(key)) return key;
  const found = findDimension(dimensions, key);
  return found !== undefined && found !== 'ambiguous' && mapping.has(found.key) ? found.key : undefined;
};

/** Items under the targets of the mapping; what has no targets stays. */
const mapItems = (
  usage: ReportedUsage,
  entitlement: MeteredEntitlement,
  mapping: DimensionMapping,
  items: readonly UsageItem[],
  faults: Fault[],
): UsageItem[] => {
  const before = faults.length;
  const skipsCheck = skipsValidation(usage);
  const mapped = mergeItems(
    items.flatMap((item) => {
      const targets = mapping.get(item.dimension);
      const path = pathIn(usage.at, `records.${item.dimension}`);
      return targets ? mapItem(item, targets, entitlement, { path, skipsCheck, faults }) : [item];
    }),
  );
  if (faults.length > before) return mapped;
  const max = findUsageWindow(entitlement.partner)?.maxQuantity;
  for (const { dimension, quantity, allocations } of mapped) {
    const path = pathIn(usage.at, `records.${dimension}`);
    if (max !== undefined && exceeds(quantity, max)) faults.push(tooLarge(path, max));
    if (allocations && allocations.length > maxTagSets)
      faults.push({ path, code: 'too_many', message: `is mapped to more than ${maxTagSets} tag sets` });
  }
  if (mapped.length === 0) {
    const message =
      'is mapped to less than 0.000000001 of every target; report larger quantities or change the mapping';
    faults.push({ path: pathIn(usage.at, 'records'), code: 'all_zero', message });
  }
  return mapped;
};

/** Items by the marketplace's dimension; quantities under the key and under the name of one dimension are added up. */
const itemsOf = (
  usage: ReportedUsage,
  entitlement: MeteredEntitlement,
  mapping: DimensionMapping,
  faults: Fault[],
): Pick<AcceptedUsage, 'items' | 'mapped'> => {
  const items = new Map<string, UsageItem>();
  // A quantity is never split before it is submitted, so a larger one would block its hour.
  const max = findUsageWindow(entitlement.partner)?.maxQuantity;
  let mapped = false;
  for (const [key, quantity] of usage.records) {
    const path = (): string => pathIn(usage.at, `records.${key}`);
    const source = sourceOf(key, entitlement, mapping);
    const found = source === undefined ? findDimension(entitlement.dimensions, key) : undefined;
    if (source !== undefined) mapped = true;
    if (found === 'ambiguous') {
      faults.push({ path: path(), code: 'ambiguous', message: 'is the name of several dimensions; use a key' });
      continue;
    }
    if (source === undefined && !found && !skipsValidation(usage)) {
      const keys = entitlement.dimensions.map(({ key: known }) => known);
      const message = mustBeOneOf('the metered dimensions of this entitlement', keys);
      faults.push({ path: path(), code: 'unknown_dimension', message });
      continue;
    }
    const dimension = source ?? found?.key ?? key;
    const other = items.get(dimension);
    const sum = other ? new Big(other.quantity).plus(quantity).toFixed() : quantity;
    // What is mapped is limited as its targets are.
    if (source === undefined && max !== undefined && exceeds(sum, max)) {
      faults.push(tooLarge(path(), max));
      continue;
    }
    items.set(dimension, { dimension, quantity: sum, allocations: null });
  }
  if (usage.allocations !== null) {
    const dimensionOf = (key: string): string => {
      const found = findDimension(entitlement.dimensions, key);
      return sourceOf(key, entitlement, mapping) ?? (found === undefined || found === 'ambiguous' ? key : found.key);
    };
    allocateItems(usage, usage.allocations, dimensionOf, items, faults);
  }
  const list = [...items.values()];
  return { items: mapped ? mapItems(usage, entitlement, mapping, list, faults) : list, mapped };
};

const isDirect = ({ partner }: MeteredEntitlement): boolean => directPartners.some((one) => one === partner);

const refusalOf = (
  entitlement: MeteredEntitlement,
  isBillable: boolean,
  time: Date,
  now: Date,
): Omit<Fault, 'path'> | undefined => {
  const { partner } = entitlement;
  if (!isBillable && !isMarketplace(partner)) {
    const instead = isDirect(entitlement) ? ': report it in billableRecords' : '';
    return { code: 'not_metered', message: `usage of ${partner} is not reported in records${instead}` };
  }
  if (isBillable && !isDirect(entitlement)) {
    const message = `usage of ${partner} is reported in records; billableRecords are for direct billing`;
    return { code: 'not_metered', message };
  }
  if (!isMetered(entitlement)) {
    return {
      code: 'status',
      message: `the entitlement is ${entitlement.status}; usage is accepted while it is ${meteredStatuses.join(', ')}`,
    };
  }
  if (time.getTime() > now.getTime() + maxAheadMs) return { code: 'future', message: 'the time is in the future' };
  return undefined;
};

/** An ended entitlement accepts usage until the marketplace closes it or no longer accepts that hour. */
const isClosed = (entitlement: MeteredEntitlement, closedTime: Date | null, hour: Date, now: Date): boolean => {
  if (!hasEnded(entitlement)) return false;
  const window = findUsageWindow(entitlement.partner);
  return closedTime !== null || (window !== undefined && window.deadlineOf(hour) <= now);
};

/** Where usage of an entitlement at a time belongs. Usage with faults belongs nowhere; each names the member at fault. */
type Place = {
  entitlement: MeteredEntitlement;
  isBillable: boolean;
  time: Date;
  hour: Date;
  term: MeteredEntitlement['terms'][number] | undefined;
  test: boolean;
  flushed: boolean;
  faults: readonly (Omit<Fault, 'path'> & { member: string })[];
};

const findPlace = (entitlement: MeteredEntitlement, isBillable: boolean, time: Date, now: Date): Place => {
  const faults: (Omit<Fault, 'path'> & { member: string })[] = [];
  const refusal = refusalOf(entitlement, isBillable, time, now);
  const hour = hourOf(time);
  const term = termAt(entitlement.terms, time, hour);
  if (refusal) faults.push({ member: refusal.code === 'future' ? 'timestamp' : 'entitlementID', ...refusal });
  else if (!term) faults.push({ member: 'timestamp', code: 'no_term', message: 'is in no term of the entitlement' });
  else if (isClosed(entitlement, term.closedTime, hour, now)) {
    const message = 'the marketplace accepts no more usage of this ended entitlement';
    faults.push({ member: 'timestamp', code: 'closed', message });
  }
  if (!refusal && hasEnded(entitlement) && entitlement.billedUntil !== null && hour < entitlement.billedUntil) {
    const message = `the entitlement has ended, and its usage before ${entitlement.billedUntil.toISOString()} is billed`;
    faults.push({ member: 'timestamp', code: 'closed', message });
  }
  const test = entitlement.testUntil !== null && time < entitlement.testUntil;
  const flushed = term !== undefined && term.flushThrough !== null && hour < term.flushThrough;
  return { entitlement, isBillable, time, hour, term, test, flushed, faults };
};

/** Finds places of usage. Most groups of a batch have the place of the one before. */
export const createPlaceFinder = (now: Date) => {
  let last: Place | undefined;
  return (entitlement: MeteredEntitlement, { time, billable }: ReportedUsage): Place => {
    const isBillable = billable !== null;
    const isLast =
      last?.entitlement === entitlement &&
      last.isBillable === isBillable &&
      last.time.getTime() === (time ?? now).getTime();
    if (!last || !isLast) last = findPlace(entitlement, isBillable, time ?? now, now);
    return last;
  };
};

const noMapping: DimensionMapping = new Map();
const noRecords: readonly AcceptedRecord[] = [];

/** Checks one group against its entitlement; `mapping` is the one in force. Returns undefined if it found a fault. */
export const acceptUsage = (
  usage: ReportedUsage,
  entitlement: MeteredEntitlement | undefined,
  placeOf: ReturnType<typeof createPlaceFinder>,
  metrics: Metrics,
  faults: Fault[],
  mapping: DimensionMapping = noMapping,
): AcceptedUsage | undefined => {
  const before = faults.length;
  if (!entitlement)
    return void faults.push({
      path: pathIn(usage.at, 'entitlementID'),
      code: 'not_found',
      message: 'No such entitlement.',
    });
  const { time, hour, term, test, flushed, faults: misplaced } = placeOf(entitlement, usage);
  for (const { member, ...fault } of misplaced) faults.push({ path: pathIn(usage.at, member), ...fault });
  const { items, mapped } = itemsOf(usage, entitlement, mapping, faults);
  const isBillable = usage.billable !== null && !misplaced.some(({ code }) => code === 'not_metered');
  const billable = isBillable ? acceptBillable(usage, entitlement, metrics, faults) : noRecords;
  if (faults.length > before || !term) return undefined;
  return { usage, entitlement, termId: term.id, time, hour, test, flushed, items, billable, mapped };
};
