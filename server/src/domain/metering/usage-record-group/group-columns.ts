import type { AcceptedUsage } from './accept-usage.ts';
import type { IntakeSlot, NewGroups } from './intake-store.ts';
import { noMetaInfo } from './parse-usage.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

/** A new group, with the accepted usage behind it. */
export type Fresh = { group: UsageRecordGroup; accepted: AcceptedUsage };

/** Numbers distinct keys in order of their first use, from 1. */
const createPositions = <K>() => {
  const positions = new Map<K, number>();
  return (key: K, onNew: () => void): number => {
    const known = positions.get(key);
    if (known !== undefined) return known;
    onNew();
    positions.set(key, positions.size + 1);
    return positions.size;
  };
};

const sharesSlot = (one: AcceptedUsage, other: AcceptedUsage): boolean =>
  one.entitlement === other.entitlement &&
  one.termId === other.termId &&
  one.hour.getTime() === other.hour.getTime() &&
  one.test === other.test;

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The groups column by column, as the insert statement takes them. */
export const columnsOf = (fresh: readonly Fresh[], month: string, now: Date): NewGroups => {
  const slots: IntakeSlot[] = [];
  const usageTimes: string[] = [];
  const slotAt = createPositions<string>();
  const timeAt = createPositions<number>();
  const items: NewGroups['items'] = { groupIds: [], slotOf: [], dimensions: [], quantities: [], allocations: [] };
  const columns: NewGroups = {
    creationMonth: month,
    creationTime: now,
    slots,
    usageTimes,
    ids: [],
    slotOf: [],
    usageTimeOf: [],
    records: [],
    metaInfos: [],
    allocations: [],
    items,
  };
  const slotOf = ({ entitlement, termId, hour, test }: AcceptedUsage): number =>
    slotAt(`${entitlement.id} ${termId} ${hour.getTime()} ${test}`, () =>
      slots.push({ entitlement, termId, hour: hour.toISOString(), test }),
    );
  let last: AcceptedUsage | undefined;
  let slot = 0;
  for (const { group, accepted } of fresh) {
    if (!last || !sharesSlot(accepted, last)) slot = slotOf(accepted);
    last = accepted;
    columns.ids.push(group.id);
    columns.slotOf.push(slot);
    columns.usageTimeOf.push(timeAt(group.usage_time.getTime(), () => usageTimes.push(group.usage_time.toISOString())));
    columns.records.push(JSON.stringify(group.records));
    columns.metaInfos.push(group.meta_info === noMetaInfo ? '{}' : JSON.stringify(group.meta_info));
    columns.allocations.push(jsonOrNull(group.usage_allocations));
    for (const item of accepted.items) {
      items.groupIds.push(group.id);
      items.slotOf.push(slot);
      items.dimensions.push(item.dimension);
      items.quantities.push(item.quantity);
      items.allocations.push(jsonOrNull(item.allocations));
    }
  }
  return columns;
};
