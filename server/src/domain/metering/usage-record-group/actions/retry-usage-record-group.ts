import type { ActCall } from '../../../../contract/call.ts';
import { Big } from '../../../../kit/decimal.ts';
import { badRequest, type Refusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { spendTermFunds } from '../../../entitlement/actions/spend-term-funds.ts';
import { findMeteredEntitlements } from '../../metered-entitlement/store.ts';
import { scheduleUsageReport } from '../../usage-record-report/actions/schedule-usage-report.ts';
import { findRows } from '../../usage-record-report/sending-store.ts';
import { isOutcomeUnknown } from '../../usage-record-report/settlement/settlement.ts';
import { lockEntitlements } from '../../usage-record-report/store.ts';
import { takeBack } from '../../usage-record-report/take-back.ts';
import { findDimensionStates } from '../dimension-state-store.ts';
import { findGroupOn, type GroupQuery } from '../find-group.ts';
import { usageIs, usageTransitions } from '../states.ts';
import { findGroups, findItems, type GroupItem, lockGroup, refreshGroups, requeueItems } from '../store.ts';
import type { UsageRecordGroup } from '../usage-record-group.ts';
import { createGroupViewer } from '../view.ts';

/**
 * A part of a group was sent and may have been counted, so it must not be submitted again until its outcome is known.
 */
const refusePending = async (call: ActCall, rowIds: readonly string[]): Promise<Refusal> => {
  const unknown = (await findRows(call.db, rowIds)).filter(isOutcomeUnknown);
  const addresses = [...new Set(unknown.map((row) => encodeId('report', row.report_id)))].map(
    (id) => `POST usageRecordReport/${id}/settle`,
  );
  const way =
    addresses.length === 0
      ? 'it is sent again until there is an answer or the window closes'
      : `it is settled by reconciliation or by ${addresses.join(', ')}`;
  const message = `OUTCOME_UNKNOWN: a part of it was sent and the marketplace has not confirmed it; ${way}`;
  return badRequest([{ path: 'usageRecordGroupId', code: 'OUTCOME_UNKNOWN', message }]);
};

/** Whether the license of one of these hours has ended. */
const isFlushed = async (call: ActCall, entitlementId: string, items: readonly GroupItem[]): Promise<boolean> => {
  const entitlement = (await findMeteredEntitlements(call.db, [entitlementId])).get(entitlementId);
  const through = new Map(entitlement?.terms.map((term) => [term.id, term.flushThrough]));
  return items.some(({ term_id: termId, hour }) => hour < (through.get(termId) ?? new Date(0)));
};

/**
 * Puts the failed parts of a group back. The next report submits them for their own hour, or, if that has been
 * submitted in the meantime, for the next hour that has not.
 */
export const retryUsageRecordGroup = async (call: ActCall, input: GroupQuery) => {
  const known = await findGroupOn(call.db, input);
  await lockEntitlements(call.db, [known.entitlement_id]);
  const old = await lockGroup(call.db, known.id);
  call.checkVersion(old.version);
  const items = await findItems(call.db, old.creation_month, old.id);
  const before = createGroupViewer(call.orgId, await findDimensionStates(call.db, [old]))(old);
  const pending = items.flatMap((item) => (usageIs.pending(item.state) ? (item.report_row_id ?? []) : []));
  if (pending.length > 0) throw await refusePending(call, pending);
  nextStatus('usage record group', usageTransitions, 'retry', old);
  const failed = items.filter((item) => usageIs.refused(item.state));
  const { carriedBack, refunds } = await takeBack(
    call,
    failed.flatMap(({ report_row_id: rowId, dimension, quantity, carried_back }) =>
      rowId === null ? [] : [{ rowId, dimension, quantity: new Big(quantity).plus(carried_back).toFixed() }],
    ),
  );
  await requeueItems(call.db, old.creation_month, old.id, carriedBack);
  await refreshGroups(call.db, { months: [old.creation_month], ids: [old.id] }, call.now);
  await scheduleUsageReport(
    call,
    old.partner,
    failed.map((item) => item.hour),
    { flushed: await isFlushed(call, old.entitlement_id, failed) },
  );

  const group = (await findGroups(call.db, [old.id])).get(old.id) as UsageRecordGroup;
  const view = createGroupViewer(call.orgId, await findDimensionStates(call.db, [group]))(group);
  const { id, version } = group;
  call.recordChange({ type: 'usage', id, before, after: view, version, events: ['usage_record_group.retried'] });
  await spendTermFunds(call, refunds);
  return view;
};
