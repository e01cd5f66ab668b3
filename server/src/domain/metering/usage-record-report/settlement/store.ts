import { sql } from 'kysely';
import type { ActCall } from '../../../../contract/call.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { SettleableRow, SettlementOutcome } from './settlement.ts';

/**
 * Locks the rows of a report. `awaited`: an attempt begun after `answersSince` has no outcome yet. Rows are locked by id
 * like those of an answer, so that the two never wait for each other.
 */
export const lockSettleableRows = async (db: OrgDb, reportId: string, answersSince: Date): Promise<SettleableRow[]> => {
  const { rows } = await sql<SettleableRow>`
    select r.*, t.outcome as settled, exists (
      select from usage_report_send s
      where s.org_id = r.org_id and s.row_id = r.id and s.outcome is null and s.time > ${answersSince}
    ) as awaited
    from usage_report_row r
    left join usage_settlement t on t.org_id = r.org_id and t.row_id = r.id
    where r.org_id = ${db.orgId} and r.report_id = ${reportId}
    order by r.id
    for update of r
  `.execute(db.raw);
  return rows;
};

export type Settlement = { outcome: SettlementOutcome; note: string; actor: ActCall['actor']; time: Date };

export const insertSettlements = async (
  db: OrgDb,
  rowIds: readonly string[],
  { outcome, note, actor, time }: Settlement,
): Promise<void> => {
  await sql`
    insert into usage_settlement (org_id, row_id, outcome, note, actor, time)
    select ${db.orgId}::uuid, row_id, ${outcome}, ${note}, ${JSON.stringify(actor)}::jsonb, ${time}::timestamptz
    from unnest(${rowIds as string[]}::uuid[]) as u (row_id)
  `.execute(db.raw);
};
