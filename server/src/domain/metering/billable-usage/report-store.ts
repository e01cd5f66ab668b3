import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { MetricInfo } from '../billable-metric/billable-metric.ts';
import type { BillableHour } from './billable-usage.ts';

/** Most rows that a report shows. */
const shownRows = 200;

/** A row of a report with its metric, without the metric's filters. */
export type ShownHour = Pick<
  BillableHour,
  'report_id' | 'metric_id' | 'aggregation_type' | 'group_by' | 'quantity' | 'revision' | 'new_values'
> & { name: string; metric_info: MetricInfo; is_billed: boolean };

const hoursOf = (db: OrgDb, reportIds: readonly string[]) => sql<ShownHour>`
  select h.report_id, h.metric_id, h.aggregation_type, h.group_by, h.quantity, h.revision, h.new_values, m.name,
    m.info - 'filterGroups' as metric_info, coalesce(h.kind = 'LIVE' and h.hour < b.billed_until and (b.billed_from is null or greatest(h.hour, t.start_time) >= b.billed_from),
      false) as is_billed
  from unnest(${reportIds as string[]}::uuid[]) with ordinality as asked (id, place)
  cross join lateral (
    select * from billable_hour x
    where x.org_id = ${db.orgId} and x.report_id = asked.id order by x.metric_id, x.group_by limit ${shownRows}
  ) as h
  join billable_metric m on m.org_id = ${db.orgId} and m.id = h.metric_id
  join entitlement_term t on t.org_id = ${db.orgId} and t.id = h.term_id
  left join billed_usage b on b.org_id = ${db.orgId} and b.entitlement_id = h.entitlement_id
  order by asked.place, h.metric_id, h.group_by`;

/** Rows of as many whole reports, from the first on, as fit into the bytes; the first is always complete. */
export const selectHoursOfReports = async (
  db: OrgDb,
  reportIds: readonly string[],
  maxBytes: number,
): Promise<{ rows: ShownHour[]; reports: number }> => {
  const [first] = reportIds;
  if (first === undefined) return { rows: [], reports: 0 };
  const statement = hoursOf(db, reportIds).compile(db.raw);
  const found = await db.sendUpTo(statement.sql, statement.parameters, {
    maxBytes,
    maxRows: reportIds.length * shownRows,
  });
  const rows = found.rows as ShownHour[];
  const cutOff = found.whole ? undefined : rows.at(-1)?.report_id;
  if (cutOff === undefined) return { rows, reports: reportIds.length };
  if (cutOff === first) return { rows: (await hoursOf(db, [first]).execute(db.raw)).rows, reports: 1 };
  return { rows: rows.filter((row) => row.report_id !== cutOff), reports: reportIds.indexOf(cutOff) };
};
