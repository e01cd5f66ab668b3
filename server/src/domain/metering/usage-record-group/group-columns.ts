import type { MeteredEntitlement } from '../metered-entitlement/metered-entitlement.ts';
import type { AcceptedUsage } from './accept-usage.ts';
import type { NewGroups } from './intake-store.ts';
import { noMetaInfo } from './parse-usage.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

/** Formats times, each once: most groups of a batch share a few. */
const createTimeTexts = (): ((time: Date) => string) => {
  const texts = new Map<number, string>();
  return (time) => {
    const ms = time.getTime();
    const text = texts.get(ms) ?? time.toISOString();
    texts.set(ms, text);
    return text;
  };
};

/** A new group, with the accepted usage behind it. */
export type Fresh = { group: UsageRecordGroup; accepted: AcceptedUsage };

/** The groups column by column, as the insert statement takes them. */
export const columnsOf = (fresh: readonly Fresh[], month: string, now: Date): NewGroups => {
  const textOf = createTimeTexts();
  const positions = new Map<MeteredEntitlement, number>();
  const columns: NewGroups = {
    creationMonth: month,
    creationTime: now,
    entitlements: [],
    ids: [],
    owners: [],
    records: [],
    metaInfos: [],
    allocations: [],
    usageTimes: [],
    items: {
      groupIds: [],
      dimensions: [],
      entitlementIds: [],
      termIds: [],
      hours: [],
      quantities: [],
      tests: [],
      allocations: [],
    },
  };
  const { items } = columns;
  for (const { group, accepted } of fresh) {
    const owner = positions.get(accepted.entitlement) ?? positions.size;
    positions.set(accepted.entitlement, owner);
    columns.ids.push(group.id);
    columns.owners.push(owner);
    columns.records.push(JSON.stringify(group.records));
    columns.metaInfos.push(group.meta_info === noMetaInfo ? '{}' : JSON.stringify(group.meta_info));
    columns.allocations.push(group.usage_allocations === null ? null : JSON.stringify(group.usage_allocations));
    columns.usageTimes.push(textOf(group.usage_time));
    for (const item of accepted.items) {
      items.groupIds.push(group.id);
      items.dimensions.push(item.dimension);
      items.entitlementIds.push(group.entitlement_id);
      items.termIds.push(accepted.termId);
      items.hours.push(textOf(accepted.hour));
      items.quantities.push(item.quantity);
      items.tests.push(accepted.test);
      items.allocations.push(item.allocations === null ? null : JSON.stringify(item.allocations));
    }
  }
  return { ...columns, entitlements: [...positions.keys()] };
};
