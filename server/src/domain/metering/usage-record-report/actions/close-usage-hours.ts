import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { nilId } from '../../../../contract/shapes.ts';
import { encodeId } from '../../../../kit/ids.ts';
import type { Carry, MeteredEntitlement } from '../../metered-entitlement/metered-entitlement.ts';
import { findMeteredEntitlements } from '../../metered-entitlement/store.ts';
import { refreshGroups, refreshGroupsOfRows, setItemStates, workInBulk } from '../../usage-record-group/store.ts';
import { closeQuantity } from '../close-hours.ts';
import {
  findCarries,
  findOpenEntitlements,
  findOpenHours,
  findToldHours,
  holdItemsOfRows,
  type MovedItems,
  moveItems,
  saveCarries,
} from '../closing/store.ts';
import { type PlannedRow, planClosing, scopesOf } from '../plan-closing.ts';
import { findMeteringSettings, insertReports, lockEntitlements } from '../store.ts';
import { tellInvalid, tellReports } from '../tell-closing.ts';
import { oldestMonthOf, shownGroups, type UsageReport, type UsageReportRow } from '../usage-record-report.ts';
import { type UsageWindow, usageWindows } from '../window.ts';

const entitlementsAtOnce = 50;

export const closingEvents = [
  'usage_record_report.created',
  'usage_record_group.invalid',
] as const satisfies EventName[];

type Closed = { reports: UsageReport[]; rows: UsageReportRow[]; carries: Carry[]; tooLarge: string[] };

const carryKey = (row: Pick<Carry, 'entitlementId' | 'dimension' | 'kind'>): string =>
  `${row.entitlementId}\n${row.dimension}\n${row.kind}`;

const rowOf = (
  planned: PlannedRow,
  moved: MovedItems,
  carriedIn: string,
  closed: { quantity: string; carriedOut: string },
  now: Date,
  reportId: string,
): UsageReportRow => {
  const { entitlement, told } = planned;
  const isLive = told.kind === 'LIVE';
  const isNothing = closed.quantity === '0';
  return {
    id: planned.id,
    report_id: reportId,
    entitlement_id: entitlement.id,
    dimension: planned.dimension,
    hour: told.hour,
    kind: told.kind,
    partner: entitlement.partner,
    product_id: entitlement.productId,
    scope: told.scope,
    accepted: moved.quantity,
    carried_in: carriedIn,
    carried_out: closed.carriedOut,
    standing: closed.quantity,
    quantity: closed.quantity,
    told_time: told.toldTime,
    address: {
      product: entitlement.product ?? { entityId: '', externalId: '', meteringKey: 'LICENSE' },
      buyerAccountId: entitlement.buyerAccountId ?? '',
      customerIdentifier: entitlement.customerIdentifier,
      licenseArn: entitlement.terms.find((term) => term.id === told.term.id)?.licenseArn ?? null,
    },
    deadline: told.deadline,
    oldest_month: moved.oldest_month,
    state: isLive ? (isNothing ? 'SUCCESS' : 'CREATED') : 'UNTOLD',
    message: '',
    record_id: null,
    attempts: 0,
    next_attempt_time: isLive && !isNothing ? now : null,
  };
};

const reportOf = (planned: PlannedRow, id: string, now: Date): UsageReport => ({
  id,
  entitlement_id: planned.entitlement.id,
  term_id: planned.told.term.id,
  product_id: planned.entitlement.productId,
  buyer_id: planned.entitlement.buyerId,
  partner: planned.entitlement.partner,
  hour: planned.told.hour,
  kind: planned.told.kind,
  group_ids: [],
  creation_time: now,
  version: 1,
});

/** Sums, carries and freezes the planned rows, hour after hour. */
const closeRows = (
  call: ActCall,
  planned: readonly PlannedRow[],
  moved: ReadonlyMap<string, MovedItems>,
  known: readonly Carry[],
  window: UsageWindow,
): Closed => {
  const reports = new Map<string, UsageReport>();
  const carries = new Map(known.map((carry) => [carryKey(carry), carry]));
  const rows: UsageReportRow[] = [];
  const tooLarge: string[] = [];
  for (const one of planned.toSorted((left, right) => left.told.hour.getTime() - right.told.hour.getTime())) {
    const items = moved.get(one.id);
    if (!items) continue;
    const carried = { entitlementId: one.entitlement.id, dimension: one.dimension, kind: one.told.kind };
    const carriedIn = carries.get(carryKey(carried))?.fraction ?? '0';
    const closed = closeQuantity(items.quantity, carriedIn, window.maxQuantity);
    if (!closed) {
      tooLarge.push(one.id);
      continue;
    }
    carries.set(carryKey(carried), { ...carried, fraction: closed.carriedOut });
    const key = `${one.entitlement.id}\n${one.told.term.id}\n${one.told.hour.getTime()}\n${one.told.kind}`;
    const report = reports.get(key) ?? reportOf(one, call.newId(), call.now);
    report.group_ids = [...new Set([...report.group_ids, ...items.group_ids])].slice(0, shownGroups);
    reports.set(key, report);
    rows.push(rowOf(one, items, carriedIn, closed, call.now, report.id));
  }
  return { reports: [...reports.values()], rows, carries: [...carries.values()], tooLarge };
};

const close = async (
  call: ActCall,
  entitlements: ReadonlyMap<string, MeteredEntitlement>,
  policy: Parameters<typeof planClosing>[3],
): Promise<void> => {
  const ids = [...entitlements.keys()];
  const openHours = await findOpenHours(call.db, ids, call.now);
  const since = new Date(openHours.reduce((oldest, open) => Math.min(oldest, open.hour.getTime()), call.now.getTime()));
  const toldHours = await findToldHours(call.db, {
    scopes: scopesOf(entitlements.values()),
    entitlementIds: ids,
    since,
  });
  const plan = planClosing(openHours, entitlements, toldHours, policy, call.newId);
  if (plan.moves.length === 0) return;

  const moved = await moveItems(call.db, plan.moves);
  if (moved.length === 0) return;
  const byRow = new Map(moved.flatMap((one) => (one.row_id === null ? [] : [[one.row_id, one] as const])));
  const closed = closeRows(call, plan.rows, byRow, await findCarries(call.db, ids), policy.window);
  await insertReports(call.db, closed.reports, closed.rows);
  await saveCarries(call.db, closed.carries);
  await holdItemsOfRows(call.db, closed.tooLarge, 'TOO_LARGE');
  const oldestMonth = oldestMonthOf(moved);
  await setItemStates(
    call.db,
    closed.rows.filter((row) => row.state === 'SUCCESS').map((row) => row.id),
    oldestMonth,
    'REPORTED',
  );
  await refreshGroupsOfRows(
    call.db,
    closed.rows.map((row) => row.id),
    oldestMonth,
    call.now,
  );
  const invalid = moved.filter((one) => one.state === 'INVALID');
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
  call.changed(
    first
      ? { type: 'report', id: encodeId('report', first.id), before: null, after }
      : { type: 'ent', id: encodeId('ent', (moved[0] as MovedItems).entitlement_id), before: null, after },
  );
  tellReports(call, closed.reports, closed.rows);
  await tellInvalid(call, invalid);
};

/**
 * Closes the due hours of some entitlements: each sum is frozen in a report row before anything is sent.
 * Answers behind which entitlement to go on; null when all are closed.
 */
export const closeUsageHours = async (
  call: ActCall,
  input: { partner: string; after: string | null },
): Promise<{ after: string | null }> => {
  const window = usageWindows[input.partner as 'AWS'];
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
