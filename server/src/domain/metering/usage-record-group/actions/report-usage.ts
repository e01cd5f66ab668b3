import type { ActCall } from '../../../../contract/call.ts';
import { badRequest, type Fault, notFound, Refusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { findMeteredEntitlements } from '../../metered-entitlement/store.ts';
import { scheduleUsageReport } from '../../usage-record-report/actions/schedule-usage-report.ts';
import { type AcceptedUsage, acceptUsage } from '../accept-usage.ts';
import { type ReportedUsage, readReportedUsage, readUsageId } from '../parse-usage.ts';
import { maxBatch } from '../schema.ts';
import { findGroups, insertGroups, type NewGroups } from '../store.ts';
import type { UsageRecordGroup } from '../usage-record-group.ts';
import { createGroupViewer } from '../view.ts';

const maxFaults = 1000;

/** Set by the service; what a client sends there is not kept. */
const ownedMetaInfo = ['source', 'timestamp', 'originalHour', 'originRecords', 'billableRecords'] as const;

const metaInfoOf = (usage: ReportedUsage): Record<string, unknown> => {
  if (Object.keys(usage.metaInfo).length === 0) return usage.metaInfo;
  const kept = { ...usage.metaInfo };
  for (const name of ownedMetaInfo) delete kept[name];
  return kept;
};

const groupOf = (accepted: AcceptedUsage, id: string, month: string, now: Date): UsageRecordGroup => ({
  id,
  creation_month: month,
  entitlement_id: accepted.entitlement.id,
  buyer_id: accepted.entitlement.buyerId,
  product_id: accepted.entitlement.productId,
  partner: accepted.entitlement.partner,
  status: 'CREATED',
  source: 'API',
  records: accepted.usage.sentRecords,
  meta_info: metaInfoOf(accepted.usage),
  usage_allocations: accepted.usage.allocations,
  usage_time: accepted.time,
  report_id: null,
  reported_time: null,
  creation_time: now,
  last_update_time: now,
  version: 1,
});

type Fresh = { group: UsageRecordGroup; accepted: AcceptedUsage };

/** Column by column, in the order of the ids. */
const columnsOf = (fresh: readonly Fresh[], month: string, now: Date): NewGroups => {
  const sorted = fresh.toSorted((left, right) => (left.group.id < right.group.id ? -1 : 1));
  const groups = sorted.map(({ group }) => group);
  const items = sorted.flatMap(({ group, accepted }) =>
    accepted.items.map((item) => ({ id: group.id, accepted, item })),
  );
  return {
    creationMonth: month,
    creationTime: now,
    ids: groups.map((group) => group.id),
    entitlementIds: groups.map((group) => group.entitlement_id),
    buyerIds: groups.map((group) => group.buyer_id),
    productIds: groups.map((group) => group.product_id),
    partners: groups.map((group) => group.partner),
    records: groups.map((group) => JSON.stringify(group.records)),
    metaInfos: groups.map((group) => JSON.stringify(group.meta_info)),
    allocations: groups.map((group) =>
      group.usage_allocations === null ? null : JSON.stringify(group.usage_allocations),
    ),
    usageTimes: groups.map((group) => group.usage_time),
    items: {
      groupIds: items.map(({ id }) => id),
      dimensions: items.map(({ item }) => item.dimension),
      entitlementIds: items.map(({ accepted }) => accepted.entitlement.id),
      termIds: items.map(({ accepted }) => accepted.termId),
      hours: items.map(({ accepted }) => accepted.hour),
      quantities: items.map(({ item }) => item.quantity),
      tests: items.map(({ accepted }) => accepted.test),
    },
  };
};

const tellChange = (
  call: ActCall,
  groups: readonly UsageRecordGroup[],
  view: (group: UsageRecordGroup) => object,
): void => {
  const [first, last] = [groups[0] as UsageRecordGroup, groups.at(-1) as UsageRecordGroup];
  const summary = groups.length === 1 ? view(first) : { count: groups.length, firstId: first.id, lastId: last.id };
  call.changed({ type: 'usage', id: first.id, before: null, after: summary });
  call.emit({
    name: 'usage_record_group.created',
    entityType: 'usage',
    entityId: first.id,
    version: 1,
    payload: summary,
  });
};

type Reported = { groups: UsageRecordGroup[]; duplicates: number };

/** Repeats of an id are told apart from new groups before anything else of them is looked at. */
const readBatch = async (
  call: ActCall,
  raws: readonly unknown[],
  at: (index: number) => string,
  entitlementId?: string,
) => {
  const faults: Fault[] = [];
  const ids = raws.map((raw, index) => readUsageId(raw, at(index), faults));
  const seen = new Map<string, number>();
  ids.forEach((id, index) => {
    if (id === null || id === undefined) return;
    const earlier = seen.get(id);
    if (earlier === undefined) seen.set(id, index);
    else faults.push({ path: `${at(index)}.id`, code: 'repeated', message: `is the id of item ${earlier} too` });
  });
  const stored = await findGroups(call.db, [...seen.keys()]);
  const usages = raws.map((raw, index) => {
    const id = ids[index];
    if (id === undefined || (id !== null && stored.has(id))) return undefined;
    return readReportedUsage(raw, at(index), id, entitlementId, faults);
  });
  return { ids, stored, usages, faults };
};

/**
 * Stores usage: one transaction, all or nothing, one group for each item in order (domain rules, 1). An id that is stored
 * already answers the stored group and stores nothing.
 */
const storeUsage = async (
  call: ActCall,
  raws: readonly unknown[],
  at: (index: number) => string,
  entitlementId?: string,
): Promise<Reported> => {
  const { ids, stored, usages, faults } = await readBatch(call, raws, at, entitlementId);
  const owners = new Set(usages.flatMap((usage) => usage?.entitlementId ?? []));
  const entitlements = await findMeteredEntitlements(call.db, [...owners]);
  if (entitlementId !== undefined && owners.size > 0 && entitlements.size === 0) throw notFound('entitlement');
  const accepted = usages.map(
    (usage) => usage && acceptUsage(usage, entitlements.get(usage.entitlementId), call.now, faults),
  );
  if (faults.length > 0) throw badRequest(faults.slice(0, maxFaults));

  const month = `${call.now.toISOString().slice(0, 7)}-01`;
  const fresh = new Map<number, Fresh>();
  accepted.forEach((one, index) => {
    if (one)
      fresh.set(index, {
        group: groupOf(one, ids[index] ?? encodeId('usage', call.newId()), month, call.now),
        accepted: one,
      });
  });
  const inserted =
    fresh.size > 0 ? await insertGroups(call.db, columnsOf([...fresh.values()], month, call.now)) : new Set<string>();
  // Another transaction may have stored some of these ids a moment ago.
  const overtaken = [...fresh.values()].map(({ group }) => group.id).filter((id) => !inserted.has(id));
  const known = overtaken.length === 0 ? stored : new Map([...stored, ...(await findGroups(call.db, overtaken))]);

  const made: Fresh[] = [];
  const groups = raws.map((_, index) => {
    const mine = fresh.get(index);
    if (mine && inserted.has(mine.group.id)) {
      made.push(mine);
      return mine.group;
    }
    return known.get(mine?.group.id ?? (ids[index] as string)) as UsageRecordGroup;
  });
  if (made.length > 0) {
    const partners = new Set(made.map(({ group }) => group.partner));
    for (const partner of partners) {
      const hours = made.flatMap(({ group, accepted: { hour } }) => (group.partner === partner ? hour.getTime() : []));
      await scheduleUsageReport(call, partner, new Date(hours.reduce((left, right) => Math.min(left, right))));
    }
    tellChange(
      call,
      made.map(({ group }) => group),
      createGroupViewer(call.orgId),
    );
  }
  return { groups, duplicates: raws.length - made.length };
};

/** Reports many groups. `X-Duplicate-Count` tells how many were stored already. */
export const reportUsageBatch = async (call: ActCall, { body }: { body: unknown }) => {
  if (!Array.isArray(body))
    throw badRequest([{ path: '', code: 'type', message: 'must be a list of usage record groups' }]);
  if (body.length === 0) throw badRequest([{ path: '', code: 'empty', message: 'holds no usage record group' }]);
  if (body.length > maxBatch)
    throw badRequest([{ path: '', code: 'too_many', message: `holds more than ${maxBatch} items` }]);
  const { groups, duplicates } = await storeUsage(call, body, String);
  call.setHeader('x-duplicate-count', String(duplicates));
  return groups.map(createGroupViewer(call.orgId));
};

const refuseOtherIds = (call: ActCall, entitlementId: string, body: unknown): void => {
  const { organizationID, entitlementID } = (body ?? {}) as Record<string, unknown>;
  const faults: Fault[] = [];
  const differs = (given: unknown, id: string): boolean =>
    given !== undefined && given !== null && given !== '' && given !== id;
  const message = 'is not the id in the path';
  if (differs(organizationID, encodeId('org', call.orgId)))
    faults.push({ path: 'organizationID', code: 'contradiction', message });
  if (differs(entitlementID, encodeId('ent', entitlementId)))
    faults.push({ path: 'entitlementID', code: 'contradiction', message });
  if (faults.length > 0) throw badRequest(faults);
};

/** Reports one group. 409 means that its id is stored already, and nothing else. */
export const reportUsage = async (
  call: ActCall,
  { params, body }: { params: { entitlementId: string }; body: unknown },
) => {
  const { groups, duplicates } = await storeUsage(call, [body], () => '', params.entitlementId);
  const group = groups[0] as UsageRecordGroup;
  if (duplicates > 0) {
    const { id, status, creation_time } = group;
    throw new Refusal('Conflict', `Usage record group ${id} is stored already.`, {
      id,
      status,
      creationTime: creation_time.toISOString(),
    });
  }
  refuseOtherIds(call, params.entitlementId, body);
  call.setVersion(group.version);
  return createGroupViewer(call.orgId)(group);
};
