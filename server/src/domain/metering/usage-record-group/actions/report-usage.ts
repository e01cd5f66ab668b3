import type { ActCall } from '../../../../contract/call.ts';
import { badRequest, type Fault, notFound, Refusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import type { MeteredEntitlement } from '../../metered-entitlement/metered-entitlement.ts';
import { findMeteredEntitlements } from '../../metered-entitlement/store.ts';
import { scheduleUsageReport } from '../../usage-record-report/actions/schedule-usage-report.ts';
import { type AcceptedUsage, acceptUsage } from '../accept-usage.ts';
import { columnsOf, type Fresh } from '../group-columns.ts';
import { insertGroups, takeGroupIds } from '../intake/store.ts';
import {
  createOwnerReader,
  noMetaInfo,
  type OwnerOf,
  type ReportedUsage,
  readReportedUsage,
  readUsageId,
} from '../parse-usage.ts';
import { maxBatch } from '../schema.ts';
import { findGroups, planAfresh } from '../store.ts';
import type { UsageRecordGroup } from '../usage-record-group.ts';
import { createGroupViewer } from '../view.ts';

const maxFaults = 1000;

/** Set by the service and by imports from billing systems; what a client sends there is not kept. */
const ownedMetaInfo = [
  'source',
  'timestamp',
  'originalHour',
  'originRecords',
  'billableRecords',
  'lagoAmount',
  'lagoSubscriptionID',
  'lagoUsageStartTime',
  'metronomeDailyCostAmount',
  'metronomeInvoiceID',
  'metronomeMonthlyInvoiceAmount',
  'metronomeMonthlyInvoiceAmountAdjusted',
  'stripeInvoiceID',
  'stripePeriodEndTime',
  'stripePeriodStartTime',
  'stripeSubscriptionItemID',
  'stripeUsageRecordSummaryID',
  'stripeUsageRecordSummaryTotalUsage',
] as const;

const metaInfoOf = (usage: ReportedUsage): Record<string, unknown> => {
  if (usage.metaInfo === noMetaInfo) return noMetaInfo;
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
  usage_allocations: accepted.usage.allocations?.document ?? null,
  usage_time: accepted.time,
  report_id: null,
  reported_time: null,
  creation_time: now,
  last_update_time: now,
  version: 1,
});

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

/** The ids of all items, made where the caller brings none. Undefined where there is a fault. */
const readIds = (
  call: ActCall,
  raws: readonly unknown[],
  at: (index: number) => string,
  faults: Fault[],
): (string | undefined)[] => {
  const seen = new Map<string, number>();
  return raws.map((raw, index) => {
    const given = readUsageId(raw, at(index), faults);
    if (given === undefined) return undefined;
    if (given === null) return encodeId('usage', call.newId());
    const earlier = seen.get(given);
    if (earlier !== undefined)
      faults.push({ path: `${at(index)}.id`, code: 'repeated', message: `is the id of item ${earlier} too` });
    seen.set(given, index);
    return given;
  });
};

const scheduleReports = async (call: ActCall, fresh: readonly Fresh[]): Promise<void> => {
  const hours = new Map<string, Map<number, Date>>();
  for (const { group, accepted } of fresh) {
    const known = hours.get(group.partner) ?? new Map<number, Date>();
    hours.set(group.partner, known.set(accepted.hour.getTime(), accepted.hour));
  }
  for (const [partner, known] of hours) await scheduleUsageReport(call, partner, [...known.values()]);
};

/** Where a body's items stand, and whose usage they are; `inPath`: the entitlement is named by the path. */
type Source = { at: (index: number) => string; ownerOf: OwnerOf; inPath: boolean };

type Reported = { groups: UsageRecordGroup[]; duplicates: number };

/**
 * Stores usage: one transaction, all or nothing, one group for each item in order. The ids are taken
 * before anything else is looked at: an id that is stored already answers the stored group, whatever is sent with it.
 */
const storeUsage = async (
  call: ActCall,
  raws: readonly unknown[],
  { at, ownerOf, inPath }: Source,
): Promise<Reported> => {
  const month = `${call.now.toISOString().slice(0, 7)}-01`;
  const faults: Fault[] = [];
  const ids = readIds(call, raws, at, faults);
  const known = ids.filter((id) => id !== undefined);
  const taken = known.length > 0 ? await takeGroupIds(call.db, known, month) : new Set<string>();

  const usages = raws.map((raw, index) => {
    const id = ids[index];
    return id !== undefined && taken.has(id) ? readReportedUsage(raw, at(index), id, ownerOf, faults) : undefined;
  });
  const owners = new Set<string>();
  for (const usage of usages) if (usage) owners.add(usage.entitlementId);
  const entitlements =
    owners.size > 0 ? await findMeteredEntitlements(call.db, [...owners]) : new Map<string, MeteredEntitlement>();
  if (inPath && faults.length === 0 && owners.size > entitlements.size) throw notFound('entitlement');
  const fresh = new Map<string, Fresh>();
  for (const usage of usages) {
    const accepted = usage && acceptUsage(usage, entitlements.get(usage.entitlementId), call.now, faults);
    if (accepted) fresh.set(usage.id, { group: groupOf(accepted, usage.id, month, call.now), accepted });
  }
  if (faults.length > 0) throw badRequest(faults.slice(0, maxFaults));

  const made = [...fresh.values()];
  if (made.length > 0) {
    await insertGroups(call.db, columnsOf(made, month, call.now));
    await scheduleReports(call, made);
    tellChange(
      call,
      made.map(({ group }) => group),
      createGroupViewer(call.orgId),
    );
  }
  const repeated = known.filter((id) => !taken.has(id));
  if (repeated.length > 0) await planAfresh(call.db);
  const stored = await findGroups(call.db, repeated);
  const groups = known.map((id) => fresh.get(id)?.group ?? (stored.get(id) as UsageRecordGroup));
  return { groups, duplicates: repeated.length };
};

/** Reports many groups. `X-Duplicate-Count` tells how many were stored already. */
export const reportUsageBatch = async (call: ActCall, { body }: { body: unknown }) => {
  if (!Array.isArray(body))
    throw badRequest([{ path: '', code: 'type', message: 'must be a list of usage record groups' }]);
  if (body.length === 0) throw badRequest([{ path: '', code: 'empty', message: 'holds no usage record group' }]);
  if (body.length > maxBatch)
    throw badRequest([{ path: '', code: 'too_many', message: `holds more than ${maxBatch} items` }]);
  const { groups, duplicates } = await storeUsage(call, body, {
    at: String,
    ownerOf: createOwnerReader(),
    inPath: false,
  });
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
  const { groups, duplicates } = await storeUsage(call, [body], {
    at: () => '',
    ownerOf: () => params.entitlementId,
    inPath: true,
  });
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
