import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { deleteOpenRecords } from '../../billable-usage/intake-store.ts';
import { lockEntitlements } from '../../usage-record-report/store.ts';
import { findDimensionStates } from '../dimension-state-store.ts';
import { findGroupOn, type GroupQuery } from '../find-group.ts';
import { usageTransitions } from '../states.ts';
import { deleteItems, findGroups, findItems, type GroupItem, lockGroup, markDeleted, refreshGroups } from '../store.ts';
import type { UsageRecordGroup } from '../usage-record-group.ts';
import { createGroupViewer } from '../view.ts';

/**
 * Every part of a group must still be deletable: a part that was reported stays. A retried part counts as reported, for
 * it brings fractions of other usage along.
 */
const refuseReportedParts = ({ id, status }: UsageRecordGroup, items: readonly GroupItem[]): void => {
  const reported = items.filter((item) => !allows(usageTransitions, 'delete', item.state) || item.carried_back !== '0');
  if (reported.length === 0) return;
  const dimensions = reported.map((item) => item.dimension);
  const message =
    `Usage record group ${id} cannot be deleted: ${dimensions.slice(0, 10).join(', ')} ` +
    'was already reported, and only a group of which no part was reported can be deleted.';
  throw new Refusal('Conflict', message, { status, allowedFrom: usageTransitions.delete.from, dimensions });
};

/** Deletes a group that was not reported. It stays readable as DELETED, and its id cannot be used again. */
export const deleteUsageRecordGroup = async (call: ActCall, input: GroupQuery) => {
  const known = await findGroupOn(call.db, input);
  await lockEntitlements(call.db, [known.entitlement_id]);
  const old = await lockGroup(call.db, known.id);
  call.checkVersion(old.version);
  nextStatus('usage record group', usageTransitions, 'delete', old);
  const items = await findItems(call.db, old.creation_month, old.id);
  refuseReportedParts(old, items);
  if ((await deleteOpenRecords(call.db, old.creation_month, old.id)) > 0) {
    const message = `Usage record group ${old.id} cannot be deleted: its billable records are already in a report.`;
    throw new Refusal('Conflict', message, { status: old.status, allowedFrom: usageTransitions.delete.from });
  }
  const before = createGroupViewer(call.orgId, await findDimensionStates(call.db, [old]))(old);
  await deleteItems(call.db, old.creation_month, old.id);
  if (items.length === 0) await markDeleted(call.db, old.creation_month, old.id, call.now);
  else await refreshGroups(call.db, { months: [old.creation_month], ids: [old.id] }, call.now);

  const group = (await findGroups(call.db, [old.id])).get(old.id) as UsageRecordGroup;
  const view = createGroupViewer(call.orgId, await findDimensionStates(call.db, [group]))(group);
  const { id, version } = group;
  call.recordChange({ type: 'usage', id, before, after: view, version, events: ['usage_record_group.deleted'] });
  return view;
};
