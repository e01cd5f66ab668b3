import type { ActCall } from '../../../../contract/call.ts';
import { badRequest } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import type { Fresh } from '../../usage-record-group/group-columns.ts';
import { billableDueKind } from '../billable-usage.ts';
import { ensureDue } from '../closing-store.ts';
import { addGroups, insertBillableRecords, type NewRecords } from '../intake-store.ts';
import { nextClosingAfter } from '../tick.ts';

/** Most groups that one metric may have for one entitlement in a calendar month (UTC). */
const maxGroups = 10_000;

/** Stores the records of new groups and makes sure that their hours are closed. Takes no lock if that is scheduled. */
export const storeBillableRecords = async (call: ActCall, fresh: readonly Fresh[], month: string): Promise<void> => {
  const ofDirect = fresh.filter(({ accepted }) => accepted.billable.length > 0);
  if (ofDirect.length === 0) return;
  const rows: NewRecords = {
    groupIds: [],
    positions: [],
    ids: [],
    entitlementIds: [],
    termIds: [],
    metricIds: [],
    hours: [],
    usageTimes: [],
    groupBys: [],
    quantities: [],
    uniqueValues: [],
    counted: [],
    tests: [],
  };
  for (const { group, accepted } of ofDirect) {
    for (const [position, record] of accepted.billable.entries()) {
      rows.groupIds.push(group.id);
      rows.positions.push(position);
      rows.ids.push(call.newId());
      rows.entitlementIds.push(group.entitlement_id);
      rows.termIds.push(accepted.termId);
      rows.metricIds.push(record.metricId);
      rows.hours.push(accepted.hour.toISOString());
      rows.usageTimes.push(accepted.time.toISOString());
      rows.groupBys.push(record.groupBy);
      rows.quantities.push(record.quantity);
      rows.uniqueValues.push(record.uniqueValue);
      rows.counted.push(record.counted);
      rows.tests.push(accepted.test);
    }
  }
  const groups = rows.groupBys.flatMap((groupBy, index) => {
    const [entitlementId = '', metricId = ''] = [rows.entitlementIds[index], rows.metricIds[index]];
    return groupBy === '' ? [] : [{ entitlementId, metricId, month: `${rows.hours[index]?.slice(0, 7)}-01`, groupBy }];
  });
  const [full] = groups.length === 0 ? [] : await addGroups(call.db, groups, maxGroups);
  if (full) {
    const metric = encodeId('metric', full.metric_id);
    const message = `would split ${metric} into more than ${maxGroups} groups for ${encodeId('ent', full.entitlement_id)} in ${full.month.slice(0, 7)}: group by properties with fewer values`;
    throw badRequest([{ path: 'billableRecords', code: 'too_many_groups', message }]);
  }
  await insertBillableRecords(call.db, month, rows);
  for (const partner of new Set(ofDirect.map(({ group }) => group.partner)))
    await ensureDue(call.db, billableDueKind, partner, nextClosingAfter(call.now));
};
