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
import { findUsageWindow } from '../usage-record-report/window.ts';
import { allocateItems } from './allocate-items.ts';
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
  billable: AcceptedRecord[];
};

const skipsValidation = (usage: ReportedUsage): boolean => usage.metaInfo.SkipValidation === true;

/** Items by the marketplace's dimension; quantities under the key and under the name of one dimension are added up. */
const itemsOf = (usage: ReportedUsage, entitlement: MeteredEntitlement, faults: Fault[]): UsageItem[] => {
  const items = new Map<string, UsageItem>();
  // A quantity is never split before it is submitted, so a larger one would hold up its hour.
  const max = findUsageWindow(entitlement.partner)?.maxQuantity;
  for (const [key, quantity] of usage.records) {
    const path = pathIn(usage.at, `records.${key}`);
    const found = findDimension(entitlement.dimensions, key);
    if (found === 'ambiguous') {
      faults.push({ path, code: 'ambiguous', message: 'is the name of several dimensions; use a key' });
      continue;
    }
    if (!found && !skipsValidation(usage)) {
      const keys = entitlement.dimensions.map(({ key: known }) => known);
      const message = mustBeOneOf('the metered dimensions of this entitlement', keys);
      faults.push({ path, code: 'unknown_dimension', message });
      continue;
    }
    const dimension = found?.key ?? key;
    const other = items.get(dimension);
    const sum = other ? new Big(other.quantity).plus(quantity).toFixed() : quantity;
    // Rounding to a float never moves a number past a whole number, at most onto it: most need no exact comparison.
    if (max !== undefined && Number(sum) >= Number(max) && new Big(sum).gt(max)) {
      const message = `must be at most ${max}, the most that any marketplace accepts for one hour; report the rest in other hours`;
      faults.push({ path, code: 'too_large', message });
      continue;
    }
    items.set(dimension, { dimension, quantity: sum, allocations: null });
  }
  if (usage.allocations !== null) allocateItems(usage, usage.allocations, entitlement, items, faults);
  return [...items.values()];
};

const isDirect = ({ partner }: MeteredEntitlement): boolean => directPartners.some((one) => one === partner);

const refusalOf = (
  entitlement: MeteredEntitlement,
  { billable }: ReportedUsage,
  time: Date,
  now: Date,
): Omit<Fault, 'path'> | undefined => {
  const { partner } = entitlement;
  if (billable === null && !isMarketplace(partner)) {
    const instead = isDirect(entitlement) ? ': report it in billableRecords' : '';
    return { code: 'not_metered', message: `usage of ${partner} is not reported in records${instead}` };
  }
  if (billable !== null && !isDirect(entitlement)) {
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

/** Checks one group against its entitlement. Returns undefined if it found a fault. */
export const acceptUsage = (
  usage: ReportedUsage,
  entitlement: MeteredEntitlement | undefined,
  metrics: Metrics,
  now: Date,
  faults: Fault[],
): AcceptedUsage | undefined => {
  const before = faults.length;
  if (!entitlement)
    return void faults.push({
      path: pathIn(usage.at, 'entitlementID'),
      code: 'not_found',
      message: 'No such entitlement.',
    });
  const time = usage.time ?? now;
  const refusal = refusalOf(entitlement, usage, time, now);
  if (refusal)
    faults.push({ path: pathIn(usage.at, refusal.code === 'future' ? 'timestamp' : 'entitlementID'), ...refusal });
  const hour = hourOf(time);
  const term = termAt(entitlement.terms, time, hour);
  if (!refusal && !term)
    faults.push({
      path: pathIn(usage.at, 'timestamp'),
      code: 'no_term',
      message: 'is in no term of the entitlement',
    });
  if (!refusal && term && isClosed(entitlement, term.closedTime, hour, now)) {
    const message = 'the marketplace accepts no more usage of this ended entitlement';
    faults.push({ path: pathIn(usage.at, 'timestamp'), code: 'closed', message });
  }
  if (!refusal && hasEnded(entitlement) && entitlement.billedUntil !== null && hour < entitlement.billedUntil) {
    const message = `the entitlement has ended, and its usage before ${entitlement.billedUntil.toISOString()} is billed`;
    faults.push({ path: pathIn(usage.at, 'timestamp'), code: 'closed', message });
  }
  const items = itemsOf(usage, entitlement, faults);
  const isBillable = usage.billable !== null && refusal?.code !== 'not_metered';
  const billable = isBillable ? acceptBillable(usage, entitlement, metrics, faults) : [];
  if (faults.length > before || !term) return undefined;
  const test = entitlement.testUntil !== null && time < entitlement.testUntil;
  const flushed = term.flushThrough !== null && hour < term.flushThrough;
  return { usage, entitlement, termId: term.id, time, hour, test, flushed, items, billable };
};
