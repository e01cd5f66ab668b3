import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { ReportKind } from '../usage-record-report/usage-record-report.ts';
import type { ItemRow } from './store.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

/** One dimension of a group, with what is known about its report row; null: it is in none. */
export type DimensionState = Pick<ItemRow, 'dimension' | 'state' | 'cause' | 'quantity' | 'carried_back' | 'hour'> & {
  report_id: string | null;
  kind: ReportKind | null;
  message: string | null;
};

/** By the id of the group. */
export type DimensionStates = ReadonlyMap<string, readonly DimensionState[]>;

type Keyed = Pick<UsageRecordGroup, 'id' | 'creation_month'>;
type StateRow = DimensionState & { group_id: string };

/** In the order of the groups. */
const statesOf = (db: OrgDb, groups: readonly Keyed[]) => sql<StateRow>`
  select i.group_id, i.dimension, i.state, i.cause, i.quantity, i.carried_back, i.hour, r.report_id, r.kind, r.message
  from unnest(${groups.map((group) => group.creation_month)}::date[], ${groups.map((group) => group.id)}::text[])
    with ordinality as asked (month, id, place)
  join usage_record_item i on i.org_id = ${db.orgId} and i.creation_month = asked.month and i.group_id = asked.id
  left join usage_report_row r on r.org_id = ${db.orgId} and r.id = i.report_row_id
  order by asked.place, i.dimension`;

const byGroup = (rows: readonly StateRow[]): DimensionStates => Map.groupBy(rows, (row) => row.group_id);

/** All dimensions of these groups, in one statement. */
export const findDimensionStates = async (db: OrgDb, groups: readonly Keyed[]): Promise<DimensionStates> =>
  groups.length === 0 ? new Map() : byGroup((await statesOf(db, groups).execute(db.raw)).rows);

/** One for each dimension of a product. */
const dimensionsMax = 800;

/** The same for as many whole groups, from the first on, as fit into the bytes; the first is always complete. */
export const selectDimensionStates = async (
  db: OrgDb,
  groups: readonly Keyed[],
  maxBytes: number,
): Promise<{ states: DimensionStates; groups: number }> => {
  const [first] = groups;
  if (first === undefined) return { states: new Map(), groups: 0 };
  const statement = statesOf(db, groups).compile(db.raw);
  const bound = { maxBytes, maxRows: groups.length * dimensionsMax };
  const found = await db.sendUpTo(statement.sql, statement.parameters, bound);
  const rows = found.rows as StateRow[];
  const cutOff = found.whole ? undefined : rows.at(-1)?.group_id;
  if (cutOff === undefined) return { states: byGroup(rows), groups: groups.length };
  if (cutOff === first.id) return { states: await findDimensionStates(db, [first]), groups: 1 };
  return { states: byGroup(rows), groups: groups.findIndex((group) => group.id === cutOff) };
};
