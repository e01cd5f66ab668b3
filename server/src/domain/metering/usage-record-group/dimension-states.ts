import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { ReportKind } from '../usage-record-report/usage-record-report.ts';
import type { AcceptedUsage } from './accept-usage.ts';
import type { ItemRow } from './store.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

/** One dimension of a group, with what is known of the report row that it is in (null: in none). */
export type DimensionState = Pick<ItemRow, 'dimension' | 'state' | 'cause' | 'quantity' | 'carried_back' | 'hour'> & {
  report_id: string | null;
  kind: ReportKind | null;
  message: string | null;
};

/** By the id of the group. */
export type DimensionStates = ReadonlyMap<string, readonly DimensionState[]>;

/** All dimensions of these groups, in one statement. */
export const findDimensionStates = async (
  db: OrgDb,
  groups: readonly Pick<UsageRecordGroup, 'id' | 'creation_month'>[],
): Promise<DimensionStates> => {
  if (groups.length === 0) return new Map();
  const months = groups.map((group) => group.creation_month);
  const { rows } = await sql<DimensionState & { group_id: string }>`
    select i.group_id, i.dimension, i.state, i.cause, i.quantity, i.carried_back, i.hour, r.report_id, r.kind, r.message
    from usage_record_item i
    left join usage_report_row r on r.org_id = ${db.orgId} and r.id = i.report_row_id
    where i.org_id = ${db.orgId} and i.creation_month = any(${[...new Set(months)]}::date[])
      and i.group_id = any(${groups.map((group) => group.id)}::text[])
    order by i.group_id, i.dimension
  `.execute(db.raw);
  return Map.groupBy(rows, (row) => row.group_id);
};

/** Of usage that has just been accepted nothing was closed yet. */
export const statesOfAccepted = ({ items, hour }: AcceptedUsage): DimensionState[] =>
  items.map(({ dimension, quantity }) => ({
    dimension,
    state: 'CREATED',
    cause: null,
    quantity,
    carried_back: '0',
    hour,
    report_id: null,
    kind: null,
    message: null,
  }));
