import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { encodeId, nilId, uuidAt } from '../../../../kit/ids.ts';
import { findCommittedTerms } from '../../../entitlement/actions/find-committed-terms.ts';
import { lockTermFunds } from '../../../entitlement/actions/lock-term-funds.ts';
import { spendTermFunds } from '../../../entitlement/actions/spend-term-funds.ts';
import { findIncludedUses, findPlanTerms, saveIncludedUses } from '../../included-quantity/store.ts';
import type { MeteredEntitlement } from '../../metered-entitlement/metered-entitlement.ts';
import { findMeteredEntitlements } from '../../metered-entitlement/store.ts';
import { usageIs } from '../../usage-record-group/states.ts';
import { refreshGroups, refreshGroupsOfRows, setItemStates, workInBulk } from '../../usage-record-group/store.ts';
import { announceInvalid, announceReports } from '../announce-closing.ts';
import { closeRows } from '../close-rows.ts';
import {
  findCarries,
  findOpenEntitlements,
  findOpenHours,
  findRowIds,
  findSubmittedHours,
  holdItemsOfRows,
  type MovedItems,
  moveItems,
  saveCarries,
} from '../closing-store.ts';
import { fundsLeftOf } from '../deduct-funds.ts';
import { type ClosingPlan, type PlanPolicy, planClosing, renameRows, scopesOf } from '../plan-closing.ts';
import { rowIs } from '../states.ts';
import { findMeteringSettings, insertReports, lockEntitlements } from '../store.ts';
import { oldestMonthOf } from '../usage-record-report.ts';
import { findUsageWindow } from '../window.ts';

const entitlementsAtOnce = 50;

export const closingEvents = [
  'usage_record_report.created',
  'usage_record_group.invalid',
] as const satisfies EventName[];

/**
 * The id of the first row of an hour follows from what it is for: Google Cloud counts operations by it, and a database that was
 * restored from an earlier state submits the hour again (decision 0217). Further rows of the hour get new ids.
 */
const nameRows = async (call: ActCall, plan: ClosingPlan): Promise<ClosingPlan> => {
  const used = await findRowIds(
    call.db,
    plan.rows.map(({ id }) => id),
  );
  return used.length === 0 ? plan : renameRows(plan, new Map(used.map((id) => [id, call.newId()])));
};

const close = async (
  call: ActCall,
  entitlements: ReadonlyMap<string, MeteredEntitlement>,
  policy: Omit<PlanPolicy, 'funds' | 'planTerms' | 'listPriced'> & { withCommit: boolean; atListPrice: boolean },
): Promise<void> => {
  const ids = [...entitlements.keys()];
  const openHours = await findOpenHours(call.db, ids, call.now);
  const since = new Date(openHours.reduce((oldest, open) => Math.min(oldest, open.hour.getTime()), call.now.getTime()));
  const submittedHours = await findSubmittedHours(call.db, {
    scopes: scopesOf(entitlements.values()),
    entitlementIds: ids,
    since,
  });
  const terms = await lockTermFunds(call, ids, policy);
  const funds = new Map(terms.map((term) => [term.id, fundsLeftOf(term, policy.withCommit)]));
  const listPriced = new Set(policy.atListPrice ? await findCommittedTerms(call, ids) : []);
  const openTerms = [...new Set(openHours.map((open) => open.term_id))];
  const planTerms = await findPlanTerms(call.db, openTerms);
  const planned = planClosing(
    openHours,
    entitlements,
    submittedHours,
    { ...policy, funds, planTerms, listPriced },
    (key, hour) => uuidAt(hour, `usage ${call.orgId} ${key}`),
  );
  const plan = await nameRows(call, planned);
  if (plan.moves.length === 0) return;

  const moved = await moveItems(call.db, plan.moves);
  if (moved.length === 0) return;
  const taken = new Map(moved.flatMap((one) => (one.row_id === null ? [] : [[one.row_id, one] as const])));
  const closed = closeRows(plan.rows, {
    taken,
    carries: await findCarries(call.db, ids),
    planTerms,
    included: planTerms.size === 0 ? [] : await findIncludedUses(call.db, [...planTerms.keys()]),
    funds,
    listPriced,
    now: call.now,
    maxQuantity: policy.window.maxQuantity,
    newId: call.newId,
  });
  await insertReports(call.db, closed.reports, closed.rows);
  await saveCarries(call.db, closed.carries);
  await saveIncludedUses(call.db, closed.included);
  await holdItemsOfRows(call.db, closed.tooLarge, 'TOO_LARGE');
  const oldestMonth = oldestMonthOf(moved);
  await setItemStates(
    call.db,
    closed.rows.filter((row) => rowIs.counted(row.state)).map((row) => row.id),
    oldestMonth,
    'acknowledge',
  );
  await refreshGroupsOfRows(
    call.db,
    closed.rows.map((row) => row.id),
    oldestMonth,
    call.now,
  );
  const invalid = moved.filter((one) => usageIs.invalid(one.state));
  await refreshGroups(
    call.db,
    { months: invalid.flatMap((one) => one.months), ids: invalid.flatMap((one) => one.group_ids) },
    call.now,
  );

  const first = closed.reports[0];
  const after = {
    reports: closed.reports.length,
    items: moved.reduce((sum, one) => sum + one.count, 0),
    invalid: invalid.reduce((sum, one) => sum + one.count, 0),
    entitlements: new Set(moved.map((one) => one.entitlement_id)).size,
  };
  call.recordChange(
    first
      ? { type: 'report', id: encodeId('report', first.id), before: null, after }
      : { type: 'ent', id: encodeId('ent', (moved[0] as MovedItems).entitlement_id), before: null, after },
  );
  await spendTermFunds(call, closed.uses);
  announceReports(call, closed.reports, closed.rows);
  await announceInvalid(call, invalid);
};

/**
 * Closes the due hours of some entitlements: each sum is frozen in a report row before anything is sent. Returns the
 * entitlement after which to continue, or null when all are closed.
 */
export const closeUsageHours = async (
  call: ActCall,
  input: { partner: string; after: string | null },
): Promise<{ after: string | null }> => {
  const window = findUsageWindow(input.partner);
  await workInBulk(call.db);
  const settings = await findMeteringSettings(call.db, input.partner);
  if (!window || !settings) return { after: null };
  const ids = await findOpenEntitlements(call.db, input.partner, {
    after: input.after ?? nilId,
    now: call.now,
    limit: entitlementsAtOnce,
  });
  if (ids.length === 0) return { after: null };
  await lockEntitlements(call.db, ids);
  await close(call, await findMeteredEntitlements(call.db, ids), { ...settings, now: call.now, window });
  return { after: ids.length < entitlementsAtOnce ? null : (ids.at(-1) ?? null) };
};
