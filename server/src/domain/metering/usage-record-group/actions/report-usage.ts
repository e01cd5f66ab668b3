import type { ActCall, ReadCall } from '../../../../contract/call.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { badRequest, type Fault, notFound, Refusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { findMetrics } from '../../billable-metric/store.ts';
import { metricIdsOf } from '../../billable-usage/accept-billable.ts';
import { storeBillableRecords } from '../../billable-usage/actions/store-billable-records.ts';
import type { MeteredEntitlement } from '../../metered-entitlement/metered-entitlement.ts';
import { findMeteredEntitlements } from '../../metered-entitlement/store.ts';
import { findMappings } from '../../usage-metering-config/store.ts';
import { scheduleUsageReport } from '../../usage-record-report/actions/schedule-usage-report.ts';
import { type AcceptedUsage, acceptUsage, createPlaceFinder } from '../accept-usage.ts';
import { differencesFrom } from '../compare-usage.ts';
import { findDimensionStates } from '../dimension-state-store.ts';
import { columnsOf, type Fresh } from '../group-columns.ts';
import { groupOf, statesOfAccepted } from '../group-of.ts';
import { insertGroups, takeGroupIds } from '../intake-store.ts';
import { createOwnerReader, type OwnerOf, readReportedUsage, readUsageId } from '../parse-usage.ts';
import { maxBatch } from '../schema.ts';
import { type DroppedGroup, findGroupsOrDropped, planAfresh } from '../store.ts';
import type { UsageRecordGroup } from '../usage-record-group.ts';
import { createGroupViewer, type GroupViewer, type UsageRecordGroupView } from '../view.ts';
import { writeAccepted } from '../write-accepted.ts';

const maxFaults = 1000;

const recordCreation = (
  call: ActCall,
  groups: readonly UsageRecordGroup[],
  view: (group: UsageRecordGroup) => object,
): void => {
  const [first, last] = [groups[0] as UsageRecordGroup, groups.at(-1) as UsageRecordGroup];
  const summary = groups.length === 1 ? view(first) : { count: groups.length, firstId: first.id, lastId: last.id };
  call.recordChange({
    type: 'usage',
    id: first.id,
    before: null,
    after: summary,
    version: 1,
    events: ['usage_record_group.created'],
  });
};

/** Reads the ids of all items and makes an id where the caller sent none. Undefined where there is a fault. */
export const readIds = (
  newId: () => string,
  raws: readonly unknown[],
  at: (index: number) => string,
  faults: Fault[],
): (string | undefined)[] => {
  const seen = new Map<string, number>();
  return raws.map((raw, index) => {
    const given = readUsageId(raw, at(index), faults);
    if (given === undefined) return undefined;
    if (given === null) return newId();
    const earlier = seen.get(given);
    if (earlier !== undefined)
      faults.push({ path: `${at(index)}.id`, code: 'repeated', message: `is also the id of item ${earlier}` });
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
  const ofEnded = fresh.filter(({ accepted }) => accepted.flushed).map(({ group }) => group.partner);
  for (const [partner, known] of hours)
    await scheduleUsageReport(call, partner, [...known.values()], { flushed: ofEnded.includes(partner) });
};

/**
 * Where a body's items are, and whose usage they report. `inPath`: the path names the entitlement. `handleStored`
 * handles an item whose id is already stored: it refuses the request, adds a fault, or leaves the item as a duplicate.
 * `handleDropped` refuses one whose stored group retention has dropped: nothing is left to compare it with.
 */
export type Source = {
  at: (index: number) => string;
  ownerOf: OwnerOf;
  inPath: boolean;
  handleStored: (stored: UsageRecordGroup, differences: readonly string[], at: string, faults: Fault[]) => void;
  handleDropped: (dropped: DroppedGroup, at: string, faults: Fault[]) => void;
};

/** What was stored, and how to show it: the stored groups one by one, or all of them in the order of the items. */
type Reported = {
  groups: UsageRecordGroup[];
  duplicates: number;
  view: GroupViewer;
  showAll: () => UsageRecordGroupView[];
};

/** Finds the groups that are already stored under the ids, and compares each with what was sent now. */
export const findStored = async (
  db: OrgDb,
  raws: readonly unknown[],
  ids: readonly (string | undefined)[],
  repeated: ReadonlySet<string>,
  { at, ownerOf, handleStored, handleDropped }: Omit<Source, 'inPath'>,
  faults: Fault[],
): Promise<Map<string, UsageRecordGroup>> => {
  if (repeated.size === 0) return new Map();
  const { groups, dropped } = await findGroupsOrDropped(db, [...repeated]);
  const gone = new Map(dropped.map((one) => [one.id, one]));
  for (const [index, id] of ids.entries()) {
    const group = id === undefined ? undefined : groups.get(id);
    if (group) handleStored(group, differencesFrom(group, raws[index], ownerOf), at(index), faults);
    const other = id === undefined ? undefined : gone.get(id);
    if (other) handleDropped(other, at(index), faults);
  }
  return groups;
};

/** At most `maxFaults`; the first fault of every item before further faults of any, so that each bad item is named. */
export const boundFaults = (faults: readonly Fault[]): Fault[] => {
  if (faults.length <= maxFaults) return [...faults];
  const named = new Set<string>();
  const [firsts, others]: [Fault[], Fault[]] = [[], []];
  for (const fault of faults) {
    const [item = ''] = fault.path.split('.', 1);
    (named.has(item) ? others : firsts).push(fault);
    named.add(item);
  }
  return [...firsts, ...others].slice(0, maxFaults);
};

/** Reads the items and checks each against its entitlement; undefined where there is a fault, or nothing to read. */
export const checkUsages = async (
  { db, now }: Pick<ReadCall, 'db' | 'now'>,
  raws: readonly unknown[],
  ids: readonly (string | undefined)[],
  isNew: (id: string) => boolean,
  { at, ownerOf, inPath }: Pick<Source, 'at' | 'ownerOf' | 'inPath'>,
  faults: Fault[],
): Promise<(AcceptedUsage | undefined)[]> => {
  const usages = raws.map((raw, index) => {
    const id = ids[index];
    return id !== undefined && isNew(id) ? readReportedUsage(raw, at(index), id, ownerOf, faults) : undefined;
  });
  const owners = new Set<string>();
  for (const usage of usages) if (usage) owners.add(usage.entitlementId);
  const entitlements =
    owners.size > 0 ? await findMeteredEntitlements(db, [...owners]) : new Map<string, MeteredEntitlement>();
  if (inPath && faults.length === 0 && owners.size > entitlements.size) throw notFound('entitlement');
  const isMapped = [...entitlements.values()].some((entitlement) => entitlement.isMapped);
  const mappings = isMapped ? await findMappings(db) : undefined;
  const metrics = await findMetrics(db, metricIdsOf(usages));
  const placeOf = createPlaceFinder(now);
  return usages.map((usage) => {
    const entitlement = usage && entitlements.get(usage.entitlementId);
    const mapping = entitlement && mappings?.get(entitlement.partner);
    return usage && acceptUsage(usage, entitlement, placeOf, metrics, faults, mapping);
  });
};

/**
 * Stores usage in one transaction, all or nothing, one group for each item in order. The ids are taken before anything
 * else is read: after waiting for another transaction, this one sees what that one stored.
 */
export const storeUsage = async (call: ActCall, raws: readonly unknown[], source: Source): Promise<Reported> => {
  const month = `${call.now.toISOString().slice(0, 7)}-01`;
  const faults: Fault[] = [];
  const ids = readIds(() => encodeId('usage', call.newId()), raws, source.at, faults);
  const known = ids.filter((id) => id !== undefined);
  const repeated = known.length > 0 ? await takeGroupIds(call.db, known, month) : new Set<string>();
  if (repeated.size > 0) await planAfresh(call.db);
  const stored = await findStored(call.db, raws, ids, repeated, source, faults);

  const fresh = new Map<string, Fresh>();
  for (const accepted of await checkUsages(call, raws, ids, (id) => !repeated.has(id), source, faults)) {
    if (accepted)
      fresh.set(accepted.usage.id, { group: groupOf(accepted, accepted.usage.id, month, call.now), accepted });
  }
  if (faults.length > 0) throw badRequest(boundFaults(faults));

  const made = [...fresh.values()];
  const columns = columnsOf(made, month, call.now);
  const storedStates = await findDimensionStates(call.db, [...stored.values()]);
  const view = createGroupViewer(call.orgId, {
    get: (id) => {
      const accepted = fresh.get(id)?.accepted;
      return accepted ? statesOfAccepted(accepted) : storedStates.get(id);
    },
  });
  if (made.length > 0) {
    await insertGroups(call.db, columns);
    await storeBillableRecords(call, made, month);
    await scheduleReports(call, made);
    recordCreation(
      call,
      made.map(({ group }) => group),
      view,
    );
  }
  const groups = known.map((id) => fresh.get(id)?.group ?? (stored.get(id) as UsageRecordGroup));
  const showAll = () => {
    const written = writeAccepted(made, columns, view);
    if (stored.size === 0) return written;
    const byId = new Map(made.map(({ group }, at) => [group.id, written[at]]));
    return groups.map((group) => byId.get(group.id) ?? view(group));
  };
  return { groups, duplicates: stored.size, view, showAll };
};

const droppedMonthOf = ({ creation_month }: DroppedGroup): string => creation_month.slice(0, 7);

/** Only equal content is a duplicate: a client must not believe that usage is counted when it is not. */
const refuseOtherContent: Source['handleStored'] = ({ id, creation_time }, differences, at, faults) => {
  if (differences.length === 0) return;
  const message = `${id} has been stored since ${creation_time.toISOString()} with different ${differences.join(', ')}; send different usage under its own id`;
  faults.push({ path: `${at}.id`, code: 'id_conflict', message });
};

/** Content that can no longer be compared counts as different: new usage under an old id must not vanish as a duplicate. */
const refuseDropped: Source['handleDropped'] = (dropped, at, faults) => {
  const { id } = dropped;
  const message = `${id} was stored in ${droppedMonthOf(dropped)} and its content is no longer kept to compare; it was counted then; send new usage under a new id`;
  faults.push({ path: `${at}.id`, code: 'id_conflict', message });
};

/** In a batch, an item under a stored id is a duplicate if it has the same content, and a fault if not. */
export const inBatch = { inPath: false, handleStored: refuseOtherContent, handleDropped: refuseDropped } as const;

/** 409 means only that the id is already stored; `differs` tells whether the content sent now is different. */
const refuseStored: Source['handleStored'] = ({ id, status, creation_time }, differences) => {
  const differs = differences.length > 0;
  const content = differs ? `with different ${differences.join(', ')}` : 'with the same content';
  throw new Refusal('Conflict', `Usage record group ${id} is already stored, ${content}.`, {
    id,
    status,
    creationTime: creation_time.toISOString(),
    differs,
  });
};

/** Of a dropped group only the month is known: `creationTime` is its beginning. */
const refuseStoredAndDropped: Source['handleDropped'] = (dropped) => {
  const { id } = dropped;
  const month = droppedMonthOf(dropped);
  const message =
    `Usage record group ${id} is already stored: it was reported in ${month}, and its content is no longer kept to compare. ` +
    'Send new usage under its own id.';
  const creationTime = new Date(`${month}-01T00:00:00Z`).toISOString();
  throw new Refusal('Conflict', message, { id, creationTime, differs: true, isKept: false });
};

/** The items of a batch. */
export const readBatch = (body: unknown): unknown[] => {
  if (!Array.isArray(body))
    throw badRequest([{ path: '', code: 'type', message: 'must be a list of usage record groups' }]);
  if (body.length === 0) throw badRequest([{ path: '', code: 'empty', message: 'contains no usage record group' }]);
  if (body.length > maxBatch)
    throw badRequest([{ path: '', code: 'too_many', message: `contains more than ${maxBatch} items` }]);
  return body;
};

/** Reports many groups. `X-Duplicate-Count` is how many were already stored with the same content. */
export const reportUsageBatch = async (call: ActCall, { body }: { body: unknown }) => {
  const { duplicates, showAll } = await storeUsage(call, readBatch(body), {
    at: String,
    ownerOf: createOwnerReader(),
    ...inBatch,
  });
  call.setHeader('x-duplicate-count', String(duplicates));
  return showAll();
};

/** Reports one group. 409 means only that its id is already stored. */
export const reportUsage = async (
  call: ActCall,
  { params, body }: { params: { entitlementId: string }; body: unknown },
) => {
  const { groups, view } = await storeUsage(call, [body], {
    at: () => '',
    ownerOf: () => params.entitlementId,
    inPath: true,
    handleStored: refuseStored,
    handleDropped: refuseStoredAndDropped,
  });
  const group = groups[0] as UsageRecordGroup;
  return view(group);
};
